//! The fast engine against the naive one, the rules, and the spawn.

mod judged;
mod notation;
mod perft;
mod rules;
mod spawns;

use super::Board;

/// The board of a notation.
fn board(text: &str) -> Board {
    text.parse().unwrap()
}
