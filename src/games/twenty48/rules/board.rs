//! The board and its moves.

use super::lines::{self, LineTables};
use std::fmt;

/// A 2048 board.
///
/// ```text
/// bit 0                                              bit 63
///  │ row 0              │ row 1 …                row 3 │
///  │ c0  c1  c2  c3     │ c0 …                      c3 │     4 bits a cell: its rank
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Board(u64);

/// A direction to slide in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Towards row 0.
    Up,
    /// Towards row 3.
    Down,
    /// Towards column 0.
    Left,
    /// Towards column 3.
    Right,
}

impl Move {
    /// All moves; of equally good ones a player takes the earliest here.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// `up`, `down`, `left` or `right`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The lowest bit of every cell.
pub(crate) const CELLS: u64 = 0x1111_1111_1111_1111;

impl Board {
    /// The board with these bits, laid out as drawn above; every value is a board.
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The bits, laid out as drawn above.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The rank in `cell` (0 to 15, row by row).
    #[inline]
    pub const fn rank(self, cell: u32) -> u8 {
        ((self.0 >> (4 * cell)) & 15) as u8
    }

    /// This board with `rank` put into the empty `cell`.
    #[inline]
    pub const fn place(self, cell: u32, rank: u8) -> Self {
        Self(self.0 | (rank as u64) << (4 * cell))
    }

    /// The line of four cells at `row`, its lowest nibble in column 0.
    #[inline]
    pub const fn row(self, row: u32) -> u16 {
        (self.0 >> (16 * row)) as u16
    }

    /// Rows and columns exchanged.
    #[inline]
    pub const fn transposed(self) -> Self {
        let x = self.0;
        let x = (x & 0xf0f0_0f0f_f0f0_0f0f)
            | ((x & 0x0000_f0f0_0000_f0f0) << 12)
            | ((x & 0x0f0f_0000_0f0f_0000) >> 12);
        let x = (x & 0xff00_ff00_00ff_00ff)
            | ((x & 0x00ff_00ff_0000_0000) >> 24)
            | ((x & 0x0000_0000_ff00_ff00) << 24);
        Self(x)
    }

    /// One bit, the lowest, for every empty cell.
    #[inline]
    pub(crate) const fn empty_mask(self) -> u64 {
        let x = self.0 | self.0 >> 2;
        !(x | x >> 1) & CELLS
    }

    /// Number of empty cells, 0 to 16.
    #[inline]
    pub const fn empty_count(self) -> u32 {
        self.empty_mask().count_ones()
    }

    /// Pairs of neighbouring cells, in a row or in a column, that hold equal tiles.
    #[inline]
    pub const fn merges(self) -> u32 {
        /// The cells that have a neighbour to their right, and those that have one below.
        const HAVE_RIGHT: u64 = 0x0111_0111_0111_0111;
        const HAVE_BELOW: u64 = 0x0000_1111_1111_1111;
        let tiles = !self.empty_mask();
        let rows = Self(self.0 ^ self.0 >> 4).empty_mask() & tiles & HAVE_RIGHT;
        let columns = Self(self.0 ^ self.0 >> 16).empty_mask() & tiles & HAVE_BELOW;
        rows.count_ones() + columns.count_ones()
    }

    /// The largest rank, 0 on the empty board.
    pub fn max_rank(self) -> u8 {
        (0..16).map(|cell| self.rank(cell)).max().unwrap_or_default()
    }

    /// The largest tile, 0 on the empty board.
    pub fn max_tile(self) -> u32 {
        tile(self.max_rank())
    }

    /// True if any of the largest tiles stands in a corner.
    pub fn largest_in_corner(self) -> bool {
        let largest = self.max_rank();
        [0, 3, 12, 15].iter().any(|&cell| self.rank(cell) == largest)
    }

    /// The board after sliding, before the spawn, and the points gained; `None` if nothing
    /// would change, which is no legal move.
    ///
    /// Two 32768 that meet are left unmerged; see [`Self::merges_beyond_range`].
    pub fn moved(self, direction: Move) -> Option<(Self, u32)> {
        let tables = lines::line_tables();
        let after = tables.slide(self, direction);
        (after != self).then(|| (after, tables.gain(self, direction)))
    }

    /// True if no move is legal. Two 32768 that could merge do not count as a move here.
    pub fn is_over(self) -> bool {
        Move::ALL.iter().all(|&direction| line_tables_slide(self, direction) == self)
    }

    /// The first move that would merge two 32768. The result does not fit a cell, so a game that
    /// gets here ends as beyond range, with the score it has: every player would take those
    /// points, and any other record of what follows would be untrue.
    #[inline]
    pub fn merges_beyond_range(self) -> Option<Move> {
        let x = self.0 & self.0 >> 1;
        let largest = x & x >> 2 & CELLS;
        if largest & largest.wrapping_sub(1) == 0 { None } else { self.find_merge_beyond_range() }
    }

    /// The points of sliding in `direction`, if that would merge two 32768; see
    /// [`Self::merges_beyond_range`].
    pub fn merges_beyond_range_in(self, direction: Move) -> Option<u64> {
        let board = match direction {
            Move::Left | Move::Right => self,
            Move::Up | Move::Down => self.transposed(),
        };
        let merges: usize = (0..4).map(|row| lines::merges_beyond_range(board.row(row))).sum();
        let others = u64::from(lines::line_tables().gain(self, direction));
        (merges > 0).then(|| 65_536 * merges as u64 + others)
    }

    #[cold]
    fn find_merge_beyond_range(self) -> Option<Move> {
        let merges = |board: Self| (0..4).any(|row| lines::merges_beyond_range(board.row(row)) > 0);
        if merges(self.transposed()) {
            Some(Move::Up)
        } else if merges(self) {
            Some(Move::Left)
        } else {
            None
        }
    }
}

fn line_tables_slide(board: Board, direction: Move) -> Board {
    let tables: &LineTables = lines::line_tables();
    tables.slide(board, direction)
}

/// The tile of a rank; 0 for an empty cell.
pub(super) const fn tile(rank: u8) -> u32 {
    if rank == 0 { 0 } else { 1 << rank }
}
