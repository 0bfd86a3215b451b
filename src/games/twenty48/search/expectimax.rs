//! Expectimax. In plain scalar code it is the judge of every other way to play; the other kernels
//! take over the last chance layer.

use super::cache::{Cache, Key};
use super::kernels::{Kernel, Memo, Spawns, Tiles};
use super::options::{CERTAIN, Probability, SearchOptions};
use crate::games::twenty48::heuristic::{DEAD, Evaluator, Heuristic};
use crate::games::twenty48::rules::{Board, LineTables, Move, line_tables};

/// A chosen move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// Its value in the heuristic's fixed point.
    pub value: i32,
    /// The afterstate.
    pub after: Board,
    /// The points it gains.
    pub gain: u32,
}

/// A search with its tables. One searcher plays one game at a time.
#[derive(Debug, Clone)]
pub struct Searcher<'h> {
    evaluator: Evaluator<'h>,
    tables: &'static LineTables,
    spawns: Option<Spawns<'h>>,
    memo: Option<Memo>,
    options: SearchOptions,
    threshold: Probability,
    cache: Option<Cache>,
    work: u64,
}

/// The four afterstates in the order of [`Move::ALL`]; an illegal one equals the board.
#[derive(Clone, Copy)]
struct Afterstates([Board; 4]);

impl<'h> Searcher<'h> {
    /// A search of `heuristic` by the best kernel there is; `options` outside their ranges are moved
    /// into them.
    pub fn new(heuristic: &'h Heuristic, options: SearchOptions) -> Self {
        Self::with_kernel(heuristic, options, Kernel::best())
    }

    /// A search by `kernel`, or by the best one if the machine lacks it. All kernels agree on every
    /// value, choice and count of work.
    pub fn with_kernel(heuristic: &'h Heuristic, options: SearchOptions, kernel: Kernel) -> Self {
        let options = SearchOptions { ply: options.ply.clamp(1, super::MAX_PLY), ..options };
        let cache = (options.cache && options.ply > 2).then(Cache::new);
        let threshold = options.threshold();
        let spawns = if options.ply > 1 { Spawns::new(heuristic, kernel) } else { None };
        let memo = (spawns.is_some() && options.ply > 2).then(Memo::new);
        let evaluator = heuristic.evaluator();
        Self { evaluator, tables: line_tables(), spawns, memo, options, threshold, cache, work: 0 }
    }

    /// A 1-ply search of boards that `evaluator` can value.
    pub(super) fn one_ply(evaluator: Evaluator<'h>) -> Self {
        let (options, tables) = (SearchOptions::exact(1), line_tables());
        Self { evaluator, tables, spawns: None, memo: None, options, threshold: 0, cache: None, work: 0 }
    }

    /// Forgets the last game: its cached values and its work.
    pub fn new_game(&mut self) {
        self.work = 0;
        if let Some(cache) = &mut self.cache {
            cache.new_game();
        }
        if let Some(memo) = &mut self.memo {
            memo.new_game();
        }
    }

    /// Boards looked at since [`Self::new_game`]: the root of every move chosen, and every board after
    /// a spawn, whether expanded, cut off or found in the cache.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// The best legal move, ties broken by the order of [`Move::ALL`]; `None` if there is none.
    #[inline]
    pub fn choose(&mut self, board: Board) -> Option<Choice> {
        let choice =
            if self.options.ply == 1 { self.choose_by_afterstate(board) } else { self.search(board) };
        self.work += u64::from(choice.is_some());
        choice
    }

    fn search(&mut self, board: Board) -> Option<Choice> {
        let Afterstates(after) = self.afterstates(board);
        let mut best: Option<(usize, i32)> = None;
        for (i, &after) in after.iter().enumerate().filter(|(_, after)| **after != board) {
            let value = self.expectation(after, self.options.ply - 1, CERTAIN);
            if best.is_none_or(|(_, highest)| value > highest) {
                best = Some((i, value));
            }
        }
        best.map(|(i, value)| self.choice(board, i, value, after[i]))
    }

    /// The value of every legal move, in the order of [`Move::ALL`].
    pub fn move_values(&mut self, board: Board) -> [Option<i32>; 4] {
        self.work += 1;
        let Afterstates(after) = self.afterstates(board);
        after.map(|after| (after != board).then(|| self.expectation(after, self.options.ply - 1, CERTAIN)))
    }

    #[inline]
    fn choose_by_afterstate(&self, board: Board) -> Option<Choice> {
        let Afterstates(after) = self.afterstates(board);
        let mut best = (usize::MAX, DEAD);
        for (i, &after) in after.iter().enumerate() {
            let value = self.evaluator.value(after);
            if after != board && value > best.1 {
                best = (i, value);
            }
        }
        let (i, value) = best;
        after.get(i).map(|&after| self.choice(board, i, value, after))
    }

    #[inline]
    fn choice(&self, board: Board, i: usize, value: i32, after: Board) -> Choice {
        let mv = Move::ALL[i];
        Choice { mv, value, after, gain: self.tables.gain(board, mv) }
    }

    #[inline]
    fn afterstates(&self, board: Board) -> Afterstates {
        let [left, right] = self.tables.slide_rows(board);
        let [up, down] = self.tables.slide_rows(board.transposed());
        Afterstates([up.transposed(), down.transposed(), left, right])
    }

    /// The value of an afterstate with `plies` left after the spawn: the floor of the expectation
    /// over all spawns, in integers, 9 parts a 2 and 1 part a 4.
    fn expectation(&mut self, after: Board, plies: u8, probability: Probability) -> i32 {
        if plies == 0 {
            return self.evaluator.value(after);
        }
        let parts = u64::from(10 * after.empty_count());
        let (two, four) = (probability * 9 / parts, probability / parts);
        if let Some(spawns) = self.spawns {
            return self.fast(spawns, after, plies, [two, four]);
        }
        let mut sum = 0_i64;
        for cell in (0..16).filter(|&cell| after.rank(cell) == 0) {
            sum += 9 * i64::from(self.position(after.place(cell, 1), plies, two));
            sum += i64::from(self.position(after.place(cell, 2), plies, four));
        }
        sum.div_euclid(parts as i64) as i32
    }

    /// The same with the spawns that end in 1-ply all at once. At every cell a 2 is as likely, and so is
    /// a 4; and a 4 is less likely than a 2.
    #[inline]
    fn fast(&mut self, spawns: Spawns<'h>, after: Board, plies: u8, [two, four]: [Probability; 2]) -> i32 {
        let empty = u64::from(after.empty_count());
        let mean = |sum: i64| sum.div_euclid(10 * empty as i64) as i32;
        if plies == 1 || two < self.threshold {
            self.work += 2 * empty;
            let value = || mean(spawns.sum(after, Tiles::Both));
            return match &mut self.memo {
                Some(memo) => memo.value(after, value),
                None => value(),
            };
        }
        let fours = four < self.threshold;
        let mut sum = 0;
        for cell in (0..16).filter(|&cell| after.rank(cell) == 0) {
            sum += 9 * i64::from(self.position(after.place(cell, 1), plies, two));
            if !fours {
                sum += i64::from(self.position(after.place(cell, 2), plies, four));
            }
        }
        if fours {
            self.work += empty;
            sum += spawns.sum(after, Tiles::Fours);
        }
        mean(sum)
    }

    /// The value of a board after a spawn, with `plies` left: its best move's, or [`DEAD`].
    fn position(&mut self, board: Board, plies: u8, probability: Probability) -> i32 {
        self.work += 1;
        if plies == 1 || probability < self.threshold {
            return self.best_afterstate(board);
        }
        // Nothing is cut where one ply follows, so the path does not matter there.
        let matters = plies > 2 && self.threshold > 0;
        let key = Key { board, plies, probability: if matters { probability } else { 0 } };
        if let Some(value) = self.cache.as_ref().and_then(|cache| cache.get(key)) {
            return value;
        }
        let Afterstates(after) = self.afterstates(board);
        let mut best = DEAD;
        for &after in after.iter().filter(|after| **after != board) {
            best = best.max(self.expectation(after, plies - 1, probability));
        }
        if let Some(cache) = &mut self.cache {
            cache.put(key, best);
        }
        best
    }

    #[inline]
    fn best_afterstate(&self, board: Board) -> i32 {
        let Afterstates(after) = self.afterstates(board);
        let value = |&after: &Board| if after == board { DEAD } else { self.evaluator.value(after) };
        after.iter().map(value).max().unwrap_or(DEAD)
    }
}
