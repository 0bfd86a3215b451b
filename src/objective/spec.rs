//! One objective: a statistic of a metric in a scenario, a direction, perhaps a floor.

use super::{Estimate, Records, Statistic};
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

/// An objective, resolved against a domain: indices instead of names.
#[derive(Debug, Clone, PartialEq)]
pub struct Objective {
    /// `<statistic>_<metric>[_<at>][@<scenario>]`, or what the experiment calls it.
    pub name: String,
    /// Unit of the value, for axis titles; may be empty.
    pub unit: String,
    /// Index of the scenario.
    pub scenario: usize,
    /// Column of the metric in the domain's records.
    pub metric: usize,
    /// What is taken of the metric.
    pub statistic: Statistic,
    /// The direction.
    pub goal: Goal,
    /// A candidate whose value lies below is infeasible.
    pub floor: Option<f64>,
}

impl Objective {
    /// The estimate of this objective from the records of its scenario.
    pub fn estimate(&self, records: &Records) -> Estimate {
        let sample: Vec<f64> = records.column(self.metric).collect();
        self.statistic.estimate(&sample)
    }

    /// By how much `value` misses the floor, relative to the floor's size; 0 if it does not.
    pub fn violation(&self, value: f64) -> f64 {
        match self.floor {
            Some(floor) if value < floor => (floor - value) / floor.abs().max(1.0),
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_floor_makes_infeasible_by_its_share() {
        let objective = Objective {
            name: "mean_score".into(),
            unit: "points".into(),
            scenario: 0,
            metric: 0,
            statistic: Statistic::Mean,
            goal: Goal::Max,
            floor: Some(2000.0),
        };
        assert_eq!(objective.violation(1500.0), 0.25);
        assert_eq!(objective.violation(2000.0), 0.0);
        assert_eq!(objective.violation(f64::NAN), 0.0);
    }
}
