//! The score by its definition: every game to its end.

use super::super::super::rules::{COLUMNS, Position};

pub(super) fn score(position: Position) -> i32 {
    if position.is_won() {
        let stones_of_winner = position.others().count_ones() as i32;
        return -(22 - stones_of_winner);
    }
    let cells = (0..COLUMNS).map(|column| position.playable_in(column)).filter(|&cell| cell != 0);
    cells.map(|cell| -score(position.after(cell))).max().unwrap_or(0)
}
