//! Openings: a fixed suite of positions after 2 to 8 stones whose exact score lies near 0, so that neither colour is
//! lost from the start.
//!
//! The suite is in parts, each for games of some purposes, so that no test game begins where a training game did.
//! `suite.txt` is what `cargo run --release --example connect4-openings` prints: the moves of a position a line.

use super::rules::Position;
use crate::error::{Error, Result};
use crate::rng::Purpose;
use std::sync::LazyLock;

const SUITE: &str = include_str!("suite.txt");

/// A part of the suite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Half of it, for training games.
    Training,
    /// A quarter, for what chooses a front or a policy.
    Validation,
    /// A quarter, for the figures that are shown, and for games outside a run.
    Test,
}

/// Low bits of a seed that name the part.
const PART_BITS: u32 = 2;

impl Part {
    /// All parts.
    const ALL: [Self; 3] = [Self::Training, Self::Validation, Self::Test];

    const fn of(purpose: Purpose) -> Self {
        match purpose {
            Purpose::Train => Self::Training,
            Purpose::Validation | Purpose::SwitchingSearch => Self::Validation,
            _ => Self::Test,
        }
    }

    /// The positions of the part.
    ///
    /// # Errors
    /// [`Error::Internal`] if the suite that was built in is damaged.
    pub fn positions(self) -> Result<&'static [Position]> {
        static PARTS: LazyLock<Result<[Vec<Position>; 3]>> = LazyLock::new(read);
        let parts = PARTS.as_ref().map_err(|e| Error::Internal(format!("suite of openings: {e}")))?;
        Ok(&parts[self as usize])
    }
}

fn read() -> Result<[Vec<Position>; 3]> {
    let mut parts = [const { Vec::new() }; 3];
    for (i, moves) in SUITE.lines().enumerate() {
        let part = [Part::Training, Part::Training, Part::Validation, Part::Test][i % 4];
        parts[part as usize].push(moves.parse()?);
    }
    Ok(parts)
}

/// `seed` with the part of the suite for `purpose` in its low bits.
pub(super) const fn marked(seed: u64, purpose: Purpose) -> u64 {
    seed >> PART_BITS << PART_BITS | Part::of(purpose) as u64
}

/// The opening of the games of `seed`: its two low bits name the part by its number, and the others, from 0, a position of it,
/// again and again. A seed that names no part has openings of the last.
///
/// # Errors
/// [`Error::Internal`] as [`Part::positions`].
pub fn opening(seed: u64) -> Result<Position> {
    let part = Part::ALL.get((seed & ((1 << PART_BITS) - 1)) as usize).copied().unwrap_or(Part::Test);
    let positions = part.positions()?;
    let index = (seed >> PART_BITS) % (positions.len() as u64).max(1);
    positions.get(index as usize).copied().ok_or_else(|| Error::Internal("suite of openings: empty".into()))
}

#[cfg(test)]
mod tests;
