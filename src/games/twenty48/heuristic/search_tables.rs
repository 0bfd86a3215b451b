//! Line values laid out for searches that look at many boards differing in one cell.
//!
//! A spawn changes one cell, so a slide along its row gives the slide without the spawn, except
//! in that row. Each line crossing the row then differs in one cell, whose 16 possible ranks are
//! kept next to each other, in one cache line: [`cross`](SearchTables::cross).

use super::{Spare, Spares};
use crate::games::twenty48::rules::{LINES, line_table, line_tables, zeroes_by_line};
use std::sync::LazyLock;

/// What is known of lines, a cache line for the 16 ranks that one of their cells may hold.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct ByRank<T>(pub [T; LINES]);

impl<T> ByRank<T> {
    /// The entries from the place without a rank, see [`crossing_places`], to the one of rank 15.
    #[inline]
    pub fn of(&self, place: u16) -> &[T; 16] {
        &self.0.as_chunks().0[usize::from(place >> 4)]
    }
}

/// What a search of two or more plies reads of a heuristic, 1 MiB.
#[derive(Debug)]
pub(crate) struct SearchTables {
    /// By [`layout`], then by place: the values of lines.
    pub cross: Box<[ByRank<i32>; 2]>,
    /// By line: the value once slid towards its first cell, and towards its last.
    pub ends: Box<[[i32; 2]; LINES]>,
}

/// The same for the shapes of lines, which board-wide features are made of, 512 KiB.
///
/// The shape of a mirrored line has ascents and descents exchanged. That does no harm, as all
/// lines of an axis are mirrored or none, and the smaller of the two sums counts.
#[derive(Debug)]
pub(crate) struct ShapeTables {
    /// By [`layout`], then by place: the shapes of lines.
    pub cross: Box<[ByRank<u16>; 2]>,
    /// By line: the shape once slid towards its first cell, and towards its last.
    pub ends: Box<[[u16; 2]; LINES]>,
}

impl SearchTables {
    /// The tables of the lines that `fill` values.
    pub(super) fn new(fill: impl FnOnce(&mut [i32; LINES])) -> Spare<Self> {
        static SPARES: Spares<SearchTables> = Spares::new();
        SPARES.table(Self::empty, |tables| {
            let [lines, inner] = &mut *tables.cross;
            fill(&mut lines.0);
            fill_inner(&lines.0, &mut inner.0);
            fill_ends(&lines.0, &mut tables.ends);
        })
    }

    /// By line: the values of lines, which the first layout keeps as they are.
    pub(super) fn lines(&self) -> &[i32; LINES] {
        &self.cross[0].0
    }

    fn empty() -> Self {
        Self { cross: empty_cross(), ends: zeroes_by_line() }
    }
}

/// The shapes, built at first use.
pub(crate) fn shape_tables() -> &'static ShapeTables {
    static TABLES: LazyLock<ShapeTables> = LazyLock::new(|| {
        let shapes = super::board_features::line_shapes();
        let mut tables = ShapeTables { cross: empty_cross(), ends: zeroes_by_line() };
        let [lines, inner] = &mut *tables.cross;
        lines.0 = *line_table(|line| shapes[usize::from(line)] as u16);
        fill_inner(&lines.0, &mut inner.0);
        fill_ends(&lines.0, &mut tables.ends);
        tables
    });
    &TABLES
}

/// Where the four lines of `board` are kept if their first, second, third and last cell is empty: 16
/// bits each. With a rank in that cell, a line is kept as many places further. As a line is worth as
/// much as its mirror image, two layouts do for four cells.
#[inline]
pub(crate) const fn crossing_places(board: u64) -> [u64; 4] {
    let mirrored = mirrored_lines(board);
    [outer(board), inner(board), inner(mirrored), outer(mirrored)]
}

/// The layout of the places by the cell in question.
#[inline]
pub(crate) const fn layout(cell: usize) -> usize {
    (cell + 1) >> 1 & 1
}

const LINE: u64 = 0x0001_0001_0001_0001;

#[inline]
const fn outer(board: u64) -> u64 {
    board & (0xfff0 * LINE)
}

#[inline]
const fn inner(board: u64) -> u64 {
    (board & (0x000f * LINE)) << 4 | board & (0xff00 * LINE)
}

/// Each of four lines mirrored.
#[inline]
const fn mirrored_lines(board: u64) -> u64 {
    const BYTES: u64 = 0x00ff_00ff_00ff_00ff;
    const NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let swapped = board >> 8 & BYTES | (board & BYTES) << 8;
    swapped >> 4 & NIBBLES | (swapped & NIBBLES) << 4
}

/// The line kept at `place`.
#[cfg(test)]
fn line_at(layout: usize, place: u16) -> u16 {
    if layout == 0 { place } else { place & 0xff00 | place << 4 & 0x00f0 | place >> 4 & 0x000f }
}

fn empty_cross<T: Copy + Default>() -> Box<[ByRank<T>; 2]> {
    let layout = || ByRank([T::default(); LINES]);
    vec![layout(); 2].try_into().unwrap_or_else(|_| Box::new([layout(); 2]))
}

/// Lays `lines` out for their inner cells.
fn fill_inner<T: Copy>(lines: &[T; LINES], entries: &mut [T; LINES]) {
    // The lines of two outer cells are a square, of which the layout exchanges rows and columns.
    let squares = lines.as_chunks::<256>().0.iter().zip(entries.as_chunks_mut::<256>().0);
    for (lines, entries) in squares {
        for (row, entries) in entries.as_chunks_mut::<16>().0.iter_mut().enumerate() {
            *entries = std::array::from_fn(|column| lines[16 * column + row]);
        }
    }
}

fn fill_ends<T: Copy>(lines: &[T; LINES], ends: &mut [[T; 2]; LINES]) {
    for (entry, &[first, last]) in ends.iter_mut().zip(line_tables().all_slid()) {
        *entry = [lines[usize::from(first)], lines[usize::from(last)]];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::twenty48::rules::mirrored_line;

    #[test]
    fn crossing_lines_are_found_by_any_cell() {
        let lines = [0x1234_u64, 0xfedc, 0x0a0b, 0x7007];
        let board = lines.iter().enumerate().fold(0, |board, (i, line)| board | line << (16 * i));
        for cell in 0..4 {
            let places = crossing_places(board)[cell];
            for (i, &line) in lines.iter().enumerate() {
                let place = (places >> (16 * i)) as u16 | (line >> (4 * cell) & 15) as u16;
                let found = line_at(layout(cell), place);
                let wanted = if cell < 2 { line as u16 } else { mirrored_line(line as u16) };
                assert_eq!(found, wanted, "cell {cell} of {line:04x}");
            }
        }
    }
}
