//! Two policies on games of their own, until it is decided which is better.

use crate::error::{Error, Result};
use crate::inference::sequential::{Plan, Verdict, sequential};
use crate::problem::{Batch, Borrowed, Game, Job, Player, PolicyFile, Scenario};
use crate::rng::{Purpose, seed};
use rayon::ThreadPool;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// What is compared, and how.
pub struct Comparison<'a> {
    /// The game that both play.
    pub game: &'a dyn Game,
    /// The two policies, each with what a person calls it.
    pub sides: [(&'a str, &'a PolicyFile); 2],
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
    pub fn run(&self, pool: &ThreadPool, stop: &AtomicBool, mut each: impl FnMut(u64)) -> Result<Verdict> {
        let metric = column(self.game, self.metric)?;
        let players = self.players()?;
        let batch = Batch { pool, stop, metrics: self.game.metrics() };
        sequential(&self.plan, |games| {
            let end = games.end;
            let values = self.play(&batch, &players, &games, metric)?;
            each(end);
            Ok(values)
        })
    }

    /// Both sides, each against the other where they can meet.
    fn players(&self) -> Result<[Box<dyn Player + '_>; 2]> {
        let player = |side: usize| {
            let ((name, policy), (_, other)) = (self.sides[side], self.sides[1 - side]);
            let alone = self.game.player(policy).map_err(|e| e.about(name))?;
            Ok(self.game.duel(policy, other)?.unwrap_or(alone))
        };
        Ok([player(0)?, player(1)?])
    }

    /// What `games` give for each side.
    fn play(
        &self,
        batch: &Batch<'_>,
        players: &[Box<dyn Player + '_>; 2],
        games: &Range<u64>,
        metric: usize,
    ) -> Result<[Vec<f64>; 2]> {
        let mut values = [Vec::new(), Vec::new()];
        let seed = |side: usize, _, game: u64| {
            self.game.seed(seed(self.seed, Purpose::Compare, 2 * game + side as u64), Purpose::Compare)
        };
        // A policy has a search of its own, whatever the scenario says.
        let scenarios = [Scenario::default()];
        let mut jobs = Vec::new();
        for player in players {
            jobs.push(Job { candidate: Box::new(Borrowed(player.as_ref())), games: vec![games.clone()] });
        }
        let done = batch.play(jobs, &scenarios, seed, |side, records, _| {
            values[side] = records.iter().flat_map(|table| table.column(metric)).collect();
            Ok(())
        })?;
        if done { Ok(values) } else { Err(Error::Interrupted("nothing was written".into())) }
    }
}

fn column(game: &dyn Game, name: &str) -> Result<usize> {
    let metrics = game.metrics();
    metrics.iter().position(|metric| metric.name == name).ok_or_else(|| {
        let allowed: Vec<&str> = metrics.iter().map(|metric| metric.name.as_str()).collect();
        Error::Input(format!("--metric {name}: allowed is {}", allowed.join(", ")))
    })
}
