//! A small direct-mapped transposition table.
//!
//! Half the look-ups hit at any size, because the hits come from the same decision or the one
//! before; so the table is small enough for the second cache level.

use super::options::Probability;
use crate::games::twenty48::rules::Board;

/// Entries: with 24 bytes each the table takes 96 KiB.
const ENTRIES: usize = 4096;

/// Bits of a tag that hold the depth.
const DEPTH_BITS: u32 = 4;

/// What a value depends on: never on the path to the board, nor on another game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    /// The board after a spawn.
    pub board: Board,
    /// Plies left.
    pub plies: u8,
    /// Probability of getting there, where that decides what is cut below, else 0.
    pub probability: Probability,
}

#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    board: u64,
    probability: u32,
    /// Game and depth; 0 is an entry never written.
    tag: u32,
    value: i32,
}

/// The table of one searcher.
#[derive(Debug, Clone)]
pub(super) struct Cache {
    entries: Box<[Entry]>,
    game: u32,
}

impl Cache {
    pub fn new() -> Self {
        Self { entries: vec![Entry::default(); ENTRIES].into_boxed_slice(), game: 1 }
    }

    /// Forgets every value.
    pub fn new_game(&mut self) {
        self.game += 1;
        if self.game >> (u32::BITS - DEPTH_BITS) != 0 {
            self.entries.fill(Entry::default());
            self.game = 1;
        }
    }

    /// The value kept for `key`.
    pub fn get(&self, key: Key) -> Option<i32> {
        let entry = &self.entries[index(key)];
        let same = entry.board == key.board.bits()
            && entry.tag == self.tag(key)
            && u64::from(entry.probability) == key.probability;
        same.then_some(entry.value)
    }

    /// Keeps `value` for `key` in place of the value that shares its entry.
    pub fn put(&mut self, key: Key, value: i32) {
        let entry =
            Entry { board: key.board.bits(), probability: key.probability as u32, tag: self.tag(key), value };
        self.entries[index(key)] = entry;
    }

    fn tag(&self, key: Key) -> u32 {
        self.game << DEPTH_BITS | u32::from(key.plies)
    }
}

/// Multiplicative hashing (Knuth, TAOCP 3, §6.4).
fn index(key: Key) -> usize {
    let mixed = key.board.bits() ^ key.probability << 7 ^ u64::from(key.plies) << 60;
    (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - ENTRIES.trailing_zeros())) as usize
}
