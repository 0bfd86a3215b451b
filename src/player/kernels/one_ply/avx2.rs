//! The step with vectors of 256 bits.

#![allow(unsafe_code)]

use super::lanes::{Lanes, Step as LockStep};
use super::phases;
use super::tables::Tables;

/// Games side by side.
pub(super) const GAMES: usize = 16;

/// The step with the tables of one heuristic.
pub(super) struct Step<'t>(&'t Tables<'t>);

impl<'t> Step<'t> {
    /// The step with `tables`, on a machine that can run it.
    pub fn new(tables: &'t Tables<'t>) -> Self {
        assert!(super::Kernel::Avx2.is_available());
        Self(tables)
    }
}

impl LockStep<GAMES> for Step<'_> {
    fn step(&mut self, lanes: &mut Lanes<GAMES>) -> u32 {
        // SAFETY: `new` checked that the machine has these features.
        unsafe { step(self.0, lanes) }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
fn step(tables: &Tables<'_>, lanes: &mut Lanes<GAMES>) -> u32 {
    phases::step::<GAMES, true>(tables, lanes)
}
