//! ZDT1-4 and 6 (Zitzler, Deb & Thiele, "Comparison of multiobjective evolutionary algorithms:
//! empirical results", Evolutionary Computation 8(2), 2000).

use std::f64::consts::PI;

/// The two objectives of ZDT`number` at `x`.
pub(super) fn evaluate(number: u8, x: &[f64]) -> [f64; 2] {
    let first = if number == 6 { first_of_zdt6(x[0]) } else { x[0] };
    let g = g(number, &x[1..]);
    [first, g * h(number, first, g)]
}

fn first_of_zdt6(x: f64) -> f64 {
    1.0 - (-4.0 * x).exp() * (6.0 * PI * x).sin().powi(6)
}

/// The distance from the front, 1 on it.
fn g(number: u8, rest: &[f64]) -> f64 {
    let n = rest.len() as f64;
    match number {
        4 => 1.0 + 10.0 * n + rest.iter().map(|x| x * x - 10.0 * (4.0 * PI * x).cos()).sum::<f64>(),
        6 => 1.0 + 9.0 * (rest.iter().sum::<f64>() / n).powf(0.25),
        _ => 1.0 + 9.0 * rest.iter().sum::<f64>() / n,
    }
}

/// The shape of the front.
fn h(number: u8, first: f64, g: f64) -> f64 {
    let ratio = first / g;
    match number {
        2 | 6 => 1.0 - ratio * ratio,
        3 => 1.0 - ratio.sqrt() - ratio * (10.0 * PI * first).sin(),
        _ => 1.0 - ratio.sqrt(),
    }
}

/// `n` points evenly spaced in the first objective; of ZDT3 those that no other dominates.
pub(super) fn true_front(number: u8, n: usize) -> Vec<Vec<f64>> {
    // The first objective of ZDT6 does not get below this, its minimum over x.
    let low = if number == 6 { 0.280_775_318_8 } else { 0.0 };
    let step = (1.0 - low) / (n.max(2) - 1) as f64;
    let points = (0..n.max(2)).map(|i| low + step * i as f64);
    let mut front: Vec<Vec<f64>> = points.map(|f| vec![f, h(number, f, 1.0)]).collect();
    if number == 3 {
        let mut lowest = f64::INFINITY;
        front.retain(|point| {
            let better = point[1] < lowest;
            lowest = lowest.min(point[1]);
            better
        });
    }
    front
}
