//! The step for any machine.

use super::lanes::{Lanes, Step as LockStep};
use super::phases;
use super::tables::Tables;

/// Games side by side.
pub(super) const GAMES: usize = 8;

/// The step with the tables of one heuristic.
pub(super) struct Step<'t>(&'t Tables<'t>);

impl<'t> Step<'t> {
    /// The step with `tables`.
    pub fn new(tables: &'t Tables<'t>) -> Self {
        Self(tables)
    }
}

impl LockStep<GAMES> for Step<'_> {
    fn step(&mut self, lanes: &mut Lanes<GAMES>) -> u32 {
        phases::step::<GAMES, false>(self.0, lanes)
    }
}
