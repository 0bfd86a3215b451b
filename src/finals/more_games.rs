//! More test games for the front of a finished run.

use crate::error::{Error, Result};
use crate::problem::MAX_GAMES;
use crate::run::{FrontFile, Stopped};
use crate::tuner::{End, FindProblem, Observer, Run};
use std::path::Path;

/// Opens the finished run in `path` and asks for `games` more test games per member and
/// scenario than its front has; [`Run::evolve`] and [`Run::finish`] then play them.
///
/// The members stay those that were chosen, and the games they were chosen on are not touched.
/// Figures are a function of the run and of the number of games, so twice n games give the
/// same as 2·n at once; the games before are played again for it, since
/// quantiles want all of them. Intervals are wider for every look at the games, so that they hold at all of them
/// together, whenever one stops to ask for more. What was asked for is noted first: after an interruption
/// `resume`, or the same call again, comes to the same end.
///
/// # Errors
/// [`Error::RunFolder`] if there is no finished run, or it is locked; [`Error::Input`] if its
/// values are exact or `games` are too many.
pub fn more_test_games(
    path: &Path,
    find: FindProblem<'_>,
    games: u64,
    observer: &mut dyn Observer,
) -> Result<Run> {
    let front = FrontFile::read(path)?;
    let mut run = Run::resume(path, find, None, observer)?;
    let end = run.as_it_stands();
    let shown = path.display();
    if !has_ended_as(&end, &front) {
        return Err(Error::RunFolder(format!(
            "{shown}: the run has not finished; `paretune resume {shown}` goes on"
        )));
    }
    let Some(test) = end.setup().experiment.test.as_ref() else {
        let domain = &front.domain;
        return Err(Error::Input(format!("{shown}: {domain} plays no games: its values are exact")));
    };
    let most = MAX_GAMES.saturating_sub(test.games.get() + front.added_test_games);
    if games > most {
        return Err(Error::Input(format!("--games {games}: allowed is 1 to {most}")));
    }
    run.ask_for_test_games(front.added_test_games + games, front.looks.max(1) + 1)?;
    Ok(run)
}

/// Whether `front` is that of the last generation of a run, and the run has ended with it. Where the
/// checkpoint is lost, or an older one is left, the log leads to the same end, except one by the clock.
fn has_ended_as(end: &End<'_>, front: &FrontFile) -> bool {
    let told = end.history().last().map_or(0, |row| row.generation);
    if told >= front.generations {
        return told == front.generations && end.stopped().is_some();
    }
    match front.stopped {
        Stopped::Generations => front.generations == end.setup().experiment.optimiser.n_gen.get(),
        Stopped::Games | Stopped::Stalled => true,
        Stopped::Minutes => false,
    }
}
