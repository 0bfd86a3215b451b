//! Whole games.

use super::kernels::OnePly;
use super::{Choice, Kernel, SearchOptions, Searcher};
use crate::games::twenty48::heuristic::Heuristic;
use crate::games::twenty48::rules::{Board, new_game, spawn};
use crate::rng::Rng;
use rand::SeedableRng;
use std::sync::OnceLock;

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameEnd {
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
    pub outcome: GameEnd,
}

/// A heuristic that plays, with the tables its games share.
#[derive(Debug)]
pub struct SearchPlayer {
    heuristic: Heuristic,
    kernel: Kernel,
    /// Made for the first 1-ply games that are worth it; `None` inside for a kernel without tables.
    one_ply: OnceLock<Option<OnePly>>,
}

/// For fewer 1-ply games the tables cost more than they save.
const FEW_GAMES: usize = 4;

impl SearchPlayer {
    /// A player by [`Kernel::best`].
    pub fn new(heuristic: Heuristic) -> Self {
        Self::with_kernel(heuristic, Kernel::best())
    }

    /// A player by `kernel`, or by another one if the machine lacks it. All kernels play the same games.
    pub fn with_kernel(heuristic: Heuristic, kernel: Kernel) -> Self {
        Self { heuristic, kernel, one_ply: OnceLock::new() }
    }

    /// The heuristic it plays by.
    pub fn heuristic(&self) -> &Heuristic {
        &self.heuristic
    }

    /// Makes the tables for games with `options`, which the first games would make otherwise.
    pub fn make_ready(&self, options: SearchOptions) {
        if options.ply > 1 || self.one_ply().is_none() {
            Searcher::with_kernel(&self.heuristic, options, self.kernel);
        }
    }

    fn one_ply(&self) -> Option<&OnePly> {
        self.one_ply.get_or_init(|| OnePly::new(&self.heuristic, self.kernel)).as_ref()
    }

    /// Plays one game for each of `seeds`, in their order; the records are those of [`play_game`].
    pub fn play(&self, options: SearchOptions, seeds: &[u64]) -> Vec<GameRecord> {
        if options.ply <= 1
            && seeds.len() >= FEW_GAMES
            && let Some(tables) = self.one_ply()
        {
            return tables.play(&self.heuristic, seeds);
        }
        let mut searcher = Searcher::with_kernel(&self.heuristic, options, self.kernel);
        seeds.iter().map(|&seed| play_game(&mut searcher, seed)).collect()
    }
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
        GameRecord { score: 0, moves: 0, max_rank: 0, empty_sum: 0, work: 0, outcome: GameEnd::Over };
    loop {
        if board.merges_beyond_range().is_some() {
            record.outcome = GameEnd::BeyondRange;
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
