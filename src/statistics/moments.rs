//! Moments of a sample, which several statistics and their errors are made of.

/// The arithmetic mean.
pub fn mean(sample: &[f64]) -> f64 {
    sample.iter().sum::<f64>() / sample.len() as f64
}

/// Central moment of order `power` about `center`.
pub fn moment(sample: &[f64], center: f64, power: u32) -> f64 {
    // Multiplied out: the system's powers may differ between machines in the last bit.
    let raised = |x: &f64| (0..power).fold(1.0, |product, _| product * (x - center));
    sample.iter().map(raised).sum::<f64>() / sample.len() as f64
}

/// The variance, with n − 1 below; NaN where n = 1.
pub fn variance(sample: &[f64]) -> f64 {
    let n = sample.len() as f64;
    if n < 2.0 { f64::NAN } else { moment(sample, mean(sample), 2) * n / (n - 1.0) }
}
