//! The step for machines with AVX2, which have instructions that take cells apart (BMI) besides.

#![allow(unsafe_code)]

use super::lanes::{Lanes, Step as LockStep};
use super::scalar::{self, Slid, Tables};
use super::tables::Values;
use crate::game::twenty48::Board;

/// Games side by side.
pub(super) const GAMES: usize = 16;

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
    fn step(&mut self, lanes: &mut Lanes<GAMES>) -> u32 {
        // SAFETY: `new` checked that the machine has these features.
        unsafe { step(self.tables, self.values, lanes) }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
fn step(tables: &Tables, values: Values<'_>, lanes: &mut Lanes<GAMES>) -> u32 {
    scalar::step(tables, lanes, |slid| best(values, slid))
}

#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn best(values: Values<'_>, slid: [&Slid; 2]) -> Board {
    scalar::best(values, slid)
}
