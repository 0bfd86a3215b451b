//! Scoring candidates of one run: which seeds their games have.

use super::{Context, Setup};
use crate::error::Result;
use crate::objective::Records;
use crate::problem::{Batch, Job, Player, Problem, Scenario};
use crate::rng::{self, Purpose};
use std::ops::Range;

/// Scenario `s`, game `g` is played on index `(s << SCENARIO_SHIFT) | g` of the seed stream.
pub(super) const SCENARIO_SHIFT: u32 = 40;

/// Scores candidates of one run.
pub(crate) struct Scorer<'a> {
    batch: Batch<'a>,
    problem: &'a dyn Problem,
    seed: u64,
}

impl<'a> Scorer<'a> {
    /// The scorer of the run with this setup.
    pub fn new<'c: 'a>(setup: &'a Setup, context: &Context<'c>) -> Self {
        let metrics = setup.problem.metrics();
        let batch = Batch { pool: context.pool, stop: context.stop, metrics };
        Self { batch, problem: setup.problem.as_ref(), seed: setup.experiment.seed.get() }
    }

    /// Plays every job in every scenario on the seeds of `purpose` and calls `each` as [`Batch::play`] does.
    /// Returns false if it was stopped before all were done.
    ///
    /// # Errors
    /// What `each` or a candidate reports; nothing more is started then.
    pub fn score(
        &self,
        jobs: Vec<Job<'_>>,
        scenarios: &[Scenario],
        purpose: Purpose,
        each: impl FnMut(usize, Vec<Records>, f64) -> Result<()>,
    ) -> Result<bool> {
        let seed = |_, scenario: usize, game: u64| {
            let seed = rng::seed(self.seed, purpose, ((scenario as u64) << SCENARIO_SHIFT) | game);
            self.problem.seed(seed, purpose)
        };
        self.batch.play(jobs, scenarios, seed, each)
    }
}

/// Some rounds of a candidate: round `k` of a scenario of n games plays the games k·n to (k + 1)·n − 1, so that
/// rounds add up to what one longer scenario would play.
pub(crate) fn rounds<'p>(
    candidate: Box<dyn Player + 'p>,
    scenarios: &[Scenario],
    rounds: &Range<u64>,
) -> Job<'p> {
    let games = |scenario: &Scenario| {
        let games = scenario.games.get();
        rounds.start * games..rounds.end * games
    };
    Job { candidate, games: scenarios.iter().map(games).collect() }
}

/// Some games of a candidate, whatever number a scenario names: those with these numbers in every scenario.
pub(crate) fn games<'p>(
    candidate: Box<dyn Player + 'p>,
    scenarios: &[Scenario],
    games: &Range<u64>,
) -> Job<'p> {
    Job { candidate, games: vec![games.clone(); scenarios.len()] }
}
