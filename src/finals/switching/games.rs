//! Where players that switch play their games.

use super::tally::Tally;
use crate::error::Result;
use crate::problem::Switch;
use std::ops::Range;

/// Fewest games that a player is judged by, unless the dearest policy plays fewer: what fewer say of an error is worth
/// little.
pub(super) const LEAST: u64 = 16;

/// A cheap player plays more games than a dear one, as many as take as much work, up to this many times as many.
const MOST: u64 = 50;

/// Plays games of members and of policies that switch between them.
pub(crate) trait Games {
    /// Plays the games with these numbers; a tally for each entry, in their order.
    ///
    /// # Errors
    /// What a player reports; [`crate::error::Error::Interrupted`] if it was stopped.
    fn play(&mut self, entries: &[(Switch, Range<u64>)]) -> Result<Vec<Tally>>;
}

/// How much a player may play: games of a player of some cost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Allowance {
    /// Games of the dearest player.
    pub games: u64,
    /// What they cost.
    pub work: f64,
}

impl Allowance {
    /// How many games of `cost` a part of the allowance pays for.
    pub fn games_at(&self, cost: f64, part: f64) -> u64 {
        let games = part * self.work / cost;
        let (least, most) = (LEAST.min(self.games), MOST * self.games);
        if games.is_finite() { (games as u64).clamp(least, most) } else { most }
    }
}
