//! How deep to search, and what to leave out.

use serde::{Deserialize, Serialize};

/// The deepest search.
pub const MAX_PLY: u8 = 8;

/// The largest cut-off that a search takes.
pub const MAX_CUTOFF: f64 = 0.5;

/// Depth of a search and its shortcuts.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchOptions {
    /// Depth, 1 to [`MAX_PLY`].
    pub ply: u8,
    /// A spawn that is reached with a probability below this is valued by 1-ply; 0 searches
    /// everything.
    #[serde(default)]
    pub cutoff: f64,
    /// Whether values are kept within a game, which changes work but no exact value.
    #[serde(default)]
    pub cache: bool,
}

impl SearchOptions {
    /// The exact search to `ply`.
    pub const fn exact(ply: u8) -> Self {
        Self { ply, cutoff: 0.0, cache: false }
    }

    /// Checks the ranges.
    ///
    /// # Errors
    /// Key, value and what is allowed.
    pub fn validate(&self) -> Result<(), String> {
        if !(1..=MAX_PLY).contains(&self.ply) {
            return Err(format!("ply = {}: allowed is 1 to {MAX_PLY}", self.ply));
        }
        if !(0.0..=MAX_CUTOFF).contains(&self.cutoff) {
            return Err(format!("cutoff = {:?}: allowed is a number from 0 to {MAX_CUTOFF}", self.cutoff));
        }
        Ok(())
    }

    /// The cut-off as a [`Probability`].
    pub(super) fn threshold(&self) -> Probability {
        (self.cutoff * CERTAIN as f64) as Probability
    }
}

/// A probability in units of 2⁻³², so that every machine cuts at the same spawns.
pub(super) type Probability = u64;

/// Probability 1.
pub(super) const CERTAIN: Probability = 1 << 32;
