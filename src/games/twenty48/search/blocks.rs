//! How many games a thread plays at a time.

use std::ops::RangeInclusive;

/// Fewest games of a block at 1-ply: kernels play this number side by side, and wait for the last.
const FEWEST: u64 = 64;

/// Most games of a block by depth: short enough that an interrupted run soon stops. Deeper games go
/// one by one.
const MOST: [u64; 3] = [1024, 64, 4];

/// Fewest and most games of a block at depth `ply`.
pub fn block(ply: u8) -> RangeInclusive<u64> {
    let fewest = if ply <= 1 { FEWEST } else { 1 };
    fewest..=MOST.get(usize::from(ply.max(1)) - 1).copied().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::block;

    #[test]
    fn deeper_games_come_in_smaller_blocks() {
        assert_eq!([0, 1, 2, 3, 4, 8].map(block), [64..=1024, 64..=1024, 1..=64, 1..=4, 1..=1, 1..=1]);
    }
}
