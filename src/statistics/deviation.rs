//! The standard deviation; its error by the delta method from the fourth moment (Rao 1973, §6h).

use super::moments::{mean, moment, variance};
use super::{Facts, Kind};
use super::{Influence, Shape};

/// Sample standard deviation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StandardDeviation;

impl Kind for StandardDeviation {
    const FACTS: Facts = Facts { needs_shape: true, ..Facts::of("sd") };

    fn read(name: &str, _at: f64) -> Option<Self> {
        (name == "sd").then_some(Self)
    }

    fn name(&self) -> String {
        "sd".into()
    }

    fn estimate(&self, sample: &[f64]) -> (f64, f64) {
        let n = sample.len() as f64;
        let deviation = variance(sample).sqrt();
        if deviation.is_nan() || deviation == 0.0 {
            return (deviation, if deviation == 0.0 { 0.0 } else { f64::NAN });
        }
        let (fourth, squared) = (moment(sample, mean(sample), 4), deviation * deviation);
        let excess = (fourth - squared * squared * (n - 3.0) / (n - 1.0)).max(0.0);
        (deviation, (excess / n).sqrt() / (2.0 * deviation))
    }

    fn one_step(&self, shape: Option<&Shape>) -> Option<Influence> {
        let (mean, deviation) = shape?.moments().filter(|(_, deviation)| *deviation > 0.0)?;
        Some(Influence::Deviation { mean, deviation })
    }

    fn influence(&self, sample: &[f64], _value: f64) -> Vec<f64> {
        let mean = mean(sample);
        sample.iter().map(|x| (x - mean) * (x - mean)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Statistic;

    #[test]
    fn deviation_of_a_two_point_sample() {
        let e = Statistic::from(StandardDeviation).estimate(&[-1.0, 1.0, -1.0, 1.0]);
        assert!((e.value - (4.0_f64 / 3.0).sqrt()).abs() < 1e-12);
        assert!(e.std_error.is_finite());
    }
}
