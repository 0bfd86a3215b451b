//! After the last generation: the front is chosen on validation games and shown with test games, and
//! policies that switch between its members are measured.

mod finalists;
mod finish;
mod halving;
mod importance;
mod more_games;
mod test_games;
mod validation_games;
pub(crate) mod variants;

pub use finish::{Outcome, PopulationRow};
pub use more_games::validate;
pub(crate) use validation_games::held_out;

use crate::error::Result;
use crate::objective::Holdout;
use crate::run::{Confirmed, Log};
use crate::tuner::{Context, End, Observer, Run};

/// What comes after the last generation of a run: its end, and the logs of the games to come.
pub(crate) struct Finals<'r> {
    end: End<'r>,
    held_out: Log<Holdout>,
    confirmed: Log<Confirmed>,
}

impl<'r> Finals<'r> {
    /// The finals with these logs.
    pub fn new(end: End<'r>, held_out: Log<Holdout>, confirmed: Log<Confirmed>) -> Self {
        Self { end, held_out, confirmed }
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
            let damage = [finals.held_out.make_appendable()?, finals.confirmed.make_appendable()?];
            damage.iter().flatten().for_each(|line| observer.notice(line));
        }
        Ok(finals)
    }
}

impl Run {
    /// Scores the finalists on held-out games, measures switching policies, and gathers the result.
    ///
    /// # Errors
    /// [`crate::error::Error::Interrupted`] if it was stopped, [`crate::error::Error::Io`] if the folder cannot be
    /// written.
    pub fn finish(&mut self, context: &mut Context<'_>) -> Result<Outcome> {
        Finals::open(self.end()?, context.observer)?.outcome(context)
    }
}
