//! Spawns in scalar code.

use super::permute::{Tables, Tiles};
use crate::game::twenty48::Board;
use crate::heuristic::{DEAD, TRIPLES, cross_indices};

/// One direction of a slide with a spawn in one row: what the spawn leaves as it is.
#[derive(Clone, Copy, Default)]
pub(super) struct Side {
    /// Where the values of the four crossing lines are kept, by the rank in that row: in 16 bits each,
    /// stored and loaded as one word, as a load of more than one store has to wait.
    crossing: u64,
    /// The value of the other rows.
    pub values: i32,
    /// Whether another row changes.
    pub changes: bool,
    /// Shapes of the other rows, added.
    pub shapes: u16,
    /// The largest rank of the other rows.
    pub largest: u8,
    /// The largest rank in a corner of the other rows.
    pub corners: u8,
}

impl Side {
    /// The cross index of the `j`-th crossing line.
    #[inline(always)]
    pub fn crossing(&self, j: usize) -> usize {
        (self.crossing >> (16 * j)) as usize % (2 * TRIPLES)
    }
}

/// The sides by row, then direction; for columns the board is transposed first.
#[inline]
pub(super) fn sides<const WIDE: bool>(tables: &Tables<'_>, board: Board) -> [[Side; 2]; 4] {
    let mut sides = [[Side::default(); 2]; 4];
    let rows = lines(board);
    let slid = rows.map(|row| tables.slid[usize::from(row)]);
    let values = rows.map(|row| tables.values.ends[usize::from(row)]);
    for end in 0..2 {
        let bits = (0..4).fold(0, |bits, r| bits | u64::from(slid[r][end]) << (16 * r));
        let crossing = cross_indices(Board::from_bits(bits).transposed().bits());
        let sum: i32 = values.iter().map(|value| value[end]).sum();
        let changed = bits ^ board.bits();
        for r in 0..4 {
            let side = &mut sides[r][end];
            side.crossing = crossing[r];
            side.values = sum - values[r][end];
            side.changes = changed & !(0xffff << (16 * r)) != 0;
        }
        if WIDE {
            let shapes = rows.map(|row| tables.shapes.ends[usize::from(row)][end]);
            add_wide(&mut sides, end, bits, shapes);
        }
    }
    sides
}

/// What the other rows of the slid board `bits` add to board-wide features.
#[inline]
fn add_wide(sides: &mut [[Side; 2]; 4], end: usize, bits: u64, shapes: [u16; 4]) {
    let sum: u16 = shapes.iter().sum();
    let [a, b, c, d] = largest_of_rows(bits);
    let (upper, lower) = (a.max(b), c.max(d));
    let largest = [b.max(lower), a.max(lower), upper.max(d), upper.max(c)];
    let rank = |cell: u32| Board::from_bits(bits).rank(cell);
    let (first, last) = (rank(0).max(rank(3)), rank(12).max(rank(15)));
    let both = first.max(last);
    let corners = [last, both, both, first];
    for r in 0..4 {
        let side = &mut sides[r][end];
        side.shapes = sum - shapes[r];
        side.largest = largest[r];
        side.corners = corners[r];
    }
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

/// The better slide along row `r` that holds `line`.
#[inline(always)]
fn better<const WIDE: bool>(tables: &Tables<'_>, sides: &[Side; 2], r: usize, line: u16) -> i32 {
    let first = slide::<WIDE>(tables, &sides[0], 0, r, line);
    let last = slide::<WIDE>(tables, &sides[1], 1, r, line);
    first.max(last)
}

/// The value of the board whose row `r`, slid to `end`, was `line`; [`DEAD`] if nothing moves.
#[inline(always)]
fn slide<const WIDE: bool>(tables: &Tables<'_>, side: &Side, end: usize, r: usize, line: u16) -> i32 {
    let slid = tables.slid[usize::from(line)][end];
    let ranks = ranks(slid);
    let crossing = |j: usize| tables.values.cross[side.crossing(j)].0[usize::from(ranks[j])];
    let lines = (crossing(0) + crossing(1)) + (crossing(2) + crossing(3));
    let mut value = side.values + tables.values.ends[usize::from(line)][end] + lines;
    if WIDE {
        let shape = tables.shapes.ends[usize::from(line)][end];
        value += board_part(tables, side, r, shape, ranks);
    }
    if side.changes | (slid != line) { value } else { DEAD }
}

#[inline(always)]
fn ranks(line: u16) -> [u16; 4] {
    [line & 15, line >> 4 & 15, line >> 8 & 15, line >> 12]
}

/// The board-wide part with `ranks` in row `r`, which has the shape `shape`.
#[inline(always)]
fn board_part(tables: &Tables<'_>, side: &Side, r: usize, shape: u16, ranks: [u16; 4]) -> i32 {
    let crossing = |j: usize| tables.shapes.cross[side.crossing(j)].0[usize::from(ranks[j])];
    let columns = (crossing(0) + crossing(1)) + (crossing(2) + crossing(3));
    let mono = smaller(side.shapes + shape) + smaller(columns);
    let [a, b, c, d] = ranks;
    let ends = a.max(d);
    let largest = u16::from(side.largest).max(ends).max(b.max(c));
    let corners = u16::from(side.corners).max(if r == 0 || r == 3 { ends } else { 0 });
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

/// See [`Spawns::sum`](super::Spawns::sum).
pub(super) fn sum(tables: &Tables<'_>, after: Board, tiles: Tiles) -> i64 {
    if tables.wide { sum_of::<true>(tables, after, tiles) } else { sum_of::<false>(tables, after, tiles) }
}

fn sum_of<const WIDE: bool>(tables: &Tables<'_>, after: Board, tiles: Tiles) -> i64 {
    let transposed = after.transposed();
    let (across, down) = (sides::<WIDE>(tables, after), sides::<WIDE>(tables, transposed));
    let (rows, columns) = (lines(after), lines(transposed));
    let mut sums = [0_i64; 2];
    let mut cells = empty_cells(after);
    while cells != 0 {
        let cell = cells.trailing_zeros() as usize & 15;
        cells &= cells - 1;
        let (r, c) = (cell / 4, cell % 4);
        for (tile, sum) in sums.iter_mut().enumerate() {
            let rank = tile as u16 + 1;
            let across = better::<WIDE>(tables, &across[r], r, rows[r] | rank << (4 * c));
            let down = better::<WIDE>(tables, &down[c], c, columns[c] | rank << (4 * r));
            *sum += i64::from(across.max(down));
        }
    }
    if tiles == Tiles::Both { 9 * sums[0] + sums[1] } else { sums[1] }
}

#[inline]
fn lines(board: Board) -> [u16; 4] {
    [board.row(0), board.row(1), board.row(2), board.row(3)]
}
