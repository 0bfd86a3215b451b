//! A transposition table: what is known of positions that were searched before.
//!
//! Its size is fixed. A new entry replaces the old one in its slot. The full key is compared, so that no two
//! positions are mixed up.

use super::super::rules::{COLUMNS, Position, column_of};
use super::devices::Devices;
use super::evaluate::is_decided;

/// The sizes that a table can have, as powers of two: 2 to the power of this is the number of entries, of
/// 16 bytes each.
pub const TABLE_BITS: std::ops::RangeInclusive<u32> = 1..=28;

/// The size of a table that suits searches of up to some million nodes: 16 MiB.
pub const DEFAULT_TABLE_BITS: u32 = 20;

/// Bits of a key, below the generation.
const KEY_BITS: u32 = 49;
/// Generations until the table is really emptied.
const GENERATIONS: u64 = 1 << (u64::BITS - KEY_BITS);
/// 2 to the power of 64, divided by the golden ratio: multiplicative hashing (Knuth 1973).
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
/// No move, as a column.
const NO_COLUMN: u8 = COLUMNS as u8;

/// How a kept value bounds the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u8)]
pub(super) enum Bound {
    #[default]
    Exact,
    Lower,
    Upper,
}

/// What the table keeps of a position.
#[derive(Clone, Copy, Default)]
struct Entry {
    /// Generation and key; 0 is an empty slot, as generations count from 1.
    tag: u64,
    value: i32,
    depth: u8,
    bound: Bound,
    column: u8,
}

/// What is known of a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known {
    pub(super) value: i32,
    pub(super) bound: Bound,
    pub(super) depth: u32,
    /// The best move; 0 if there is none.
    pub(super) cell: u64,
}

impl Known {
    /// The value, if it answers a search to `depth` with the window from `alpha` to `beta`.
    ///
    /// A heuristic value holds for its own depth alone. A forced win or loss within some depth is one for
    /// every greater depth, too.
    pub(super) const fn answer(&self, depth: u32, alpha: i32, beta: i32) -> Option<i32> {
        let holds = self.depth == depth || (self.depth < depth && is_decided(self.value));
        let settles = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        };
        if holds && settles { Some(self.value) } else { None }
    }
}

/// Where a position lies in the table.
#[derive(Clone, Copy)]
pub(super) struct Place {
    tag: u64,
    slot: usize,
    mirrored: bool,
}

/// The table; without entries if the device is off.
pub(super) struct Table {
    entries: Box<[Entry]>,
    shift: u32,
    generation: u64,
    mirror: bool,
}

impl Table {
    /// A table of 2 to the power of `bits` entries.
    pub(super) fn new(devices: Devices, bits: u32) -> Self {
        let size = if devices.table { 1 << bits } else { 0 };
        let entries = vec![Entry::default(); size].into_boxed_slice();
        Self { entries, shift: u64::BITS - bits, generation: 1, mirror: devices.mirror }
    }

    /// Forgets everything, at once except every 32,767th time.
    pub(super) fn clear(&mut self) {
        self.generation += 1;
        if self.generation == GENERATIONS {
            self.generation = 1;
            self.entries.fill(Entry::default());
        }
    }

    /// Where `position` lies; `None` without a table.
    pub(super) fn place(&self, position: Position) -> Option<Place> {
        if self.entries.is_empty() {
            return None;
        }
        let own_key = position.key();
        let key = if self.mirror { position.mirror_key() } else { own_key };
        let slot = (key.wrapping_mul(MULTIPLIER) >> self.shift) as usize;
        Some(Place { tag: self.generation << KEY_BITS | key, slot, mirrored: key != own_key })
    }

    /// What is known of `position`, which lies at `place`.
    pub(super) fn get(&self, place: Place, position: Position) -> Option<Known> {
        let entry = self.entries[place.slot];
        (entry.tag == place.tag).then(|| Known {
            value: entry.value,
            bound: entry.bound,
            depth: u32::from(entry.depth),
            cell: match place.column(entry.column) {
                NO_COLUMN => 0,
                column => position.playable_in(u32::from(column)),
            },
        })
    }

    /// Keeps what is known of the position at `place`.
    pub(super) fn put(&mut self, place: Place, known: Known) {
        let column = if known.cell == 0 { NO_COLUMN } else { place.column(column_of(known.cell) as u8) };
        let (value, bound, depth) = (known.value, known.bound, known.depth as u8);
        self.entries[place.slot] = Entry { tag: place.tag, value, depth, bound, column };
    }
}

impl Place {
    /// `column` of the position as one of its kept image, and the other way round.
    const fn column(self, column: u8) -> u8 {
        if self.mirrored && column != NO_COLUMN { COLUMNS as u8 - 1 - column } else { column }
    }
}
