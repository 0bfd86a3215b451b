//! Confidence intervals of statistics of games.

use super::beta;
use crate::json_float::figure;
use crate::statistics::{Law, Statistic};
use serde::{Deserialize, Deserializer, Serialize};

/// An estimate with a confidence interval. Ends that the games cannot bound are infinite, and
/// `null` in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The estimate.
    #[serde(with = "figure")]
    pub value: f64,
    /// Lower end.
    #[serde(serialize_with = "figure::serialize", deserialize_with = "lower_end")]
    pub low: f64,
    /// Upper end.
    #[serde(serialize_with = "figure::serialize", deserialize_with = "upper_end")]
    pub high: f64,
}

fn lower_end<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    figure::or(f64::NEG_INFINITY, deserializer)
}

fn upper_end<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    figure::or(f64::INFINITY, deserializer)
}

impl Interval {
    /// The 95% interval of an estimate with standard error `std_error`.
    pub fn normal(value: f64, std_error: f64) -> Self {
        const Z: f64 = 1.959_964;
        Self::around(value, Z * std_error)
    }

    /// A value that is known exactly.
    pub fn exact(value: f64) -> Self {
        Self { value, low: value, high: value }
    }

    /// `value` ± `margin`; unbounded where the margin is not a number.
    pub fn around(value: f64, margin: f64) -> Self {
        if margin.is_nan() {
            return Self::unbounded(value);
        }
        Self { value, low: value - margin, high: value + margin }
    }

    fn unbounded(value: f64) -> Self {
        Self { value, low: f64::NEG_INFINITY, high: f64::INFINITY }
    }

    /// Whether `value` lies within.
    pub fn holds(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// The confidence of what is shown at the `look`th of any number of looks at growing samples, so that all looks
/// together hold with confidence `together`: the error is spent as 6/(π·look)², which sums to 1. Look 0 is the only
/// one.
pub fn at_look(together: f64, look: u64) -> f64 {
    let pi_k = std::f64::consts::PI * look as f64;
    let part = if look == 0 { 1.0 } else { 6.0 / (pi_k * pi_k) };
    1.0 - part * (1.0 - together)
}

/// The level of each of `count` intervals (at least 1) that hold together with confidence
/// `together`: its `count`-th root (Šidák, *JASA* 62, 1967, who shows that normal estimates need
/// no more however they are correlated).
pub fn single_level(together: f64, count: usize) -> f64 {
    libm::pow(together, 1.0 / count.max(1) as f64)
}

/// The interval of `statistic` from `sample`, one value a game, with confidence `level`.
///
/// Mean: Student's t. Quantiles: two order statistics, whatever the distribution
/// ([`beta::quantile_positions`]). Shares: Clopper & Pearson, never too narrow. Standard
/// deviation: t around the estimate with its asymptotic error, which is an approximation that
/// wants some hundred games. Unbounded where the games cannot tell.
pub fn interval(statistic: Statistic, sample: &[f64], level: f64) -> Interval {
    let estimate = statistic.estimate(sample);
    if !estimate.value.is_finite() {
        return Interval::unbounded(estimate.value);
    }
    let n = sample.len() as u64;
    match statistic.law() {
        Law::Exact => Interval::exact(estimate.value),
        Law::Binomial { at } => {
            let hits = sample.iter().filter(|&&x| x >= at).count() as u64;
            let (low, high) = beta::share_interval(hits, n, level);
            Interval { value: estimate.value, low, high }
        }
        Law::Ordered { q } => of_quantile(estimate.value, sample, q, level),
        Law::Student if n < 2 => Interval::unbounded(estimate.value),
        Law::Student => {
            let t = beta::t_upper_quantile((1.0 - level) / 2.0, n as f64 - 1.0);
            Interval::around(estimate.value, t * estimate.std_error)
        }
    }
}

fn of_quantile(value: f64, sample: &[f64], q: f64, level: f64) -> Interval {
    let mut sorted = sample.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (below, above) = beta::quantile_positions(sorted.len() as u64, q, level);
    let at = |position: Option<u64>, otherwise: f64| position.map_or(otherwise, |k| sorted[k as usize]);
    Interval { value, low: at(below, f64::NEG_INFINITY), high: at(above, f64::INFINITY) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{Mean, Quantile, Share};

    #[test]
    fn together_means_a_root_of_the_level() {
        // Two intervals at √.95 each; sixty at .99915, which is 3.33 standard errors either side.
        assert!((single_level(0.95, 2) - 0.974_679_434_480_896_4).abs() < 1e-15);
        let z = crate::inference::normal::upper_quantile((1.0 - single_level(0.95, 60)) / 2.0);
        assert!((z - 3.3345).abs() < 1e-3, "{z}");
        assert_eq!(single_level(0.95, 1), 0.95);
    }

    #[test]
    fn looks_spend_the_error_once() {
        assert_eq!(at_look(0.95, 0), 0.95);
        // 6/π² of 5% at the first look, a quarter of that at the second.
        assert!((at_look(0.95, 1) - (1.0 - 0.030_396_355)).abs() < 1e-9);
        assert!((at_look(0.95, 2) - (1.0 - 0.007_599_089)).abs() < 1e-9);
        let spent: f64 = (1..100_000).map(|look| 1.0 - at_look(0.95, look)).sum();
        assert!(spent < 0.05 && spent > 0.0499, "{spent}");
    }

    #[test]
    fn intervals_by_statistic() {
        // Mean 5, s² = 32/7, t(7) at 97.5% = 2.364 624.
        let sample = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
        let mean = interval(Mean.into(), &sample, 0.95);
        assert!((mean.high - 5.0 - 2.364_624_3 * (32.0_f64 / 56.0).sqrt()).abs() < 1e-6, "{mean:?}");
        let values: Vec<f64> = (1..=16).map(f64::from).collect();
        let median = interval(Quantile { percent: 50 }.into(), &values, 0.95);
        assert_eq!((median.low, median.high), (4.0, 13.0));
        let share = interval(Share { at: 20.0 }.into(), &values, 0.95);
        assert!(share.low == 0.0 && share.high > 0.15);
    }

    #[test]
    fn what_games_cannot_bound_is_unbounded_and_survives_json() {
        let one = interval(Mean.into(), &[3.0], 0.95);
        assert!(one.holds(1e300) && one.value == 3.0);
        let json = serde_json::to_string(&one).unwrap();
        assert_eq!(json, "{\"value\":3.0,\"low\":null,\"high\":null}");
        assert_eq!(serde_json::from_str::<Interval>(&json).unwrap(), one);
        let decile = interval(Quantile { percent: 10 }.into(), &[1.0; 20], 0.99);
        assert_eq!((decile.low, decile.high), (f64::NEG_INFINITY, 1.0));
    }
}
