//! The transposition table: bounds of the scores of positions searched before.
//!
//! The key of a position is mixed in a way that can be undone. Some of its bits number a bucket, and the
//! entry keeps the others, so that it never answers for another position. Two entries share a bucket: one
//! keeps what cost most nodes, the other what came last (Breuker et al. 1994).
//!
//! An entry, from the lowest bit:
//!
//! | bits | content |
//! |---|---|
//! | 34 | the mixed key without the number of the bucket |
//! | 6 | lower bound, raised by 32 |
//! | 6 | upper bound, raised by 32 |
//! | 6 | logarithm of the nodes |
//! | 8 | generation, 0 in an empty entry |

use crate::error::{Error, Result};

/// Bits of a position's key.
const KEY_BITS: u32 = 49;
const KEY_MASK: u64 = (1 << KEY_BITS) - 1;
/// An odd number, so that the product with it, modulo 2^49, can be undone.
pub(super) const FACTOR: u64 = 0x1_9E37_79B9_7F4B;
const REST_BITS: u32 = 34;
const REST_MASK: u64 = (1 << REST_BITS) - 1;
const LOWER: u32 = REST_BITS;
const UPPER: u32 = LOWER + 6;
const WORK: u32 = UPPER + 6;
const GENERATION: u32 = WORK + 6;
const GENERATIONS: u64 = 1 << 8;
/// What a score is raised by to be stored without a sign.
const OFFSET: i32 = 32;

/// The sizes that are allowed, as the logarithm of the number of entries.
pub(super) const SIZES: std::ops::RangeInclusive<u32> = 16..=30;

/// What is known of a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds {
    /// The score is not less.
    pub(super) lower: i32,
    /// The score is not more.
    pub(super) upper: i32,
}

#[derive(Debug, Clone, Copy)]
#[repr(align(16))]
struct Bucket([u64; 2]);

/// A table of a fixed number of entries.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    /// How many bits of a mixed key stand below the number of its bucket.
    shift: u32,
    /// The generation of the entries that count, from 1; entries of others are empty.
    generation: u64,
}

impl Table {
    /// An empty table of 2^`log2_entries` entries of 8 bytes.
    ///
    /// # Errors
    /// [`Error::Input`] for a size outside [`SIZES`], or one that the memory does not hold.
    pub(super) fn new(log2_entries: u32) -> Result<Self> {
        if !SIZES.contains(&log2_entries) {
            let (least, most) = (SIZES.start(), SIZES.end());
            return Err(Error::Input(format!(
                "transposition table of 2^{log2_entries} entries: the exponent must lie in {least}..={most}"
            )));
        }
        let count = 1_usize << (log2_entries - 1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|e| {
            Error::Input(format!("transposition table of 2^{log2_entries} entries of 8 bytes: {e}"))
        })?;
        buckets.resize(count, Bucket([0; 2]));
        Ok(Self { buckets, shift: KEY_BITS - (log2_entries - 1), generation: 1 })
    }

    /// Empties the table, mostly without touching its memory.
    pub(super) fn clear(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
        if self.generation == 0 {
            self.buckets.fill(Bucket([0; 2]));
            self.generation = 1;
        }
    }

    /// What is known of the position with `key`, of 49 bits.
    pub(super) fn get(&self, key: u64) -> Option<Bounds> {
        let (bucket, name) = self.place(key);
        let entry = self.buckets.get(bucket)?.0.into_iter().find(|&entry| is_named(entry, name))?;
        let score = |shift| field(entry, shift) as i32 - OFFSET;
        Some(Bounds { lower: score(LOWER), upper: score(UPPER) })
    }

    /// Keeps `bounds` of the position with `key`, that took `nodes` nodes, in the place of older ones.
    pub(super) fn put(&mut self, key: u64, bounds: Bounds, nodes: u64) {
        let (bucket, name) = self.place(key);
        let generation = self.generation;
        let Some(Bucket([first, second])) = self.buckets.get_mut(bucket) else { return };
        let work = u64::from(64 - nodes.leading_zeros()).min(63);
        let raised = |score: i32| (score + OFFSET) as u64;
        let entry = name | raised(bounds.lower) << LOWER | raised(bounds.upper) << UPPER | work << WORK;
        let kept = |old: u64| old >> GENERATION == generation && u64::from(field(old, WORK)) > work;
        if is_named(*first, name) {
            *first = entry;
        } else if kept(*first) {
            *second = entry;
        } else {
            *second = std::mem::replace(first, entry);
        }
    }

    /// The number of the bucket, and what an entry there says of its position and generation.
    fn place(&self, key: u64) -> (usize, u64) {
        let mixed = mixed(key);
        let rest = mixed & ((1 << self.shift) - 1);
        ((mixed >> self.shift) as usize, rest | self.generation << GENERATION)
    }
}

/// The 49 bits of `key`, mixed so that positions that are alike get buckets that are not.
pub(super) const fn mixed(key: u64) -> u64 {
    // The product carries upwards only, so the high bits come down first.
    (key ^ key >> 25).wrapping_mul(FACTOR) & KEY_MASK
}

/// Whether `entry` belongs to the position and generation in `name`.
fn is_named(entry: u64, name: u64) -> bool {
    (entry ^ name) & (REST_MASK | (GENERATIONS - 1) << GENERATION) == 0
}

/// The six bits of `entry` from `shift`.
fn field(entry: u64, shift: u32) -> u32 {
    (entry >> shift) as u32 & 0x3F
}
