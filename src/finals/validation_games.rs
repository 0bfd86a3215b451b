//! The finalists on validation games: a race.
//!
//! All finalists play a few games. Those that may be on the front play twice as many, and so on, until
//! the members of the front have the games that the experiment asks for, and on while it is undecided who
//! is a member and games are left. This is successive halving (Karnin, Koren & Somekh, "Almost optimal
//! exploration in multi-armed bandits", *ICML* 2013, §3) with the probability of being on the front in the
//! place of one mean. All that are left have always played the same games: quantiles of few games
//! are biased, so figures of unequal numbers do not compare.
//!
//! What is played depends on the answers to earlier games alone, so the log is enough to go on.

use super::Finals;
use super::finish::lacks;
use super::halving::{Plan, Stage};
use crate::error::{Error, Result};
use crate::experiment::{ValidationConfig, ValidationMethod};
use crate::inference::front_membership::{Contender, front_shares};
use crate::objective::{Evaluation, Figures, Records, violation};
use crate::optim::Individual;
use crate::rng::{self, Purpose, Rng};
use crate::run::Log;
use crate::statistics::Estimate;
use crate::tuner::scoring::{self, Scorer};
use crate::tuner::{Context, End, Phase, Setup};
use std::collections::BTreeMap;
use std::ops::Range;

/// Whether finalists race for validation games.
pub(crate) fn races(setup: &Setup) -> bool {
    racing(setup).is_some()
}

fn racing(setup: &Setup) -> Option<&ValidationConfig> {
    let validation = setup.experiment.validation.as_ref()?;
    (validation.method == Some(ValidationMethod::Racing)).then_some(validation)
}

/// How validation games are given out; `None` where every finalist plays all.
fn plan(end: &End<'_>) -> Option<Plan> {
    let validation = racing(end.setup())?;
    let trained = end.history().last().map_or(0, |row| row.games);
    let scenarios = end.setup().scenarios().len().max(1);
    Some(Plan {
        games: validation.games.get(),
        budget: (validation.share * trained as f64 / scenarios as f64) as u64,
    })
}

/// How many finalists there are games for; `None` if there is no race.
pub(super) fn most_finalists(end: &End<'_>) -> Option<usize> {
    plan(end).map(|plan| plan.most_finalists())
}

/// The validation figures of `finalists`, each on the most games that it played, by id.
///
/// # Errors
/// [`Error::Interrupted`] if it was stopped, [`Error::Io`] if the folder cannot be written.
pub(super) fn figures(
    finals: &mut Finals<'_>,
    finalists: &[Individual],
    context: &mut Context<'_>,
) -> Result<BTreeMap<u64, Figures>> {
    let ids: Vec<u64> = finalists.iter().map(|i| i.id).collect();
    let end = finals.end;
    let latest = end.data().latest();
    let evaluation = |id: &u64| latest.get(id).copied().ok_or_else(|| lacks(*id, "evaluation"));
    if !end.setup().problem.plays_games() {
        return ids.iter().map(|id| Ok((*id, exact(evaluation(id)?)))).collect();
    }
    let genome = |id: &u64| Ok((*id, evaluation(id)?.genome.clone()));
    let mut games = Games::new(end, &mut finals.validation, ids.iter().map(genome).collect::<Result<_>>()?);
    let asked = end.setup().experiment.validation.as_ref().map(|validation| validation.games.get());
    let asked = asked.ok_or_else(|| Error::Internal("a game has no validation games".into()))?;
    let figures = match plan(&end) {
        Some(plan) => race(&end, &plan, ids, &mut games, context),
        None => Ok(by_id(games.after(&ids, asked, 0, context)?)),
    };
    games.log.sync()?;
    figures
}

/// Exact values need no validation games.
fn exact(evaluation: &Evaluation) -> Figures {
    let (id, objectives, violation) = (evaluation.id, evaluation.objectives.clone(), evaluation.violation);
    Figures { id, objectives, violation, games: 0, distribution: vec![] }
}

fn by_id(held: Vec<Figures>) -> BTreeMap<u64, Figures> {
    held.into_iter().map(|held| (held.id, held)).collect()
}

/// Stage after stage, until the plan has no further one.
fn race(
    end: &End<'_>,
    plan: &Plan,
    mut ids: Vec<u64>,
    games: &mut Games<'_>,
    context: &mut Context<'_>,
) -> Result<BTreeMap<u64, Figures>> {
    let mut figures = BTreeMap::new();
    let mut rng = rng::stream(end.setup().experiment.seed.get(), Purpose::Racing, 0);
    let mut stage = plan.first(ids.len());
    loop {
        let left = plan.budget.saturating_sub(stage.played);
        let held = games.after(&ids, stage.games, left, context)?;
        let shares = shares(end.setup(), &held, &mut rng);
        figures.extend(by_id(held));
        let Some((next, kept)) = plan.next(&stage, &shares) else { return Ok(figures) };
        ids = kept.into_iter().map(|place| ids[place]).collect();
        ids.sort_unstable();
        stage = next;
    }
}

/// The share of draws in which each is on the front; where no finalist is feasible, of those that miss the floors by
/// no more than the best.
fn shares(setup: &Setup, held: &[Figures], rng: &mut Rng) -> Vec<f64> {
    let pool: Vec<Contender> = held.iter().map(|held| contender(setup, held)).collect();
    let violation = |minimised: &[f64]| violation(&setup.objectives, minimised);
    let least = pool.iter().map(|it| violation(&it.objectives)).fold(f64::INFINITY, f64::min);
    front_shares(&pool, Stage::draws(pool.len()), rng, |drawn| violation(drawn) <= least)
}

fn contender(setup: &Setup, held: &Figures) -> Contender {
    let along = || setup.objectives.iter().zip(&held.objectives);
    Contender {
        objectives: along().map(|(objective, e)| objective.minimised(e.value)).collect(),
        std_errors: along().map(|(objective, e)| objective.minimised_error(e)).collect(),
    }
}

/// The validation games of finalists, logged as they are played.
struct Games<'r> {
    end: End<'r>,
    log: &'r mut Log<Figures>,
    genomes: BTreeMap<u64, Vec<f64>>,
    /// By id: games of every scenario that are in memory, and what they gave.
    records: BTreeMap<u64, (u64, Vec<Records>)>,
    /// Steps and work of all stages so far, for the observer: the race is one phase.
    told: (usize, f64),
}

impl<'r> Games<'r> {
    fn new(end: End<'r>, log: &'r mut Log<Figures>, genomes: BTreeMap<u64, Vec<f64>>) -> Self {
        Self { end, log, genomes, records: BTreeMap::new(), told: (0, 0.0) }
    }

    /// The figures of `ids` after `games` games of every scenario, from the log as far as it has them; `later`
    /// games of the race follow, as far as can be foreseen.
    fn after(
        &mut self,
        ids: &[u64],
        games: u64,
        later: u64,
        context: &mut Context<'_>,
    ) -> Result<Vec<Figures>> {
        let all = games * self.end.setup().scenarios().len() as u64;
        let open: Vec<u64> = ids.iter().copied().filter(|&id| self.log.get((all, id)).is_none()).collect();
        self.records.retain(|id, _| open.contains(id));
        self.play(&open, games, later, context)?;
        let missing = |id: u64| Error::Internal(format!("candidate {id} has no validation games"));
        ids.iter().map(|&id| self.log.get((all, id)).cloned().ok_or_else(|| missing(id))).collect()
    }

    fn play(&mut self, open: &[u64], games: u64, later: u64, context: &mut Context<'_>) -> Result<()> {
        let ranges: Vec<Range<u64>> = open.iter().map(|id| self.played(*id)..games).collect();
        let Self { end, log, genomes, records, told } = self;
        log.expect(open.len(), Phase::ValidationGames)?;
        let (setup, outlook) = (end.setup(), end.outlook());
        let scenarios = setup.scenarios();
        let games_of = |i: usize| (ranges[i].end - ranges[i].start) * scenarios.len() as u64;
        let work = |i: usize| games_of(i) as f64 * outlook.of_game(open[i]);
        let now: f64 = (0..open.len()).map(work).sum();
        let mean = now / (0..open.len()).map(games_of).sum::<u64>().max(1) as f64;
        let later = later as f64 * scenarios.len() as f64 * mean + outlook.work_after_validation();
        *told = (told.0 + open.len(), told.1 + now);
        context.observer.forecast(&outlook.forecast(told.0, told.1, later));
        context.observer.begin(Phase::ValidationGames, open.len());
        let job = |(id, range): (&u64, &Range<u64>)| {
            let genome =
                genomes.get(id).ok_or_else(|| Error::Internal(format!("candidate {id} has no genome")))?;
            Ok(scoring::games(setup.problem.candidate(genome)?, &scenarios, range))
        };
        let jobs = open.iter().zip(&ranges).map(job).collect::<Result<_>>()?;
        let scorer = Scorer::new(setup, context);
        let observer = &mut *context.observer;
        let done = scorer.score(jobs, &scenarios, Purpose::Validation, |i, played, _| {
            let id = open[i];
            let all = joined(records.remove(&id), played);
            log.append(figures_of(setup, id, &all))?;
            if races(setup) {
                records.insert(id, (games, all));
            }
            observer.step(games_of(i), work(i));
            Ok(())
        })?;
        if done {
            return Ok(());
        }
        log.sync()?;
        Err(end.data().interrupted())
    }

    /// How many games of candidate `id` are in memory, in every scenario.
    fn played(&self, id: u64) -> u64 {
        self.records.get(&id).map_or(0, |(games, _)| *games)
    }
}

fn joined(known: Option<(u64, Vec<Records>)>, played: Vec<Records>) -> Vec<Records> {
    let Some((_, mut all)) = known else { return played };
    all.iter_mut().zip(played).for_each(|(table, more)| table.append(more));
    all
}

/// The figures of candidate `id` from its `records`, one table a scenario.
pub(crate) fn figures_of(setup: &Setup, id: u64, records: &[Records]) -> Figures {
    let objectives: Vec<Estimate> =
        setup.objectives.iter().map(|o| o.estimate(&records[o.scenario])).collect();
    let violation = setup.objectives.iter().zip(&objectives).map(|(o, e)| o.violation(e.value)).sum();
    let games = records.iter().map(|r| r.len() as u64).sum();
    let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
    if let (Some(column), Some(first)) = (setup.category(), records.first()) {
        first.column(column).for_each(|value| *counts.entry(value as i64).or_default() += 1);
    }
    Figures { id, objectives, violation, games, distribution: counts.into_iter().collect() }
}
