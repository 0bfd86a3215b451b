//! A step in scalar code without branches.
//!
//! ```text
//! boards ─► transpose ─► slide lines ─► sum line values, choose ─► spawn
//! ```
//!
//! Each part is done for all games before the next, so that the look-ups of one game do not wait for
//! those of another. Slid lines are looked up spread out: four of them add up to the slid board with
//! rows and columns exchanged, whose rows are the next thing to look up.

// Loops run over the same lane of several arrays.
#![allow(clippy::needless_range_loop)]

use super::lanes::Lanes;
use super::tables::{Values, Wide};
use crate::game::twenty48::{Board, LINES, line_array, line_tables, spawn_drawn};
use std::hint::select_unpredictable;
use std::sync::LazyLock;

/// What one heuristic's games look up.
#[derive(Debug)]
pub(super) struct Tables {
    /// By line: the value of the line slid towards its first cell in the lower half, towards its last
    /// in the upper, [`BIAS`] added to both; so four of these add up without a carry.
    slid_values: Box<[u64; LINES]>,
    /// By line: the line slid towards its first cell, a cell in the lowest bits of every 16; and towards
    /// its last, eight bits higher.
    spread: &'static [u64; LINES],
}

/// More than the size of any line value: eight values and the board-wide part, doubled or not, stay
/// below 2^31.
const BIAS: i32 = 1 << 28;

impl Tables {
    pub fn new(values: Values<'_>) -> Self {
        let biased = |value: i32| u64::from((value + BIAS) as u32);
        let mut slid_values = line_array(vec![0; LINES]);
        values.slid().for_each(|(line, _, [first, last])| {
            slid_values[line] = biased(first) | biased(last) << 32;
        });
        Self { slid_values, spread: spread_slides() }
    }
}

fn spread_slides() -> &'static [u64; LINES] {
    static SPREAD: LazyLock<Box<[u64; LINES]>> = LazyLock::new(|| {
        let spread = |line: u16| Board::from_bits(line.into()).transposed().bits();
        let both = |&[first, last]: &[u16; 2]| spread(first) | spread(last) << 8;
        line_array(line_tables().all_slid().iter().map(both).collect())
    });
    &SPREAD
}

/// Boards with their rows slid, as [`slides`] leaves them.
#[derive(Clone, Copy)]
pub(super) struct Slid {
    /// Before that, transposed.
    unslid: u64,
    /// Slid towards the first cell and towards the last, transposed.
    boards: [u64; 2],
    /// What the slid rows are worth, in two halves as in [`Tables::slid_values`].
    values: u64,
}

/// See [`super::lanes::Step::step`]; `best` is the function of that name with the values to add up.
///
/// The function that this becomes a part of must not become a part of the loop over steps: there
/// compilers make branches of choices.
#[inline(always)]
pub(super) fn step<const N: usize>(
    tables: &Tables,
    lanes: &mut Lanes<N>,
    best: impl Fn([&Slid; 2]) -> Board,
) -> u32 {
    let boards = lanes.boards;
    let mut transposed = [0; N];
    for lane in 0..N {
        transposed[lane] = Board::from_bits(boards[lane]).transposed().bits();
    }
    let columns = slides(tables, &transposed, &boards);
    let rows = slides(tables, &boards, &transposed);
    let after = std::array::from_fn::<_, N, _>(|lane| best([&columns[lane], &rows[lane]]));
    let mut over = 0;
    for lane in 0..N {
        let after = after[lane];
        over |= u32::from(after.bits() == lanes.boards[lane]) << lane;
        lanes.empties[lane] += u64::from(after.empty_count());
        lanes.boards[lane] = spawn_drawn(after, draw(lanes, lane)).bits();
    }
    over
}

/// Every board with its rows slid.
#[inline(always)]
fn slides<const N: usize>(tables: &Tables, boards: &[u64; N], transposed: &[u64; N]) -> [Slid; N] {
    const LOWER: u64 = 0x00ff_00ff_00ff_00ff;
    let mut slid = [Slid { unslid: 0, boards: [0; 2], values: 0 }; N];
    for lane in 0..N {
        let board = Board::from_bits(boards[lane]);
        let [a, b, c, d] = [0, 1, 2, 3].map(|row| usize::from(board.row(row)));
        let [upper, lower] = [(a, b), (c, d)].map(|(a, b)| tables.spread[a] | tables.spread[b] << 4);
        let values = &tables.slid_values;
        slid[lane] = Slid {
            unslid: transposed[lane],
            boards: [upper & LOWER | (lower & LOWER) << 8, upper >> 8 & LOWER | lower & !LOWER],
            values: values[a] + values[b] + values[c] + values[d],
        };
    }
    slid
}

/// The best afterstate of a board, of which the columns and the rows were slid; of equals the
/// earliest; a board without a move stays.
#[inline(always)]
pub(super) fn best(values: Values<'_>, [columns, rows]: [&Slid; 2]) -> Board {
    let (vertical, value) = better(Board::from_bits(columns.unslid), i64::MIN, valued(values, columns));
    let transposed = Board::from_bits(rows.unslid);
    let (horizontal, _) = better(transposed, value, valued(values, rows));
    select_unpredictable(horizontal != transposed, horizontal.transposed(), vertical)
}

#[inline(always)]
fn valued(values: Values<'_>, slid: &Slid) -> [(Board, i32); 2] {
    let mut valued = [0, 1].map(|end| {
        let board = Board::from_bits(slid.boards[end]);
        let value = |row| values.lines[usize::from(board.row(row))];
        let across = value(0).wrapping_add(value(1)).wrapping_add(value(2)).wrapping_add(value(3));
        let along = ((slid.values >> (32 * end)) as i32).wrapping_sub(4 * BIAS);
        (board, along.wrapping_add(across))
    });
    if let Some(wide) = values.wide {
        // Both slides make the same tiles.
        let largest = largest_rank(slid.boards[0]);
        for (board, value) in &mut valued {
            *value = value.wrapping_add(wide_part(wide, *board, largest));
        }
    }
    valued
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

/// The better of two slides of `board` if it changes the board and is worth more than `best`, else
/// `board` and `best`.
#[inline(always)]
fn better(board: Board, best: i64, slid: [(Board, i32); 2]) -> (Board, i64) {
    slid.into_iter().fold((board, best), |(after, best), (slid, value)| {
        let better = (slid != board) & (i64::from(value) > best);
        let after = select_unpredictable(better, slid.bits(), after.bits());
        (Board::from_bits(after), select_unpredictable(better, i64::from(value), best))
    })
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

/// The next number of xoshiro256++ (Blackman & Vigna).
#[inline(always)]
fn draw<const N: usize>(lanes: &mut Lanes<N>, lane: usize) -> u64 {
    let [s0, s1, s2, s3] = lanes.rng.each_ref().map(|words| words[lane]);
    let (mixed2, mixed3) = (s2 ^ s0, s3 ^ s1);
    let next = [s0 ^ mixed3, s1 ^ mixed2, mixed2 ^ s1 << 17, mixed3.rotate_left(45)];
    for (words, word) in lanes.rng.iter_mut().zip(next) {
        words[lane] = word;
    }
    s0.wrapping_add(s3).rotate_left(23).wrapping_add(s0)
}
