//! The step for machines with AVX2, which have instructions that take cells apart (BMI) besides.

#![allow(unsafe_code)]

use super::lanes::{Lanes, Step as LockStep};
use super::scalar::{self, Tables};
use super::tables::{Values, Wide};
use crate::games::twenty48::rules::LINES;

/// Games side by side.
pub(super) const GAMES: usize = 12;

/// The step with the tables of one heuristic.
pub(super) struct Step<'t> {
    tables: &'t Tables,
    values: Values<'t>,
}

impl<'t> Step<'t> {
    /// The step with `tables`, which were made of `values`, on a machine that can run it.
    pub fn new(tables: &'t Tables, values: Values<'t>) -> Self {
        assert!(super::Kernel::Avx2.is_available());
        Self { tables, values }
    }
}

impl LockStep<GAMES> for Step<'_> {
    const FEW: usize = 0;

    const ALONE: usize = GAMES / 4;

    fn step(&mut self, lanes: &mut Lanes<GAMES>, _few: bool) -> u32 {
        // SAFETY: `new` checked that the machine has these features.
        unsafe {
            match self.values.wide {
                None => step::<false>(self.tables, self.values.lines, Wide { mono: 0, corner: 0 }, lanes),
                Some(wide) => step::<true>(self.tables, self.values.lines, wide, lanes),
            }
        }
    }
}

#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn step<const WIDE: bool>(
    tables: &Tables,
    values: &[i32; LINES],
    wide: Wide,
    lanes: &mut Lanes<GAMES>,
) -> u32 {
    scalar::step::<GAMES, WIDE>(tables, values, wide, lanes)
}
