//! DTLZ1-4 and 7 (Deb, Thiele, Laumanns & Zitzler, "Scalable multi-objective optimization test
//! problems", CEC 2002).

use std::f64::consts::{FRAC_PI_2, PI};

/// Bias of DTLZ4's position variables.
const DTLZ4_ALPHA: f64 = 100.0;

/// The objectives of DTLZ`number` at `x`.
pub(super) fn evaluate(number: u8, x: &[f64], n_obj: usize) -> Vec<f64> {
    let (position, distance) = x.split_at(n_obj - 1);
    match number {
        1 => linear(position, 0.5 * (1.0 + rastrigin(distance))),
        2 => spherical(position, 1.0 + square(distance)),
        3 => spherical(position, 1.0 + rastrigin(distance)),
        4 => {
            let biased: Vec<f64> = position.iter().map(|x| x.powf(DTLZ4_ALPHA)).collect();
            spherical(&biased, 1.0 + square(distance))
        }
        _ => {
            let g = 1.0 + 9.0 * distance.iter().sum::<f64>() / distance.len() as f64;
            disconnected(position, g)
        }
    }
}

/// Distance from the front with many local fronts.
fn rastrigin(distance: &[f64]) -> f64 {
    let term = |x: &f64| (x - 0.5) * (x - 0.5) - (20.0 * PI * (x - 0.5)).cos();
    100.0 * (distance.len() as f64 + distance.iter().map(term).sum::<f64>())
}

fn square(distance: &[f64]) -> f64 {
    distance.iter().map(|x| (x - 0.5) * (x - 0.5)).sum()
}

/// A simplex of objectives that sum to `size`.
fn linear(position: &[f64], size: f64) -> Vec<f64> {
    objectives(position, size, |x| x, |x| 1.0 - x)
}

/// A part of a sphere of radius `size`.
fn spherical(position: &[f64], size: f64) -> Vec<f64> {
    objectives(position, size, |x| (FRAC_PI_2 * x).cos(), |x| (FRAC_PI_2 * x).sin())
}

/// Objective m is `size` times `toward` of the first variables times `away` of the one after.
fn objectives(position: &[f64], size: f64, toward: fn(f64) -> f64, away: fn(f64) -> f64) -> Vec<f64> {
    let n_obj = position.len() + 1;
    let objective = |m: usize| {
        let product: f64 = position[..n_obj - 1 - m].iter().map(|&x| toward(x)).product();
        size * product * if m == 0 { 1.0 } else { away(position[n_obj - 1 - m]) }
    };
    (0..n_obj).map(objective).collect()
}

/// DTLZ7: the position variables are objectives, the last one is torn apart.
fn disconnected(position: &[f64], g: f64) -> Vec<f64> {
    let term = |f: &f64| f / (1.0 + g) * (1.0 + (3.0 * PI * f).sin());
    let h = position.len() as f64 + 1.0 - position.iter().map(term).sum::<f64>();
    let mut objectives = position.to_vec();
    objectives.push((1.0 + g) * h);
    objectives
}

/// A grid of about `n` points on the front of three objectives.
pub(super) fn true_front(number: u8, n: usize) -> Vec<Vec<f64>> {
    // A triangular grid with p divisions has (p + 1)(p + 2) / 2 points, a square one (p + 1)².
    let divisions = if number == 7 { (4.0 * n as f64).sqrt() } else { (2.0 * n as f64).sqrt() } as usize;
    let at = |i: usize| i as f64 / divisions.max(1) as f64;
    if number == 7 {
        let cells = (0..=divisions).flat_map(|i| (0..=divisions).map(move |j| (i, j)));
        let front: Vec<Vec<f64>> = cells.map(|(i, j)| disconnected(&[at(i), at(j)], 1.0)).collect();
        let ranks = crate::optim::sort_points(&front);
        return front.into_iter().zip(ranks).filter(|(_, rank)| *rank == 0).map(|(point, _)| point).collect();
    }
    let cells = (0..=divisions).flat_map(|i| (0..=divisions - i).map(move |j| (i, j)));
    let simplex = cells.map(|(i, j)| vec![at(i), at(j), at(divisions - i - j)]);
    let onto = |point: Vec<f64>| -> Vec<f64> {
        let size = if number == 1 { 2.0 } else { point.iter().map(|f| f * f).sum::<f64>().sqrt() };
        point.into_iter().map(|f| f / size).collect()
    };
    simplex.map(onto).collect()
}
