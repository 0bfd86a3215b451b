//! Working out a book, from the most stones to none: only the positions of most stones are searched, the
//! others have the best of the scores after their moves.

use super::super::super::rules::Position;
use super::super::Solver;
use super::file::{self, Block};
use super::output::Output;
use super::{Book, positions};
use crate::error::{Error, Result};
use rayon::prelude::*;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Whether to stop.
type Stop<'a> = dyn Fn() -> bool + Sync + 'a;
/// Finds the score of a position; `None` to stop.
type Search<'a> = dyn Fn(Position) -> Option<i32> + Sync + 'a;

/// [`Book::compute`] with another way to search.
pub(super) fn run(
    path: &Path,
    stones: u32,
    search: &Search,
    progress: &mut dyn FnMut(usize, usize),
    stop: &Stop,
) -> Result<Book> {
    let mut book = Book::without_scores(stones)?;
    let mut file = Output::open(path, &mut book)?;
    let all = book.len();
    progress(all - book.missing(), all);
    for block in file::blocks(&book) {
        if block.places.start < book.levels[block.stones].scores.len() {
            continue;
        }
        let scores = if stop() { None } else { scores(&book, &block, search) };
        let Some(scores) = scores else {
            file.sync()?;
            return Err(interrupted(path, &book));
        };
        file.append(&block, &scores)?;
        book.levels[block.stones].scores.extend(scores);
        progress(all - book.missing(), all);
    }
    file.sync()?;
    Ok(book)
}

fn interrupted(path: &Path, book: &Book) -> Error {
    let (all, missing) = (book.len(), book.missing());
    let done = all - missing;
    Error::Interrupted(format!("{}: {done} of {all} scores are kept, and the work can go on", path.display()))
}

/// The scores of `block`, if no search stops.
fn scores(book: &Book, block: &Block, search: &Search) -> Option<Vec<i8>> {
    let positions = book.levels[block.stones].positions[block.places.clone()].par_iter();
    let is_last = book.levels.len() == block.stones + 1;
    let score = |position| if is_last { search(position) } else { best_after(book, position) };
    positions.map(|&position| score(position).map(|score| score as i8)).collect()
}

/// The score of `position` by those after its moves, which `book` has.
fn best_after(book: &Book, position: Position) -> Option<i32> {
    let scores = positions::after_all(position).map(|after| Some(-book.score_or_outright(after)?));
    scores.collect::<Option<Vec<_>>>()?.into_iter().max()
}

/// A solver for each thread.
pub(super) struct Workers(Vec<Mutex<Solver>>);

impl Workers {
    /// # Errors
    /// [`Error::Input`], as [`Solver::new`].
    pub(super) fn new(log2_entries: u32) -> Result<Self> {
        let solver = |_| Solver::new(log2_entries).map(Mutex::new);
        (0..rayon::current_num_threads()).map(solver).collect::<Result<_>>().map(Self)
    }

    /// The score of `position`, found by the solver of the current thread; `None` soon after `stop` answers
    /// true.
    pub(super) fn search(&self, position: Position, stop: &Stop) -> Option<i32> {
        let thread = rayon::current_thread_index().unwrap_or(0);
        let solver = self.0.get(thread % self.0.len())?;
        // A thread that panicked left a sound table: it is written entry by entry.
        solver.lock().unwrap_or_else(PoisonError::into_inner).score_until(position, &stop)
    }
}
