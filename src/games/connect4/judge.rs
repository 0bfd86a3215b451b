//! What perfect play makes of positions: an exact solver for each thread at work, and the verdicts that they found.

use super::rules::Position;
use super::solver::{Solver, Verdict};
use crate::error::Result;
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

/// The size of the table of each solver: 2 to the power of this entries of 8 bytes, 32 MiB.
const TABLE_BITS: u32 = 22;
/// Parts of the verdicts, so that threads seldom wait for each other.
const PARTS: u64 = 64;
/// The most verdicts a part keeps. What comes later is solved each time.
const MOST_KEPT: usize = 1 << 16;
/// Positions of more stones are solved faster than looked up.
const MOST_STONES: u32 = 24;

type Part = Mutex<HashMap<u64, Verdict>>;

/// All verdicts so far. They are exact, so that no result depends on what is here.
static VERDICTS: LazyLock<Vec<Part>> = LazyLock::new(|| (0..PARTS).map(|_| Part::default()).collect());
/// Solvers that no thread uses at the moment.
static SOLVERS: Mutex<Vec<Solver>> = Mutex::new(Vec::new());

/// A solver that one thread asks at a time.
pub(super) struct Judge(Solver);

/// Calls `with` with a judge whose solver was free, or is new, and is free again afterwards.
///
/// # Errors
/// [`crate::error::Error::Input`] if memory is short, or what `with` reports.
pub(super) fn ask<T>(with: impl FnOnce(&mut Judge) -> Result<T>) -> Result<T> {
    let free = held(&SOLVERS).pop();
    let mut judge = Judge(free.map_or_else(|| Solver::new(TABLE_BITS), Ok)?);
    let result = with(&mut judge);
    held(&SOLVERS).push(judge.0);
    result
}

impl Judge {
    /// What perfect play leads to from `position`, for the side to move.
    pub(super) fn verdict(&mut self, position: Position) -> Verdict {
        if position.stones() > MOST_STONES {
            return self.0.result(position);
        }
        let key = position.mirror_key();
        let part = &VERDICTS[(key % PARTS) as usize];
        if let Some(verdict) = held(part).get(&key) {
            return *verdict;
        }
        let verdict = self.0.result(position);
        let mut part = held(part);
        if part.len() < MOST_KEPT {
            part.insert(key, verdict);
        }
        verdict
    }
}

/// What `mutex` guards. A thread that panicked leaves whole entries behind.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
