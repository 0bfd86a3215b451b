//! Players: search over a heuristic, and whole games of self-play.
//!
//! Plies: 1-ply takes the legal move whose afterstate (the board after the slide, before the
//! spawn) has the best value. Each further ply takes the expectation over all spawns of the best
//! value one ply less deep.

mod blocks;
mod cache;
mod expectimax;
mod kernels;
mod options;
mod selfplay;

pub use blocks::block;
pub use expectimax::{Choice, Searcher};
pub use kernels::{KERNEL_VARIABLE, Kernel};
pub use options::{MAX_CUTOFF, MAX_PLY, SearchOptions};
pub use selfplay::{GameEnd, GameRecord, SearchPlayer, play_game, play_with};

#[cfg(test)]
mod tests;
