//! The games: a folder each, with its rules, its heuristic, its search and its policies.

pub mod twenty48;
