//! What one game says of a statistic: its influence (Hampel, "The influence curve and its role in robust
//! estimation", *JASA* 69, 1974), about what neighbours tell of the distribution of games.
//!
//! The mean of these values over some games is the one-step estimate of the statistic (Bickel, *JASA* 70, 1975). Its
//! bias does not depend on the number of games, where that of the plain estimate of a quantile or of a standard
//! deviation does: candidates that played few games compare with those that played many.

use super::Anchor;

/// What a game says of a statistic, as a function of its value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Influence {
    /// Its value.
    Value,
    /// Whether its value is at least this.
    AtLeast(f64),
    /// Whether its value is at or below a quantile at `q`, as the density there lets that move.
    Quantile {
        /// Share of games at or below.
        q: f64,
        /// The quantile and the density about it, as neighbours tell them.
        anchor: Anchor,
    },
    /// How far its value is from the mean, squared.
    Deviation {
        /// The mean, as neighbours tell it.
        mean: f64,
        /// The standard deviation, above 0, as neighbours tell it.
        deviation: f64,
    },
}

impl Influence {
    /// What a game of this `value` says.
    pub fn of(self, value: f64) -> f64 {
        match self {
            Self::Value => value,
            Self::AtLeast(at) => f64::from(u8::from(value >= at)),
            Self::Quantile { q, anchor: Anchor { value: about, density } } => {
                about + (q - f64::from(u8::from(value <= about))) / density
            }
            Self::Deviation { mean, deviation } => {
                let off = value - mean;
                deviation + (off * off - deviation * deviation) / (2.0 * deviation)
            }
        }
    }

    /// What the games of `sample` say together; NaN without games.
    pub fn mean(self, sample: &[f64]) -> f64 {
        sample.iter().map(|value| self.of(*value)).sum::<f64>() / sample.len() as f64
    }
}

#[cfg(test)]
mod tests {
    use crate::inference::normal;
    use crate::rng::{Purpose, stream};
    use crate::statistics::{Mean, Quantile, Shape, Share, StandardDeviation, Statistic};

    /// Mean of what is heard of `statistic` of 4,000 candidates of `games` games each, standard normal ones moved to
    /// 10, if neighbours tell the truth up to a tenth of a standard deviation.
    fn heard(statistic: Statistic, games: usize) -> f64 {
        let mut rng = stream(1, Purpose::Measure, games as u64);
        let mut all: Vec<f64> = (0..20_000).map(|_| 10.1 + normal::draw(&mut rng)).collect();
        all.sort_by(f64::total_cmp);
        let shape = Shape::new(all.into_iter().map(|value| (value, 1.0)));
        let influence = statistic.one_step(Some(&shape)).unwrap();
        let mut sample = || -> Vec<f64> { (0..games).map(|_| 10.0 + normal::draw(&mut rng)).collect() };
        (0..4000).map(|_| influence.mean(&sample())).sum::<f64>() / 4000.0
    }

    #[test]
    fn what_is_heard_has_the_same_bias_after_few_games_and_after_many() {
        let p10 = Statistic::from(Quantile { percent: 10 });
        let (few, many) = (heard(p10, 8), heard(p10, 128));
        // The truth is 10 − 1.2816; type 7 of 8 games would be too high by 0.2.
        assert!((few - many).abs() < 0.03 && (many - 8.7184).abs() < 0.03, "{few} {many}");
        let (few, many) = (heard(StandardDeviation.into(), 4), heard(StandardDeviation.into(), 64));
        assert!((few - many).abs() < 0.03 && (many - 1.0).abs() < 0.03, "{few} {many}");
    }

    #[test]
    fn a_share_and_a_mean_are_those_of_the_games() {
        let share = Statistic::from(Share { at: 3.0 }).one_step(None).unwrap();
        assert_eq!(share.mean(&[1.0, 3.0, 4.0, 2.0]), 0.5);
        assert_eq!(Statistic::from(Mean).one_step(None).unwrap().mean(&[1.0, 2.0]), 1.5);
        assert_eq!(Statistic::from(Quantile { percent: 10 }).one_step(None), None);
    }
}
