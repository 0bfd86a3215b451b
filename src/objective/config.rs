//! An objective as an experiment writes it.

use super::{Goal, Scale};
use serde::{Deserialize, Serialize};

/// `[[objective]]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectiveConfig {
    /// What it is called, in letters, digits, _ and -; default `<statistic>_<metric>[_<at>][@<scenario>]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// A metric of the problem.
    pub metric: String,
    /// The name of a [`Statistic`](crate::statistics::Statistic); default `mean`.
    #[serde(default = "default_statistic")]
    pub statistic: String,
    /// The threshold of a statistic that takes one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<f64>,
    /// `max` (default) or `min`.
    #[serde(default = "default_goal")]
    pub goal: Goal,
    /// `linear` (default) or `log`: whether differences or ratios count where candidates are spread
    /// out, a hypervolume is taken or a knee is sought. Figures are shown as they are. Score grows
    /// about with the logarithm of work, so a front of the two is spread evenly without. A share,
    /// which may be 0, has no logarithm.
    #[serde(default, skip_serializing_if = "Scale::is_linear")]
    pub scale: Scale,
    /// A candidate below is infeasible; default none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor: Option<f64>,
    /// The scenario it is measured in; default the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
}

impl ObjectiveConfig {
    /// The mean of `metric`, to be maximised.
    pub fn mean(metric: &str) -> Self {
        Self::new(metric, "mean", Goal::Max)
    }

    /// A `statistic` of `metric`, with its default name, on a linear scale, without a floor.
    pub fn new(metric: &str, statistic: &str, goal: Goal) -> Self {
        let (metric, statistic) = (metric.into(), statistic.into());
        let (name, at, scale, floor, scenario) = (None, None, Scale::Linear, None, None);
        Self { name, metric, statistic, at, goal, scale, floor, scenario }
    }
}

fn default_statistic() -> String {
    "mean".into()
}

fn default_goal() -> Goal {
    Goal::Max
}
