//! Search over a heuristic: negamax, its shortcuts, and iterative deepening.
//!
//! Negamax values a position for the side to move as the largest negated value of the positions after one
//! move (Knuth & Moore 1975). Below the depth of the search the heuristic gives the value. A four in a line
//! ends the game, and a full board is a draw of value 0.
//!
//! A *node* is a position that a search steps into. The position it starts from is none, nor is one with four
//! in a line: that is seen before the stone is dropped. Each search deepens from 1, and the nodes of all
//! depths are added up. No clock is read, so that equal limits give equal moves on every machine.

mod devices;
mod evaluate;
mod limits;
mod negamax;
mod options;
mod order;
mod root;
mod searcher;
mod table;

pub use devices::Devices;
pub use evaluate::{Evaluate, MAX_VALUE, WIN, is_decided};
pub use limits::Limits;
pub use options::SearchOptions;
pub use searcher::{Found, Searcher};
pub use table::{DEFAULT_TABLE_BITS, TABLE_BITS};

#[cfg(test)]
mod tests;
