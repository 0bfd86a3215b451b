//! Ranges of options that several commands have.

/// The most games that a command plays of one policy.
pub const MOST_GAMES: u64 = 1_000_000_000;
