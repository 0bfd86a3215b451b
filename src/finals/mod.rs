//! After the last generation: the front is chosen on validation games and shown with test games, and
//! policies that switch between its members are measured.

mod finalists;
mod finish;
mod halving;
mod importance;
mod membership;
mod more_games;
mod switching;
mod test_games;
mod validation_games;

pub use finish::{Outcome, PopulationRow};
pub use more_games::more_test_games;
pub(crate) use validation_games::figures_of;

use crate::error::Result;
use crate::objective::Figures;
use crate::run::{Log, TestFigures};
use crate::tuner::{Context, End, Observer, Run};

/// What comes after the last generation of a run: its end, and the logs of the games to come.
pub(crate) struct Finals<'r> {
    end: End<'r>,
    validation: Log<Figures>,
    tested: Log<TestFigures>,
}

impl<'r> Finals<'r> {
    /// The finals with these logs.
    pub fn new(end: End<'r>, validation: Log<Figures>, tested: Log<TestFigures>) -> Self {
        Self { end, validation, tested }
    }

    /// The finals with the logs in the run folder, which are repaired if need be. Where values are exact no game is
    /// logged, and no file is made.
    ///
    /// # Errors
    /// [`crate::error::Error::Io`] naming the file.
    pub fn open(end: End<'r>, observer: &mut dyn Observer) -> Result<Self> {
        let folder = end.data().path();
        let mut finals = Self::new(end, Log::read(folder)?, Log::read(folder)?);
        if end.setup().problem.plays_games() {
            let damage = [finals.validation.make_appendable()?, finals.tested.make_appendable()?];
            damage.iter().flatten().for_each(|line| observer.notice(line));
        }
        Ok(finals)
    }
}

impl Run {
    /// Scores the finalists on validation games, measures switching policies, and gathers the result.
    ///
    /// # Errors
    /// [`crate::error::Error::Interrupted`] if it was stopped, [`crate::error::Error::Io`] if the folder cannot be
    /// written.
    pub fn finish(&mut self, context: &mut Context<'_>) -> Result<Outcome> {
        Finals::open(self.end()?, context.observer)?.outcome(context)
    }
}
