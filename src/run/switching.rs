//! Policies that switch between members, as `front.json` has them.

use crate::inference::Interval;
use crate::statistics::Estimate;
use serde::{Deserialize, Serialize};

/// Policies that switch between members of the front by rules, found on games of their own and shown with test
/// games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SwitchingPolicies {
    /// The metric whose means are compared.
    pub metric: String,
    /// The metric of what a step of a game costs.
    pub cost: String,
    /// How many gains are shown: their intervals hold together with the confidence of the front.
    pub comparisons: usize,
    /// Name of the policy that policy.json holds, chosen by the games of the search.
    pub recommended: String,
    /// The policies, the cheapest first.
    pub shown: Vec<ShownPolicy>,
}

/// A policy with its figures from test games, on which nothing was chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShownPolicy {
    /// Its name, and that of its file in the folder `policies`.
    pub name: String,
    /// The rules, in the order in which they are tried.
    pub rules: Vec<ShownRule>,
    /// The member that plays where no rule holds, by id.
    pub otherwise: u64,
    /// Mean of the metric.
    pub mean: Estimate,
    /// All cost over all steps.
    pub cost: Estimate,
    /// The best member that costs no more.
    pub member: MemberAtCost,
    /// The mixture of two members that costs the same, where it is better than that member.
    pub mixture: Option<MixtureAtCost>,
}

/// A member plays where a condition holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownRule {
    /// The game's number of the condition.
    pub condition: usize,
    /// The condition in words.
    pub when: String,
    /// The member, by id.
    pub member: u64,
}

/// A member beside a policy.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MemberAtCost {
    /// Its id.
    pub id: u64,
    /// Mean of the metric.
    pub mean: Estimate,
    /// All cost over all steps.
    pub cost: Estimate,
    /// By how much the policy's mean is higher.
    pub gain: Interval,
}

/// A mixture of two members, each playing a part of all games, beside a policy that costs the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MixtureAtCost {
    /// The cheaper member, by id.
    pub cheap: u64,
    /// The dearer one.
    pub dear: u64,
    /// The part of the games that the cheaper one plays.
    #[serde(with = "crate::json_float::figure")]
    pub share: f64,
    /// Mean of the metric.
    #[serde(with = "crate::json_float::figure")]
    pub mean: f64,
    /// By how much the policy's mean is higher.
    pub gain: Interval,
}

impl SwitchingPolicies {
    /// The recommended policy.
    pub fn recommended(&self) -> Option<&ShownPolicy> {
        self.shown.iter().find(|policy| policy.name == self.recommended)
    }
}

impl ShownPolicy {
    /// What it gains over the best that costs the same: the mixture, or the member where no mixture is better.
    pub fn gain(&self) -> &Interval {
        self.mixture.as_ref().map_or(&self.member.gain, |mixture| &mixture.gain)
    }
}
