//! Values of afterstates that were looked at a moment ago.
//!
//! Deeper searches reach the same afterstates over and over by moves in another order. With one
//! ply left their values depend on nothing but the board, so keeping them changes neither values nor
//! the count of work. Like every search table it is cleared between games.

use crate::games::twenty48::rules::Board;

/// Entries: with 16 bytes each the table takes 64 KiB.
const ENTRIES: usize = 4096;

/// A board that is no afterstate, as it has no empty cell.
const NONE: Board = Board::from_bits(u64::MAX);

/// A small direct-mapped table of one searcher.
#[derive(Debug, Clone)]
pub(in crate::games::twenty48::search) struct Memo {
    entries: Box<[(Board, i32)]>,
}

impl Memo {
    pub fn new() -> Self {
        Self { entries: vec![(NONE, 0); ENTRIES].into_boxed_slice() }
    }

    /// Forgets every value.
    pub fn new_game(&mut self) {
        self.entries.fill((NONE, 0));
    }

    /// The value of `after`, computed if it is not there.
    #[inline]
    pub fn value(&mut self, after: Board, compute: impl FnOnce() -> i32) -> i32 {
        let index =
            after.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - ENTRIES.trailing_zeros());
        let entry = &mut self.entries[index as usize];
        if entry.0 != after {
            *entry = (after, compute());
        }
        entry.1
    }
}
