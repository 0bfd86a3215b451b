//! A genome or a policy that is scored: it plays pairs of games against the opponent of a scenario, or against another
//! policy.

use super::judge::{self, Judge};
use super::keys::{self, Setting};
use super::metrics;
use super::openings::opening;
use super::pair::{self, Grading};
use super::policy::{Mover, PolicySpec};
use super::rules::CELLS;
use crate::error::Result;
use crate::objective::Records;
use crate::problem::{Player, Scenario};
use std::ops::RangeInclusive;

/// A policy to be scored.
pub(super) struct ScoredPolicy {
    spec: PolicySpec,
    /// Whether it searches as the scenario says.
    by_scenario: bool,
    /// Who plays the other side, in place of the opponent of the scenario.
    opponent: Option<PolicySpec>,
}

impl ScoredPolicy {
    /// The policy by its own search.
    pub(super) fn new(spec: PolicySpec) -> Self {
        Self { spec, by_scenario: false, opponent: None }
    }

    /// The policy by the search of the scenario.
    pub(super) fn by_scenario(spec: PolicySpec) -> Self {
        Self { spec, by_scenario: true, opponent: None }
    }

    /// The policy against `opponent`, whatever the scenario says.
    pub(super) fn against(spec: PolicySpec, opponent: PolicySpec) -> Self {
        Self { spec, by_scenario: false, opponent: Some(opponent) }
    }

    fn own(&self, setting: &Setting) -> Result<Mover> {
        if !self.by_scenario {
            return Mover::new(&self.spec);
        }
        let mut spec = self.spec.clone();
        spec.members.iter_mut().for_each(|member| member.search = setting.search);
        Mover::new(&spec)
    }

    /// A row of metrics for each of `seeds`, graded by `judge`.
    fn rows(&self, setting: &Setting, seeds: &[u64], mut judge: Option<&mut Judge>) -> Result<Records> {
        let mut own = self.own(setting)?;
        let mut other = Mover::new(self.opponent.as_ref().unwrap_or(&setting.opponent))?;
        let mut records = Records::new(metrics::all().len());
        for &seed in seeds {
            let from = setting.agreement_from;
            let grading = judge.as_deref_mut().map(|judge| Grading { judge, from });
            records.push(&metrics::row(pair::play(&mut own, &mut other, opening(seed)?, seed, grading)?));
        }
        Ok(records)
    }
}

impl Player for ScoredPolicy {
    fn play(&self, scenario: &Scenario, seeds: &[u64]) -> Result<Records> {
        let setting = keys::setting(scenario)?;
        if setting.agreement_from == CELLS {
            return self.rows(&setting, seeds, None);
        }
        judge::ask(|judge| self.rows(&setting, seeds, Some(judge)))
    }

    fn block(&self, _: &Scenario) -> RangeInclusive<u64> {
        // Enough that setting up the tables takes little of the time.
        4..=16
    }
}
