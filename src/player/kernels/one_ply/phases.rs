//! A step in phases, each of which does one thing for all games.
//!
//! Look-ups are loads one by one, which beat gathers where those are microcode; everything else is
//! arithmetic on whole arrays, for the compiler to put into vectors. Nothing branches.
//!
//! ```text
//! boards ─► transpose ─► slide lines ─► transpose ─► sum line values ─► choose ─► spawn
//!            arrays       look-ups       arrays         look-ups         arrays    arrays
//! ```

// Loops run over the same lane of several arrays.
#![allow(clippy::needless_range_loop)]

use super::lanes::Lanes;
use super::lookups;
use super::tables::{BIAS, Tables, Wide};
use crate::game::twenty48::{Board, CELLS, FOUR_BELOW, spawn_drawn};
use std::hint::select_unpredictable;
use std::sync::atomic::{AtomicU32, AtomicU64};

/// Boards after a slide, one a lane.
struct Slid<const N: usize> {
    /// With the lines along the slide as rows.
    along: [u64; N],
    /// With the lines across as rows.
    across: [u64; N],
    values: [i32; N],
}

/// Makes the best move in every lane, and spawns; see [`super::lanes::Step`]. `VECTORS` says whether
/// the machine has vectors that are good at comparing and choosing.
#[inline(always)]
pub(super) fn step<const N: usize, const VECTORS: bool>(tables: &Tables<'_>, lanes: &mut Lanes<N>) -> u32 {
    let boards = lanes.boards;
    let [up, down] = slides(tables, &transposed(&boards));
    let [left, right] = slides(tables, &boards);
    let moves = [
        (&up.across, &up.values),
        (&down.across, &down.values),
        (&left.along, &left.values),
        (&right.along, &right.values),
    ];
    if VECTORS {
        let after = choose_all(&boards, moves);
        spawn_all(lanes, &after);
        (0..N).fold(0, |over, lane| over | u32::from(after[lane] == boards[lane]) << lane)
    } else {
        let draws = draws(&mut lanes.rng);
        let mut over = 0;
        for lane in 0..N {
            let after = choose(boards[lane], moves.map(|(slid, values)| (slid[lane], values[lane])));
            over |= u32::from(after == boards[lane]) << lane;
            let after = Board::from_bits(after);
            lanes.empties[lane] += u64::from(after.empty_count());
            lanes.boards[lane] = spawn_drawn(after, draws[lane]).bits();
        }
        over
    }
}

#[inline(always)]
fn transposed<const N: usize>(boards: &[u64; N]) -> [u64; N] {
    let mut transposed = [0; N];
    for lane in 0..N {
        transposed[lane] = Board::from_bits(boards[lane]).transposed().bits();
    }
    transposed
}

/// All boards with their rows slid towards the first cell, and towards the last.
#[inline(always)]
fn slides<const N: usize>(tables: &Tables<'_>, boards: &[u64; N]) -> [Slid<N>; 2] {
    let slid = lookups::SlidRows::new();
    lookups::slide(tables, boards, &slid);
    let lookups::SlidRows { even, odd, sums } = slid;
    let (even, odd) = (even.map(AtomicU64::into_inner), odd.map(AtomicU64::into_inner));
    let sums = sums.map(AtomicU64::into_inner);
    const LOWER: u64 = 0x0000_ffff_0000_ffff;
    let (mut first, mut last) = ([0; N], [0; N]);
    for lane in 0..N {
        first[lane] = even[lane] & LOWER | (odd[lane] & LOWER) << 16;
        last[lane] = even[lane] >> 16 & LOWER | odd[lane] & !LOWER;
    }
    let (mut first_sums, mut last_sums) = ([0; N], [0; N]);
    for lane in 0..N {
        first_sums[lane] = (sums[lane] as i32).wrapping_sub(4 * BIAS);
        last_sums[lane] = ((sums[lane] >> 32) as i32).wrapping_sub(4 * BIAS);
    }
    let mut slid = [valued(tables, first, first_sums), valued(tables, last, last_sums)];
    if let Some(wide) = tables.wide {
        // Both slides make the same tiles.
        let largest = largest_ranks(&first);
        for slid in &mut slid {
            add_wide(wide, &largest, slid);
        }
    }
    slid
}

#[inline(always)]
fn valued<const N: usize>(tables: &Tables<'_>, along: [u64; N], mut values: [i32; N]) -> Slid<N> {
    let across = transposed(&along);
    let sums = [const { AtomicU32::new(0) }; N];
    lookups::sums(tables.values(), &across, &sums);
    let sums = sums.map(AtomicU32::into_inner);
    for lane in 0..N {
        values[lane] = values[lane].wrapping_add(sums[lane] as i32);
    }
    Slid { along, across, values }
}

/// The best afterstate, of equals the earliest; a board without a move stays. Not inlined, because
/// vectors are no good at this.
#[inline(never)]
fn choose(board: u64, moves: [(u64, i32); 4]) -> u64 {
    let (mut after, mut best) = (board, i64::MIN);
    for (slid, value) in moves {
        let better = (slid != board) & (i64::from(value) > best);
        after = select_unpredictable(better, slid, after);
        best = select_unpredictable(better, i64::from(value), best);
    }
    after
}

/// The afterstates of the best moves, of equals the earliest; a board without a move stays.
#[inline(always)]
fn choose_all<const N: usize>(boards: &[u64; N], moves: [(&[u64; N], &[i32; N]); 4]) -> [u64; N] {
    let (mut after, mut best) = (*boards, [i64::MIN; N]);
    for (slid, values) in moves {
        for lane in 0..N {
            let value = i64::from(values[lane]);
            let better = (slid[lane] != boards[lane]) & (value > best[lane]);
            after[lane] = if better { slid[lane] } else { after[lane] };
            best[lane] = if better { value } else { best[lane] };
        }
    }
    after
}

/// Adds what doubled values get besides their lines; see [`Tables`].
#[inline(always)]
fn add_wide<const N: usize>(wide: Wide, largest: &[u64; N], slid: &mut Slid<N>) {
    for lane in 0..N {
        let value = wide_part(wide, slid.along[lane], slid.across[lane], largest[lane]);
        slid.values[lane] = slid.values[lane].wrapping_add(value);
    }
}

/// What the doubled value of a board gets besides its lines.
#[inline(always)]
pub(super) fn wide_part(wide: Wide, board: u64, transposed: u64, largest: u64) -> i32 {
    let corner = if in_corner(board, largest) { largest as i32 } else { 0 };
    let slope = slope(board) + slope(transposed);
    wide.mono.wrapping_mul(slope).wrapping_add(wide.corner.wrapping_mul(corner))
}

const NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;

/// Ranks of the last row less those of the first, without the sign.
#[inline(always)]
fn slope(board: u64) -> i32 {
    // Bytes of two cells each, 30 at most.
    let pairs = (board & NIBBLES) + (board >> 4 & NIBBLES);
    let sums = pairs + (pairs >> 8);
    ((sums >> 48 & 0xff) as i32 - (sums & 0xff) as i32).abs()
}

/// The largest rank of each board.
#[inline(always)]
pub(super) fn largest_ranks<const N: usize>(boards: &[u64; N]) -> [u64; N] {
    let mut largest = [0; N];
    for lane in 0..N {
        let (a, b) = (boards[lane] & NIBBLES, boards[lane] >> 4 & NIBBLES);
        let max = bytewise_max(a, b);
        let max = bytewise_max(max, max >> 32);
        let max = bytewise_max(max, max >> 16);
        largest[lane] = bytewise_max(max, max >> 8) & 15;
    }
    largest
}

/// The larger of each pair of bytes, of which each is below 128.
#[inline(always)]
fn bytewise_max(a: u64, b: u64) -> u64 {
    const TOPS: u64 = 0x8080_8080_8080_8080;
    // The top bit of a byte stays set where a ≥ b; 0x80 less 1 is the mask of its seven lower bits.
    let tops = ((a | TOPS) - b) & TOPS;
    let mask = tops - (tops >> 7);
    a & mask | b & !mask
}

/// Whether a tile of rank `largest` stands in a corner.
#[inline(always)]
fn in_corner(board: u64, largest: u64) -> bool {
    let is = |cell: u32| board >> (4 * cell) & 15 == largest;
    is(0) | is(3) | is(12) | is(15)
}

/// Puts a tile on each board as [`crate::game::twenty48::spawn`] does. A full board stays as it is.
#[inline(always)]
fn spawn_all<const N: usize>(lanes: &mut Lanes<N>, after: &[u64; N]) {
    let draws = draws(&mut lanes.rng);
    for lane in 0..N {
        let (board, draw) = (after[lane], draws[lane]);
        let filled = board | board >> 2;
        let empty = !(filled | filled >> 1) & CELLS;
        // In each nibble the count of empty cells up to it; it is the cell if it is the first with k + 1.
        let counts = empty.wrapping_mul(CELLS);
        let count = counts >> 60;
        let k = ((draw >> 32) * count) >> 32;
        let difference = counts ^ (k + 1).wrapping_mul(CELLS);
        let zeros = difference.wrapping_sub(CELLS) & !difference & (CELLS << 3);
        let top = zeros & zeros.wrapping_neg();
        let four = (draw & 0xffff_ffff) < u64::from(FOUR_BELOW);
        lanes.boards[lane] = board | if four { top >> 2 } else { top >> 3 };
        lanes.empties[lane] += count;
    }
}

/// The next numbers of xoshiro256++ (Blackman & Vigna).
#[inline(always)]
fn draws<const N: usize>(rng: &mut [[u64; N]; 4]) -> [u64; N] {
    let mut draws = [0; N];
    for lane in 0..N {
        let (s0, s1, s2, s3) = (rng[0][lane], rng[1][lane], rng[2][lane], rng[3][lane]);
        draws[lane] = s0.wrapping_add(s3).rotate_left(23).wrapping_add(s0);
        let (mixed2, mixed3) = (s2 ^ s0, s3 ^ s1);
        rng[0][lane] = s0 ^ mixed3;
        rng[1][lane] = s1 ^ mixed2;
        rng[2][lane] = mixed2 ^ s1 << 17;
        rng[3][lane] = mixed3.rotate_left(45);
    }
    draws
}
