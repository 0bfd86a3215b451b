//! Whole games.

use super::{Choice, Kernel, SearchOptions, Searcher, play_games_one_ply};
use crate::game::twenty48::{Board, new_game, spawn};
use crate::heuristic::Heuristic;
use crate::rng::Rng;
use rand::SeedableRng;

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// No legal move was left.
    Over,
    /// Two 32768 could be merged, which the board cannot hold.
    BeyondRange,
}

/// What is known of a played game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameRecord {
    /// Sum of the tiles made by merges.
    pub score: u64,
    /// Moves made.
    pub moves: u32,
    /// Largest rank on the last board.
    pub max_rank: u8,
    /// Empty cells before each move, summed over all moves.
    pub empty_sum: u64,
    /// Boards looked at, see [`Searcher::work`].
    pub work: u64,
    /// How it ended.
    pub outcome: Outcome,
}

/// Plays one game for each of `seeds`, in their order, by the fastest way this machine has; the
/// records are those of [`play_game`].
pub fn play_games(heuristic: &Heuristic, options: SearchOptions, seeds: &[u64]) -> Vec<GameRecord> {
    if options.ply <= 1 {
        return play_games_one_ply(heuristic, Kernel::best(), seeds);
    }
    let mut searcher = Searcher::new(heuristic, options);
    seeds.iter().map(|&seed| play_game(&mut searcher, seed)).collect()
}

/// Plays the game of `seed`; the spawns of a seed are the same for every player.
pub fn play_game(searcher: &mut Searcher<'_>, seed: u64) -> GameRecord {
    searcher.new_game();
    let mut record = play_with(&mut |board| searcher.choose(board), seed, |_, _| ());
    record.work = searcher.work();
    record
}

/// Plays the game of `seed` with any way to choose, which says `None` if there is no legal move;
/// `watch` sees every board with the move chosen on it. The record's work is left at 0.
#[inline]
pub fn play_with(
    choose: &mut impl FnMut(Board) -> Option<Choice>,
    seed: u64,
    mut watch: impl FnMut(Board, &Choice),
) -> GameRecord {
    let mut rng = Rng::seed_from_u64(seed);
    let mut board = new_game(&mut rng);
    let mut record =
        GameRecord { score: 0, moves: 0, max_rank: 0, empty_sum: 0, work: 0, outcome: Outcome::Over };
    loop {
        if board.merges_beyond_range().is_some() {
            record.outcome = Outcome::BeyondRange;
            break;
        }
        let Some(choice) = choose(board) else { break };
        watch(board, &choice);
        record.score += u64::from(choice.gain);
        record.moves += 1;
        record.empty_sum += u64::from(board.empty_count());
        board = spawn(choice.after, &mut rng);
    }
    record.max_rank = board.max_rank();
    record
}
