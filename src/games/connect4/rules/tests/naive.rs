//! The rules again, cell by cell.

use super::super::{COLUMNS, Position, ROWS, cell};

/// The owner of a cell: 1 the side to move, 2 the other, 0 nobody; `None` beyond the board.
fn owner(position: Position, column: i32, row: i32) -> Option<u8> {
    let on_board = (0..COLUMNS as i32).contains(&column) && (0..ROWS as i32).contains(&row);
    on_board.then(|| {
        let bit = cell(column as u32, row as u32);
        u8::from(position.own() & bit != 0) + 2 * u8::from(position.others() & bit != 0)
    })
}

/// Whether `side` has four in a line.
pub(super) fn has_four(position: Position, side: u8) -> bool {
    cells().any(|(column, row)| {
        [(0, 1), (1, 0), (1, 1), (1, -1)].iter().any(|(right, up)| {
            (0..4).all(|i| owner(position, column + i * right, row + i * up) == Some(side))
        })
    })
}

/// The empty cells that complete four in a line for `side`.
pub(super) fn completing(position: Position, side: u8) -> u64 {
    let bit = |column: i32, row: i32| cell(column as u32, row as u32);
    let with = |column, row| {
        let (own, all) = (position.own(), position.all() | bit(column, row));
        Position::from_stones(if side == 1 { own | bit(column, row) } else { own }, all)
    };
    cells()
        .filter(|&(column, row)| owner(position, column, row) == Some(0))
        .filter(|&(column, row)| has_four(with(column, row), side))
        .fold(0, |all, (column, row)| all | bit(column, row))
}

fn cells() -> impl Iterator<Item = (i32, i32)> {
    (0..COLUMNS as i32).flat_map(|column| (0..ROWS as i32).map(move |row| (column, row)))
}
