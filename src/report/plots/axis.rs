//! Ranges, ticks at round numbers, and numbers as short text.

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
        0..=2 => format!("{:.decimals$}{suffix}", value / unit),
        _ => grouped(value, decimals_of(step)),
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
    let size = value.abs();
    if !value.is_finite() {
        return "none".into();
    }
    if size != 0.0 && !(1e-3..1e7).contains(&size) {
        let text = format!("{value:.2e}");
        let (mantissa, power) = text.split_once('e').unwrap_or((&text, "0"));
        return format!("{}e{power}", trimmed(mantissa));
    }
    let decimals = if size == 0.0 { 0 } else { (3.0 - size.log10().floor()).clamp(0.0, 6.0) as usize };
    trimmed(&grouped(value, decimals)).to_string()
}

fn trimmed(number: &str) -> &str {
    if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number }
}

/// `value` with `decimals` digits and commas between thousands.
pub fn grouped(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let (sign, digits) = text.strip_prefix('-').map_or(("", text.as_str()), |rest| ("-", rest));
    let (whole, fraction) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let mut out = String::from(sign);
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out + fraction
}

/// A count with commas between thousands.
pub fn count(number: usize) -> String {
    grouped(number as f64, 0)
}
