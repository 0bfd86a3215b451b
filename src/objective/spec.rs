//! One objective: a statistic of a metric in a scenario, a direction, a scale, perhaps a floor.

use super::Records;
use crate::statistics::{Estimate, Statistic, linearised};
use serde::{Deserialize, Serialize};

/// The direction of an objective.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// Higher is better.
    Max,
    /// Lower is better.
    Min,
}

impl Goal {
    /// Turns a value into the form that optimisers minimise; its own inverse.
    pub fn minimised(self, value: f64) -> f64 {
        match self {
            Self::Max => -value,
            Self::Min => value,
        }
    }
}

/// On a logarithm smaller values count as this one: it is far below what a game measures, and not so
/// small that it would leave the rest of a front no room.
const LEAST: f64 = 1e-9;

/// How differences in an objective count where candidates are spread out, a hypervolume is taken
/// or a knee is sought. Which candidate dominates which does not depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// By their size.
    #[default]
    Linear,
    /// By their ratio, for positive values over several powers of ten, like work.
    Log,
}

impl Scale {
    /// Whether differences count by their size.
    pub fn is_linear(&self) -> bool {
        *self == Self::Linear
    }

    /// The value as it counts: itself, or its decimal logarithm. Values ≤ 0 have none; they count as
    /// 10⁻⁹, as everything below it does.
    pub fn apply(self, value: f64) -> f64 {
        match self {
            Self::Linear => value,
            Self::Log if value <= LEAST => libm::log10(LEAST),
            Self::Log => libm::log10(value),
        }
    }

    /// The standard error of an estimate as it counts, by the delta method. On a logarithm that fails
    /// where the error is larger than the value, as for every value ≤ 0: there two errors up are
    /// the same on both scales.
    pub fn error(self, estimate: &Estimate) -> f64 {
        let Estimate { value, std_error, .. } = *estimate;
        match self {
            Self::Linear => std_error,
            Self::Log if std_error > value.max(LEAST) => {
                (self.apply(value + 2.0 * std_error) - self.apply(value)) / 2.0
            }
            Self::Log => std_error / (value.max(LEAST) * std::f64::consts::LN_10),
        }
    }

    /// The value that counts as `applied`.
    pub fn undo(self, applied: f64) -> f64 {
        match self {
            Self::Linear => applied,
            Self::Log => libm::pow(10.0, applied),
        }
    }
}

/// An objective, resolved against a domain: indices instead of names.
#[derive(Debug, Clone, PartialEq)]
pub struct Objective {
    /// `<statistic>_<metric>[_<at>][@<scenario>]`, or what the experiment calls it.
    pub name: String,
    /// `<statistic>_<metric>[_<at>][@<scenario>]`, whatever the experiment calls it.
    pub measures: String,
    /// Unit of the value, for axis titles; may be empty.
    pub unit: String,
    /// Index of the scenario.
    pub scenario: usize,
    /// Column of the metric in the domain's records.
    pub metric: usize,
    /// Column of what a rate is counted by, if this is the mean of one.
    pub weight: Option<usize>,
    /// What is taken of the metric.
    pub statistic: Statistic,
    /// The direction.
    pub goal: Goal,
    /// How its differences count.
    pub scale: Scale,
    /// A candidate whose value lies below is infeasible.
    pub floor: Option<f64>,
}

impl Objective {
    /// The mean of the first metric, to be maximised, for tests.
    #[cfg(test)]
    pub(crate) fn mean_of(name: &str) -> Self {
        Self {
            name: name.into(),
            measures: name.into(),
            unit: String::new(),
            scenario: 0,
            metric: 0,
            weight: None,
            statistic: crate::statistics::Mean.into(),
            goal: Goal::Max,
            scale: Scale::Linear,
            floor: None,
        }
    }

    /// The estimate of this objective from the records of its scenario.
    pub fn estimate(&self, records: &Records) -> Estimate {
        self.statistic.estimate(&self.sample(records))
    }

    /// What the games in the records of its scenario say of it, one value a game.
    pub fn sample(&self, records: &Records) -> Vec<f64> {
        let values: Vec<f64> = records.column(self.metric).collect();
        match self.weight {
            Some(weight) => linearised(&values, &records.column(weight).collect::<Vec<_>>()),
            None => values,
        }
    }

    /// `value` in the form that optimisers minimise.
    pub fn minimised(&self, value: f64) -> f64 {
        self.goal.minimised(self.scale.apply(value))
    }

    /// The standard error of an estimate in that form (delta method).
    pub fn minimised_error(&self, estimate: &Estimate) -> f64 {
        self.scale.error(estimate)
    }

    /// The value that has the form `minimised`.
    pub fn restored(&self, minimised: f64) -> f64 {
        self.scale.undo(self.goal.minimised(minimised))
    }

    /// By how much `value` misses the floor, relative to the floor's size; 0 if it does not.
    pub fn violation(&self, value: f64) -> f64 {
        match self.floor {
            Some(floor) if value < floor => (floor - value) / floor.abs().max(1.0),
            _ => 0.0,
        }
    }
}

/// By how much objectives miss their floors together, from their values in the form that optimisers minimise.
pub fn violation(objectives: &[Objective], minimised: &[f64]) -> f64 {
    let missed = |(objective, value): (&Objective, &f64)| {
        let is_met = objective.floor.is_none_or(|floor| match objective.goal {
            Goal::Max => *value <= objective.minimised(floor),
            Goal::Min => *value >= objective.minimised(floor),
        });
        if is_met { 0.0 } else { objective.violation(objective.restored(*value)) }
    };
    objectives.iter().zip(minimised).map(missed).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logarithm_counts_ratios_and_keeps_the_order() {
        let log = |value: f64| Scale::Log.apply(value);
        assert!((log(1000.0) - 3.0).abs() < 1e-15 && (log(3000.0) - log(300.0) - 1.0).abs() < 1e-15);
        assert!((log(0.0) + 9.0).abs() < 1e-12 && log(-1.0) == log(0.0) && log(0.0) < log(1e-8));
        assert!(log(f64::NEG_INFINITY) == log(0.0) && log(1e-300) == log(0.0));
        assert!(log(f64::NAN).is_nan() && Scale::Linear.apply(-2.5) == -2.5);
        assert!((Scale::Log.undo(log(137.0)) - 137.0).abs() < 1e-12);
        let estimate = Estimate { value: 200.0, std_error: 2.0, games: 9 };
        assert_eq!(Scale::Linear.error(&estimate), 2.0);
        assert!((Scale::Log.error(&estimate) - (log(200.1) - log(199.9)) * 10.0).abs() < 1e-8);
    }

    #[test]
    fn where_an_error_exceeds_its_value_two_of_them_up_are_the_same_on_both_scales() {
        let error = |value: f64, std_error: f64| Scale::Log.error(&Estimate { value, std_error, games: 9 });
        // From 10⁻⁹ to 2·0.05 are 8 decades, from 0.01 to 1.01 are log₁₀ 101.
        assert!((error(0.0, 0.05) - 4.0).abs() < 1e-12);
        assert!((error(0.01, 0.5) - 101_f64.log10() / 2.0).abs() < 1e-12);
        assert!((error(2.0, 2.0) - std::f64::consts::LOG10_E).abs() < 1e-12);
        assert_eq!((error(0.0, 0.0), error(-5.0, 1.0)), (0.0, 0.0));
        assert!(error(0.0, f64::NAN).is_nan() && error(f64::NAN, 1.0).is_nan());
    }

    #[test]
    fn a_floor_makes_infeasible_by_its_share() {
        let objective = Objective {
            name: "mean_score".into(),
            measures: "mean_score".into(),
            unit: "points".into(),
            scenario: 0,
            metric: 0,
            weight: None,
            statistic: crate::statistics::Mean.into(),
            goal: Goal::Max,
            scale: Scale::Linear,
            floor: Some(2000.0),
        };
        assert_eq!(objective.violation(1500.0), 0.25);
        assert_eq!(objective.violation(2000.0), 0.0);
        assert_eq!(objective.violation(f64::NAN), 0.0);
    }
}
