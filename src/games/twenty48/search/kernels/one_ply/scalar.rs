//! A step in scalar code without branches.
//!
//! ```text
//! boards ─► slide lines ─► sum line values, choose ─► transpose ─► spawn
//! ```
//!
//! Each part is done for all games before the next, so that the look-ups of one game do not wait for
//! those of another. Slid lines are looked up spread out: four of them add up to the slid board with
//! rows and columns exchanged, whose rows are the next thing to look up.

// Loops run over the same lane of several arrays. None of this maps arrays: compilers leave `array::map`
// as a call at times, which makes a step three times as long.
#![allow(clippy::needless_range_loop)]

use super::lanes::Lanes;
use super::tables::{SLID_RANKS, Values, Wide};
use crate::games::twenty48::heuristic::{Spare, Spares, rows};
use crate::games::twenty48::rules::{Board, CELLS, FOUR_BELOW, LINES, line_table, line_tables};
use std::hint::select_unpredictable;

/// What one heuristic's games look up.
#[derive(Debug)]
pub(super) struct Tables {
    /// By line.
    lines: Spare<Box<[Line; LINES]>>,
}

/// What is looked up of a line; in one place, as the first cache does not hold all that is in use.
#[derive(Debug, Clone, Copy, Default)]
struct Line {
    /// The value of the line slid towards its first cell in the lower half, towards its last
    /// in the upper, [`BIAS`] added to both; so four of these add up without a carry.
    values: u64,
    /// The line slid towards its first cell, a cell in the lowest bits of every 16.
    first: u64,
    /// Towards its last.
    last: u64,
}

/// More than the size of any line value. Four of them make 2^31, which added to any i32 gives the u32 in the
/// same order.
const BIAS: i32 = 1 << 29;

impl Tables {
    pub fn new(values: Values<'_>) -> Self {
        static SPARES: Spares<Box<[Line; LINES]>> = Spares::new();
        Self { lines: SPARES.table(without_values, |lines| fill_values(lines, values.lines)) }
    }
}

fn without_values() -> Box<[Line; LINES]> {
    let spread = |line: u16| Board::from_bits(line.into()).transposed().bits();
    let line = |[first, last]: [u16; 2]| Line { values: 0, first: spread(first), last: spread(last) };
    let slid = line_tables().all_slid();
    line_table(|it| line(slid[usize::from(it)]))
}

fn fill_values(lines: &mut [Line; LINES], values: &[i32; LINES]) {
    let biased = |line: u16| u64::from((values[usize::from(line)] + BIAS) as u32);
    let slid = line_tables().all_slid();
    rows(SLID_RANKS).for_each(|row| {
        let lines = &mut lines[row..row + SLID_RANKS];
        for (line, &[first, last]) in lines.iter_mut().zip(&slid[row..row + SLID_RANKS]) {
            line.values = biased(first) | biased(last) << 32;
        }
    });
}

/// A board with its rows slid.
#[derive(Clone, Copy, Default)]
struct Slid {
    /// Slid towards the first cell and towards the last, transposed.
    boards: [u64; 2],
    /// What the slid rows are worth, in two halves as in [`Line::values`].
    values: u64,
}

/// See [`super::lanes::Step::step`].
///
/// The function that this becomes a part of must not become a part of the loop over steps: there
/// compilers make branches of choices.
#[inline(always)]
pub(super) fn step<const N: usize, const WIDE: bool>(
    tables: &Tables,
    values: &[i32; LINES],
    wide: Wide,
    lanes: &mut Lanes<N>,
) -> u32 {
    let draws = draw(lanes);
    let columns = slides(tables, &lanes.transposed);
    let rows = slides(tables, &lanes.boards);
    let (mut chosen, mut across) = ([0; N], [false; N]);
    let mut keys = 0;
    for lane in 0..N {
        let (vertical, key) = best::<WIDE>(values, wide, lanes.boards[lane], &columns[lane]);
        let (horizontal, other_key) = best::<WIDE>(values, wide, lanes.transposed[lane], &rows[lane]);
        across[lane] = other_key > key;
        chosen[lane] = select_unpredictable(across[lane], horizontal, vertical);
        keys |= select_unpredictable(across[lane], other_key, key);
    }
    let over = if keys < 0 { unmoved(lanes, &chosen, &across) } else { 0 };
    for lane in 0..N {
        let exchanged = transposed(chosen[lane]);
        let board = select_unpredictable(across[lane], exchanged, chosen[lane]);
        let other = select_unpredictable(across[lane], chosen[lane], exchanged);
        let (empties, [tile, other_tile]) = spawned(board, draws[lane]);
        lanes.empties[lane] += empties;
        lanes.boards[lane] = board | tile;
        lanes.transposed[lane] = other | other_tile;
    }
    over
}

/// A bit for each lane without a legal move: its vertical slides leave the board as it was, and no
/// horizontal one is better.
#[cold]
fn unmoved<const N: usize>(lanes: &Lanes<N>, chosen: &[u64; N], across: &[bool; N]) -> u32 {
    let is_over = |lane: usize| !across[lane] & (chosen[lane] == lanes.boards[lane]);
    (0..N).fold(0, |over, lane| over | u32::from(is_over(lane)) << lane)
}

/// Every board with its rows slid.
#[inline(always)]
fn slides<const N: usize>(tables: &Tables, boards: &[u64; N]) -> [Slid; N] {
    let mut slid = [Slid::default(); N];
    for lane in 0..N {
        let board = Board::from_bits(boards[lane]);
        let line = |row| &tables.lines[usize::from(board.row(row))];
        let (a, b, c, d) = (line(0), line(1), line(2), line(3));
        slid[lane] = Slid {
            boards: [
                ((d.first << 4 | c.first) << 4 | b.first) << 4 | a.first,
                ((d.last << 4 | c.last) << 4 | b.last) << 4 | a.last,
            ],
            values: a.values + b.values + c.values + d.values,
        };
    }
    slid
}

/// What the slid boards are worth, in the order of the values.
#[inline(always)]
fn valued<const WIDE: bool>(values: &[i32; LINES], wide: Wide, slid: &Slid) -> [u32; 2] {
    let mut valued = [slid.values as u32, (slid.values >> 32) as u32];
    for (&board, sum) in slid.boards.iter().zip(&mut valued) {
        let board = Board::from_bits(board);
        let value = |row| values[usize::from(board.row(row))] as u32;
        *sum =
            sum.wrapping_add(value(0)).wrapping_add(value(1)).wrapping_add(value(2)).wrapping_add(value(3));
    }
    if WIDE {
        // Both slides make the same tiles.
        let largest = largest_rank(slid.boards[0]);
        for (&board, value) in slid.boards.iter().zip(&mut valued) {
            *value = value.wrapping_add(wide_part(wide, Board::from_bits(board), largest) as u32);
        }
    }
    valued
}

/// The better of two slides, the first if they tie, and what it is worth: −1 if it leaves the board as it
/// was, which is `unslid` with rows and columns exchanged.
#[inline(always)]
fn best<const WIDE: bool>(values: &[i32; LINES], wide: Wide, unslid: u64, slid: &Slid) -> (u64, i64) {
    let [first, last] = slid.boards;
    let [key, last_key] = valued::<WIDE>(values, wide, slid);
    let key = select_unpredictable(first == unslid, -1, i64::from(key));
    let last_key = select_unpredictable(last == unslid, -1, i64::from(last_key));
    let better = last_key > key;
    (select_unpredictable(better, last, first), select_unpredictable(better, last_key, key))
}

/// Rows and columns exchanged.
#[inline(always)]
fn transposed(x: u64) -> u64 {
    let swapped = (x ^ x >> 12) & 0x0000_f0f0_0000_f0f0;
    let x = x ^ swapped ^ swapped << 12;
    let swapped = (x ^ x >> 24) & 0x0000_0000_ff00_ff00;
    x ^ swapped ^ swapped << 24
}

/// By cell: a board with rank 1 in it, and the same with rows and columns exchanged; last an empty one.
static TILES: [[u64; 2]; 17] = {
    let (mut tiles, mut cell) = ([[0; 2]; 17], 0);
    while cell < 16 {
        tiles[cell] = [1 << (4 * cell), 1 << (4 * (cell % 4 * 4 + cell / 4))];
        cell += 1;
    }
    tiles
};

/// The number of empty cells, fewer than 16, and what `draw` puts on `board` and on the one with rows and
/// columns exchanged, see [`crate::games::twenty48::rules::spawn`]: nothing if the board is full.
#[inline(always)]
fn spawned(board: u64, draw: u64) -> (u64, [u64; 2]) {
    let empty = Board::from_bits(board).empty_mask();
    let counts = empty.wrapping_mul(CELLS);
    let count = counts >> 60;
    let k = ((draw >> 32) * count) >> 32;
    let difference = counts ^ (k + 1).wrapping_mul(CELLS);
    let zeros = difference.wrapping_sub(CELLS) & !difference & (CELLS << 3);
    let cell = (zeros >> 3).trailing_zeros() / 4;
    let four = u32::from((draw as u32) < FOUR_BELOW);
    let [tile, other_tile] = TILES[cell as usize];
    (count, [tile << four, other_tile << four])
}

/// The next numbers of xoshiro256++ (Blackman & Vigna).
#[inline(always)]
fn draw<const N: usize>(lanes: &mut Lanes<N>) -> [u64; N] {
    let mut drawn = [0; N];
    let [a, b, c, d] = &mut lanes.rng;
    for lane in 0..N {
        let [s0, s1, s2, s3] = [a[lane], b[lane], c[lane], d[lane]];
        let (mixed2, mixed3) = (s2 ^ s0, s3 ^ s1);
        a[lane] = s0 ^ mixed3;
        b[lane] = s1 ^ mixed2;
        c[lane] = mixed2 ^ s1 << 17;
        d[lane] = mixed3.rotate_left(45);
        drawn[lane] = s0.wrapping_add(s3).rotate_left(23).wrapping_add(s0);
    }
    drawn
}

/// The largest rank of a board.
#[inline(always)]
pub(super) fn largest_rank(board: u64) -> u64 {
    const NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let max = bytewise_max(board & NIBBLES, board >> 4 & NIBBLES);
    let max = bytewise_max(max, max >> 32);
    let max = bytewise_max(max, max >> 16);
    bytewise_max(max, max >> 8) & 15
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

/// What the doubled value of a board gets besides its lines, see [`super::tables::Doubled`].
#[inline(always)]
pub(super) fn wide_part(wide: Wide, board: Board, largest: u64) -> i32 {
    const FIRST: u64 = 0x000f_000f_000f_000f;
    const ALL: u64 = 0x0001_0001_0001_0001;
    let bits = board.bits();
    let sum = |cells: u64| ((cells & FIRST).wrapping_mul(ALL) >> 48) as i32;
    let row = |row: u32| {
        let pairs = (bits >> (16 * row) & 0x0f0f) + (bits >> (16 * row + 4) & 0x0f0f);
        (pairs + (pairs >> 8)) as i32 & 0xff
    };
    let slope = (sum(bits >> 12) - sum(bits)).abs() + (row(3) - row(0)).abs();
    let is_largest = |cell: u32| u64::from(board.rank(cell)) == largest;
    let in_corner = is_largest(0) | is_largest(3) | is_largest(12) | is_largest(15);
    let corner = if in_corner { largest as i32 } else { 0 };
    wide.mono.wrapping_mul(slope).wrapping_add(wide.corner.wrapping_mul(corner))
}
