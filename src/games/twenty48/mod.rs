//! 2048: rules, heuristic, search, policies, and what a person sees of them.

pub mod bench;
mod game;
pub mod heuristic;
mod keys;
mod metrics;
mod player;
pub mod policy;
pub mod rules;
pub mod search;
mod switching;
mod view;

pub use game::Twenty48;
