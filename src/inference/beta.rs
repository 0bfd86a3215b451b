//! The incomplete beta function, and what follows from it: Student's t, binomial tails.

use super::normal;
use libm::{exp, lgamma, log, sqrt};

/// Above this number of degrees of freedom t is normal to more digits than are shown.
const NORMAL_FROM: f64 = 1e7;

/// Halvings until an interval of doubles cannot shrink further.
const HALVINGS: usize = 200;

/// The regularised incomplete beta function Iₓ(a, b), for a, b > 0 and x from 0 to 1.
///
/// Continued fraction by the modified method of Lentz (Press et al., *Numerical Recipes*, 3rd
/// ed., §6.4), with the symmetry Iₓ(a, b) = 1 − I₁₋ₓ(b, a) where that converges faster.
pub fn regularised(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return if x <= 0.0 { 0.0 } else { 1.0 };
    }
    let front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * libm::log1p(-x));
    if x < (a + 1.0) / (a + b + 2.0) {
        front * fraction(a, b, x) / a
    } else {
        1.0 - front * fraction(b, a, 1.0 - x) / b
    }
}

fn fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let away_from_zero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut value = d;
    for m in (1..100_000).map(f64::from) {
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut step = 1.0;
        for numerator in [even, odd] {
            d = 1.0 / away_from_zero(1.0 + numerator * d);
            c = away_from_zero(1.0 + numerator / c);
            step = d * c;
            value *= step;
        }
        if (step - 1.0).abs() < 1e-15 {
            break;
        }
    }
    value
}

/// The value that Student's t with `df` degrees of freedom (above 0) lies above with probability
/// `tail` (above 0, up to ½).
pub fn t_upper_quantile(tail: f64, df: f64) -> f64 {
    let normal = normal::upper_quantile(tail);
    if df > NORMAL_FROM || tail >= 0.5 {
        return normal;
    }
    let above = |t: f64| 0.5 * regularised(df / 2.0, 0.5, df / (df + t * t));
    let mut high = 2.0 * normal;
    while above(high) > tail {
        high *= 2.0;
    }
    root(normal, high, |t| above(t) <= tail)
}

/// The interval that holds the probability of success with confidence `level`, whatever it is,
/// after `hits` of `n` trials (Clopper & Pearson, *Biometrika* 26, 1934).
pub fn share_interval(hits: u64, n: u64, level: f64) -> (f64, f64) {
    let tail = (1.0 - level) / 2.0;
    let (k, rest) = (hits as f64, (n - hits) as f64);
    let low = if hits == 0 { 0.0 } else { root(0.0, 1.0, |p| regularised(k, rest + 1.0, p) > tail) };
    let high = if hits == n { 1.0 } else { root(0.0, 1.0, |p| 1.0 - regularised(k + 1.0, rest, p) <= tail) };
    (low, high)
}

/// Positions, from 0 in ascending order, of two order statistics of a sample of `n` that enclose
/// the quantile `q` with confidence `level`, whatever the distribution (Conover, *Practical
/// Nonparametric Statistics*, §3.2). `None` where even the extreme of the sample is not enough.
pub fn quantile_positions(n: u64, q: f64, level: f64) -> (Option<u64>, Option<u64>) {
    let tail = (1.0 - level) / 2.0;
    // At most k of n values lie at or below the quantile.
    let at_most = |k: u64| regularised((n - k) as f64, k as f64 + 1.0, 1.0 - q);
    let (mut low, mut high) = (0, n);
    while low < high {
        let middle = (low + high) / 2;
        if at_most(middle) <= tail { low = middle + 1 } else { high = middle }
    }
    let below = low.checked_sub(1);
    let (mut low, mut high) = (0, n);
    while low < high {
        let middle = (low + high) / 2;
        if 1.0 - at_most(middle) <= tail { high = middle } else { low = middle + 1 }
    }
    (below, Some(low).filter(|&position| position < n))
}

/// Where `is_beyond` becomes true between `low` and `high`.
fn root(mut low: f64, mut high: f64, is_beyond: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..HALVINGS {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if is_beyond(middle) { high = middle } else { low = middle }
    }
    high
}

/// The standard deviation of a binomial share after n trials has this many standard errors.
pub(super) fn spread(n: f64, q: f64) -> f64 {
    sqrt(n * q * (1.0 - q))
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, StudentsT};

    #[test]
    fn t_quantiles_are_those_of_the_tables() {
        for (tail, df, t) in
            [(0.025, 1.0, 12.706_204_7), (0.025, 10.0, 2.228_138_85), (0.005, 30.0, 2.749_995_65)]
        {
            let found = t_upper_quantile(tail, df);
            assert!((found - t).abs() < 1e-7, "{df}: {found}");
        }
        for df in [1.0, 2.5, 39.0, 1999.0, 99_999.0] {
            let t = StudentsT::new(0.0, 1.0, df).unwrap();
            for tail in [0.1, 0.01, 1e-4] {
                assert!((t.sf(t_upper_quantile(tail, df)) / tail - 1.0).abs() < 1e-7, "{df} {tail}");
            }
        }
        assert!((t_upper_quantile(0.025, 1e9) - 1.959_963_984_540_054).abs() < 1e-12);
    }

    #[test]
    fn shares_have_the_intervals_of_the_tables() {
        // R: binom.test(7, 20)$conf.int, and the rule of three for no hit.
        let (low, high) = share_interval(7, 20, 0.95);
        assert!((low - 0.153_909_2).abs() < 1e-7 && (high - 0.592_188_5).abs() < 1e-7, "{low} {high}");
        let (low, high) = share_interval(0, 100, 0.95);
        assert!(low == 0.0 && (high - 0.036_216_7).abs() < 1e-7, "{high}");
        assert_eq!(share_interval(5, 5, 0.95).1, 1.0);
    }

    #[test]
    fn order_statistics_enclose_with_at_least_the_level() {
        // Conover's table for n = 16, q = .5: the 4th and the 13th value hold 97.9%.
        assert_eq!(quantile_positions(16, 0.5, 0.95), (Some(3), Some(12)));
        for (n, q, level) in [(40, 0.1, 0.95), (2000, 0.1, 0.9995), (200, 0.5, 0.999), (10, 0.9, 0.99)] {
            let (below, above) = quantile_positions(n, q, level);
            let binomial = Binomial::new(q, n).unwrap();
            let tail = (1.0 - level) / 2.0;
            assert!(below.is_none_or(|r| binomial.cdf(r) <= tail && binomial.cdf(r + 1) > tail), "{n}");
            assert!(above.is_none_or(|s| 1.0 - binomial.cdf(s) <= tail), "{n}");
        }
        assert_eq!(quantile_positions(40, 0.1, 0.99).0, None);
        assert_eq!(quantile_positions(2, 0.5, 0.95), (None, None));
    }
}
