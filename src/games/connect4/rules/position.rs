//! A position in 49 bits.
//!
//! A column takes seven bits, the lowest cell first; the seventh, the sentinel, is always empty, so that no
//! line of cells runs from one column into the next. A shift by 1 goes up, by 7 to the right, by 8 up and to
//! the right, by 6 down and to the right.

/// Columns of the board.
pub const COLUMNS: u32 = 7;
/// Cells of a column.
pub const ROWS: u32 = 6;
/// Cells of the board.
pub const CELLS: u32 = COLUMNS * ROWS;

/// Bits of a column: its cells and the sentinel.
const STRIDE: u32 = ROWS + 1;
/// The lowest cell of each column.
pub(in crate::games::connect4) const BOTTOM: u64 = {
    let (mut bits, mut column) = (0, 0);
    while column < COLUMNS {
        bits |= 1 << (column * STRIDE);
        column += 1;
    }
    bits
};
/// All cells.
pub(in crate::games::connect4) const BOARD: u64 = BOTTOM * ((1 << ROWS) - 1);
/// The shifts between neighbours of a line: up, right, up and right, down and right.
pub(in crate::games::connect4) const DIRECTIONS: [u32; 4] = [1, STRIDE, STRIDE + 1, STRIDE - 1];

/// Columns from the middle outwards: most lines cross the middle.
pub(in crate::games::connect4) const CENTRE_FIRST: [u32; COLUMNS as usize] = [3, 2, 4, 1, 5, 0, 6];

/// The cell of `column` and `row`, both from 0.
pub(in crate::games::connect4) const fn cell(column: u32, row: u32) -> u64 {
    1 << (column * STRIDE + row)
}

/// The cells of `column`.
pub(in crate::games::connect4) const fn column_cells(column: u32) -> u64 {
    ((1 << ROWS) - 1) << (column * STRIDE)
}

/// The column of a cell.
pub(in crate::games::connect4) const fn column_of(cell: u64) -> u32 {
    cell.trailing_zeros() / STRIDE
}

/// Whether `stones` hold four in a line.
pub(in crate::games::connect4) const fn has_four(stones: u64) -> bool {
    let mut i = 0;
    while i < DIRECTIONS.len() {
        let pairs = stones & (stones >> DIRECTIONS[i]);
        if pairs & (pairs >> (2 * DIRECTIONS[i])) != 0 {
            return true;
        }
        i += 1;
    }
    false
}

/// The cells, taken or not, that complete four in a line with three of `stones`.
pub(in crate::games::connect4) const fn completing(stones: u64) -> u64 {
    let mut cells = stones << 1 & stones << 2 & stones << 3;
    let mut i = 1;
    while i < DIRECTIONS.len() {
        let shift = DIRECTIONS[i];
        let above = stones << shift & stones << (2 * shift);
        let below = stones >> shift & stones >> (2 * shift);
        cells |= above & (stones << (3 * shift)) | above & (stones >> shift);
        cells |= below & (stones >> (3 * shift)) | below & (stones << shift);
        i += 1;
    }
    cells & BOARD
}

/// A position, seen by the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    own: u64,
    all: u64,
}

impl Position {
    /// The empty board.
    pub const EMPTY: Self = Self { own: 0, all: 0 };

    /// The position with these stones of the side to move and of both sides, which a game can have reached.
    pub(super) const fn from_stones(own: u64, all: u64) -> Self {
        Self { own, all }
    }

    /// The stones of the side to move.
    pub const fn own(self) -> u64 {
        self.own
    }

    /// The stones of the side that moved last.
    pub const fn others(self) -> u64 {
        self.own ^ self.all
    }

    /// The stones of both sides.
    pub const fn all(self) -> u64 {
        self.all
    }

    /// How many stones lie on the board.
    pub const fn stones(self) -> u32 {
        self.all.count_ones()
    }

    /// Whether no cell is empty.
    pub const fn is_full(self) -> bool {
        self.all == BOARD
    }

    /// Whether the side that moved last has four in a line.
    pub const fn is_won(self) -> bool {
        has_four(self.others())
    }

    /// The cells that the next stone can take, at most one a column.
    pub const fn playable(self) -> u64 {
        (self.all + BOTTOM) & BOARD
    }

    /// The cell that a stone dropped into `column` takes; 0 if the column is full.
    pub const fn playable_in(self, column: u32) -> u64 {
        self.playable() & column_cells(column)
    }

    /// The position after the side to move took `cell`, which is playable.
    #[must_use]
    pub const fn after(self, cell: u64) -> Self {
        Self { own: self.others(), all: self.all | cell }
    }

    /// The empty cells with which the side to move completes four in a line.
    pub const fn threats(self) -> u64 {
        completing(self.own) & !self.all
    }

    /// The empty cells with which the other side completes four in a line.
    pub const fn threats_of_others(self) -> u64 {
        completing(self.others()) & !self.all
    }

    /// The playable cells with which the side to move wins at once.
    pub const fn wins(self) -> u64 {
        self.playable() & self.threats()
    }

    /// The playable cells after which the other side does not win at once; none if nothing helps. Wins of the
    /// side to move count as any other cell.
    pub const fn safe(self) -> u64 {
        let (playable, theirs) = (self.playable(), self.threats_of_others());
        let forced = playable & theirs;
        // Two threats at once cannot both be answered.
        if forced & forced.wrapping_sub(1) != 0 {
            return 0;
        }
        let candidates = if forced == 0 { playable } else { forced };
        // A stone below a threat lets the other side take it.
        candidates & !(theirs >> 1)
    }

    /// A number that no other position has: the stones of the side to move, and above each column a mark. It fits into
    /// 49 bits.
    pub const fn key(self) -> u64 {
        self.own + self.all + BOTTOM
    }

    /// The position with left and right exchanged.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self { own: mirrored(self.own), all: mirrored(self.all) }
    }

    /// The smaller key of the position and its mirror image, which have the same value.
    pub const fn mirror_key(self) -> u64 {
        let (key, other) = (self.key(), self.mirrored().key());
        if key < other { key } else { other }
    }
}

/// `cells` with left and right exchanged.
const fn mirrored(cells: u64) -> u64 {
    let (mut result, mut column) = (0, 0);
    while column < COLUMNS {
        let bits = cells >> (column * STRIDE) & ((1 << STRIDE) - 1);
        result |= bits << ((COLUMNS - 1 - column) * STRIDE);
        column += 1;
    }
    result
}
