//! Numbers as a person reads them: as many digits as their standard error leaves meaning.

use crate::inference::Interval;
use crate::statistics::Estimate;

/// `19,245 ± 190`, `0.352 ± 0.011`, or the value alone where it is exact.
pub fn with_error(estimate: &Estimate) -> String {
    let (value, error) = (estimate.value, estimate.std_error);
    if !value.is_finite() {
        return "failed".into();
    }
    if estimate.games == 0 {
        return plain(value);
    }
    if error.is_nan() {
        return format!("{} ± ?", plain(value));
    }
    let decimals = decimals_for(error);
    format!("{} ± {}", grouped(value, decimals), grouped(error, decimals))
}

/// `19,246 [18,611, 19,880]`; the standard error says how many digits there are, and an end that
/// the games do not bound is `?`.
pub fn with_bounds(estimate: &Estimate, interval: &Interval) -> String {
    if !estimate.value.is_finite() || estimate.games == 0 {
        return with_error(estimate);
    }
    let decimals = decimals_for(estimate.std_error);
    let end = |x: f64| if x.is_finite() { grouped(x, decimals) } else { "?".into() };
    format!("{} [{}, {}]", grouped(estimate.value, decimals), end(interval.low), end(interval.high))
}

/// The value alone, with four significant digits.
pub fn plain(value: f64) -> String {
    if !value.is_finite() {
        return "failed".into();
    }
    grouped(value, decimals_for(value / 100.0))
}

/// `+1,234 [+900, +1,568]`, with `unit` after each number. What is not 0 is not shown as 0, so that each number
/// has the sign that a verdict rests on.
pub fn signed_interval(interval: &Interval, decimals: usize, unit: &str) -> String {
    let signed = |x: f64| match x.is_finite() {
        true => format!("{}{}{unit}", if x > 0.0 { "+" } else { "" }, beside_zero(x, decimals)),
        false => "?".into(),
    };
    format!("{} [{}, {}]", signed(interval.value), signed(interval.low), signed(interval.high))
}

/// With `decimals`, or as many more as tell it from 0; a power of ten where these are too many.
pub fn beside_zero(x: f64, decimals: usize) -> String {
    const MOST: usize = 9;
    let is_told = |text: &String| x == 0.0 || text.contains(|c: char| ('1'..='9').contains(&c));
    let shown = (decimals..=MOST).map(|decimals| grouped(x, decimals)).find(is_told);
    shown.unwrap_or_else(|| format!("{x:.0e}").replace('-', "−"))
}

/// Decimals that show two significant digits of `size`.
pub fn decimals_for(size: f64) -> usize {
    if size == 0.0 || !size.is_finite() {
        return 2;
    }
    (1.0 - size.abs().log10().floor()).clamp(0.0, 6.0) as usize
}

/// Numbers from here on are written as powers of ten.
const HUGE: f64 = 1e15;

/// With a comma every three digits before the point, and the minus sign of typography.
pub fn grouped(value: f64, decimals: usize) -> String {
    if value.is_finite() && value.abs() >= HUGE {
        return format!("{value:.2e}").replace('-', "−");
    }
    let text = format!("{:.decimals$}", value.abs());
    let negative = value < 0.0 && text.chars().any(|c| ('1'..='9').contains(&c));
    format!("{}{}", if negative { "−" } else { "" }, with_commas(&text))
}

/// `number` as it is, with a comma every three digits before the point.
pub fn with_commas(number: &str) -> String {
    let (sign, digits) = number.split_at(usize::from(number.starts_with('-')));
    let (whole, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let mut grouped = String::from(sign);
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(value: f64, std_error: f64) -> String {
        with_error(&Estimate { value, std_error, games: 10 })
    }

    #[test]
    fn digits_follow_the_error() {
        assert_eq!(shown(19_245.7, 190.2), "19,246 ± 190");
        assert_eq!(shown(0.3519, 0.0107), "0.352 ± 0.011");
        assert_eq!(shown(5.25, 1.0), "5.2 ± 1.0");
        assert_eq!(shown(1.0, f64::NAN), "1.000 ± ?");
        assert_eq!(with_error(&Estimate::exact(0.123456)), "0.1235");
        let games = Estimate { value: 19_245.7, std_error: 190.2, games: 10 };
        let bounds = Interval { value: 19_245.7, low: f64::NEG_INFINITY, high: 19_880.2 };
        assert_eq!(with_bounds(&games, &bounds), "19,246 [?, 19,880]");
        assert_eq!(grouped(-1_234_567.0, 0), "−1,234,567");
        assert_eq!(grouped(-0.001, 1), "0.0");
        assert_eq!((with_commas("-123456.789"), with_commas("-12")), ("-123,456.789".into(), "-12".into()));
        assert_eq!(grouped(999_999_999_999_999.0, 0), "999,999,999,999,999");
        assert_eq!((grouped(1e300, 0), grouped(-2.5e15, 2)), ("1.00e300".into(), "−2.50e15".into()));
        assert_eq!(plain(f64::NAN), "failed");
    }

    #[test]
    fn no_end_of_an_interval_loses_its_sign() {
        let shown = |value, low, high| signed_interval(&Interval { value, low, high }, 0, "");
        assert_eq!(shown(6.0, 0.3, 12.0), "+6 [+0.3, +12]");
        assert_eq!(shown(-6.0, -12.0, -0.04), "−6 [−12, −0.04]");
        assert_eq!(shown(0.0, 0.0, -0.0), "0 [0, 0]");
        assert_eq!(shown(0.2, -3e-13, 1234.5), "+0.2 [−3e−13, +1,234]");
        assert_eq!(shown(f64::NAN, f64::NEG_INFINITY, f64::INFINITY), "? [?, ?]");
        let percent = Interval { value: 19.2, low: 0.04, high: 24.0 };
        assert_eq!(signed_interval(&percent, 1, "%"), "+19.2% [+0.04%, +24.0%]");
    }
}
