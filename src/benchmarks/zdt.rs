//! The two-objective problems of Zitzler, Deb & Thiele, "Comparison of multiobjective
//! evolutionary algorithms: empirical results", 2000, §4.

use std::f64::consts::PI;

/// T1: a convex front.
pub(super) fn zdt1(x: &[f64]) -> Vec<f64> {
    with_linear_g(x, |f1, g| 1.0 - (f1 / g).sqrt())
}

/// T2: a concave front.
pub(super) fn zdt2(x: &[f64]) -> Vec<f64> {
    with_linear_g(x, |f1, g| 1.0 - (f1 / g) * (f1 / g))
}

/// T3: a front in five pieces.
pub(super) fn zdt3(x: &[f64]) -> Vec<f64> {
    with_linear_g(x, |f1, g| 1.0 - (f1 / g).sqrt() - f1 / g * libm::sin(10.0 * PI * f1))
}

/// T4: 21ⁿ local fronts; all variables but the first range over [−5, 5].
pub(super) fn zdt4(x: &[f64]) -> Vec<f64> {
    let rest = &x[1..];
    let ripple = |v: f64| v * v - 10.0 * libm::cos(4.0 * PI * v);
    let g = 1.0 + 10.0 * rest.len() as f64 + rest.iter().map(|&v| ripple(v)).sum::<f64>();
    vec![x[0], g * (1.0 - (x[0] / g).sqrt())]
}

/// T6: a concave front, unevenly covered.
pub(super) fn zdt6(x: &[f64]) -> Vec<f64> {
    let f1 = zdt6_f1(x[0]);
    let g = 1.0 + 9.0 * mean(&x[1..]).sqrt().sqrt();
    vec![f1, g * (1.0 - (f1 / g) * (f1 / g))]
}

fn zdt6_f1(x: f64) -> f64 {
    1.0 - libm::exp(-4.0 * x) * libm::pow(libm::sin(6.0 * PI * x), 6.0)
}

fn with_linear_g(x: &[f64], h: impl Fn(f64, f64) -> f64) -> Vec<f64> {
    let g = 1.0 + 9.0 * mean(&x[1..]);
    vec![x[0], g * h(x[0], g)]
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// `n` values evenly spaced over [`from`, `to`].
fn evenly(from: f64, to: f64, n: usize) -> impl Iterator<Item = f64> {
    (0..n).map(move |i| from + (to - from) * i as f64 / (n - 1) as f64)
}

/// The front of ZDT1 and ZDT4.
pub(super) fn convex_front(n: usize) -> Vec<Vec<f64>> {
    evenly(0.0, 1.0, n).map(|f| vec![f, 1.0 - f.sqrt()]).collect()
}

/// The front of ZDT2.
pub(super) fn concave_front(n: usize) -> Vec<Vec<f64>> {
    evenly(0.0, 1.0, n).map(|f| vec![f, 1.0 - f * f]).collect()
}

/// Where the pieces of the front of ZDT3 begin and end in the first objective: a piece
/// ends at a local minimum of the curve and the next begins where the curve falls below it.
pub(super) const ZDT3_PIECES: [(f64, f64); 5] = [
    (0.0, 0.083_001_534_926_911_63),
    (0.182_228_728_029_399_8, 0.257_762_363_387_830_26),
    (0.409_313_674_808_656_8, 0.453_882_104_088_830_2),
    (0.618_396_794_439_265_8, 0.652_511_703_804_662_6),
    (0.823_331_798_326_632_7, 0.851_832_865_436_413_9),
];

/// The front of ZDT3.
pub(super) fn zdt3_front(n: usize) -> Vec<Vec<f64>> {
    let length: f64 = ZDT3_PIECES.iter().map(|(from, to)| to - from).sum();
    evenly(0.0, length, n)
        .map(|along| {
            let f = on_pieces(along);
            vec![f, zdt3_curve(f)]
        })
        .collect()
}

/// The second objective of ZDT3 where the distance to the front is 0.
pub(super) fn zdt3_curve(f: f64) -> f64 {
    1.0 - f.sqrt() - f * libm::sin(10.0 * PI * f)
}

/// The point `along` the pieces joined end to end.
fn on_pieces(mut along: f64) -> f64 {
    for (from, to) in ZDT3_PIECES {
        if along <= to - from {
            return from + along;
        }
        along -= to - from;
    }
    ZDT3_PIECES[4].1
}

/// The least first objective of ZDT6: the minimum of its curve.
pub(super) const ZDT6_START: f64 = 0.280_775_318_815_369_9;

/// The front of ZDT6.
pub(super) fn zdt6_front(n: usize) -> Vec<Vec<f64>> {
    evenly(ZDT6_START, 1.0, n).map(|f| vec![f, 1.0 - f * f]).collect()
}
