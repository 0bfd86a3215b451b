//! Connect Four: seven columns of six cells, two sides that drop stones in turn, four in a line win.

mod notation;
mod position;

pub(in crate::games::connect4) use position::{
    BOARD, BOTTOM, CENTRE_FIRST, DIRECTIONS, cell, column_cells, column_of, has_four,
};
pub use position::{CELLS, COLUMNS, Position, ROWS};

#[cfg(test)]
mod tests;
