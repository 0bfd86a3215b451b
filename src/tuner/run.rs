//! A run in its folder: how it is begun, resumed, evolved and closed.

use super::ask_tell::Loop;
use super::data::RunData;
use super::end::End;
use super::state::State;
use super::{Context, FindProblem, Observer, Setup, checkpoint_fault, history, own_log, setup, stop};
use crate::error::{Error, Result};
use crate::experiment::{Generations, Source};
use crate::optim::initial;
use crate::run::{Log, Manifest, RunFolder, Stopped, atomic, checkpoint, files};
use std::path::Path;
use std::time::{Duration, Instant};

/// How often a checkpoint is written at most; what comes after the last one is in the log.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(1);

/// A run in its folder, which this process alone may write.
pub struct Run {
    folder: RunFolder,
    manifest: Manifest,
    pub(super) evolution: Loop,
}

impl Run {
    /// Begins a run of `source`, which tunes `problem`, in the folder `path`. The observer hears which of its
    /// initial genomes are changed.
    ///
    /// # Errors
    /// [`Error::Input`] for a bad experiment; [`Error::RunFolder`] if the folder is taken.
    pub fn begin(
        source: Source,
        find: FindProblem<'_>,
        path: &Path,
        overwrite: bool,
        observer: &mut dyn Observer,
    ) -> Result<Self> {
        let origin = source.origin.clone();
        let setup = Setup::resolve(source, find)?;
        let manifest = Manifest::new(setup.question.clone(), setup.experiment.clone());
        let folder = RunFolder::create(path, &manifest, overwrite)?;
        for line in initial::changes(&setup.space, &setup.initial()) {
            observer.notice(&format!("{origin}: {line}"));
        }
        let (log, _) = Log::open(path)?;
        let evolution = Loop::fresh(RunData::new(path, setup, log, &manifest))?;
        Ok(Self { folder, manifest, evolution })
    }

    /// Opens the run in `path` to go on with it, for `generations` in all if given.
    ///
    /// Its log is first gone through once: a run that asks for other games than those that the log holds is
    /// refused, and its folder stays as it is. Damage is repaired: what is lost from the log is evaluated
    /// again, to the same values. A run that `[stop]` has ended stays ended whatever its generations: its
    /// experiment is then left as it is, and the observer hears why.
    ///
    /// # Errors
    /// [`Error::RunFolder`] if there is no run, it is locked, its experiment was changed, or its log is of another
    /// run.
    pub fn resume(
        path: &Path,
        find: FindProblem<'_>,
        generations: Option<u64>,
        observer: &mut dyn Observer,
    ) -> Result<Self> {
        let (folder, mut manifest, restored) = RunFolder::open(path)?;
        restored.iter().for_each(|line| observer.notice(line));
        let setup = Setup::of_run(path, &manifest, find)?;
        let data = RunData::new(path, setup, Log::read(path)?, &manifest);
        let mut data = own_log::checked(data)?;
        let damage = data.log.make_appendable()?;
        damage.iter().for_each(|line| observer.notice(line));
        let fault = |state: &State| checkpoint_fault::fault_of_state(&data.setup, data.log.records(), state);
        let (state, notices) = checkpoint::read(path, true, fault)?;
        notices.iter().for_each(|line| observer.notice(line));
        if let Some(why) = more_generations(&mut manifest, generations, state.as_ref())? {
            observer.notice(&format!("{}: {why}", path.display()));
        }
        data.setup.experiment.optimiser.n_gen = manifest.experiment.optimiser.n_gen;
        setup::check_numbers_of_games(&data.setup.experiment)?;
        folder.update(&manifest)?;
        let evolution = from_where_it_stopped(data, state, observer)?;
        folder.make_plain()?;
        Ok(Self { folder, manifest, evolution })
    }

    /// The run folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Evolves the generations that are still to come.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if it was stopped (everything finished is saved), [`Error::Io`] if
    /// the folder cannot be written.
    pub fn evolve(&mut self, context: &mut Context<'_>) -> Result<()> {
        if self.manifest.finished.take().is_some() {
            // Until they are written again, the result files in the folder are not those of this run.
            self.folder.update(&self.manifest)?;
        }
        let mut saved = Instant::now();
        while self.evolution.stopped().is_none() {
            self.evolution.generation(context)?;
            if saved.elapsed() >= CHECKPOINT_EVERY || self.evolution.stopped().is_some() {
                self.save()?;
                saved = Instant::now();
            }
        }
        Ok(())
    }

    /// The run at its end, as far as it has come; everything is saved.
    ///
    /// # Errors
    /// [`Error::Io`] naming the file.
    pub(crate) fn end(&mut self) -> Result<End<'_>> {
        // A run that was killed between its last checkpoint and here has no history file yet.
        self.save()?;
        Ok(self.evolution.end())
    }

    /// The run as it stands.
    pub(crate) fn as_it_stands(&self) -> End<'_> {
        self.evolution.end()
    }

    /// Notes that `games` test games per member and scenario are asked for beyond those of the experiment, to be
    /// looked at for the `look`th time.
    ///
    /// # Errors
    /// [`Error::Io`] naming the file.
    pub(crate) fn ask_for_test_games(&mut self, games: u64, look: u64) -> Result<()> {
        self.manifest.added_test_games = games;
        self.manifest.looks = look;
        self.evolution.data.added_test_games = games;
        self.evolution.data.looks = look;
        self.folder.update(&self.manifest)
    }

    /// Notes in the manifest that everything is written.
    ///
    /// # Errors
    /// [`Error::Io`] naming the file.
    pub fn close(mut self) -> Result<()> {
        self.manifest.finish();
        self.folder.update(&self.manifest)
    }

    fn save(&mut self) -> Result<()> {
        let Loop { data, state, .. } = &mut self.evolution;
        data.log.sync()?;
        checkpoint::write(self.folder.path(), state)?;
        let csv = history::to_csv(&state.history, &data.setup.objectives)?;
        atomic::replace(&self.folder.path().join(files::HISTORY), &csv)
    }
}

/// The loop from the checkpoint's `state` if the log holds all that it rests on, else from the log alone.
fn from_where_it_stopped(data: RunData, state: Option<State>, observer: &mut dyn Observer) -> Result<Loop> {
    if let Some(state) = state.filter(|state| data.log.is_complete_below(state.numbers)) {
        return Ok(Loop::of(data, state));
    }
    let known = data.log.records().len();
    if known > 0 {
        observer.notice(&format!("{}: going on from {known} logged evaluations", data.path().display()));
    }
    Loop::fresh(data)
}

/// A run may be given more generations, never fewer. Where `[stop]` has ended it they change nothing;
/// what is returned says so.
fn more_generations(
    manifest: &mut Manifest,
    generations: Option<u64>,
    state: Option<&State>,
) -> Result<Option<String>> {
    let Some(wanted) = generations else { return Ok(None) };
    let mut experiment = manifest.experiment.clone();
    let least = experiment.optimiser.n_gen;
    let allowed = Generations::new(wanted);
    if allowed.get() != wanted || allowed < least {
        let least = least.get();
        return Err(Error::Input(format!(
            "--generations {wanted}: allowed is {least} to {}, counted in all",
            Generations::MAX
        )));
    }
    experiment.optimiser.n_gen = allowed;
    let history = state.map_or(&[][..], |state| &state.history);
    if let (Some(row), Some(key)) =
        (history.last(), stop::stopped(history, &experiment).and_then(Stopped::key))
    {
        return Ok(Some(format!(
            "{key} ended the run with generation {}: --generations {wanted} cannot make it go on",
            row.generation
        )));
    }
    manifest.experiment = experiment;
    Ok(None)
}
