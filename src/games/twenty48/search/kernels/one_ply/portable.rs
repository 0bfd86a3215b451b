//! The step for any machine.

use super::lanes::{Lanes, Step as LockStep};
use super::scalar::{self, Tables};
use super::tables::{Values, Wide};
use crate::games::twenty48::rules::LINES;

/// Games side by side.
pub(super) const GAMES: usize = 6;

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
    const FEW: usize = 0;

    const ALONE: usize = GAMES / 4;

    fn step(&mut self, lanes: &mut Lanes<GAMES>, _few: bool) -> u32 {
        match self.values.wide {
            None => step::<false>(self.tables, self.values.lines, Wide { mono: 0, corner: 0 }, lanes),
            Some(wide) => step::<true>(self.tables, self.values.lines, wide, lanes),
        }
    }
}

#[inline(never)]
fn step<const WIDE: bool>(
    tables: &Tables,
    values: &[i32; LINES],
    wide: Wide,
    lanes: &mut Lanes<GAMES>,
) -> u32 {
    scalar::step::<GAMES, WIDE>(tables, values, wide, lanes)
}
