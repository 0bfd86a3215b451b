//! The share of games that reach a threshold; its error by Agresti & Coull (1998), so never 0.

use super::{Facts, Kind, Law};
use super::{Influence, Shape};

/// Share of games whose value is at least `at`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// The threshold, in the unit of the metric.
    pub at: f64,
}

impl Kind for Share {
    const FACTS: Facts = Facts {
        at: Some("a threshold for the share"),
        linear_for: Some("a share, which may be 0"),
        by_ratio: false,
        ..Facts::of("share")
    };

    fn read(name: &str, at: f64) -> Option<Self> {
        (name == "share").then_some(Self { at })
    }

    fn name(&self) -> String {
        "share".into()
    }

    fn estimate(&self, sample: &[f64]) -> (f64, f64) {
        let n = sample.len() as f64;
        let hits = sample.iter().filter(|&&x| x >= self.at).count() as f64;
        let adjusted = (hits + 2.0) / (n + 4.0);
        (hits / n, (adjusted * (1.0 - adjusted) / (n + 4.0)).sqrt())
    }

    fn unit(&self, _metric: &str) -> String {
        "share of games".into()
    }

    fn law(&self) -> Law {
        Law::Binomial { at: self.at }
    }

    fn one_step(&self, _shape: Option<&Shape>) -> Option<Influence> {
        Some(Influence::AtLeast(self.at))
    }

    fn influence(&self, sample: &[f64], _value: f64) -> Vec<f64> {
        sample.iter().map(|&x| f64::from(u8::from(x >= self.at))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Statistic;

    #[test]
    fn shares_have_an_error_even_at_the_ends() {
        let share = |at, sample: &[f64]| Statistic::from(Share { at }).estimate(sample);
        let e = share(3.0, &[1.0, 2.0, 3.0, 4.0]);
        assert!((e.value - 0.5).abs() < 1e-12 && (e.std_error - (0.25_f64 / 8.0).sqrt()).abs() < 1e-12);
        assert!(share(9.0, &[1.0, 2.0]).std_error > 0.0);
    }
}
