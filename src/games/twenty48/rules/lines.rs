//! What sliding does to each of the 65,536 lines.

use super::{Board, Move};
use std::sync::LazyLock;

/// Number of lines: four cells of four bits.
pub const LINES: usize = 1 << 16;

/// The largest rank a cell holds.
const MAX_RANK: u8 = 15;

/// Results of sliding a line and the points gained by it.
#[derive(Debug)]
pub struct LineTables {
    /// By line: the line slid towards its first cell, and towards its last.
    slid: Box<[[u16; 2]; LINES]>,
    /// By line: the points; the same in both directions, since runs of equal tiles pair up the
    /// same number of times from either end.
    gain: Box<[u32; LINES]>,
}

/// The tables, built at first use.
pub fn line_tables() -> &'static LineTables {
    static TABLES: LazyLock<LineTables> = LazyLock::new(LineTables::new);
    &TABLES
}

impl LineTables {
    fn new() -> Self {
        let slid = |line: u16| {
            let (towards_first, _) = slide_line(unpack(line));
            let (towards_last, _) = slide_line(unpack(mirrored(line)));
            [pack(towards_first), mirrored(pack(towards_last))]
        };
        Self { slid: table_of(slid), gain: table_of(|line| slide_line(unpack(line)).1) }
    }

    /// `line` slid towards its first cell, and towards its last.
    #[inline]
    pub fn slid(&self, line: u16) -> [u16; 2] {
        self.slid[usize::from(line)]
    }

    /// By line: the line slid towards its first cell, and towards its last.
    pub(crate) fn all_slid(&self) -> &[[u16; 2]; LINES] {
        &self.slid
    }

    /// The board with every row slid towards its first cell, and towards its last.
    #[inline]
    pub fn slide_rows(&self, board: Board) -> [Board; 2] {
        let (mut first, mut last) = (0, 0);
        for row in 0..4 {
            let [a, b] = self.slid(board.row(row));
            first |= u64::from(a) << (16 * row);
            last |= u64::from(b) << (16 * row);
        }
        [Board::from_bits(first), Board::from_bits(last)]
    }

    /// Points of sliding every row of `board`, in either direction.
    #[inline]
    pub fn row_gain(&self, board: Board) -> u32 {
        (0..4).map(|row| self.gain[usize::from(board.row(row))]).sum()
    }

    /// The board after sliding in `direction`; unchanged if the move is illegal.
    pub fn slide(&self, board: Board, direction: Move) -> Board {
        match direction {
            Move::Left => self.slide_rows(board)[0],
            Move::Right => self.slide_rows(board)[1],
            Move::Up => self.slide_rows(board.transposed())[0].transposed(),
            Move::Down => self.slide_rows(board.transposed())[1].transposed(),
        }
    }

    /// Points of sliding in `direction`.
    #[inline]
    pub fn gain(&self, board: Board, direction: Move) -> u32 {
        match direction {
            Move::Left | Move::Right => self.row_gain(board),
            Move::Up | Move::Down => self.row_gain(board.transposed()),
        }
    }
}

/// A table with a zero for every line.
pub(crate) fn zeroes<T: Copy + Default>() -> Box<[T; LINES]> {
    // The system hands out large pages of zeros for nothing.
    let zeroes = vec![T::default(); LINES].into_boxed_slice();
    zeroes.try_into().unwrap_or_else(|_| Box::new([T::default(); LINES]))
}

/// A table with an entry for every line.
pub(crate) fn table_of<T: Copy + Default>(entry: impl Fn(u16) -> T) -> Box<[T; LINES]> {
    let mut table = zeroes();
    table.iter_mut().zip(0..=u16::MAX).for_each(|(slot, line)| *slot = entry(line));
    table
}

/// The ranks of a line, first cell first.
pub(crate) const fn unpack(line: u16) -> [u8; 4] {
    [(line & 15) as u8, (line >> 4 & 15) as u8, (line >> 8 & 15) as u8, (line >> 12) as u8]
}

fn pack(cells: [u8; 4]) -> u16 {
    cells.iter().rev().fold(0, |line, &rank| line << 4 | u16::from(rank))
}

/// The line read from its other end.
pub(crate) const fn mirrored(line: u16) -> u16 {
    line << 12 | (line & 0x00f0) << 4 | (line & 0x0f00) >> 4 | line >> 12
}

/// Slides towards the first cell; a tile merges once, and two of the largest rank never.
fn slide_line(cells: [u8; 4]) -> ([u8; 4], u32) {
    let mut slid = [0; 4];
    let (mut end, mut points, mut mergeable) = (0, 0, false);
    for rank in cells.into_iter().filter(|&rank| rank != 0) {
        if mergeable && slid[end - 1] == rank && rank < MAX_RANK {
            slid[end - 1] += 1;
            points += 1 << (rank + 1);
            mergeable = false;
        } else {
            slid[end] = rank;
            end += 1;
            mergeable = true;
        }
    }
    (slid, points)
}

/// Number of merges of two tiles of the largest rank that sliding `line` would make.
pub(super) fn merges_beyond_range(line: u16) -> usize {
    let tiles: Vec<u8> = unpack(line).into_iter().filter(|&rank| rank != 0).collect();
    let runs = tiles.chunk_by(|a, b| a == b).filter(|run| run[0] == MAX_RANK);
    runs.map(|run| run.len() / 2).sum()
}
