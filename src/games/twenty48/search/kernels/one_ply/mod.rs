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
mod portable;
mod scalar;
mod tables;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

#[cfg(test)]
mod tests;

use super::Kernel;
use crate::games::twenty48::heuristic::Heuristic;
use crate::games::twenty48::search::GameRecord;
use lanes::{Start, play_all};
use tables::{Doubled, Values};

/// What a kernel looks up to play one heuristic's games.
#[derive(Debug)]
pub(in crate::games::twenty48::search) struct OnePly {
    doubled: Option<Doubled>,
    tables: Tables,
}

#[derive(Debug)]
enum Tables {
    Portable(scalar::Tables),
    #[cfg(target_arch = "x86_64")]
    Avx2(scalar::Tables),
    #[cfg(target_arch = "x86_64")]
    Avx512(avx512::Tables),
}

impl OnePly {
    /// Prepares `heuristic` for `kernel`; one that this machine cannot run is replaced by
    /// [`Kernel::Portable`]. `None` for the plain kernel, which needs nothing.
    pub fn new(heuristic: &Heuristic, kernel: Kernel) -> Option<Self> {
        let doubled = Doubled::new(heuristic);
        let values = values(heuristic, doubled.as_ref());
        let tables = match kernel {
            Kernel::Plain => return None,
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 if kernel.is_available() => Tables::Avx2(scalar::Tables::new(values)),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 if kernel.is_available() => Tables::Avx512(avx512::Tables::new(values)),
            _ => Tables::Portable(scalar::Tables::new(values)),
        };
        Some(Self { doubled, tables })
    }

    /// Plays the games of `seeds` with the heuristic that this was made of; the records come in their
    /// order.
    pub fn play(&self, heuristic: &Heuristic, seeds: &[u64]) -> Vec<GameRecord> {
        self.play_from(heuristic, seeds.len(), |i| Start::of_seed(seeds[i]))
    }

    /// Plays `count` games, of which the `i`-th begins at `start(i)`.
    fn play_from(
        &self,
        heuristic: &Heuristic,
        count: usize,
        start: impl Fn(usize) -> Start,
    ) -> Vec<GameRecord> {
        let values = values(heuristic, self.doubled.as_ref());
        match &self.tables {
            Tables::Portable(tables) => {
                let step = portable::Step::new(tables, values);
                play_all::<{ portable::GAMES }, _>(step, heuristic, count, start)
            }
            #[cfg(target_arch = "x86_64")]
            Tables::Avx2(tables) => {
                let step = avx2::Step::new(tables, values);
                play_all::<{ avx2::GAMES }, _>(step, heuristic, count, start)
            }
            #[cfg(target_arch = "x86_64")]
            Tables::Avx512(tables) => {
                let step = avx512::Step::new(tables, values);
                play_all::<{ avx512::GAMES }, _>(step, heuristic, count, start)
            }
        }
    }
}

fn values<'h>(heuristic: &'h Heuristic, doubled: Option<&'h Doubled>) -> Values<'h> {
    doubled.map_or(Values { lines: heuristic.low_lines(), wide: None }, Doubled::values)
}
