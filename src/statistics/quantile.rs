//! Quantiles, `p1` to `p99`, of which the 50th is the median. The error is half the distance between the order
//! statistics one binomial standard deviation either side (Conover, *Practical Nonparametric Statistics*, §3.2).

use super::{Facts, Kind, Law};
use super::{Influence, Shape};

/// Quantile at `percent` / 100; the median is 50.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quantile {
    /// Percentage of games at or below the value, in 1..=99.
    pub percent: u8,
}

impl Quantile {
    fn q(self) -> f64 {
        f64::from(self.percent) / 100.0
    }
}

impl Kind for Quantile {
    const FACTS: Facts = Facts { needs_shape: true, ..Facts::of("median, p1 to p99") };

    fn read(name: &str, _at: f64) -> Option<Self> {
        if name == "median" {
            return Some(Self { percent: 50 });
        }
        let percent = name.strip_prefix('p')?.parse().ok()?;
        (1..=99).contains(&percent).then_some(Self { percent })
    }

    fn name(&self) -> String {
        if self.percent == 50 { "median".into() } else { format!("p{}", self.percent) }
    }

    fn estimate(&self, sample: &[f64]) -> (f64, f64) {
        let q = self.q();
        let mut sorted = sample.to_vec();
        sorted.sort_by(f64::total_cmp);
        let n = sorted.len() as f64;
        let spread = (n * q * (1.0 - q)).sqrt();
        // Positions count from 0 and are interpolated linearly (Hyndman & Fan 1996, type 7).
        let at = |position: f64| {
            let position = position.clamp(0.0, n - 1.0);
            let low = position.floor() as usize;
            let high = position.ceil() as usize;
            sorted[low] + (sorted[high] - sorted[low]) * (position - low as f64)
        };
        let middle = (n - 1.0) * q;
        let error =
            if sample.len() < 2 { f64::NAN } else { (at(middle + spread) - at(middle - spread)) / 2.0 };
        (at(middle), error)
    }

    fn law(&self) -> Law {
        Law::Ordered { q: self.q() }
    }

    fn one_step(&self, shape: Option<&Shape>) -> Option<Influence> {
        shape?.anchor(self.q()).map(|anchor| Influence::Quantile { q: self.q(), anchor })
    }

    fn influence(&self, sample: &[f64], value: f64) -> Vec<f64> {
        sample.iter().map(|&x| f64::from(u8::from(x > value))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::moments::mean;
    use super::*;
    use crate::statistics::Statistic;

    #[test]
    fn quantiles_are_type_seven() {
        // R: quantile(1:10, 0.1) = 1.9, quantile(1:10, 0.5) = 5.5.
        let sample: Vec<f64> = (1..=10).rev().map(f64::from).collect();
        let value = |percent| Statistic::from(Quantile { percent }).estimate(&sample).value;
        assert!((value(10) - 1.9).abs() < 1e-12);
        assert!((value(50) - 5.5).abs() < 1e-12);
    }

    #[test]
    fn quantile_error_matches_a_normal_sample() {
        use rand::RngExt;
        // The median of n standard normals has standard error √(π/2n) ≈ 0.0396 at n = 1,000.
        let mut rng = crate::rng::stream(1, crate::rng::Purpose::Measure, 0);
        let normal = |rng: &mut crate::rng::Rng| (0..12).map(|_| rng.random::<f64>()).sum::<f64>() - 6.0;
        let errors: Vec<f64> = (0..200)
            .map(|_| {
                let sample: Vec<f64> = (0..1000).map(|_| normal(&mut rng)).collect();
                Statistic::from(Quantile { percent: 50 }).estimate(&sample).std_error
            })
            .collect();
        assert!((mean(&errors) - 0.0396).abs() < 0.003, "{}", mean(&errors));
    }
}
