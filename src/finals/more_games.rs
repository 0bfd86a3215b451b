//! More fresh games for the front of a finished run.

use crate::error::{Error, Result};
use crate::run::{FrontFile, Stopped};
use crate::tuner::{FindProblem, Observer, Run};
use std::path::Path;

/// Games per member and scenario that a front can be given in all.
const MAX_GAMES: u64 = 100_000_000;

impl Run {
    /// Opens the finished run in `path` and asks for `games` more fresh games per member and
    /// scenario than its front has; [`Run::evolve`] and [`Run::finish`] then play them.
    ///
    /// The members stay those that were chosen, and the games they were chosen on are not touched.
    /// A front is a function of the run and of the number of games, so twice n games give the
    /// same bytes as 2·n at once; the games before are played again for it, since
    /// quantiles want all of them. What was asked for is noted first: after an interruption
    /// `resume`, or the same call again, comes to the same end.
    ///
    /// # Errors
    /// [`Error::RunFolder`] if there is no finished run, or it is locked; [`Error::Input`] if its
    /// values are exact or `games` are too many.
    pub fn validate(
        path: &Path,
        find: FindProblem<'_>,
        games: u64,
        observer: &mut dyn Observer,
    ) -> Result<Self> {
        let front = FrontFile::read(path)?;
        let mut run = Self::resume(path, find, None, observer)?;
        let shown = path.display();
        if !run.has_ended_as(&front) {
            return Err(Error::RunFolder(format!(
                "{shown}: the run has not finished; `paretune resume {shown}` goes on"
            )));
        }
        let Some(holdout) = run.setup.experiment.holdout.as_ref() else {
            let domain = &front.domain;
            return Err(Error::Input(format!("{shown}: {domain} plays no games: its values are exact")));
        };
        let most = MAX_GAMES.saturating_sub(holdout.confirm.get() + front.validated);
        if games > most {
            return Err(Error::Input(format!("--games {games}: allowed is 1 to {most}")));
        }
        run.manifest.validated = front.validated + games;
        run.folder.update(&run.manifest)?;
        Ok(run)
    }

    /// Whether `front` is that of the last generation of this run, and the run has ended with it. Where the
    /// checkpoint is lost, or an older one is left, the log leads to the same end, except one by the clock.
    fn has_ended_as(&self, front: &FrontFile) -> bool {
        let told = self.state.history.last().map_or(0, |row| row.generation);
        if told >= front.generations {
            return told == front.generations && self.stopped().is_some();
        }
        match front.stopped {
            Stopped::Generations => front.generations == self.setup.experiment.optimiser.n_gen.get(),
            Stopped::Games | Stopped::Stalled => true,
            Stopped::Minutes => false,
        }
    }
}
