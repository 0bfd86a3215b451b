//! The spawn: a 2 in 90% of cases, a 4 in 10%, each empty cell equally likely.

use super::Board;
use super::board::CELLS;
use crate::rng::Rng;
use rand::Rng as _;

/// The lower half of a draw below this is a 4: 2³² / 10, rounded.
pub(crate) const FOUR_BELOW: u32 = 429_496_730;

/// Puts a tile on `board`, which has an empty cell; a full board stays as it is.
///
/// One draw of 64 bits decides: the upper half picks the k-th empty cell in the order of cells,
/// k = ⌊upper · n / 2³²⌋, and the lower half picks the tile. Neither probability is off by more
/// than 16 / 2³².
#[inline]
pub fn spawn(board: Board, rng: &mut Rng) -> Board {
    spawn_drawn(board, rng.next_u64())
}

/// What [`spawn`] does with this draw.
#[inline]
fn spawn_drawn(board: Board, draw: u64) -> Board {
    let empty = board.empty_mask();
    let count = empty.wrapping_mul(CELLS) >> 60;
    let rank = 1 + u8::from((draw as u32) < FOUR_BELOW);
    if count == 0 {
        return spawn_at_the_edge(board, draw, rank);
    }
    let k = ((draw >> 32) * count) >> 32;
    board.place(nth_cell(empty, k), rank)
}

/// The empty board, whose count of 16 does not fit four bits, and the full one.
#[cold]
fn spawn_at_the_edge(board: Board, draw: u64, rank: u8) -> Board {
    if board == Board::default() { board.place((((draw >> 32) * 16) >> 32) as u32, rank) } else { board }
}

/// The cell of the `k`-th set bit of `empty` (from 0), of which there are more than `k` and
/// fewer than 16: multiplying by [`CELLS`] leaves in each nibble the count up to its cell, and the
/// first nibble that equals k + 1 is found as the lowest zero nibble of the difference.
#[inline]
fn nth_cell(empty: u64, k: u64) -> u32 {
    let counts = empty.wrapping_mul(CELLS);
    let difference = counts ^ (k + 1).wrapping_mul(CELLS);
    let zeros = difference.wrapping_sub(CELLS) & !difference & (CELLS << 3);
    zeros.trailing_zeros() / 4
}

/// A new game: two spawns on the empty board.
pub fn new_game(rng: &mut Rng) -> Board {
    let first = spawn(Board::default(), rng);
    spawn(first, rng)
}
