//! Two policies on fresh games, until it is decided which is better.

use crate::error::{Error, Result};
use crate::experiment::{self, Scenario};
use crate::games::twenty48::policy::PolicySpec;
use crate::games::twenty48::search::block_games;
use crate::problem::{self, Candidate, Domain};
use crate::rng::{Purpose, seed};
use crate::stats::sequential::{Outcome, Plan, sequential};
use rayon::ThreadPool;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is compared, and how.
pub struct Comparison<'a> {
    /// The two policies, each with what a person calls it.
    pub sides: [(&'a str, &'a PolicySpec); 2],
    /// The metric whose means are compared.
    pub metric: &'a str,
    /// What is to be decided.
    pub plan: Plan,
    /// Seed of the games: game g of the first side is stream 2·g, of the second 2·g + 1.
    pub seed: u64,
}

impl Comparison<'_> {
    /// Plays both sides in turns until the plan is decided; the same at any number of threads.
    /// `each` hears how many games a side were played.
    ///
    /// # Errors
    /// [`Error::Input`] for a policy or a metric that the game does not know,
    /// [`Error::Interrupted`] if `stop` was set.
    pub fn run(&self, pool: &ThreadPool, stop: &AtomicBool, mut each: impl FnMut(u64)) -> Result<Outcome> {
        let domain = self.domain()?;
        let metric = column(domain.as_ref(), self.metric)?;
        let [first, second] = self.sides.map(|(name, policy)| {
            let named = |e: Error| Error::Input(format!("{name}: {e}"));
            domain.prepare_policy(policy).map_err(named)
        });
        let candidates = [first?, second?];
        let depth = self.sides.iter().map(|(_, policy)| policy.depth()).max().unwrap_or(1);
        sequential(&self.plan, |games| {
            let blocks = blocks(&games, depth, pool.current_num_threads());
            let end = games.end;
            let play = |(side, games): &(usize, Range<u64>)| {
                if stop.load(Ordering::Relaxed) {
                    return Err(Error::Interrupted("nothing was written".into()));
                }
                let candidate = candidates[*side].as_ref();
                Ok((*side, self.play(candidate, *side, games.clone(), metric)))
            };
            let played: Result<Vec<_>> = pool.install(|| blocks.par_iter().map(play).collect());
            let mut values = [Vec::new(), Vec::new()];
            played?.into_iter().for_each(|(side, block)| values[side].extend(block));
            each(end);
            Ok(values)
        })
    }

    fn domain(&self) -> Result<Box<dyn Domain>> {
        let [(a, first), (b, second)] = self.sides;
        if first.game != second.game {
            let (one, other) = (&first.game, &second.game);
            return Err(Error::Input(format!("{a} plays {one}, {b} plays {other}: allowed is one game")));
        }
        let experiment = experiment::parse(a, &format!("domain = {:?}", first.game), &[])?.experiment;
        problem::build(&experiment)
    }

    fn play(&self, candidate: &dyn Candidate, side: usize, games: Range<u64>, metric: usize) -> Vec<f64> {
        let seeds: Vec<u64> =
            games.map(|game| seed(self.seed, Purpose::Compare, 2 * game + side as u64)).collect();
        // A policy has depths of its own, whatever the scenario says.
        candidate.play(&Scenario::default(), &seeds).column(metric).collect()
    }
}

fn column(domain: &dyn Domain, name: &str) -> Result<usize> {
    let metrics = domain.metrics();
    metrics.iter().position(|metric| metric.name == name).ok_or_else(|| {
        let allowed: Vec<&str> = metrics.iter().map(|metric| metric.name.as_str()).collect();
        Error::Input(format!("--metric {name}: allowed is {}", allowed.join(", ")))
    })
}

/// `games` of both sides, cut for the threads.
fn blocks(games: &Range<u64>, depth: u8, threads: usize) -> Vec<(usize, Range<u64>)> {
    let size = block_games(depth, 2 * (games.end - games.start), threads);
    let starts = (games.start..games.end).step_by(size as usize);
    let cut = |start: u64| start..(start + size).min(games.end);
    starts.flat_map(|start| [(0, cut(start)), (1, cut(start))]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_cover_every_game_of_both_sides_in_order() {
        for (depth, threads) in [(1, 1), (1, 8), (3, 2)] {
            let blocks = blocks(&(64..96), depth, threads);
            for side in 0..2 {
                let own = blocks.iter().filter(|(s, _)| *s == side);
                assert_eq!(
                    own.flat_map(|(_, games)| games.clone()).collect::<Vec<_>>(),
                    Vec::from_iter(64..96)
                );
            }
        }
    }
}
