//! The solver as callers see it.

use super::super::rules::{COLUMNS, Position};
use super::book::Book;
use super::budget::{AtMost, Budget, Unlimited, Until};
use super::node::Node;
use super::outright;
use super::search::Search;
use super::table::{Bounds, Table};
use super::verdict::Verdict;
use crate::error::Result;

/// All scores.
const EXACT: Bounds = Bounds { lower: -21, upper: 21 };
/// What tells wins, draws and losses apart.
const SIGN: Bounds = Bounds { lower: -1, upper: 1 };

/// Finds exact scores.
///
/// Its table keeps what was found for later positions. All of it is exact, so that a score never depends on
/// what was asked before; the number of nodes does, until [`Solver::reset`].
#[derive(Debug)]
pub struct Solver {
    table: Table,
    book: Option<Book>,
    nodes: u64,
}

impl Solver {
    /// A solver with a transposition table of 2^`log2_entries` entries of 8 bytes; 24, or 128 MiB, is enough
    /// for any position.
    ///
    /// # Errors
    /// [`Error::Input`](crate::error::Error::Input) unless `log2_entries` lies in 16..=30 and the memory is
    /// there.
    pub fn new(log2_entries: u32) -> Result<Self> {
        Ok(Self { table: Table::new(log2_entries)?, book: None, nodes: 0 })
    }

    /// The same solver, which looks positions up in `book` first. Scores stay the same.
    #[must_use]
    pub fn with_book(self, book: Book) -> Self {
        Self { book: Some(book), ..self }
    }

    /// The score of `position`, see the [module](super). If it is won already, by the other side, that is −k
    /// where it won with its (22 − k)-th stone; if it is full and not won, 0.
    pub fn score(&mut self, position: Position) -> i32 {
        let Ok(score) = self.search(position, EXACT, Unlimited);
        score
    }

    /// The score of each move by column, seen by the side that makes it; `None` for a full column, and for
    /// all if the game is over. The greatest is the score of `position`.
    pub fn scores(&mut self, position: Position) -> [Option<i32>; COLUMNS as usize] {
        if position.is_won() {
            return [None; COLUMNS as usize];
        }
        std::array::from_fn(|column| match position.playable_in(column as u32) {
            0 => None,
            cell => Some(-self.score(position.after(cell))),
        })
    }

    /// The score of `position` if it lies from −`bound` to `bound`, taken as 0 to 21; `None` otherwise. Far
    /// scores cost less than by [`Solver::score`].
    pub fn score_near(&mut self, position: Position, bound: i32) -> Option<i32> {
        let bound = bound.clamp(0, 21);
        let Ok(score) = self.search(position, Bounds { lower: -bound - 1, upper: bound + 1 }, Unlimited);
        (-bound..=bound).contains(&score).then_some(score)
    }

    /// The sign of the score of `position`; often much cheaper than the score.
    pub fn result(&mut self, position: Position) -> Verdict {
        let Ok(score) = self.search(position, SIGN, Unlimited);
        Verdict::of(score)
    }

    /// [`Solver::score`], or `None` if it took more than `max_nodes` nodes. What was found till then is kept.
    pub fn score_within(&mut self, position: Position, max_nodes: u64) -> Option<i32> {
        self.search(position, EXACT, AtMost(max_nodes)).ok()
    }

    /// [`Solver::score`], or `None` soon after `stop` answers true; it is asked about once a millisecond.
    pub fn score_until(&mut self, position: Position, stop: &dyn Fn() -> bool) -> Option<i32> {
        self.search(position, EXACT, Until::new(stop)).ok()
    }

    /// Nodes of all searches since the solver was made or reset. Scores that are plain to see or in the book
    /// cost none.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets all searches and counts nodes from 0 again, as a new solver with the same book.
    pub fn reset(&mut self) {
        self.table.clear();
        self.nodes = 0;
    }

    fn search<B: Budget>(
        &mut self,
        position: Position,
        window: Bounds,
        budget: B,
    ) -> std::result::Result<i32, B::Spent> {
        let known = outright::score(position).or_else(|| self.book.as_ref()?.score(position));
        if let Some(score) = known {
            return Ok(score);
        }
        // A search meets no position of the book, as that holds all of up to so many stones.
        let mut search = Search { table: &mut self.table, nodes: &mut self.nodes, budget };
        search.score(Node::new(position), window)
    }
}
