//! The mean; its error is s/√n.

use super::moments::{mean, variance};
use super::{Facts, Kind};

/// Arithmetic mean.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mean;

impl Kind for Mean {
    const FACTS: Facts = Facts::of("mean");

    fn read(name: &str, _at: f64) -> Option<Self> {
        (name == "mean").then_some(Self)
    }

    fn name(&self) -> String {
        "mean".into()
    }

    fn estimate(&self, sample: &[f64]) -> (f64, f64) {
        (mean(sample), (variance(sample) / sample.len() as f64).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Statistic;

    #[test]
    fn mean_and_its_error() {
        // Sample variance of 2, 4, 4, 4, 5, 5, 7, 9 is 32/7.
        let e = Statistic::from(Mean).estimate(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert!((e.value - 5.0).abs() < 1e-12);
        assert!((e.std_error - (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12);
        assert_eq!(e.games, 8);
    }
}
