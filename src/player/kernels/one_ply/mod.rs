//! 1-ply self-play of many games side by side.
//!
//! A single game waits most of its time: for a look-up whose place depends on the last one, and
//! for branches that were guessed wrongly. Games are independent, so several of them in lock-step,
//! without branches, fill each other's waits.
//!
//! ```text
//! seeds ─► Start ─► Lanes (one game a lane) ─► step, step, … ─► GameRecord
//!             ▲                                       │
//!             └───────── lane of a finished game ◄────┘
//! ```

mod lanes;
mod lookups;
mod phases;
mod portable;
mod tables;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

#[cfg(test)]
mod tests;

use super::Kernel;
use crate::heuristic::Heuristic;
use crate::player::{GameRecord, SearchOptions, Searcher, play_game};
use lanes::{Start, play_all};
use tables::Tables;

/// Below this many games the tables cost more than they save.
const FEW_GAMES: usize = 4;

/// Plays the 1-ply games of `seeds` with one heuristic; records come in the order of the seeds and
/// equal those of [`play_game`].
///
/// A kernel that this machine cannot run is replaced by [`Kernel::Portable`].
pub fn play_games_one_ply(heuristic: &Heuristic, kernel: Kernel, seeds: &[u64]) -> Vec<GameRecord> {
    let kernel = if seeds.len() < FEW_GAMES { Kernel::Plain } else { kernel };
    OnePlyPlayer::new(heuristic, kernel).play(seeds)
}

/// A heuristic prepared for a kernel, for callers who play several blocks of seeds with it.
#[derive(Debug)]
pub struct OnePlyPlayer<'h> {
    heuristic: &'h Heuristic,
    kernel: Kernel,
    /// None for the plain kernel.
    tables: Option<Tables<'h>>,
}

impl<'h> OnePlyPlayer<'h> {
    /// Prepares `heuristic`; a kernel that this machine cannot run is replaced by
    /// [`Kernel::Portable`].
    pub fn new(heuristic: &'h Heuristic, kernel: Kernel) -> Self {
        let kernel = if kernel.is_available() { kernel } else { Kernel::Portable };
        let tables = (kernel != Kernel::Plain).then(|| Tables::new(heuristic));
        Self { heuristic, kernel, tables }
    }

    /// Plays the games of `seeds`; the records come in their order.
    pub fn play(&self, seeds: &[u64]) -> Vec<GameRecord> {
        let Some(tables) = &self.tables else {
            let mut searcher = Searcher::new(self.heuristic, SearchOptions::exact(1));
            return seeds.iter().map(|&seed| play_game(&mut searcher, seed)).collect();
        };
        self.play_from(tables, seeds.len(), |i| Start::of_seed(seeds[i]))
    }

    /// Plays `count` games, of which the `i`-th begins at `start(i)`.
    fn play_from(
        &self,
        tables: &Tables<'_>,
        count: usize,
        start: impl Fn(usize) -> Start,
    ) -> Vec<GameRecord> {
        match self.kernel {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => {
                play_all::<{ avx512::GAMES }>(avx512::Step::new(tables), self.heuristic, count, start)
            }
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => {
                play_all::<{ avx2::GAMES }>(avx2::Step::new(tables), self.heuristic, count, start)
            }
            _ => play_all::<{ portable::GAMES }>(portable::Step::new(tables), self.heuristic, count, start),
        }
    }
}
