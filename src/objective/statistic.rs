//! Statistics of one metric over games, each with its standard error.

use super::Estimate;
use std::fmt;
use std::str::FromStr;

/// A statistic of a sample of per-game values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Statistic {
    /// Arithmetic mean.
    Mean,
    /// Quantile at `percent` / 100, with `percent` in 1..=99; the median is 50.
    Quantile {
        /// Percentage of games at or below the value.
        percent: u8,
    },
    /// Share of games whose value is at least `at`.
    Share {
        /// The threshold, in the unit of the metric.
        at: f64,
    },
    /// Sample standard deviation.
    StandardDeviation,
    /// The value itself, for domains without games.
    Value,
}

impl Statistic {
    /// Estimates this statistic from `sample`; NaN for an empty sample.
    ///
    /// Standard errors: mean s/√n; quantile half the distance between the order statistics
    /// one binomial standard deviation either side (Conover, *Practical Nonparametric
    /// Statistics*, §3.2); share by Agresti & Coull (1998), so never 0; standard deviation by
    /// the delta method from the fourth moment (Rao 1973, §6h). NaN where n = 1.
    pub fn estimate(&self, sample: &[f64]) -> Estimate {
        let games = sample.len() as u64;
        if sample.is_empty() || sample.iter().any(|x| x.is_nan()) {
            return Estimate { value: f64::NAN, std_error: f64::NAN, games };
        }
        let (value, std_error) = match *self {
            Self::Mean => mean_with_error(sample),
            Self::Quantile { percent } => quantile_with_error(sample, f64::from(percent) / 100.0),
            Self::Share { at } => share_with_error(sample, at),
            Self::StandardDeviation => deviation_with_error(sample),
            Self::Value => return Estimate::exact(sample[0]),
        };
        Estimate { value, std_error, games }
    }
}

fn mean(sample: &[f64]) -> f64 {
    sample.iter().sum::<f64>() / sample.len() as f64
}

/// Central moment of order `power` about `center`.
fn moment(sample: &[f64], center: f64, power: u32) -> f64 {
    // Multiplied out: the system's powers may differ between machines in the last bit.
    let raised = |x: &f64| (0..power).fold(1.0, |product, _| product * (x - center));
    sample.iter().map(raised).sum::<f64>() / sample.len() as f64
}

fn variance(sample: &[f64]) -> f64 {
    let n = sample.len() as f64;
    if n < 2.0 { f64::NAN } else { moment(sample, mean(sample), 2) * n / (n - 1.0) }
}

fn mean_with_error(sample: &[f64]) -> (f64, f64) {
    (mean(sample), (variance(sample) / sample.len() as f64).sqrt())
}

fn quantile_with_error(sample: &[f64], q: f64) -> (f64, f64) {
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
    let error = if sample.len() < 2 { f64::NAN } else { (at(middle + spread) - at(middle - spread)) / 2.0 };
    (at(middle), error)
}

fn share_with_error(sample: &[f64], at: f64) -> (f64, f64) {
    let n = sample.len() as f64;
    let hits = sample.iter().filter(|&&x| x >= at).count() as f64;
    let adjusted = (hits + 2.0) / (n + 4.0);
    (hits / n, (adjusted * (1.0 - adjusted) / (n + 4.0)).sqrt())
}

fn deviation_with_error(sample: &[f64]) -> (f64, f64) {
    let n = sample.len() as f64;
    let deviation = variance(sample).sqrt();
    if deviation.is_nan() || deviation == 0.0 {
        return (deviation, if deviation == 0.0 { 0.0 } else { f64::NAN });
    }
    let (fourth, squared) = (moment(sample, mean(sample), 4), deviation * deviation);
    let excess = (fourth - squared * squared * (n - 3.0) / (n - 1.0)).max(0.0);
    (deviation, (excess / n).sqrt() / (2.0 * deviation))
}

impl fmt::Display for Statistic {
    /// The short name used in objective names: `mean`, `p10`, `median`, `share`, `sd`, `value`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mean => f.write_str("mean"),
            Self::Quantile { percent: 50 } => f.write_str("median"),
            Self::Quantile { percent } => write!(f, "p{percent}"),
            Self::Share { .. } => f.write_str("share"),
            Self::StandardDeviation => f.write_str("sd"),
            Self::Value => f.write_str("value"),
        }
    }
}

/// What a statistic's name may be, for error messages.
pub const STATISTIC_NAMES: &str = "mean, median, p1 to p99, share (with at), sd, value";

impl FromStr for Statistic {
    type Err = ();

    /// Parses a name as [`Statistic`]'s `Display` writes it; a share gets threshold 0.
    fn from_str(name: &str) -> Result<Self, ()> {
        match name {
            "mean" => Ok(Self::Mean),
            "median" => Ok(Self::Quantile { percent: 50 }),
            "share" => Ok(Self::Share { at: 0.0 }),
            "sd" => Ok(Self::StandardDeviation),
            "value" => Ok(Self::Value),
            _ => {
                let percent = name.strip_prefix('p').and_then(|p| p.parse().ok()).ok_or(())?;
                if (1..=99).contains(&percent) { Ok(Self::Quantile { percent }) } else { Err(()) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn mean_and_its_error() {
        // Sample variance of 2, 4, 4, 4, 5, 5, 7, 9 is 32/7.
        let e = Statistic::Mean.estimate(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert!(close(e.value, 5.0) && close(e.std_error, (32.0_f64 / 7.0 / 8.0).sqrt()));
        assert_eq!(e.games, 8);
    }

    #[test]
    fn quantiles_are_type_seven() {
        // R: quantile(1:10, 0.1) = 1.9, quantile(1:10, 0.5) = 5.5.
        let sample: Vec<f64> = (1..=10).rev().map(f64::from).collect();
        assert!(close(Statistic::Quantile { percent: 10 }.estimate(&sample).value, 1.9));
        assert!(close(Statistic::Quantile { percent: 50 }.estimate(&sample).value, 5.5));
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
                Statistic::Quantile { percent: 50 }.estimate(&sample).std_error
            })
            .collect();
        assert!((mean(&errors) - 0.0396).abs() < 0.003, "{}", mean(&errors));
    }

    #[test]
    fn shares_have_an_error_even_at_the_ends() {
        let e = Statistic::Share { at: 3.0 }.estimate(&[1.0, 2.0, 3.0, 4.0]);
        assert!(close(e.value, 0.5) && close(e.std_error, (0.25_f64 / 8.0).sqrt()));
        assert!(Statistic::Share { at: 9.0 }.estimate(&[1.0, 2.0]).std_error > 0.0);
    }

    #[test]
    fn deviation_of_a_two_point_sample() {
        let e = Statistic::StandardDeviation.estimate(&[-1.0, 1.0, -1.0, 1.0]);
        assert!(close(e.value, (4.0_f64 / 3.0).sqrt()));
        assert!(e.std_error.is_finite());
    }

    #[test]
    fn one_game_has_no_error_and_nan_stays_nan() {
        assert!(Statistic::Mean.estimate(&[3.0]).std_error.is_nan());
        assert!(Statistic::Quantile { percent: 10 }.estimate(&[3.0]).std_error.is_nan());
        assert!(Statistic::Mean.estimate(&[]).value.is_nan());
        assert!(Statistic::Quantile { percent: 50 }.estimate(&[f64::NAN, 1.0]).value.is_nan());
    }

    #[test]
    fn names_round_trip() {
        for name in ["mean", "median", "p10", "p99", "share", "sd", "value"] {
            assert_eq!(name.parse::<Statistic>().map(|s| s.to_string()), Ok(name.to_owned()));
        }
        for name in ["p0", "p100", "pp", "", "Mean"] {
            assert!(name.parse::<Statistic>().is_err(), "{name}");
        }
    }
}
