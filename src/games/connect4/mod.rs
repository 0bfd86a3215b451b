//! Connect Four: rules, heuristic, search, the exact solver, policies, and what a person sees of them.

mod game;
pub mod heuristic;
mod judge;
mod keys;
mod metrics;
pub mod openings;
mod pair;
mod player;
pub mod policy;
pub mod rules;
pub mod search;
pub mod solver;
mod switching;
mod view;

pub use game::Connect4;

#[cfg(test)]
mod tests;
