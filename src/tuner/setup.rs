//! An experiment resolved against its problem: every default filled in, every name looked up.

use crate::columns::{columns, other_columns};
use crate::error::{Error, Result};
use crate::experiment::{
    EVERYBODY, Experiment, Initial, SamplingConfig, Seeds, Smoothing, Source, SwitchingConfig, TestConfig,
    first_difference,
};
use crate::objective::{Goal, Objective, ObjectiveConfig, UsedMetrics};
use crate::optim::{Optimiser, Settings, Space};
use crate::problem::{Metric, MetricKind, Problem, Scenario};
use crate::registry;
use crate::rng::{self, Purpose};
use crate::run::Manifest;
use crate::run::files;
use crate::statistics::Statistic;
use crate::whole::Whole;
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

/// How many populations' worth of candidates are scored on validation games by default.
const FINALIST_POPULATIONS: u64 = 4;

/// The most training games of a scenario that have numbers of their own.
const MOST_NUMBERS: u64 = 1 << super::scoring::SCENARIO_SHIFT;

/// How the problem of an experiment is found: [`Experiment::problem`] for those that come with the program.
pub type FindProblem<'a> = &'a dyn Fn(&Experiment) -> Result<Box<dyn Problem>>;

/// Everything a run needs to know before its first candidate.
pub struct Setup {
    /// The question on the experiment's first line.
    pub question: String,
    /// The complete experiment.
    pub experiment: Experiment,
    /// The game or benchmark problem.
    pub problem: Box<dyn Problem>,
    /// The genes, within the bounds of the experiment.
    pub space: Space,
    /// The objectives, at least one.
    pub objectives: Vec<Objective>,
    /// The metrics that they look at.
    pub used_metrics: UsedMetrics,
}

impl Setup {
    /// Fills in the defaults of `source` and looks up every name, for the problem that `find` gives.
    ///
    /// # Errors
    /// [`Error::Input`] naming the experiment, the key, the value and what is allowed.
    pub fn resolve(source: Source, find: FindProblem<'_>) -> Result<Self> {
        let Source { origin, question, experiment } = source;
        let filled = find(&experiment).and_then(|problem| Self::fill(question, experiment, problem));
        filled.map_err(|e| e.about(origin))
    }

    /// The set-up of the run in `path`, whose experiment is complete.
    ///
    /// # Errors
    /// [`Error::RunFolder`] naming a key that its experiment lacks, or the format of a run that cannot go on; [`Error::Input`] as [`Setup::resolve`].
    pub fn of_run(path: &Path, manifest: &Manifest, find: FindProblem<'_>) -> Result<Self> {
        let origin = path.join(files::EXPERIMENT).display().to_string();
        let (question, experiment) = (manifest.question.clone(), manifest.experiment.clone());
        let setup = Self::resolve(Source { origin, question, experiment }, find)?;
        let mut known = manifest.experiment.clone();
        known.fill_own_keys(&setup.experiment);
        if let Some((key, found, _)) = first_difference(&known, &setup.experiment)? {
            return Err(Error::RunFolder(format!(
                "{}: {key} is {found}: an older program wrote this run, in a form that this one cannot go on with",
                path.join(files::MANIFEST).display()
            )));
        }
        if manifest.is_older() && setup.is_optimised_otherwise() {
            return Err(Error::RunFolder(format!(
                "{}: format is {}: an older program wrote this run, and its optimiser worked in another way; \
                 `front`, `plot` and `export` read it",
                path.join(files::MANIFEST).display(),
                manifest.format
            )));
        }
        Ok(setup)
    }

    fn fill(question: String, mut experiment: Experiment, problem: Box<dyn Problem>) -> Result<Self> {
        fill_keys(&mut experiment, problem.as_ref())?;
        if problem.plays_games() {
            fill_games(&mut experiment, problem.as_ref())?;
        } else {
            refuse_games(&experiment)?;
        }
        fill_objectives(&mut experiment, problem.as_ref())?;
        fill_initial(&mut experiment, problem.as_ref())?;
        let space = narrowed(problem.space().clone(), &experiment)?;
        experiment.optimiser.mutation.prob_var.get_or_insert(1.0 / space.genes.len() as f64);
        let objectives = objectives(&experiment, problem.as_ref())?;
        let used_metrics = UsedMetrics::of(&objectives);
        let setup = Self { question, experiment, problem, space, objectives, used_metrics };
        setup.optimiser()?;
        Ok(setup)
    }

    /// Whether the optimiser of a program that wrote runs of format 1 did otherwise: it heard of games in another way,
    /// and crossed the weights of a simplex one by one.
    fn is_optimised_otherwise(&self) -> bool {
        let hears_again = self.experiment.sampling.as_ref().is_some_and(SamplingConfig::hears_again);
        hears_again || !self.space.simplexes.is_empty()
    }

    /// The optimiser at its start.
    ///
    /// # Errors
    /// [`Error::Input`] naming a setting or an initial genome that is out of range.
    pub fn optimiser(&self) -> Result<Optimiser> {
        let config = &self.experiment.optimiser;
        let settings = Settings {
            pop_size: config.pop_size.size(),
            crossover: config.crossover,
            mutation: config.mutation,
            survival: config.survival,
        };
        let rng = rng::stream(self.experiment.seed.get(), Purpose::Optimiser, 0);
        let initial = self.initial();
        let space = self.space.clone();
        Optimiser::new(config.algorithm, settings, space, self.objectives.len(), rng, initial)
    }

    /// The genomes of the first generation that the experiment names.
    pub fn initial(&self) -> Vec<Vec<f64>> {
        self.experiment.initial.iter().filter_map(Initial::genome).cloned().collect()
    }

    /// About `n` points of the true front in the objectives of the run (minimised), where it is known: the
    /// objectives have to be all of the problem's, in any order, minimised on their own scale and
    /// without floors. Of fewer or of others the front is another one.
    pub fn true_front(&self, n: usize) -> Option<Vec<Vec<f64>>> {
        let is_plain = |o: &Objective| o.goal == Goal::Min && o.scale.is_linear() && o.floor.is_none();
        let columns: Vec<usize> = self.objectives.iter().map(|o| o.metric).collect();
        let is_all = (0..self.problem.metrics().len()).all(|metric| columns.contains(&metric));
        if !self.objectives.iter().all(is_plain) || !is_all || columns.len() != self.problem.metrics().len() {
            return None;
        }
        let turned = |point: Vec<f64>| columns.iter().map(|&column| point[column]).collect();
        Some(self.problem.true_front(n)?.into_iter().map(turned).collect())
    }

    /// Column of the metric whose shares are kept of validation and test games: the first category.
    pub fn category(&self) -> Option<usize> {
        self.problem.metrics().iter().position(|metric| matches!(metric.kind, MetricKind::Category { .. }))
    }

    /// Games of one round over all scenarios; 0 for a benchmark problem.
    pub fn games_a_round(&self) -> u64 {
        if !self.problem.plays_games() {
            return 0;
        }
        self.experiment.scenario.iter().map(|scenario| scenario.games.get()).sum()
    }

    /// The rounds that a candidate born in `generation`, 1 for the initial population, plays to be known
    /// by rounds `known` of its own, which count from 0. With fresh seeds every generation has rounds of its own, as
    /// many as a candidate may play: so no parent was selected on a round that its children are judged by.
    pub fn rounds(&self, generation: u64, known: Range<u64>) -> Range<u64> {
        let fresh = self.experiment.sampling.as_ref().filter(|s| s.seeds == Some(Seeds::Fresh));
        let of_own = fresh.map_or(0, SamplingConfig::most_rounds);
        let first = generation.saturating_sub(1) * of_own;
        first + known.start..first + known.end
    }

    /// Whether the games of like candidates count for a candidate.
    pub fn smooths(&self) -> bool {
        self.experiment.sampling.as_ref().is_some_and(|s| s.smoothing == Some(Smoothing::Kriging))
    }

    /// The scenarios a candidate is scored in; a benchmark problem has one, of one "game".
    pub fn scenarios(&self) -> Vec<Scenario> {
        if self.problem.plays_games() { self.experiment.scenario.clone() } else { vec![Scenario::default()] }
    }
}

/// The name of the problem, and all of its own keys.
fn fill_keys(experiment: &mut Experiment, problem: &dyn Problem) -> Result<()> {
    let name = experiment.domain.get_or_insert_with(|| problem.name().to_owned());
    if name != problem.name() {
        return Err(Error::Input(format!("domain = {name:?}: allowed is {:?}", problem.name())));
    }
    let complete = problem.keys();
    if let Some(unknown) = experiment.keys.keys().find(|key| !problem.has_key(key)) {
        let allowed: Vec<String> = EVERYBODY
            .into_iter()
            .map(String::from)
            .chain(complete.keys().cloned())
            .map(|key| format!("`{key}`"))
            .collect();
        return Err(Error::Input(format!(
            "unknown field `{unknown}`, expected one of {}",
            allowed.join(", ")
        )));
    }
    experiment.keys = complete;
    Ok(())
}

fn fill_games(experiment: &mut Experiment, problem: &dyn Problem) -> Result<()> {
    if experiment.scenario.is_empty() {
        experiment.scenario.push(Scenario::default());
    }
    registry::complete(problem, &mut experiment.scenario)?;
    let pop_size = experiment.optimiser.pop_size.get();
    let validation = experiment.validation.get_or_insert_default();
    validation.members.get_or_insert(Whole::new(FINALIST_POPULATIONS * pop_size));
    validation.method.get_or_insert_default();
    experiment.test.get_or_insert(TestConfig { games: validation.games });
    experiment.sampling.get_or_insert_with(SamplingConfig::default).fill();
    check_numbers_of_games(experiment)?;
    let why = match problem.as_game() {
        Some(game) if game.switchable().is_some() => {
            experiment.switching.get_or_insert_default();
            return Ok(());
        }
        Some(_) => "for a game whose members are not combined",
        None => "for what is no game",
    };
    let none = || SwitchingConfig { games: Whole::new(0), ..SwitchingConfig::default() };
    match experiment.switching.get_or_insert_with(none).games.get() {
        0 => Ok(()),
        games => Err(Error::Input(format!("switching.games = {games}: allowed is 0 {why}"))),
    }
}

/// Refuses an experiment in which training games of different rounds would have the same number, and so the same seed.
///
/// # Errors
/// [`Error::Input`] naming the keys that make too many.
pub(super) fn check_numbers_of_games(experiment: &Experiment) -> Result<()> {
    let Some(sampling) = &experiment.sampling else { return Ok(()) };
    let fresh = if sampling.seeds == Some(Seeds::Fresh) { experiment.optimiser.n_gen.get() } else { 1 };
    for (i, scenario) in experiment.scenario.iter().enumerate() {
        let numbers = [fresh, sampling.most_rounds(), scenario.games.get()];
        let product = numbers.iter().try_fold(1_u64, |product, number| product.checked_mul(*number));
        if product.is_none_or(|product| product > MOST_NUMBERS) {
            let [generations, rounds, games] = numbers;
            return Err(Error::Input(format!(
                "scenario[{i}].games = {games}: allowed is up to {} with sampling.max_rounds = {rounds} and \
                 optimiser.n_gen = {generations}, so that every training game has seeds of its own",
                MOST_NUMBERS / generations.saturating_mul(rounds).max(1)
            )));
        }
    }
    Ok(())
}

/// Where values are exact, nothing is said of games.
fn refuse_games(experiment: &Experiment) -> Result<()> {
    let keys = [
        ("scenario", !experiment.scenario.is_empty()),
        ("validation", experiment.validation.is_some()),
        ("test", experiment.test.is_some()),
        ("switching", experiment.switching.is_some()),
        ("sampling", experiment.sampling.is_some()),
        ("stop.games", experiment.stop.as_ref().is_some_and(|stop| stop.games.is_some())),
    ];
    let Some((key, _)) = keys.iter().find(|(_, given)| *given) else { return Ok(()) };
    let name = experiment.domain.as_deref().unwrap_or_default();
    Err(Error::Input(format!("{key}: allowed is nothing: {name} plays no games")))
}

/// `space` with the bounds of the experiment, which have to leave room for a genome.
fn narrowed(mut space: Space, experiment: &Experiment) -> Result<Space> {
    for (name, &[lower, upper]) in &experiment.bounds {
        let names: Vec<String> = space.genes.iter().map(|gene| gene.name.clone()).collect();
        let gene = space.genes.iter_mut().find(|gene| gene.name == *name).ok_or_else(|| {
            Error::Input(format!("bounds.{name}: no such gene: allowed is {}", names.join(", ")))
        })?;
        if lower < gene.lower || upper > gene.upper {
            return Err(Error::Input(format!(
                "bounds.{name} = [{lower:?}, {upper:?}]: allowed is a part of [{}, {}]",
                gene.lower, gene.upper
            )));
        }
        (gene.lower, gene.upper) = (lower, upper);
    }
    space.validate().map_err(|e| e.about("bounds"))?;
    Ok(space)
}

/// Puts the genomes of preset policies in the place of their names.
fn fill_initial(experiment: &mut Experiment, problem: &dyn Problem) -> Result<()> {
    for (i, initial) in experiment.initial.iter_mut().enumerate() {
        if let Initial::Preset(name) = initial {
            let genome = problem.initial(name).map_err(|e| e.about(format!("initial[{i}] = {name:?}")))?;
            *initial = Initial::Genome(genome);
        }
    }
    Ok(())
}

fn fill_objectives(experiment: &mut Experiment, problem: &dyn Problem) -> Result<()> {
    if experiment.objective.is_empty() {
        let name = experiment.preset.take();
        experiment.objective = problem.objectives(name.as_deref()).ok_or_else(|| match &name {
            None => Error::Input("objective: missing: allowed is at least one [[objective]]".into()),
            Some(name) => {
                let sets = problem.objective_sets();
                let allowed = if sets.is_empty() { "nothing".into() } else { sets.join(", ") };
                Error::Input(format!("preset = {name:?}: allowed is {allowed}"))
            }
        })?;
    }
    Ok(())
}

fn objectives(experiment: &Experiment, problem: &dyn Problem) -> Result<Vec<Objective>> {
    let mut objectives: Vec<Objective> = Vec::new();
    for (i, config) in experiment.objective.iter().enumerate() {
        let objective = objective(i, config, experiment, problem)?;
        if objectives.iter().any(|other| other.name == objective.name) {
            let why = format!("objective[{i}]: a second {:?}; give it a name of its own", objective.name);
            return Err(Error::Input(why));
        }
        objectives.push(objective);
    }
    refuse_repeated_columns(&objectives, problem)?;
    Ok(objectives)
}

/// Refuses an objective one of whose columns has the name of another column: a table in which a name
/// stands twice is read wrongly.
fn refuse_repeated_columns(objectives: &[Objective], problem: &dyn Problem) -> Result<()> {
    let mut taken: BTreeSet<String> = other_columns().map(String::from).collect();
    for gene in &problem.space().genes {
        if !taken.insert(gene.name.clone()) {
            let (game, name) = (problem.name(), &gene.name);
            return Err(Error::Input(format!(
                "{game}: gene {name:?}: allowed is a name that no column of front.csv has"
            )));
        }
    }
    for (i, objective) in objectives.iter().enumerate() {
        for column in columns(&objective.name) {
            if taken.contains(&column) {
                return Err(Error::Input(format!(
                    "objective[{i}].name = {:?}: allowed is a name whose columns in front.csv are new: {column} is \
                     there already",
                    objective.name
                )));
            }
            taken.insert(column);
        }
    }
    Ok(())
}

fn objective(
    i: usize,
    config: &ObjectiveConfig,
    experiment: &Experiment,
    problem: &dyn Problem,
) -> Result<Objective> {
    let refuse = |field: &str, value: &str, allowed: String| {
        Error::Input(format!("objective[{i}].{field} = {value:?}: allowed is {allowed}"))
    };
    let metrics = problem.metrics();
    let metric = metrics.iter().position(|m| m.name == config.metric).ok_or_else(|| {
        let names: Vec<&str> = metrics.iter().map(|m| m.name.as_str()).collect();
        refuse("metric", &config.metric, names.join(", "))
    })?;
    let scenario = match &config.scenario {
        None => 0,
        Some(name) => experiment.scenario.iter().position(|s| s.name == *name).ok_or_else(|| {
            let names: Vec<&str> = experiment.scenario.iter().map(|s| s.name.as_str()).collect();
            refuse("scenario", name, names.join(", "))
        })?,
    };
    let statistic =
        Statistic::named(&config.statistic, config.at).map_err(|it| refuse(it.key, &it.value, it.allowed))?;
    let over_games = problem.plays_games();
    if statistic.facts().over_games != over_games {
        let names = || Statistic::names(|facts| !facts.over_games);
        let allowed = if over_games { "a statistic over games".into() } else { names() };
        return Err(refuse("statistic", &config.statistic, allowed));
    }
    let weight = match statistic {
        Statistic::Mean(_) => weight(&metrics[metric], metrics)?,
        _ => None,
    };
    let unit = statistic.unit(&metrics[metric].unit);
    let measures = default_name(config);
    let name = config.name.clone().unwrap_or_else(|| measures.clone());
    let ObjectiveConfig { goal, scale, floor, .. } = *config;
    Ok(Objective { name, measures, unit, scenario, metric, weight, statistic, goal, scale, floor })
}

/// The column of what `metric` is counted by, if it is a rate.
///
/// # Errors
/// [`Error::Internal`] if no metric counts it.
fn weight(metric: &Metric, metrics: &[Metric]) -> Result<Option<usize>> {
    let MetricKind::Rate { of } = &metric.kind else { return Ok(None) };
    let weight = metrics.iter().position(|other| other.name == *of);
    let lacks = || Error::Internal(format!("metric {} is a rate of {of}, which is no metric", metric.name));
    weight.map(Some).ok_or_else(lacks)
}

/// `<statistic>_<metric>[_<at>][@<scenario>]`.
fn default_name(config: &ObjectiveConfig) -> String {
    let at = config.at.map(|at| format!("_{at}")).unwrap_or_default();
    let scenario = config.scenario.as_ref().map(|name| format!("@{name}")).unwrap_or_default();
    format!("{}_{}{at}{scenario}", config.statistic, config.metric)
}

/// Values in the user's directions and units, turned for the optimiser.
pub fn minimised(objectives: &[Objective], values: impl Iterator<Item = f64>) -> Vec<f64> {
    objectives.iter().zip(values).map(|(objective, value)| objective.minimised(value)).collect()
}
