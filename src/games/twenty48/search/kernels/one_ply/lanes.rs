//! Games side by side: who plays in which lane, and what is left of a finished game.

use crate::games::twenty48::heuristic::{Heuristic, LOW_RANK};
use crate::games::twenty48::rules::{Board, new_game, spawn};
use crate::games::twenty48::search::{GameEnd, GameRecord, Searcher};
use crate::rng::Rng;
use rand::SeedableRng;

/// The state of `N` games, one a lane.
#[derive(Debug, Clone)]
#[repr(align(64))]
pub(super) struct Lanes<const N: usize> {
    /// Boards before the next move.
    pub boards: [u64; N],
    /// The same with rows and columns exchanged.
    pub transposed: [u64; N],
    /// The four words of each game's generator.
    pub rng: [[u64; N]; 4],
    /// Sum of the empty cells of all afterstates.
    pub empties: [u64; N],
}

/// A move in every lane.
pub(super) trait Step<const N: usize> {
    /// A step of this number of first lanes takes less time than one of all; 0 if there is no such number.
    const FEW: usize;

    /// So few games take less time one after the other.
    const ALONE: usize;

    /// Makes the best move in every lane that has one, or if `few` in the first [`Self::FEW`] lanes only,
    /// and spawns. A lane without a legal move keeps its board, and its bit is set in the answer.
    fn step(&mut self, lanes: &mut Lanes<N>, few: bool) -> u32;
}

/// Where a game begins.
#[derive(Debug, Clone)]
pub(super) struct Start {
    pub board: Board,
    pub rng: Rng,
}

impl Start {
    pub fn of_seed(seed: u64) -> Self {
        let mut rng = Rng::seed_from_u64(seed);
        Self { board: new_game(&mut rng), rng }
    }
}

/// The game in a lane.
#[derive(Debug, Clone, Copy, Default)]
struct Seat {
    /// Its place in the block.
    game: usize,
    /// The board it began with.
    first: Board,
    /// Steps made before its first move.
    since: u64,
    /// Steps made when a tile of [`LOW_RANK`] becomes conceivable.
    watched_from: u64,
}

struct Table<'a, const N: usize> {
    lanes: Lanes<N>,
    seats: [Seat; N],
    /// A bit for each lane that has a game.
    taken: u32,
    steps: u64,
    /// The smallest [`Seat::watched_from`] of all games.
    watched_from: u64,
    next_game: usize,
    records: Vec<GameRecord>,
    heuristic: &'a Heuristic,
}

/// Plays `count` games, of which the `i`-th begins at `start(i)`.
pub(super) fn play_all<const N: usize, S: Step<N>>(
    mut step: S,
    heuristic: &Heuristic,
    count: usize,
    start: impl Fn(usize) -> Start,
) -> Vec<GameRecord> {
    let mut table = Table::<N>::new(heuristic, count);
    for lane in 0..N {
        table.seat(lane, &start);
    }
    let mut few = false;
    loop {
        let games = table.taken.count_ones() as usize;
        if games <= S::ALONE {
            break;
        }
        if games <= S::FEW && !few {
            table.gather();
            few = true;
        }
        if table.steps >= table.watched_from {
            table.finish_high_games(&start);
        }
        let over = step.step(&mut table.lanes, few) & table.taken;
        table.steps += 1;
        if over != 0 {
            table.end_games(over, &start);
        }
    }
    for lane in lanes_of(table.taken) {
        table.finish_alone(lane);
    }
    table.records
}

impl<'a, const N: usize> Table<'a, N> {
    fn new(heuristic: &'a Heuristic, count: usize) -> Self {
        let record =
            GameRecord { score: 0, moves: 0, max_rank: 0, empty_sum: 0, work: 0, outcome: GameEnd::Over };
        Self {
            lanes: Lanes { boards: [0; N], transposed: [0; N], rng: [[0; N]; 4], empties: [0; N] },
            seats: [Seat::default(); N],
            taken: 0,
            steps: 0,
            watched_from: u64::MAX,
            next_game: 0,
            records: vec![record; count],
            heuristic,
        }
    }

    /// Gives `lane` the next game, if there is one, which moves from the next step on.
    fn seat(&mut self, lane: usize, start: &impl Fn(usize) -> Start) {
        if self.next_game == self.records.len() {
            self.taken &= !(1 << lane);
        } else {
            let Start { board, rng } = start(self.next_game);
            self.lanes.boards[lane] = board.bits();
            self.lanes.transposed[lane] = board.transposed().bits();
            self.lanes.empties[lane] = 0;
            for (words, word) in self.lanes.rng.iter_mut().zip(words_of(&rng)) {
                words[lane] = word;
            }
            let watched_from = self.steps + steps_to_high(board);
            self.seats[lane] = Seat { game: self.next_game, first: board, since: self.steps, watched_from };
            self.taken |= 1 << lane;
            self.next_game += 1;
        }
        self.watch();
    }

    fn watch(&mut self) {
        let watched = lanes_of(self.taken).map(|lane| self.seats[lane].watched_from);
        self.watched_from = watched.min().unwrap_or(u64::MAX);
    }

    /// Moves the games that are left to the first lanes.
    #[cold]
    fn gather(&mut self) {
        for (to, from) in lanes_of(self.taken).enumerate() {
            self.lanes.boards[to] = self.lanes.boards[from];
            self.lanes.transposed[to] = self.lanes.transposed[from];
            self.lanes.empties[to] = self.lanes.empties[from];
            for words in &mut self.lanes.rng {
                words[to] = words[from];
            }
            self.seats[to] = self.seats[from];
        }
        self.taken = (1 << self.taken.count_ones()) - 1;
    }

    /// Ends the games of the lanes `over`, which had no move in the step just made.
    #[cold]
    fn end_games(&mut self, over: u32, start: &impl Fn(usize) -> Start) {
        for lane in lanes_of(over) {
            let moves = self.steps - 1 - self.seats[lane].since;
            self.end_game(lane, moves, GameEnd::Over);
            self.seat(lane, start);
        }
    }

    /// Finishes the games that the tables do not go far enough for.
    #[cold]
    fn finish_high_games(&mut self, start: &impl Fn(usize) -> Start) {
        for lane in lanes_of(self.taken) {
            let board = |table: &Self| Board::from_bits(table.lanes.boards[lane]);
            while self.taken >> lane & 1 == 1 && board(self).max_rank() >= LOW_RANK {
                self.finish_alone(lane);
                self.seat(lane, start);
            }
            self.seats[lane].watched_from = self.steps + steps_to_high(board(self)).max(1);
        }
        self.watch();
    }

    /// Plays the game in `lane` to its end with the plain engine.
    fn finish_alone(&mut self, lane: usize) {
        let mut low = Searcher::one_ply(self.heuristic.low_evaluator());
        let mut high = None;
        let mut board = Board::from_bits(self.lanes.boards[lane]);
        let mut rng = rng_of_words(self.lanes.rng.map(|words| words[lane]));
        let mut moves = self.steps - self.seats[lane].since;
        let outcome = loop {
            if board.merges_beyond_range().is_some() {
                break GameEnd::BeyondRange;
            }
            let searcher = if board.max_rank() < LOW_RANK {
                &mut low
            } else {
                high.get_or_insert_with(|| Searcher::one_ply(self.heuristic.evaluator()))
            };
            let Some(choice) = searcher.choose(board) else { break GameEnd::Over };
            moves += 1;
            self.lanes.empties[lane] += u64::from(choice.after.empty_count());
            board = spawn(choice.after, &mut rng);
        };
        self.lanes.boards[lane] = board.bits();
        self.end_game(lane, moves, outcome);
    }

    /// Writes the record of the game in `lane`.
    ///
    /// A tile 2^r that was made of 2s took (r − 1)·2^r points, and each 4 that was spawned saved 4
    /// of them; the sum of the tiles tells how many there were. A board has one empty cell less than
    /// the afterstate it came from.
    fn end_game(&mut self, lane: usize, moves: u64, outcome: GameEnd) {
        let Seat { game, first, .. } = self.seats[lane];
        let last = Board::from_bits(self.lanes.boards[lane]);
        let fours = (tile_sum(last) - tile_sum(first)) / 2 - moves;
        let empty = |board: Board| u64::from(board.empty_count());
        self.records[game] = GameRecord {
            score: points(last) - points(first) - 4 * fours,
            moves: moves as u32,
            max_rank: last.max_rank(),
            empty_sum: empty(first) + self.lanes.empties[lane] - moves - empty(last),
            work: moves,
            outcome,
        };
    }
}

/// Steps until a tile of [`LOW_RANK`] is conceivable: the tiles have to be worth as much, and a spawn
/// adds 4 at most.
fn steps_to_high(board: Board) -> u64 {
    (1_u64 << LOW_RANK).saturating_sub(tile_sum(board)).div_ceil(4)
}

fn tiles(board: Board) -> impl Iterator<Item = u64> {
    (0..16).map(move |cell| u64::from(board.rank(cell))).filter(|&rank| rank > 0)
}

fn tile_sum(board: Board) -> u64 {
    tiles(board).map(|rank| 1 << rank).sum()
}

/// The points it takes to make the tiles of `board` from 2s.
fn points(board: Board) -> u64 {
    tiles(board).map(|rank| (rank - 1) << rank).sum()
}

fn words_of(rng: &Rng) -> [u64; 4] {
    let bytes = rng.state();
    std::array::from_fn(|i| u64::from_le_bytes(std::array::from_fn(|j| bytes[8 * i + j])))
}

fn rng_of_words(words: [u64; 4]) -> Rng {
    Rng::from_seed(std::array::from_fn(|i| words[i / 8].to_le_bytes()[i % 8]))
}

/// The lanes whose bit is set.
fn lanes_of(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (lane < u32::BITS).then_some(lane as usize)
    })
}
