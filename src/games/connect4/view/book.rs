//! Books of solved openings.

use super::super::solver::Book;
use crate::error::{Error, Result};
use crate::problem::{Allowed, BookMaker, GameOption};
use crate::table::count;
use std::path::Path;

/// The size of each thread's table: 2 to the power of this entries of 8 bytes, 128 MiB.
const TABLE_BITS: u32 = 24;
/// The stones of the positions, if nothing is said: some hundred positions, which take minutes.
const STONES: u32 = 4;

/// Solves openings of Connect Four.
pub(super) struct OpeningBook;

const OPTIONS: [GameOption; 1] = [GameOption {
    name: "stones",
    value: "N",
    help: "Solve all positions of so many stones and fewer [default: 4]",
    allowed: Allowed::Whole(0, 12),
}];

impl BookMaker for OpeningBook {
    fn options(&self) -> &'static [GameOption] {
        &OPTIONS
    }

    fn compute(
        &self,
        path: &Path,
        options: &[(String, String)],
        progress: &mut dyn FnMut(usize, usize),
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<String> {
        let given = options.iter().find(|(name, _)| name == "stones").map(|(_, value)| value);
        let refuse = |value: &String| Error::Input(format!("--stones {value}: allowed is 0 to 12"));
        let stones = given.map(|value| value.parse().map_err(|_| refuse(value))).transpose()?;
        let book = Book::compute(path, stones.unwrap_or(STONES), TABLE_BITS, progress, stop)?;
        Ok(format!("{} of up to {}", count(book.len(), "position"), count(book.stones() as usize, "stone")))
    }
}
