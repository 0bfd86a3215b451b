//! The plain recursion: full width, full depth.

use super::super::super::rules::{COLUMNS, Position};
use super::super::Evaluate;

/// The value of `position` to `depth`, for the side to move.
pub(super) fn value(evaluate: &impl Evaluate, position: Position, depth: u32) -> i32 {
    if position.is_won() {
        return -evaluate.won(position.stones());
    }
    if position.is_full() {
        return 0;
    }
    if depth == 0 {
        return evaluate.value(position);
    }
    values(evaluate, position, depth).into_iter().flatten().max().unwrap()
}

/// The value of each playable move.
pub(super) fn values(
    evaluate: &impl Evaluate,
    position: Position,
    depth: u32,
) -> [Option<i32>; COLUMNS as usize] {
    std::array::from_fn(|column| match position.playable_in(column as u32) {
        0 => None,
        cell => Some(-value(evaluate, position.after(cell), depth - 1)),
    })
}
