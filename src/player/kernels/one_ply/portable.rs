//! The step for any machine.

use super::lanes::{Lanes, Step as LockStep};
use super::scalar::{self, Slid, Tables};
use super::tables::Values;
use crate::game::twenty48::Board;

/// Games side by side.
pub(super) const GAMES: usize = 4;

/// The step with the tables of one heuristic.
pub(super) struct Step<'t> {
    tables: &'t Tables,
    values: Values<'t>,
}

impl<'t> Step<'t> {
    /// The step with `tables`, which were made of `values`.
    pub fn new(tables: &'t Tables, values: Values<'t>) -> Self {
        Self { tables, values }
    }
}

impl LockStep<GAMES> for Step<'_> {
    #[inline(never)]
    fn step(&mut self, lanes: &mut Lanes<GAMES>) -> u32 {
        scalar::step(self.tables, lanes, |slid| best(self.values, slid))
    }
}

#[inline(always)]
fn best(values: Values<'_>, slid: [&Slid; 2]) -> Board {
    scalar::best(values, slid)
}
