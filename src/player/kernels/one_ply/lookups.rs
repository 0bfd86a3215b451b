//! The look-ups of a step, one lane after the other.
//!
//! A load for each beats gathers where those are microcode, and it beats filling vectors from single
//! loads, which compilers like to do. Relaxed atomic stores are ordinary stores that are never
//! merged into vectors; nothing here is shared between threads.

// Loops run over the same lane of several arrays.
#![allow(clippy::needless_range_loop)]

use super::tables::Tables;
use crate::game::twenty48::{Board, LINES};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicU64};

/// Rows after a slide, packed as in [`Tables::slid`], and the sums of their values as in
/// [`Tables::slid_values`].
#[derive(Debug)]
#[repr(align(64))]
pub(super) struct SlidRows<const N: usize> {
    /// Rows 0 (lower half) and 2.
    pub even: [AtomicU64; N],
    /// Rows 1 (lower half) and 3.
    pub odd: [AtomicU64; N],
    pub sums: [AtomicU64; N],
}

impl<const N: usize> SlidRows<N> {
    pub const fn new() -> Self {
        Self {
            even: [const { AtomicU64::new(0) }; N],
            odd: [const { AtomicU64::new(0) }; N],
            sums: [const { AtomicU64::new(0) }; N],
        }
    }
}

/// Slides the rows of every board.
#[inline(never)]
pub(super) fn slide<const N: usize>(tables: &Tables<'_>, boards: &[u64; N], slid: &SlidRows<N>) {
    let values: &[u64; LINES] = &tables.slid_values;
    for lane in 0..N {
        let board = Board::from_bits(boards[lane]);
        let [a, b, c, d] = [0, 1, 2, 3].map(|row| usize::from(board.row(row)));
        let entry = |line: usize| u64::from(tables.slid[line]);
        slid.even[lane].store(entry(a) | entry(c) << 32, Relaxed);
        slid.odd[lane].store(entry(b) | entry(d) << 32, Relaxed);
        slid.sums[lane].store(values[a] + values[b] + values[c] + values[d], Relaxed);
    }
}

/// Adds up the values of the rows of every board.
#[inline(never)]
pub(super) fn sums<const N: usize>(values: &[i32; LINES], boards: &[u64; N], sums: &[AtomicU32; N]) {
    for lane in 0..N {
        let board = Board::from_bits(boards[lane]);
        let value = |row| values[usize::from(board.row(row))];
        let sum = value(0).wrapping_add(value(1)).wrapping_add(value(2)).wrapping_add(value(3));
        sums[lane].store(sum as u32, Relaxed);
    }
}
