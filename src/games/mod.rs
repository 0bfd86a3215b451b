//! The games: a folder each, with its rules, its heuristic, its search and its policies.

pub mod connect4;
pub mod twenty48;
