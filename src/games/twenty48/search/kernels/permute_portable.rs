//! Spawns in scalar code.
//!
//! Neighbouring empty cells of a line are a run: whichever of them a spawn fills, the line slides to
//! the same. So a run is slid and valued once for each tile, and its cells share the value, except
//! those where the slide would change nothing.

use super::permute::{Tables, Tiles};
use crate::games::twenty48::heuristic::{DEAD, crossing_places, layout};
use crate::games::twenty48::rules::{Board, LINES};

/// A line of the board with what spawns in it leave as it is, by direction of the slide. It has no
/// padding, as a copy of that would be a load of two stores, which has to wait for them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    /// Where the four crossing lines are kept without a rank in this line: in 16 bits each, stored and
    /// loaded as one word, for the same reason.
    pub places: [u64; 2],
    /// The values of the other lines.
    pub values: [i32; 2],
    /// The line.
    pub bits: u64,
}

/// What board-wide features take from the lines next to one, for one direction.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Others {
    /// Their shapes, added.
    pub shapes: u16,
    /// Their largest rank.
    pub largest: u8,
    /// Their largest rank in a corner.
    pub corners: u8,
}

/// The rows of a board; for columns it is transposed first.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rows {
    /// The rows.
    pub lines: [Line; 4],
    /// What slides change, by direction.
    changed: [u64; 2],
    /// For wide heuristics: by row and direction.
    pub others: [[Others; 2]; 4],
}

impl Rows {
    /// The rows of `board`, with `others` for wide heuristics only.
    #[inline(always)]
    pub fn new<const WIDE: bool>(tables: &Tables<'_>, board: Board) -> Self {
        let rows = [0, 1, 2, 3].map(|r| board.row(r));
        let slid = rows.map(|row| tables.slid[usize::from(row)]);
        let bits = [0, 1].map(|end| slid.iter().rev().fold(0, |bits, row| bits << 16 | u64::from(row[end])));
        let places = bits.map(|bits| crossing_places(Board::from_bits(bits).transposed().bits()));
        let values = [0, 1].map(|end| slid.map(|row| tables.values.cross[0].0[usize::from(row[end])]));
        let sums = values.map(|[a, b, c, d]| a + b + c + d);
        let line = |r: usize| Line {
            places: [places[0][r], places[1][r]],
            values: [sums[0] - values[0][r], sums[1] - values[1][r]],
            bits: rows[r].into(),
        };
        let others = if WIDE { others(tables, slid, bits) } else { [[Others::default(); 2]; 4] };
        let lines = [line(0), line(1), line(2), line(3)];
        Self { lines, changed: bits.map(|bits| bits ^ board.bits()), others }
    }

    /// See [`stuck`].
    #[inline(always)]
    pub fn stuck(&self, r: usize) -> [bool; 2] {
        stuck(self.changed, r)
    }
}

/// By row and direction, from the rows after the slides, which make the boards `bits`.
#[inline]
fn others(tables: &Tables<'_>, slid: [[u16; 2]; 4], bits: [u64; 2]) -> [[Others; 2]; 4] {
    let mut others = [[Others::default(); 2]; 4];
    for end in 0..2 {
        let shapes = slid.map(|row| tables.shapes.cross[0].0[usize::from(row[end])]);
        let sum: u16 = shapes.iter().sum();
        let [a, b, c, d] = largest_of_rows(bits[end]);
        let (upper, lower) = (a.max(b), c.max(d));
        let largest = [b.max(lower), a.max(lower), upper.max(d), upper.max(c)];
        let rank = |cell: u32| Board::from_bits(bits[end]).rank(cell);
        let (first, last) = (rank(0).max(rank(3)), rank(12).max(rank(15)));
        let both = first.max(last);
        let corners = [last, both, both, first];
        for r in 0..4 {
            others[r][end] = Others { shapes: sum - shapes[r], largest: largest[r], corners: corners[r] };
        }
    }
    others
}

#[inline]
fn largest_of_rows(bits: u64) -> [u8; 4] {
    const NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    const ONES: u64 = 0x0101_0101_0101_0101;
    /// The larger of each byte; all are below 128.
    #[inline]
    fn larger(a: u64, b: u64) -> u64 {
        let not_less = (((a | (0x80 * ONES)) - b) >> 7 & ONES) * 0xff;
        b ^ ((a ^ b) & not_less)
    }
    let pairs = larger(bits & NIBBLES, bits >> 4 & NIBBLES);
    let rows = larger(pairs, pairs >> 8);
    std::array::from_fn(|r| (rows >> (16 * r)) as u8)
}

/// The rank in each cell of `line`, 16 bits apart.
#[inline(always)]
fn spread(line: u16) -> u64 {
    let line = u64::from(line);
    let halves = (line | line << 24) & 0x0000_00ff_0000_00ff;
    (halves | halves << 12) & 0x000f_000f_000f_000f
}

/// The sum over the four places in `places`.
#[inline(always)]
fn sum_at<T: Copy + std::ops::Add<Output = T>>(table: &[T; LINES], places: u64) -> T {
    let at = |j: u32| table[usize::from((places >> (16 * j)) as u16)];
    (at(0) + at(1)) + (at(2) + at(3))
}

/// The board-wide part with `slid` in row `r`, and the crossing lines at `places`.
#[inline(always)]
fn board_part(tables: &Tables<'_>, others: &Others, r: usize, slid: u16, places: u64) -> i32 {
    let shape = tables.shapes.cross[0].0[usize::from(slid)];
    let columns = sum_at(&tables.shapes.cross[layout(r)].0, places);
    let mono = smaller(others.shapes + shape) + smaller(columns);
    let [a, b, c, d] = [slid & 15, slid >> 4 & 15, slid >> 8 & 15, slid >> 12];
    let ends = a.max(d);
    let largest = u16::from(others.largest).max(ends).max(b.max(c));
    let corners = u16::from(others.corners).max(if r == 0 || r == 3 { ends } else { 0 });
    let corner = if corners == largest { i32::from(largest) } else { 0 };
    tables.weights.corner * corner - tables.weights.mono * mono
}

#[inline]
fn smaller(steps: u16) -> i32 {
    (steps & 0xff).min(steps >> 8).into()
}

/// One bit, in the order of cells, for every empty cell.
#[inline]
pub(super) fn empty_cells(board: Board) -> u16 {
    let mask = board.empty_mask();
    // Of each row bits 0, 4, 8, 12 become 0, 1, 2, 3; then the rows close up.
    let pairs = (mask | mask >> 3) & 0x0303_0303_0303_0303;
    let rows = (pairs | pairs >> 6) & 0x000f_000f_000f_000f;
    let halves = (rows | rows >> 12) & 0x0000_00ff_0000_00ff;
    (halves | halves >> 24) as u16
}

/// Rows and columns of [`empty_cells`] exchanged.
#[inline]
fn transposed(cells: u32) -> u32 {
    let cells = cells & 0xa5a5 | (cells & 0x0a0a) << 3 | cells >> 3 & 0x0a0a;
    cells & 0xcc33 | (cells & 0x00cc) << 6 | cells >> 6 & 0x00cc
}

/// The value of a board whose row `r` was `line` and has become `slid`, towards `end`.
#[inline(always)]
fn slide<const WIDE: bool>(
    tables: &Tables<'_>,
    (line, others): (&Line, &[Others; 2]),
    r: usize,
    slid: u16,
    end: usize,
) -> i32 {
    let places = line.places[end] | spread(slid);
    let rows = line.values[end] + tables.values.cross[0].0[usize::from(slid)];
    let value = rows + sum_at(&tables.values.cross[layout(r)].0, places);
    if WIDE { value + board_part(tables, &others[end], r, slid, places) } else { value }
}

/// The value of a spawn of one tile by its cell, in rows and then in columns. There is room for four
/// cells from any of them on, as that many are filled where a run begins.
type Values = [i32; 2 * 16 + 3];

/// See [`Spawns::sum`](super::Spawns::sum).
pub(super) fn sum(tables: &Tables<'_>, after: Board, tiles: Tiles) -> i64 {
    if tables.wide { sum_of::<true>(tables, after, tiles) } else { sum_of::<false>(tables, after, tiles) }
}

fn sum_of<const WIDE: bool>(tables: &Tables<'_>, after: Board, tiles: Tiles) -> i64 {
    let rows = [Rows::new::<WIDE>(tables, after), Rows::new::<WIDE>(tables, after.transposed())];
    let (lines, others) = ([rows[0].lines, rows[1].lines], [rows[0].others, rows[1].others]);
    let changed = [rows[0].changed, rows[1].changed];
    let cells = u32::from(empty_cells(after));
    let empty = cells | transposed(cells) << 16;
    let mut starts = empty & !(empty << 1 & 0xeeee_eeee);
    let ends = empty & !(empty >> 1 & 0x7777_7777);
    let (mut twos, mut fours): (Values, Values) = ([0; 35], [0; 35]);
    while starts != 0 {
        let start = starts.trailing_zeros() as usize % 32;
        starts &= starts - 1;
        let r = start / 4 % 4;
        let line = &lines.as_flattened()[start / 4];
        let others = &others.as_flattened()[start / 4];
        let at_start = spawned(line, start);
        let mut both = [[0; 2]; 2];
        for (both, line_with) in both.iter_mut().zip(at_start) {
            let slid = tables.slid[usize::from(line_with)];
            for end in 0..2 {
                both[end] = slide::<WIDE>(tables, (line, others), r, slid[end], end);
            }
        }
        // Cells behind the run are none that spawns fill, or get their values later.
        twos[start..start + 4].fill(both[0][0].max(both[0][1]));
        fours[start..start + 4].fill(both[1][0].max(both[1][1]));
        let stuck = stuck(changed[start / 16], r);
        if stuck[0] | stuck[1] {
            let end = (start + (ends >> start).trailing_zeros() as usize) % 32;
            let at_end = spawned(line, end);
            let run = Run { cells: [start, end], at_start, at_end, values: both };
            only_legal(tables, &run, stuck, [&mut twos, &mut fours]);
        }
    }
    total(&twos, &fours, cells, tiles)
}

/// The line with either tile spawned in `cell`.
#[inline(always)]
fn spawned(line: &Line, cell: usize) -> [u16; 2] {
    [1, 2].map(|rank| (line.bits | rank << (4 * (cell % 4))) as u16)
}

/// By direction, whether the slide that changes the bits `changed` leaves all rows but `r` as they are.
#[inline(always)]
fn stuck(changed: [u64; 2], r: usize) -> [bool; 2] {
    changed.map(|changed| changed & !(0xffff << (16 * r)) == 0)
}

/// A run whose slides may be illegal.
struct Run {
    /// Its first cell and its last.
    cells: [usize; 2],
    /// By tile, the line with a spawn in the first cell.
    at_start: [u16; 2],
    /// The same for the last cell.
    at_end: [u16; 2],
    /// By tile and direction, the values.
    values: [[i32; 2]; 2],
}

/// Takes illegal slides out: towards its first cell a line moves with every spawn but one in the first
/// cell of the run, and towards its last cell with every spawn but one in the last.
#[inline(always)]
fn only_legal(tables: &Tables<'_>, run: &Run, stuck: [bool; 2], values: [&mut Values; 2]) {
    let [start, end] = run.cells;
    for (tile, values) in values.into_iter().enumerate() {
        let slid = tables.slid[usize::from(run.at_start[tile])];
        let same = [slid[0] == run.at_start[tile], slid[1] == run.at_end[tile]];
        let [first, last] = run.values[tile];
        if !stuck[1] {
            values[start] = if same[0] { last } else { first.max(last) };
        } else if !stuck[0] {
            values[end] = if same[1] { first } else { first.max(last) };
        } else {
            let legal_first = if same[0] { DEAD } else { first };
            let legal_last = if same[1] { DEAD } else { last };
            values[end] = first.max(legal_last);
            values[start] = legal_first.max(if start == end { legal_last } else { last });
        }
    }
}

/// The better of row and column, added over the empty `cells`.
#[inline(always)]
fn total(twos: &Values, fours: &Values, mut cells: u32, tiles: Tiles) -> i64 {
    let mut sums = [0, 0];
    while cells != 0 {
        let cell = cells.trailing_zeros() as usize % 16;
        cells &= cells - 1;
        let in_column = 16 + cell % 4 * 4 + cell / 4;
        sums[0] += i64::from(twos[cell].max(twos[in_column]));
        sums[1] += i64::from(fours[cell].max(fours[in_column]));
    }
    if tiles == Tiles::Both { 9 * sums[0] + sums[1] } else { sums[1] }
}
