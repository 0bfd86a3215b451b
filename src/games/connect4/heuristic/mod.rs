//! What a position is worth: weights times counts of windows and threats.
//!
//! A *window* is one of the 69 lines of four cells. A *threat* of a side is an empty cell with which it completes four.
//! Counts are whole and so are the coefficients, so that every machine plays the same game.

mod coefficients;
mod evaluation;
mod feature;
mod set;
mod threats;
mod windows;

pub use coefficients::Coefficients;
pub use evaluation::Heuristic;
pub use feature::{Count, Feature, Side};
pub use set::FeatureSet;

#[cfg(test)]
mod tests;
