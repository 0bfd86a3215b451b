//! Scores worked out beforehand.

mod compute;
mod file;
mod output;
mod positions;

use super::super::rules::Position;
use super::outright;
use crate::error::{Error, Result};
use compute::Workers;
use std::fs;
use std::path::Path;

/// The most stones of a book: about seven million positions.
const MOST_STONES: u32 = 12;

/// The scores of all positions of up to so many stones, a mirror image standing for both. Those whose score
/// is plain to see are left out: the game is over, the side to move wins at once, or the other side does
/// after any move.
///
/// Its memory is 17 bytes a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Book {
    /// By number of stones.
    levels: Vec<Level>,
}

/// The positions of a book with the same number of stones.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Level {
    /// By key, ascending; of two mirror images the one with the smaller key.
    positions: Vec<Position>,
    /// The scores in the same order; while the book is worked out, those of the first positions.
    scores: Vec<i8>,
}

impl Book {
    /// Works out the scores of all positions of up to `stones` stones, 0 to 12, and writes them to the file
    /// `path`.
    ///
    /// If the file is there, the scores in it are kept and the work goes on behind them, so that a call that
    /// was stopped or killed costs little; the finished file has the same bytes however often that happened,
    /// and however many threads there are. What was being written when a call was killed is cut off and
    /// worked out again.
    ///
    /// The current thread pool of rayon does the work; each thread takes a table of 2^`log2_entries` entries
    /// of 8 bytes. `progress` is told how many scores are in the file, and of how many. `stop` is asked
    /// often, by all threads; once it answers true, the call ends.
    ///
    /// # Errors
    /// [`Error::Input`] if a number is out of range, or the file is no book, one of another number of stones
    /// or format, damaged before its end, or in use. [`Error::Interrupted`] if `stop` answered true.
    /// [`Error::Io`] naming the file.
    pub fn compute(
        path: &Path,
        stones: u32,
        log2_entries: u32,
        progress: &mut dyn FnMut(usize, usize),
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Self> {
        let workers = Workers::new(log2_entries)?;
        compute::run(path, stones, &|position| workers.search(position, stop), progress, stop)
    }

    /// Reads the finished book in the file `path`.
    ///
    /// # Errors
    /// [`Error::Input`] naming the file if it cannot be read, is no book, unfinished or damaged.
    pub fn read(path: &Path) -> Result<Self> {
        let refused = |why: String| Error::Input(format!("{}: {why}", path.display()));
        let bytes = fs::read(path).map_err(|e| refused(format!("cannot read: {e}")))?;
        let stones = file::stones(&bytes).map_err(refused)?;
        let mut book = Self::without_scores(stones).map_err(|e| e.about(path.display()))?;
        let sound = file::fill(&mut book, &bytes).map_err(refused)?;
        if book.missing() > 0 || sound < bytes.len() {
            let (missing, all) = (book.missing(), book.len());
            return Err(refused(format!("unfinished or damaged: {missing} of {all} scores are missing")));
        }
        Ok(book)
    }

    /// The most stones of a position in the book.
    pub fn stones(&self) -> u32 {
        self.levels.len().saturating_sub(1) as u32
    }

    /// How many positions the book holds.
    pub fn len(&self) -> usize {
        self.levels.iter().map(|level| level.positions.len()).sum()
    }

    /// Whether the book holds no position.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The score of `position`, or `None` if the book does not hold it. Scores that are plain to see are not
    /// in it.
    pub fn score(&self, position: Position) -> Option<i32> {
        let level = self.levels.get(position.stones() as usize)?;
        let place = level.positions.binary_search_by_key(&position.mirror_key(), |it| it.key()).ok()?;
        level.scores.get(place).map(|&score| score.into())
    }

    /// [`Book::score`], or what is plain to see.
    fn score_or_outright(&self, position: Position) -> Option<i32> {
        outright::score(position).or_else(|| self.score(position))
    }

    /// A book of all positions of up to `stones` stones that lacks their scores.
    fn without_scores(stones: u32) -> Result<Self> {
        if stones > MOST_STONES {
            return Err(Error::Input(format!(
                "book of {stones} stones: the number must lie in 0..={MOST_STONES}"
            )));
        }
        let levels = positions::levels(stones).into_iter();
        Ok(Self { levels: levels.map(|positions| Level { positions, scores: Vec::new() }).collect() })
    }

    /// How many scores it lacks.
    fn missing(&self) -> usize {
        self.len() - self.levels.iter().map(|level| level.scores.len()).sum::<usize>()
    }
}

#[cfg(test)]
mod tests;
