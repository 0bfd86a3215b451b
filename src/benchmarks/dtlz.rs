//! Scalable problems of Deb, Thiele, Laumanns & Zitzler, "Scalable test problems for
//! evolutionary multiobjective optimization", 2005, §6.7, with three objectives. The first
//! two variables choose the place on the front, the others the distance to it.

use std::f64::consts::PI;

/// The number of objectives.
const M: usize = 3;

/// A linear front behind 11ᵏ − 1 local ones.
pub(super) fn dtlz1(x: &[f64]) -> Vec<f64> {
    let scale = 0.5 * (1.0 + rastrigin(&x[M - 1..]));
    vec![scale * x[0] * x[1], scale * x[0] * (1.0 - x[1]), scale * (1.0 - x[0])]
}

/// A spherical front.
pub(super) fn dtlz2(x: &[f64]) -> Vec<f64> {
    on_sphere(x[0], x[1], 1.0 + sphere(&x[M - 1..]))
}

/// A spherical front behind 3ᵏ − 1 local ones.
pub(super) fn dtlz3(x: &[f64]) -> Vec<f64> {
    on_sphere(x[0], x[1], 1.0 + rastrigin(&x[M - 1..]))
}

/// A spherical front whose points crowd at the coordinate planes.
pub(super) fn dtlz4(x: &[f64]) -> Vec<f64> {
    let bias = |value: f64| libm::pow(value, 100.0);
    on_sphere(bias(x[0]), bias(x[1]), 1.0 + sphere(&x[M - 1..]))
}

/// A front in four pieces.
pub(super) fn dtlz7(x: &[f64]) -> Vec<f64> {
    let rest = &x[M - 1..];
    let g = 1.0 + 9.0 * rest.iter().sum::<f64>() / rest.len() as f64;
    vec![x[0], x[1], dtlz7_last(x[0], x[1], g)]
}

pub(super) fn dtlz7_last(f1: f64, f2: f64, g: f64) -> f64 {
    let term = |f: f64| f / (1.0 + g) * (1.0 + libm::sin(3.0 * PI * f));
    (1.0 + g) * (M as f64 - term(f1) - term(f2))
}

fn sphere(rest: &[f64]) -> f64 {
    rest.iter().map(|v| (v - 0.5) * (v - 0.5)).sum()
}

fn rastrigin(rest: &[f64]) -> f64 {
    let ripple = |v: f64| (v - 0.5) * (v - 0.5) - libm::cos(20.0 * PI * (v - 0.5));
    100.0 * (rest.len() as f64 + rest.iter().map(|&v| ripple(v)).sum::<f64>())
}

/// The point at `radius` in the direction of two angles, given in quarter turns.
fn on_sphere(a: f64, b: f64, radius: f64) -> Vec<f64> {
    let (sin_a, cos_a) = libm::sincos(a * PI / 2.0);
    let (sin_b, cos_b) = libm::sincos(b * PI / 2.0);
    vec![radius * cos_a * cos_b, radius * cos_a * sin_b, radius * sin_a]
}

/// The points of a triangular grid with non-negative coordinates that sum to 1, at least
/// `n` (Das & Dennis, "Normal-boundary intersection", 1998).
fn simplex_grid(n: usize) -> impl Iterator<Item = [f64; M]> {
    let steps = (1..).find(|steps| (steps + 1) * (steps + 2) / 2 >= n).unwrap_or(1);
    (0..=steps).flat_map(move |i| {
        (0..=steps - i).map(move |j| [i, j, steps - i - j].map(|k| k as f64 / steps as f64))
    })
}

/// The front of DTLZ1: the triangle with coordinate sum ½.
pub(super) fn dtlz1_front(n: usize) -> Vec<Vec<f64>> {
    simplex_grid(n).map(|point| point.iter().map(|v| v / 2.0).collect()).collect()
}

/// The front of DTLZ2 to DTLZ4: the unit sphere's positive part.
pub(super) fn sphere_front(n: usize) -> Vec<Vec<f64>> {
    simplex_grid(n)
        .map(|point| {
            let length = point.iter().map(|v| v * v).sum::<f64>().sqrt();
            point.iter().map(|v| v / length).collect()
        })
        .collect()
}

/// Where the first two objectives can lie on the front of DTLZ7: the ranges in which
/// x·(1 + sin 3πx) is above all that it was before.
pub(super) const DTLZ7_PIECES: [(f64, f64); 2] =
    [(0.0, 0.251_411_836_088_917_1), (0.631_626_530_700_061_4, 0.859_400_856_644_724)];

/// The front of DTLZ7.
pub(super) fn dtlz7_front(n: usize) -> Vec<Vec<f64>> {
    let side = (2..).find(|side| side * side >= n).unwrap_or(2);
    let length: f64 = DTLZ7_PIECES.iter().map(|(from, to)| to - from).sum();
    let place = |i: usize| {
        let along = length * i as f64 / (side - 1) as f64;
        let (first, second) = (DTLZ7_PIECES[0], DTLZ7_PIECES[1]);
        if along <= first.1 { along } else { second.0 + along - first.1 }
    };
    (0..side * side)
        .map(|k| {
            let (f1, f2) = (place(k / side), place(k % side));
            vec![f1, f2, dtlz7_last(f1, f2, 1.0)]
        })
        .collect()
}
