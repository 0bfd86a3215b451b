//! 2048: rules, heuristic, search, policies, and what a run measures of them.

pub mod bench;
mod game;
pub mod heuristic;
pub mod policy;
pub mod rules;
pub mod search;
mod variants;

pub use game::{Twenty48, search_options, word_for_best};
