//! Line values laid out for searches that look at many boards differing in one cell.
//!
//! A spawn changes one cell, so a slide along its row gives the slide without the spawn, but for
//! that row. Each line crossing the row then differs in one cell, whose 16 possible ranks are
//! kept next to each other, in one cache line: [`cross`](SearchTables::cross).

use crate::game::twenty48::{LINES, line_array, line_tables};
use std::sync::LazyLock;

/// Lines of three cells.
pub(crate) const TRIPLES: usize = 1 << 12;

/// The values of a line by the rank in one of its cells.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Ranked(pub [i32; 16]);

/// The packed shapes of a line by the rank in one of its cells.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(32))]
pub(crate) struct RankedShapes(pub [u16; 16]);

/// What a search of two or more plies reads of a heuristic, 1 MiB.
#[derive(Debug)]
pub(crate) struct SearchTables {
    /// By [`cross_indices`] of a line: its values by the rank in that cell.
    pub cross: Box<[Ranked; 2 * TRIPLES]>,
    /// By line: the value once slid towards its first cell, and towards its last.
    pub ends: Box<[[i32; 2]; LINES]>,
}

/// The same for the shapes of lines, which board-wide features are made of, 512 KiB.
///
/// The shape of a mirrored line has ascents and descents exchanged. That does no harm, as all
/// lines of an axis are mirrored or none, and the smaller of the two sums counts.
#[derive(Debug)]
pub(crate) struct ShapeTables {
    /// By [`cross_indices`] of a line: its shapes by the rank in that cell.
    pub cross: Box<[RankedShapes; 2 * TRIPLES]>,
    /// By line: the shape once slid towards its first cell, and towards its last.
    pub ends: Box<[[u16; 2]; LINES]>,
}

impl SearchTables {
    pub(super) fn new(lines: &[i32; LINES]) -> Self {
        let mut cross = vec![Ranked([0; 16]); 2 * TRIPLES];
        for (i, ranked) in cross.iter_mut().enumerate() {
            ranked.0 = std::array::from_fn(|rank| lines[usize::from(line_of(i, rank))]);
        }
        Self { cross: boxed(cross, Ranked([0; 16])), ends: ends(|line| lines[usize::from(line)]) }
    }
}

/// The shapes, built at first use.
pub(crate) fn shape_tables() -> &'static ShapeTables {
    static TABLES: LazyLock<ShapeTables> = LazyLock::new(|| {
        let shapes = super::board_features::line_shapes();
        let steps = |line: u16| shapes[usize::from(line)] as u16;
        let ranked = |i| RankedShapes(std::array::from_fn(|rank| steps(line_of(i, rank))));
        let cross = (0..2 * TRIPLES).map(ranked).collect();
        ShapeTables { cross: boxed(cross, RankedShapes([0; 16])), ends: ends(steps) }
    });
    &TABLES
}

/// Where the values of the four lines of `board` are kept by the rank in their first, second,
/// third and last cell: 13 bits in each 16, one bit of layout and below it the other cells. As a
/// line is worth as much as its mirror image, two layouts do for four cells.
#[inline]
pub(crate) const fn cross_indices(board: u64) -> [u64; 4] {
    let mirrored = mirrored_lines(board);
    [outer(board), inner(board), inner(mirrored), outer(mirrored)]
}

const LINE: u64 = 0x0001_0001_0001_0001;

#[inline]
const fn outer(board: u64) -> u64 {
    board >> 4 & (0x0fff * LINE)
}

#[inline]
const fn inner(board: u64) -> u64 {
    board & (0x000f * LINE) | board >> 4 & (0x0ff0 * LINE) | (0x1000 * LINE)
}

/// Each of four lines mirrored.
#[inline]
const fn mirrored_lines(board: u64) -> u64 {
    const BYTES: u64 = 0x00ff_00ff_00ff_00ff;
    const NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let swapped = board >> 8 & BYTES | (board & BYTES) << 8;
    swapped >> 4 & NIBBLES | (swapped & NIBBLES) << 4
}

/// The line kept at a cross index with `rank` in the cell in question.
fn line_of(index: usize, rank: usize) -> u16 {
    let triple = index % TRIPLES;
    let line =
        if index < TRIPLES { triple << 4 | rank } else { triple & 15 | rank << 4 | (triple >> 4) << 8 };
    line as u16
}

fn ends<T: Copy + Default>(value: impl Fn(u16) -> T) -> Box<[[T; 2]; LINES]> {
    let tables = line_tables();
    line_array((0..=u16::MAX).map(|line| tables.slid(line).map(&value)).collect())
}

fn boxed<T: Copy, const N: usize>(entries: Vec<T>, empty: T) -> Box<[T; N]> {
    entries.into_boxed_slice().try_into().unwrap_or_else(|_| Box::new([empty; N]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::twenty48::mirrored_line;

    #[test]
    fn crossing_lines_are_found_by_any_cell() {
        let lines = [0x1234_u64, 0xfedc, 0x0a0b, 0x7007];
        let board = lines.iter().enumerate().fold(0, |board, (i, line)| board | line << (16 * i));
        for cell in 0..4 {
            let indices = cross_indices(board)[cell];
            for (i, &line) in lines.iter().enumerate() {
                let index = (indices >> (16 * i)) as u16;
                let found = line_of(index.into(), (line >> (4 * cell) & 15) as usize);
                let wanted = if cell < 2 { line as u16 } else { mirrored_line(line as u16) };
                assert_eq!(found, wanted, "cell {cell} of {line:04x}");
            }
        }
    }
}
