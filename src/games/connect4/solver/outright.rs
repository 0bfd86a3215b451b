//! Scores that need no search: of games that are over, or that the next stone or the one after it ends.

use super::super::rules::{CELLS, Position};

/// The score of a position of `stones` stones that the side to move wins with the next stone.
pub(super) const fn win_now(stones: u32) -> i32 {
    ((CELLS + 1 - stones) / 2) as i32
}

/// The score of a position of `stones` stones that the other side wins with the stone after the next.
pub(super) const fn loss_next(stones: u32) -> i32 {
    -(((CELLS - stones) / 2) as i32)
}

/// The score of a position where it is plain to see.
pub(super) fn score(position: Position) -> Option<i32> {
    let stones = position.stones();
    if position.is_won() {
        // As `loss_next`, two stones earlier.
        Some(loss_next(stones) - 1)
    } else if position.is_full() {
        Some(0)
    } else if position.wins() != 0 {
        Some(win_now(stones))
    } else if position.safe() == 0 {
        Some(loss_next(stones))
    } else {
        (stones + 2 >= CELLS).then_some(0)
    }
}
