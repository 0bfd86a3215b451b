//! Ranges of options that several commands have.

use clap::builder::RangedI64ValueParser;
use clap::value_parser;

/// The most games that a command plays of one policy.
pub const MOST_GAMES: u64 = 1_000_000_000;

/// Reads `--threads`.
pub fn threads() -> RangedI64ValueParser<u32> {
    value_parser!(u32).range(1..=1024)
}
