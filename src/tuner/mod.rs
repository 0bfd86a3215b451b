//! The loop: ask → evaluate → tell → observers → stop.
//!
//! The evaluation log alone determines a run: the optimiser is deterministic, so any state can
//! be had again by telling it the logged evaluations. The checkpoint only saves that replay.

pub(crate) mod binding;
pub(crate) mod forecast;
pub mod history;
pub(crate) mod sampling;
pub(crate) mod scoring;
pub(crate) mod setup;
mod smoothing;
pub(crate) mod stop;
mod stored;

pub use forecast::Forecast;
pub use history::{Frame, HistoryRow};
pub use setup::{FindProblem, Setup};

use crate::error::{Error, Result};
use crate::experiment::{Generations, Source};
use crate::objective::Evaluation;
use crate::optim::{Candidate, Evaluated, Individual, Optimiser, initial};
use crate::run::files;
use crate::run::{Log, Manifest, RunFolder, Stopped, atomic, checkpoint};
use rayon::ThreadPool;
use sampling::{Samples, Standing};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How often a checkpoint is written at most; what comes after the last one is in the log.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(1);

/// Hears what the run does; it cannot change it. What an observer does not care for it leaves out.
pub trait Observer {
    /// What is still to be done: of the phase that begins, or again of the one under way when it is known
    /// better.
    fn forecast(&mut self, _forecast: &Forecast) {}
    /// A phase begins, such as a generation or the held-out games, with `steps` steps. The same phase
    /// named again has so many more.
    fn begin(&mut self, _phase: &str, _steps: usize) {}
    /// One step of the phase is done: so many games, none for a benchmark problem. `work` is what the step
    /// counts in the unit of the [`Forecast`]: games, each by the time it takes.
    fn step(&mut self, _games: u64, _work: f64) {}
    /// A generation is done.
    fn generation(&mut self, _row: &HistoryRow, _of: u64) {}
    /// Something a person should know, in one line.
    fn notice(&mut self, _line: &str) {}
}

/// An observer that does nothing.
#[derive(Debug, Default)]
pub struct Silent;

impl Observer for Silent {}

/// Where a run takes place: its threads, its stop flag, who watches.
pub struct Context<'a> {
    /// The threads that play.
    pub pool: &'a ThreadPool,
    /// Set from outside to interrupt the run.
    pub stop: &'a AtomicBool,
    /// Who watches.
    pub observer: &'a mut dyn Observer,
}

/// What a checkpoint holds.
#[derive(Debug, Serialize, Deserialize)]
#[serde(from = "stored::State")]
pub(crate) struct State {
    pub(crate) optimiser: Optimiser,
    pub(crate) history: Vec<HistoryRow>,
    pub(crate) frame: Option<Frame>,
    /// How many evaluations were asked for.
    pub(crate) numbers: u64,
    /// Training games played.
    pub(crate) games: u64,
    /// How far every member of the population is known.
    pub(crate) standings: BTreeMap<u64, Standing>,
    /// Whether the last generation began with what the optimiser offered; absent where an algorithm offers
    /// nothing, and in checkpoints of older programs.
    #[serde(rename = "begins_with_centroid", skip_serializing_if = "Option::is_none")]
    pub(crate) begins_with_offered: Option<bool>,
}

impl State {
    fn evaluations(&self) -> u64 {
        self.history.last().map_or(0, |row| row.evaluations)
    }
}

/// A run in its folder.
pub struct Run {
    pub(crate) setup: Setup,
    pub(crate) folder: RunFolder,
    pub(crate) manifest: Manifest,
    pub(crate) log: Log<Evaluation>,
    pub(crate) state: State,
    /// Rounds that are in memory, and what they gave.
    pub(crate) samples: BTreeMap<u64, (u64, Samples)>,
    pub(crate) clock: Instant,
    /// Seconds that earlier sessions of this run took.
    pub(crate) before: f64,
    /// Whether its last generation was there when this session began.
    pub(crate) began_evolved: bool,
    /// How long games take.
    pub(crate) costs: forecast::Costs,
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
        let (log, _) = Log::open(&path.join(files::EVALUATIONS))?;
        let state = fresh_state(&setup)?;
        Ok(Self {
            setup,
            folder,
            manifest,
            log,
            state,
            samples: BTreeMap::new(),
            clock: Instant::now(),
            before: 0.0,
            began_evolved: false,
            costs: forecast::Costs::default(),
        })
    }

    /// Opens the run in `path` to go on with it, for `generations` in all if given.
    ///
    /// Damage is repaired: what is lost from the log is evaluated again, to the same values. A run that
    /// `[stop]` has ended stays ended whatever its generations: its experiment is then left as it is, and
    /// the observer hears why.
    ///
    /// # Errors
    /// [`Error::RunFolder`] if there is no run, it is locked, or its experiment was changed.
    pub fn resume(
        path: &Path,
        find: FindProblem<'_>,
        generations: Option<u64>,
        observer: &mut dyn Observer,
    ) -> Result<Self> {
        let (folder, mut manifest, restored) = RunFolder::open(path)?;
        restored.iter().for_each(|line| observer.notice(line));
        let mut setup = Setup::of_run(path, &manifest, find)?;
        let (log, damage) = Log::<Evaluation>::open(&path.join(files::EVALUATIONS))?;
        damage.iter().for_each(|line| observer.notice(line));
        if let Some(why) = binding::fault_of_log(&setup, log.records())? {
            return Err(Error::RunFolder(format!("{}: {why}", path.join(files::EVALUATIONS).display())));
        }
        let fault = |state: &State| binding::fault_of_state(&setup, log.records(), state);
        let (state, notices) = checkpoint::read(path, true, fault)?;
        notices.iter().for_each(|line| observer.notice(line));
        if let Some(why) = more_generations(&mut manifest, generations, state.as_ref())? {
            observer.notice(&format!("{}: {why}", path.display()));
        }
        setup.experiment.optimiser.n_gen = manifest.experiment.optimiser.n_gen;
        folder.update(&manifest)?;
        let whole = state.filter(|state| log.is_complete_below(state.numbers));
        if whole.is_none() && !log.records().is_empty() {
            let known = log.records().len();
            observer.notice(&format!("{}: going on from {known} logged evaluations", path.display()));
        }
        let state = match whole {
            Some(state) => state,
            None => fresh_state(&setup)?,
        };
        folder.make_plain()?;
        let before = state.history.last().map_or(0.0, |row| row.seconds);
        let began_evolved = stop::stopped(&state.history, &setup.experiment).is_some();
        let (samples, costs) = (BTreeMap::new(), forecast::Costs::default());
        let clock = Instant::now();
        Ok(Self { setup, folder, manifest, log, state, samples, clock, before, began_evolved, costs })
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
        let n_gen = self.setup.experiment.optimiser.n_gen.get();
        let mut saved = Instant::now();
        while self.stopped().is_none() {
            let told = self.state.optimiser.generation();
            context.observer.forecast(&self.foresee_generation());
            let candidates = self.state.optimiser.ask();
            self.sample(&candidates, told + 1, context)?;
            self.tell(&candidates, context.pool)?;
            self.costs.end_generation();
            if let Some(row) = self.state.history.last() {
                context.observer.generation(row, n_gen);
            }
            if saved.elapsed() >= CHECKPOINT_EVERY || self.stopped().is_some() {
                self.save()?;
                saved = Instant::now();
            }
        }
        Ok(())
    }

    /// What ended the run, if it has ended.
    pub(crate) fn stopped(&self) -> Option<Stopped> {
        stop::stopped(&self.state.history, &self.setup.experiment)
    }

    pub(crate) fn save(&mut self) -> Result<()> {
        self.log.sync()?;
        checkpoint::write(self.folder.path(), &self.state)?;
        let csv = history::to_csv(&self.state.history, &self.setup.objectives)?;
        atomic::replace(&self.folder.path().join(files::HISTORY), &csv)
    }

    /// Says how to go on.
    pub(crate) fn interrupted(&self) -> Error {
        let folder = self.folder.path().display();
        let known = self.log.records().len();
        Error::Interrupted(format!("{known} evaluations are saved; go on with `paretune resume {folder}`"))
    }

    /// Tells the optimiser what its candidates are worth, and what is known better of its population.
    fn tell(&mut self, candidates: &[Candidate], pool: &ThreadPool) -> Result<()> {
        let known = |id: u64| {
            self.standing(id).ok_or_else(|| Error::Internal(format!("candidate {id} was not evaluated")))
        };
        let population = self.state.optimiser.population().iter();
        let in_play = population.map(|i| i.id).chain(candidates.iter().map(|c| c.id));
        let mut members: Vec<Evaluated> = in_play.map(known).collect::<Result<_>>()?;
        if self.setup.smooths() {
            pool.install(|| self.smooth(&mut members));
        }
        let told = members.split_off(members.len() - candidates.len());
        let first = candidates.first().map(|candidate| &candidate.genome);
        self.state.begins_with_offered = self.state.optimiser.offered().map(|it| first == Some(&it));
        self.state.optimiser.update(members)?;
        self.state.optimiser.tell(told)?;
        self.forget_the_dead();
        let evaluations = self.state.evaluations() + candidates.len() as u64;
        let seconds = self.before + self.clock.elapsed().as_secs_f64();
        self.note_generation(evaluations, self.state.games, seconds)
    }

    /// The population by nothing but its own games: what is smoothed may span no box at all.
    fn on_own_games(&self) -> Vec<Individual> {
        let mut population = self.state.optimiser.population().to_vec();
        for individual in &mut population {
            if let Some(evaluated) = self.standing(individual.id) {
                individual.objectives = evaluated.objectives;
            }
        }
        population
    }

    fn note_generation(&mut self, evaluations: u64, games: u64, seconds: f64) -> Result<()> {
        if self.state.frame.is_none() {
            self.state.frame = first_frame(&self.setup, &self.on_own_games());
        }
        let State { optimiser, history, frame, .. } = &mut self.state;
        let front: Vec<&Individual> = optimiser.front();
        let feasible = front.iter().filter(|i| i.violation == 0.0);
        let points = feasible.map(|i| i.objectives.as_slice());
        let best = |(j, objective): (usize, &crate::objective::Objective)| {
            let lowest = front.iter().map(|i| i.objectives[j]).fold(f64::INFINITY, f64::min);
            objective.restored(lowest)
        };
        history.push(HistoryRow {
            generation: optimiser.generation(),
            evaluations,
            games,
            hypervolume: frame.as_ref().map(|frame| frame.hypervolume(points)).transpose()?,
            front_size: front.len(),
            best: self.setup.objectives.iter().enumerate().map(best).collect(),
            seconds,
        });
        Ok(())
    }
}

pub(crate) fn fresh_state(setup: &Setup) -> Result<State> {
    Ok(State {
        optimiser: setup.optimiser()?,
        history: Vec::new(),
        frame: None,
        numbers: 0,
        games: 0,
        standings: BTreeMap::new(),
        begins_with_offered: None,
    })
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
        let (least, most) = (least.get(), Generations::MAX);
        return Err(Error::Input(format!(
            "--generations {wanted}: allowed is {least} to {most}, counted in all"
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

/// The box of the true front where it is known in the run's objectives, else of the population, if it
/// makes one.
fn first_frame(setup: &Setup, population: &[Individual]) -> Option<Frame> {
    match setup.true_front(1000) {
        Some(front) => Some(Frame::around(&front)),
        None => Frame::spanned_by(population),
    }
}

/// An evaluation as the optimiser hears it: minimised.
pub(crate) fn evaluated(setup: &Setup, evaluation: &Evaluation) -> Evaluated {
    let values = evaluation.objectives.iter().map(|e| e.value);
    Evaluated {
        id: evaluation.id,
        objectives: setup::minimised(&setup.objectives, values),
        violation: evaluation.violation,
    }
}
