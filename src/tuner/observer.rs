//! Who watches a run, and what it tells of itself.

use super::{Forecast, HistoryRow};
use crate::run::LogFile;
use rayon::ThreadPool;
use std::fmt;
use std::sync::atomic::AtomicBool;

/// A part of a run, or of its check, that takes time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// The training games of a generation.
    Generation {
        /// Its number, from 1.
        number: u64,
        /// How many the run has at most.
        of: u64,
    },
    /// The games that the front is chosen on.
    ValidationGames,
    /// The games that the chosen front is shown with.
    TestGames,
    /// Games of policies that switch between members of the front.
    Switching,
    /// A check: records of a log are played again.
    Replay(LogFile),
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Generation { number, of } => write!(f, "generation {number} of {of}"),
            Self::ValidationGames => f.write_str("validation games"),
            Self::TestGames => f.write_str("test games of the front"),
            Self::Switching => f.write_str("switching policies"),
            Self::Replay(log) => write!(f, "replay of {log}"),
        }
    }
}

/// Hears what the run does; it cannot change it. What an observer does not care for it leaves out.
pub trait Observer {
    /// What is still to be done: of the phase that begins, or again of the one under way when it is known
    /// better.
    fn forecast(&mut self, _forecast: &Forecast) {}
    /// `phase` begins, with `steps` steps. The same phase named again has as many more.
    fn begin(&mut self, _phase: Phase, _steps: usize) {}
    /// One step of the phase is done: so many games, none for a benchmark problem. `work` is what the step
    /// counts in the unit of the [`Forecast`]: games, each by the time it takes.
    fn step(&mut self, _games: u64, _work: f64) {}
    /// A generation is done.
    fn generation(&mut self, _row: &HistoryRow, _of: u64) {}
    /// Something a person should know, in one line.
    fn notice(&mut self, _line: &str) {}
}

/// An observer that does nothing.
#[derive(Debug, Default)]
pub struct Silent;

impl Observer for Silent {}

/// Where a run takes place: its threads, its stop flag, who watches.
pub struct Context<'a> {
    /// The threads that play.
    pub pool: &'a ThreadPool,
    /// Set from outside to interrupt the run.
    pub stop: &'a AtomicBool,
    /// Who watches.
    pub observer: &'a mut dyn Observer,
}
