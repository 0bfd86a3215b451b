//! A policy that is ready to be scored.

use super::keys::search_options;
use super::metrics;
use super::policy::{Policy, PolicySpec};
use super::search::block;
use crate::error::Result;
use crate::objective::Records;
use crate::problem::{Player, Scenario};
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};

/// A policy whose tables are made for its first games.
pub(super) struct ScoredPolicy {
    spec: PolicySpec,
    /// Whether it has one member, which searches as the scenario says.
    by_scenario: bool,
    ready: Mutex<Option<Arc<Policy>>>,
}

impl ScoredPolicy {
    /// A policy that searches as its members say.
    pub fn new(spec: PolicySpec) -> Self {
        Self { spec, by_scenario: false, ready: Mutex::new(None) }
    }

    /// A policy of one member that searches as the scenario says.
    pub fn by_scenario(spec: PolicySpec) -> Self {
        Self { by_scenario: true, ..Self::new(spec) }
    }

    /// Makes its tables, if they are not there.
    ///
    /// # Errors
    /// [`crate::error::Error::Input`] naming the feature, weight or rule at fault.
    pub fn make_ready(&self) -> Result<Arc<Policy>> {
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(policy) = ready.as_ref() {
            return Ok(Arc::clone(policy));
        }
        let policy = Arc::new(Policy::new(self.spec.clone())?);
        *ready = Some(Arc::clone(&policy));
        Ok(policy)
    }
}

impl Player for ScoredPolicy {
    fn play(&self, scenario: &Scenario, seeds: &[u64]) -> Result<Records> {
        let policy = self.make_ready()?;
        let games = match self.by_scenario {
            true => policy.play_searching(search_options(scenario)?, seeds),
            false => policy.play(seeds),
        };
        Ok(metrics::records(&games))
    }

    fn block(&self, scenario: &Scenario) -> RangeInclusive<u64> {
        let of_scenario = || search_options(scenario).map_or(1, |search| search.ply);
        block(if self.by_scenario { of_scenario() } else { self.spec.depth() })
    }
}
