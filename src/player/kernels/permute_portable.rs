//! Spawns in scalar code.

use super::permute::{Tables, Tiles};
use crate::game::twenty48::Board;
use crate::heuristic::{DEAD, cross_index};

/// One axis of an afterstate, slid along its rows; a column is a row of the transposed board.
pub(super) struct Axis {
    /// The rows before sliding.
    pub rows: [u16; 4],
    /// The slid boards, towards the first cell and towards the last.
    slid: [Board; 2],
    /// Their columns.
    pub crossing: [u64; 2],
    /// Values of the slid rows, summed.
    pub values: [i32; 2],
    /// By row, one bit: whether it changes.
    pub changed: [u8; 2],
}

impl Axis {
    #[inline]
    pub fn new(tables: &Tables<'_>, board: Board) -> Self {
        let rows = [board.row(0), board.row(1), board.row(2), board.row(3)];
        let (mut slid, mut values, mut changed) = ([0; 2], [0; 2], [0; 2]);
        for (r, &row) in rows.iter().enumerate() {
            let (lines, ends) = (tables.slid[usize::from(row)], tables.values.ends[usize::from(row)]);
            for end in 0..2 {
                slid[end] |= u64::from(lines[end]) << (16 * r);
                values[end] += ends[end];
                changed[end] |= u8::from(lines[end] != row) << r;
            }
        }
        let slid = slid.map(Board::from_bits);
        Self { rows, slid, crossing: slid.map(|board| board.transposed().bits()), values, changed }
    }

    /// The better of the two slides for a spawn in row `r`, written to `best` by cell and tile.
    #[inline]
    fn row<const WIDE: bool, const R: usize>(
        &self,
        tables: &Tables<'_>,
        mut cells: u16,
        best: &mut [[i32; 4]; 2],
    ) {
        let r = R;
        if cells == 0 {
            return;
        }
        let row = self.rows[r];
        let own = tables.values.ends[usize::from(row)];
        let sides: [Side<'_>; 2] = std::array::from_fn(|end| {
            let indices = cross_index(self.crossing[end], r as u32);
            Side {
                indices,
                crossing: lines(indices).map(|i| &tables.values.cross[i].0),
                others: self.values[end] - own[end],
                legal: self.changed[end] & !(1 << r) != 0,
                wide: if WIDE { Wide::new(tables, self, r, end) } else { Wide::default() },
            }
        });
        while cells != 0 {
            let cell = cells.trailing_zeros() as usize & 3;
            cells &= cells - 1;
            for (tile, best) in best.iter_mut().enumerate() {
                let line = row | (tile as u16 + 1) << (4 * cell);
                let slid = tables.slid[usize::from(line)];
                let ends = tables.values.ends[usize::from(line)];
                let value = |end: usize| {
                    let side = &sides[end];
                    let ranks: [usize; 4] = std::array::from_fn(|j| usize::from(slid[end] >> (4 * j) & 15));
                    let crossing: i32 = (0..4).map(|j| side.crossing[j][ranks[j]]).sum();
                    let mut value = side.others + ends[end] + crossing;
                    if WIDE {
                        let shape = tables.shapes.ends[usize::from(line)][end];
                        value += side.wide.value(tables, side.indices, r, shape, ranks);
                    }
                    if side.legal | (slid[end] != line) { value } else { DEAD }
                };
                best[cell] = value(0).max(value(1));
            }
        }
    }
}

/// One direction of an axis, with a spawn in one row.
struct Side<'h> {
    /// Where the crossing lines are kept.
    indices: u64,
    /// Their values by the rank in that row.
    crossing: [&'h [i32; 16]; 4],
    /// The value of the other rows.
    others: i32,
    /// Whether another row changes.
    legal: bool,
    wide: Wide,
}

/// What the other rows add to board-wide features.
#[derive(Clone, Copy, Default)]
pub(super) struct Wide {
    /// Their shapes, added.
    pub shapes: u16,
    /// Their largest rank.
    pub largest: usize,
    /// The largest rank in a corner.
    pub corners: usize,
}

impl Wide {
    #[inline]
    pub fn new(tables: &Tables<'_>, axis: &Axis, r: usize, end: usize) -> Self {
        let mut wide = Self::default();
        for other in (0..4).filter(|other| *other != r) {
            wide.shapes += tables.shapes.ends[usize::from(axis.rows[other])][end];
            let line = axis.slid[end].row(other as u32);
            let rank = |cell: u32| usize::from(line >> (4 * cell) & 15);
            wide.largest = wide.largest.max(rank(0)).max(rank(1)).max(rank(2)).max(rank(3));
            if other == 0 || other == 3 {
                wide.corners = wide.corners.max(rank(0)).max(rank(3));
            }
        }
        wide
    }

    /// The board-wide part with `ranks` in row `r`, which has the shape `shape`.
    #[inline]
    fn value(self, tables: &Tables<'_>, indices: u64, r: usize, shape: u16, ranks: [usize; 4]) -> i32 {
        let lines = lines(indices);
        let crossing: u16 = (0..4).map(|j| tables.shapes.cross[lines[j]].0[ranks[j]]).sum();
        let [a, b, c, d] = ranks;
        let largest = self.largest.max(a).max(b).max(c).max(d);
        let corners = if r == 0 || r == 3 { self.corners.max(a).max(d) } else { self.corners };
        let corner = if corners == largest { largest as i32 } else { 0 };
        let mono = smaller(self.shapes + shape) + smaller(crossing);
        tables.weights.corner * corner - tables.weights.mono * mono
    }
}

#[inline]
fn smaller(steps: u16) -> i32 {
    (steps & 0xff).min(steps >> 8).into()
}

/// The four cross indices, in range by the mask.
#[inline]
pub(super) fn lines(indices: u64) -> [usize; 4] {
    std::array::from_fn(|j| (indices >> (16 * j) & 0x1fff) as usize)
}

/// One bit, in the order of cells, for every empty cell.
#[inline]
pub(super) fn empty_cells(board: Board) -> u16 {
    let mask = board.empty_mask();
    // Four cells of a row by 16 bits: 1, 16, 256, 4096 → 1, 2, 4, 8.
    let pairs = (mask | mask >> 3) & 0x0303_0303_0303_0303;
    let rows = (pairs | pairs >> 6) & 0x000f_000f_000f_000f;
    let halves = (rows | rows >> 12) & 0x0000_00ff_0000_00ff;
    (halves | halves >> 24) as u16
}

/// See [`Spawns::sum`](super::Spawns::sum).
pub(super) fn sum(tables: &Tables<'_>, after: Board, tiles: Tiles) -> i64 {
    if tables.wide { sum_of::<true>(tables, after, tiles) } else { sum_of::<false>(tables, after, tiles) }
}

#[inline]
fn sum_of<const WIDE: bool>(tables: &Tables<'_>, after: Board, tiles: Tiles) -> i64 {
    let transposed = after.transposed();
    let best = |board: Board| {
        let (axis, cells) = (Axis::new(tables, board), empty_cells(board));
        let mut best = [[[DEAD; 4]; 2]; 4];
        axis.row::<WIDE, 0>(tables, cells & 15, &mut best[0]);
        axis.row::<WIDE, 1>(tables, cells >> 4 & 15, &mut best[1]);
        axis.row::<WIDE, 2>(tables, cells >> 8 & 15, &mut best[2]);
        axis.row::<WIDE, 3>(tables, cells >> 12, &mut best[3]);
        best
    };
    let (across, down) = (best(after), best(transposed));
    let mut sums = [0_i64; 2];
    let mut cells = empty_cells(after);
    while cells != 0 {
        let cell = cells.trailing_zeros() as usize;
        cells &= cells - 1;
        for (tile, sum) in sums.iter_mut().enumerate() {
            *sum += i64::from(across[cell / 4][tile][cell % 4].max(down[cell % 4][tile][cell / 4]));
        }
    }
    match tiles {
        Tiles::Both => 9 * sums[0] + sums[1],
        Tiles::Fours => sums[1],
    }
}
