//! How many games a thread plays at a time.

/// Blocks a thread gets of a batch: enough that the threads end nearly together.
const BLOCKS_A_THREAD: u64 = 32;

/// Fewest games of a block at 1-ply: kernels play this number side by side, and wait for the last.
const FEWEST: u64 = 64;

/// Most games of a block by depth: short enough that an interrupted run soon stops. Deeper games go
/// one by one.
const MOST: [u64; 3] = [1024, 64, 4];

/// Games of a block when `games` games of depth `ply` are to be played by `threads` threads. Results
/// do not depend on it.
pub fn block_games(ply: u8, games: u64, threads: usize) -> u64 {
    let fewest = if ply <= 1 { FEWEST } else { 1 };
    let most = MOST.get(usize::from(ply.max(1)) - 1).copied().unwrap_or(1);
    games.div_ceil(BLOCKS_A_THREAD * threads.max(1) as u64).clamp(fewest, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_a_share_of_the_batch_within_bounds() {
        assert_eq!(block_games(1, 64 * 500, 2), 500);
        assert_eq!(block_games(1, 100, 8), 64);
        assert_eq!(block_games(1, 10_000_000, 2), 1024);
        assert_eq!(block_games(2, 100, 2), 2);
        assert_eq!(block_games(2, 0, 0), 1);
        assert_eq!(block_games(3, 100_000, 2), 4);
        assert_eq!(block_games(4, 100_000, 2), 1);
    }
}
