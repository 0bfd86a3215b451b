//! The difference of estimates that rest on different games.

use super::beta;
use super::interval::Interval;
use crate::statistics::{Estimate, Law, Statistic};

/// `first` − `second`, two estimates of `statistic` from independent games, with the interval of
/// confidence `level`: Student's t with the degrees of freedom of Welch (*Biometrika* 34, 1947).
///
/// A share has no use for a symmetric error: its difference takes the distances to the ends of the
/// single intervals of Clopper & Pearson (Newcombe, *Stat. Med.* 17, 1998, method 10, which has the
/// intervals of Wilson).
///
/// The error of a quantile is itself read off a few neighbouring games; it counts as one with
/// √(n·q·(1 − q)) degrees of freedom, which gives it the right coefficient of variation.
pub fn difference(statistic: Statistic, first: &Estimate, second: &Estimate, level: f64) -> Interval {
    let value = first.value - second.value;
    if matches!(statistic.law(), Law::Binomial { .. }) {
        return of_shares(first, second, level);
    }
    let parts = [first, second].map(|e| (e.std_error, degrees_of_freedom(statistic.law(), e.games)));
    of_sum(value, &parts, level)
}

/// The interval of confidence `level` of the sum `value` of independent estimates, each with its standard error and
/// the degrees of freedom of that: Student's t with the degrees of freedom of Welch & Satterthwaite.
pub fn of_sum(value: f64, parts: &[(f64, f64)], level: f64) -> Interval {
    let variance: f64 = parts.iter().map(|(error, _)| error * error).sum();
    if variance == 0.0 {
        return Interval::exact(value);
    }
    let of_variance: f64 = parts.iter().map(|(error, df)| libm::pow(*error, 4.0) / df).sum();
    let df = variance * variance / of_variance;
    if !df.is_finite() {
        return Interval::around(value, f64::NAN);
    }
    let t = beta::t_upper_quantile((1.0 - level) / 2.0, df.max(1.0));
    Interval::around(value, t * libm::sqrt(variance))
}

/// `first` − `second`, independent values of which intervals of one level are known: the difference takes the distances
/// to their ends (Zou & Donner, *Stat. Med.* 27, 2008).
pub fn difference_of_intervals(first: &Interval, second: &Interval) -> Interval {
    let value = first.value - second.value;
    let below = libm::hypot(first.value - first.low, second.high - second.value);
    let above = libm::hypot(first.high - first.value, second.value - second.low);
    Interval { value, low: value - below, high: value + above }
}

fn of_shares(first: &Estimate, second: &Estimate, level: f64) -> Interval {
    let around = |share: &Estimate| {
        let hits = (share.value * share.games as f64).round() as u64;
        let (low, high) = beta::share_interval(hits.min(share.games), share.games, level);
        Interval { value: share.value, low, high }
    };
    difference_of_intervals(&around(first), &around(second))
}

fn degrees_of_freedom(law: Law, games: u64) -> f64 {
    let n = games as f64;
    match law {
        Law::Ordered { q } => beta::spread(n, q).max(1.0),
        Law::Exact | Law::Student | Law::Binomial { .. } => (n - 1.0).max(1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{Mean, Share};

    #[test]
    fn shares_by_hand() {
        // 7 of 20 [0.1539, 0.5922] less 0 of 100 [0, 0.0362].
        let share = |value, games| Estimate { value, std_error: 0.1, games };
        let statistic = Share { at: 1.0 }.into();
        let interval = difference(statistic, &share(0.35, 20), &share(0.0, 100), 0.95);
        assert!((interval.low - 0.150_60).abs() < 1e-4, "{interval:?}");
        assert!((interval.high - 0.592_19).abs() < 1e-4, "{interval:?}");
    }

    #[test]
    fn a_difference_takes_the_distances_to_the_ends() {
        // 512 [512, 1024] less 512 [256, 512]: nothing is known to be better, though both errors may be 0.
        let found = difference_of_intervals(
            &Interval { value: 512.0, low: 512.0, high: 1024.0 },
            &Interval { value: 512.0, low: 256.0, high: 512.0 },
        );
        assert_eq!((found.value, found.low), (0.0, 0.0));
        assert!((found.high - 512.0_f64.hypot(256.0)).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn welch_by_hand() {
        let estimate = |value, std_error, games| Estimate { value, std_error, games };
        let (a, b) = (estimate(10.0, 3.0, 10), estimate(7.0, 4.0, 17));
        // df = 25² / (81/9 + 256/16) = 25; t = 2.059 539.
        let interval = difference(Mean.into(), &a, &b, 0.95);
        assert_eq!(interval.value, 3.0);
        assert!((interval.high - 3.0 - 5.0 * 2.059_538_6).abs() < 1e-6, "{interval:?}");
        let same = difference(Mean.into(), &Estimate::exact(1.0), &Estimate::exact(1.5), 0.95);
        assert_eq!(same, Interval::exact(-0.5));
        let one = estimate(1.0, f64::NAN, 1);
        assert!(difference(Mean.into(), &one, &b, 0.95).holds(1e9));
    }
}
