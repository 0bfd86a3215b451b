//! 2048 on a 64-bit board.
//!
//! A cell holds a rank: 0 is empty, r is the tile 2^r. Four bits hold ranks up to 15, the tile
//! 32768. Two of those cannot be merged into a cell: see [`Board::merges_beyond_range`].

mod board;
mod lines;
mod notation;
mod spawn;

pub(crate) use board::CELLS;
pub use board::{Board, Move};
pub use lines::{LINES, LineTables, line_tables};
pub(crate) use lines::{
    mirrored as mirrored_line, table_of as line_table, unpack as ranks_of_line, zeroes as zeroes_by_line,
};
pub(crate) use spawn::FOUR_BELOW;
pub use spawn::{new_game, spawn};

#[cfg(test)]
pub(crate) mod naive;
#[cfg(test)]
mod tests;
