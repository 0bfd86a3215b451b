//! What plays: a genome, or a policy, that is ready to be scored.

use super::Scenario;
use crate::error::Result;
use crate::objective::Records;
use std::ops::RangeInclusive;

/// A genome or a policy that can be scored from any thread. It is cheap to make and to keep; what it needs to
/// play, such as tables, it makes with its first games. A closure from scenario and seeds to records is one.
pub trait Player: Send + Sync {
    /// One row of the problem's metrics for each of `seeds`, in their order. The same seeds give the same
    /// rows, whatever else was played before. Values are finite, those of a category whole, or NaN where a game has
    /// none: any other is refused as an internal error, since a log could not give it back.
    ///
    /// # Errors
    /// [`crate::error::Error::Input`] if it cannot play there.
    fn play(&self, scenario: &Scenario, seeds: &[u64]) -> Result<Records>;

    /// Fewest and most games that it is given at a time: enough to be fast, and so few that an interrupted run
    /// soon stops. No result depends on it.
    fn block(&self, _scenario: &Scenario) -> RangeInclusive<u64> {
        1..=16
    }
}

/// A candidate that is kept by someone else, who plays with it again.
pub struct Borrowed<'c>(pub &'c dyn Player);

impl Player for Borrowed<'_> {
    fn play(&self, scenario: &Scenario, seeds: &[u64]) -> Result<Records> {
        self.0.play(scenario, seeds)
    }

    fn block(&self, scenario: &Scenario) -> RangeInclusive<u64> {
        self.0.block(scenario)
    }
}

impl<F: Fn(&Scenario, &[u64]) -> Result<Records> + Send + Sync> Player for F {
    fn play(&self, scenario: &Scenario, seeds: &[u64]) -> Result<Records> {
        self(scenario, seeds)
    }
}
