//! Ranges, ticks at round numbers, and numbers as short text.

use crate::table::with_commas;

/// A range of values that is never empty.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    /// The lowest value.
    pub low: f64,
    /// The highest value.
    pub high: f64,
}

impl Span {
    /// From the least to the greatest finite value; `None` without any.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let grow = |span: Option<Self>, value: f64| {
            let old = span.unwrap_or(Self { low: value, high: value });
            Some(Self { low: old.low.min(value), high: old.high.max(value) })
        };
        values.into_iter().filter(|value| value.is_finite()).fold(None, grow)
    }

    /// The distance between the ends.
    pub fn width(&self) -> f64 {
        self.high - self.low
    }

    /// Whether `value` lies within; never for NaN.
    pub fn contains(&self, value: f64) -> bool {
        value >= self.low && value <= self.high
    }

    /// Where `value` lies: 0 at the low end, 1 at the high end.
    pub fn share(&self, value: f64) -> f64 {
        (value / 2.0 - self.low / 2.0) / (self.high / 2.0 - self.low / 2.0)
    }

    /// Wider by `part` of its width on both sides; a constant gets room around it.
    pub fn padded(&self, part: f64) -> Self {
        let room = self.width() * part;
        if self.width() > 1e-12 * self.low.abs().max(self.high.abs()) && room.is_finite() {
            return Self { low: self.low - room, high: self.high + room };
        }
        if !room.is_finite() {
            return *self;
        }
        let room = if self.low == 0.0 { 1.0 } else { self.low.abs() * 0.05 };
        Self { low: self.low - room, high: self.high + room }
    }

    /// The same where the values are common logarithms: about `count` places of round numbers,
    /// which are the labels.
    pub fn log_ticks(&self, count: usize) -> Vec<(f64, String)> {
        let label = |place: f64| (place, short(10f64.powf(place)));
        let decades = (self.high.floor() - self.low.ceil()).clamp(0.0, 1000.0) as usize;
        if decades > count {
            let step = decades.div_ceil(count.max(1)) as f64;
            let first = (self.low / step).ceil() * step;
            let places = (0..=count).map(|i| first + i as f64 * step);
            return places.take_while(|place| *place <= self.high).map(label).collect();
        }
        let within = |steps: &[f64]| {
            let powers = self.low.floor() as i32..=self.high.ceil() as i32;
            let places =
                powers.flat_map(|power| steps.iter().map(move |step| f64::from(power) + step.log10()));
            places.filter(|place| self.contains(*place)).map(label).collect::<Vec<_>>()
        };
        let steps: [&[f64]; 3] = [&[1.0, 2.0, 5.0], &[1.0, 3.0], &[1.0]];
        let fitting = steps.into_iter().map(within).find(|ticks| ticks.len() <= count + 1);
        fitting.filter(|ticks| ticks.len() > 2).unwrap_or_else(|| self.ticks_below_a_decade(count))
    }

    /// Round numbers as on a linear axis.
    fn ticks_below_a_decade(&self, count: usize) -> Vec<(f64, String)> {
        let span = Self { low: 10f64.powf(self.low), high: 10f64.powf(self.high) };
        span.ticks(count).into_iter().map(|(value, text)| (value.log10(), text)).collect()
    }

    /// About `count` round values within, and their labels, all in one notation.
    pub fn ticks(&self, count: usize) -> Vec<(f64, String)> {
        let step = round_step(self.width() / count.max(1) as f64);
        if !step.is_finite() || step <= 0.0 {
            return vec![(self.low, short(self.low))];
        }
        let first = (self.low / step).ceil();
        let values = (0..=2 * count).map(|i| (first + i as f64) * step);
        let within: Vec<f64> =
            values.take_while(|value| *value <= self.high).map(|value| value + 0.0).collect();
        let largest = within.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
        within.into_iter().map(|value| (value, tick_label(value, step, largest))).collect()
    }
}

/// The least of 1, 2, 2.5, 5 times a power of ten that is at least `raw`.
fn round_step(raw: f64) -> f64 {
    let power = 10f64.powf(raw.log10().floor());
    let factor = [1.0, 2.0, 2.5, 5.0].into_iter().find(|factor| factor * power >= raw * (1.0 - 1e-9));
    factor.unwrap_or(10.0) * power
}

/// A tick in the notation that suits the `largest` tick of the axis.
fn tick_label(value: f64, step: f64, largest: f64) -> String {
    let (unit, suffix) = match largest {
        l if !(1e-3..1e12).contains(&l) => return scientific(value, step),
        l if l >= 1e9 => (1e9, "G"),
        l if l >= 1e6 => (1e6, "M"),
        l if l >= 1e4 => (1e3, "k"),
        _ => (1.0, ""),
    };
    let decimals = decimals_of(step / unit);
    match decimals {
        _ if value == 0.0 => "0".into(),
        0..=1 if unit > 1.0 => format!("{:.decimals$}{suffix}", value / unit),
        _ => with_commas(&format!("{value:.0$}", decimals_of(step))),
    }
}

/// Digits after the point that tell multiples of `step` apart.
fn decimals_of(step: f64) -> usize {
    (0..12)
        .find(|&digits| {
            let scaled = step * 10f64.powi(digits);
            (scaled - scaled.round()).abs() < 1e-6 * scaled
        })
        .unwrap_or(12) as usize
}

fn scientific(value: f64, step: f64) -> String {
    if value == 0.0 {
        return "0".into();
    }
    let digits = (value.abs().log10().floor() - step.log10().floor()).clamp(0.0, 8.0) as usize;
    let half = format!("{value:.digits$e}");
    let exact = format!("{value:.0e}");
    let same = exact.parse::<f64>().is_ok_and(|read| (read - value).abs() < step * 1e-6);
    if same { exact } else { half }
}

/// A number for reading alone: four digits, thousands separated, tiny and huge ones as powers.
pub fn short(value: f64) -> String {
    with_digits(value, 4)
}

/// The same with as many of the `digits` significant ones as there are.
pub fn with_digits(value: f64, digits: usize) -> String {
    let size = value.abs();
    if !value.is_finite() {
        return "none".into();
    }
    if size != 0.0 && !(1e-3..1e7).contains(&size) {
        let text = format!("{value:.0$e}", digits.min(3) - 1);
        let (mantissa, power) = text.split_once('e').unwrap_or((&text, "0"));
        return format!("{}e{power}", trimmed(mantissa));
    }
    let most = digits as f64 - 1.0;
    let decimals = if size == 0.0 { 0 } else { (most - size.log10().floor()).clamp(0.0, 6.0) as usize };
    trimmed(&with_commas(&format!("{value:.decimals$}"))).to_string()
}

fn trimmed(number: &str) -> &str {
    if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number }
}

/// A count with commas between thousands.
pub fn count(number: usize) -> String {
    with_commas(&number.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(low: f64, high: f64, count: usize) -> Vec<String> {
        Span { low, high }.ticks(count).into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn ticks_are_round_and_in_one_notation() {
        assert_eq!(labels(0.24, 0.41, 4), ["0.25", "0.30", "0.35", "0.40"]);
        assert_eq!(labels(11_500.0, 14_200.0, 3), ["12k", "13k", "14k"]);
        assert_eq!(labels(4_800.0, 6_100.0, 3), ["5,000", "5,500", "6,000"]);
        assert_eq!(labels(0.0, 40.0, 4), ["0", "10", "20", "30", "40"]);
        assert_eq!(labels(-1.0, 1.0, 4), ["-1.0", "-0.5", "0", "0.5", "1.0"]);
        assert_eq!(labels(0.0, 3.2e-5, 3), ["0", "2e-5"]);
        assert_eq!(labels(0.0, 2.4e6, 2), ["0", "2M"]);
        assert_eq!(labels(19_245.61, 19_245.79, 2), ["19,245.7"]);
    }

    #[test]
    fn a_logarithmic_axis_has_round_numbers() {
        let labels = |low: f64, high: f64, count: usize| -> Vec<String> {
            let span = Span { low: low.log10(), high: high.log10() };
            let ticks = span.log_ticks(count);
            assert!(ticks.iter().all(|(place, _)| span.contains(*place)), "{ticks:?}");
            ticks.into_iter().map(|(_, label)| label).collect()
        };
        assert_eq!(labels(0.9, 330.0, 16), ["1", "2", "5", "10", "20", "50", "100", "200"]);
        assert_eq!(labels(0.9, 330.0, 5), ["1", "3", "10", "30", "100", "300"]);
        assert_eq!(labels(0.9, 20_000.0, 5), ["1", "10", "100", "1,000", "10,000"]);
        assert_eq!(labels(55.0, 98.0, 5), ["60", "70", "80", "90"]);
        assert_eq!(labels(1e-3, 1e9, 4), ["0.001", "1", "1,000", "1,000,000", "1e9"]);
    }

    #[test]
    fn an_extreme_range_still_has_ticks() {
        for (low, high) in [(-f64::MAX, f64::MAX), (5.0, 5.0), (0.0, f64::MIN_POSITIVE), (1e300, 2e300)] {
            assert!(labels(low, high, 5).len() <= 11, "{low} {high}");
        }
    }

    #[test]
    fn short_numbers() {
        let cases = [
            (19_245.7, "19,246"),
            (1e-5, "1e-5"),
            (0.345_67, "0.3457"),
            (-0.5, "-0.5"),
            (0.0, "0"),
            (6_000.0, "6,000"),
            (1_234.5e9, "1.23e12"),
            (f64::NAN, "none"),
        ];
        for (value, text) in cases {
            assert_eq!(short(value), text);
        }
        assert_eq!(with_digits(9.99e-6, 1), "1e-5");
    }

    #[test]
    fn spans_skip_what_is_not_finite_and_are_never_empty_when_padded() {
        let span = Span::of([f64::NAN, 3.0, f64::INFINITY, 1.0]).unwrap();
        assert_eq!(span, Span { low: 1.0, high: 3.0 });
        assert_eq!(Span::of([f64::NAN]), None);
        assert!(Span { low: 7.0, high: 7.0 }.padded(0.1).width() > 0.0);
        assert!(Span { low: 0.0, high: 0.0 }.padded(0.1).width() > 0.0);
    }
}
