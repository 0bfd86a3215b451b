//! The exact solver: who wins under perfect play, and how soon.
//!
//! The **score** of a position is seen by the side to move: 0 for a draw; +k if it wins with its (22 − k)-th
//! stone, −k if the other side wins with its (22 − k)-th stone. So a faster win has a higher score, and all
//! scores lie in −21..=21.
//!
//! [`Solver`] finds scores with a negamax search of null windows and a transposition table; a [`Book`] holds
//! the scores of all positions of few stones, worked out beforehand.

mod book;
mod budget;
mod node;
mod outright;
mod search;
mod solve;
mod table;
mod verdict;

pub use book::Book;
pub use solve::Solver;
pub use verdict::Verdict;

#[cfg(test)]
mod tests;
