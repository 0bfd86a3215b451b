//! The chosen front on test games: figures that no selection has flattered, with intervals that
//! hold together, and what the run gained.

use super::finish::{lacks, picks};
use super::validation_games::figures_of;
use super::{Finals, PopulationRow, membership};
use crate::error::{Error, Result};
use crate::inference::{self, CONFIDENCE, Interval, SampleOf, at_look};
use crate::objective::{Evaluation, Goal, Objective, Records};
use crate::problem::Scenario;
use crate::rng::Purpose;
use crate::run::{FrontFile, FrontMember, Gain, TestFigures};
use crate::statistics::{Estimate, Law};
use crate::tuner::scoring::{self, Scorer};
use crate::tuner::{Context, End, Phase};
use crate::whole::Whole;
use std::collections::{BTreeMap, BTreeSet};

/// Plays test games with the members of `front`, which were chosen on validation games from `population`. Puts their
/// figures beside those of the validation games, and derives from them intervals, probabilities, hypervolume, picks and
/// gains. Exact values stay as they are.
///
/// # Errors
/// [`Error::Interrupted`] if it was stopped, [`Error::Io`] if the folder cannot be written.
pub(super) fn play_and_show(
    finals: &mut Finals<'_>,
    front: &mut FrontFile,
    population: &[PopulationRow],
    context: &mut Context<'_>,
) -> Result<()> {
    let end = finals.end;
    front.confidence = Some(CONFIDENCE);
    front.looks = end.data().looks();
    let confidence = at_look(CONFIDENCE, front.looks);
    if end.setup().problem.plays_games() {
        // Where no member is feasible the values say nothing of what was asked for.
        let pairs = if front.is_feasible() { gain_pairs(&end, front) } else { Vec::new() };
        let level = inference::single_level(confidence, front.members.len() * front.objectives.len());
        let members = front.members.iter().map(|m| m.id);
        let ids: BTreeSet<u64> =
            members.chain(pairs.iter().flat_map(|&(best, first)| [best, first])).collect();
        let tested = play(finals, &ids, level, context)?;
        add_figures(front, &tested)?;
        front.gains = gains(&end.setup().objectives, &pairs, &tested, confidence)?;
        front.added_test_games = end.data().added_test_games();
        derive(&end, front, population, &tested)
    } else {
        let exact = |e: &Estimate| Interval::exact(e.value);
        front.members.iter_mut().for_each(|m| m.intervals = m.test.iter().map(exact).collect());
        derive(&end, front, population, &BTreeMap::new())
    }
}

/// For each objective the front's best member by the games it was selected on, and the first
/// generation's median by training figures; neither choice sees the games to come.
fn gain_pairs(end: &End<'_>, front: &FrontFile) -> Vec<(u64, u64)> {
    let first: Vec<&Evaluation> = end.data().latest().into_values().filter(|e| e.generation == 1).collect();
    let none_is_feasible = first.iter().all(|e| e.violation != 0.0);
    let pair = |(j, objective): (usize, &Objective)| {
        let goal = objective.goal;
        let members = front.members.iter().map(|m| (m.id, goal.minimised(m.validation[j].value)));
        let mut ranked = ascending(members);
        let best = ranked.drain(..).next()?;
        let feasible = |e: &&&Evaluation| e.violation == 0.0 || none_is_feasible;
        let start = first.iter().filter(feasible).map(|e| (e.id, goal.minimised(e.objectives[j].value)));
        let start = ascending(start);
        Some((best, *start.get(start.len().saturating_sub(1) / 2)?))
    };
    end.setup().objectives.iter().enumerate().filter_map(pair).collect()
}

/// Ids in the order of their values, NaN last, equals by id.
fn ascending(candidates: impl Iterator<Item = (u64, f64)>) -> Vec<u64> {
    let mut candidates: Vec<(u64, f64)> = candidates.collect();
    let key = |value: f64| if value.is_nan() { f64::INFINITY } else { value };
    candidates.sort_by(|a, b| key(a.1).total_cmp(&key(b.1)).then(a.0.cmp(&b.0)));
    candidates.into_iter().map(|(id, _)| id).collect()
}

/// The candidates `ids` on test games, from the log as far as it has them: as many games as are
/// asked for, with intervals of the same level.
fn play(
    finals: &mut Finals<'_>,
    ids: &BTreeSet<u64>,
    level: f64,
    context: &mut Context<'_>,
) -> Result<BTreeMap<u64, TestFigures>> {
    let Finals { end, tested: log, .. } = finals;
    let scenarios = scenarios(end);
    let games: u64 = scenarios.iter().map(|scenario| scenario.games.get()).sum();
    let known = |id: u64| log.get(id).is_some_and(|c| c.level == level && c.figures.games == games);
    let open: Vec<u64> = ids.iter().copied().filter(|&id| !known(id)).collect();
    let latest = end.data().latest();
    let job = |id: &u64| {
        let evaluation = latest.get(id).ok_or_else(|| missing(*id))?;
        Ok(scoring::rounds(end.setup().problem.candidate(&evaluation.genome)?, &scenarios, &(0..1)))
    };
    let jobs = open.iter().map(job).collect::<Result<_>>()?;
    let work = |id: &u64| games as f64 * end.outlook().of_game(*id);
    log.expect(open.len(), Phase::TestGames)?;
    announce(end, open.len(), open.iter().map(work).sum(), context);
    let scorer = Scorer::new(end.setup(), context);
    let observer = &mut *context.observer;
    let done = scorer.score(jobs, &scenarios, Purpose::Test, |i, records, _| {
        log.append(tested(end, open[i], &records, level))?;
        observer.step(games, work(&open[i]));
        Ok(())
    })?;
    log.sync()?;
    if !done {
        return Err(end.data().interrupted());
    }
    let figures = |&id: &u64| Ok((id, log.get(id).ok_or_else(|| lacks(id, "test figures"))?.clone()));
    ids.iter().map(figures).collect()
}

/// Tells the observer of the phase that begins, with as many `steps` and as much `work`.
fn announce(end: &End<'_>, steps: usize, work: f64, context: &mut Context<'_>) {
    let outlook = end.outlook();
    context.observer.forecast(&outlook.forecast(steps, work, outlook.work_of_switching()));
    context.observer.begin(Phase::TestGames, steps);
}

/// The scenarios with as many games as the experiment and `validate` ask for.
fn scenarios(end: &End<'_>) -> Vec<Scenario> {
    let mut scenarios = end.setup().scenarios();
    if let Some(test) = &end.setup().experiment.test {
        let games = Whole::new(test.games.get() + end.data().added_test_games());
        scenarios.iter_mut().for_each(|scenario| scenario.games = games);
    }
    scenarios
}

fn tested(end: &End<'_>, id: u64, records: &[Records], level: f64) -> TestFigures {
    let source = |o: &Objective| SampleOf {
        games: o.scenario,
        statistic: o.statistic,
        sample: o.sample(&records[o.scenario]),
    };
    let sources: Vec<SampleOf> = end.setup().objectives.iter().map(source).collect();
    TestFigures {
        figures: figures_of(end.setup(), id, records),
        level,
        intervals: sources.iter().map(|s| inference::interval(s.statistic, &s.sample, level)).collect(),
        correlations: inference::correlations(&sources),
    }
}

fn missing(id: u64) -> Error {
    Error::Internal(format!("candidate {id} has no test games"))
}

fn add_figures(front: &mut FrontFile, tested: &BTreeMap<u64, TestFigures>) -> Result<()> {
    for member in &mut front.members {
        let test = tested.get(&member.id).ok_or_else(|| missing(member.id))?;
        member.test.clone_from(&test.figures.objectives);
        member.violation_test = test.figures.violation;
        member.distribution.clone_from(&test.figures.distribution);
        member.intervals.clone_from(&test.intervals);
    }
    Ok(())
}

fn gains(
    objectives: &[Objective],
    pairs: &[(u64, u64)],
    tested: &BTreeMap<u64, TestFigures>,
    confidence: f64,
) -> Result<Vec<Gain>> {
    let level = inference::single_level(confidence, objectives.len());
    let gain = |((j, objective), &(id, first_id)): ((usize, &Objective), &(u64, u64))| {
        let of = |id: u64| {
            let tested = tested.get(&id).ok_or_else(|| missing(id))?;
            let there = tested.figures.objectives.get(j).zip(tested.intervals.get(j));
            there.map(|(estimate, interval)| (*estimate, *interval)).ok_or_else(|| missing(id))
        };
        let (best, first) = (of(id)?, of(first_id)?);
        let (better, worse) = match objective.goal {
            Goal::Max => (&best, &first),
            Goal::Min => (&first, &best),
        };
        let gain = match objective.statistic.law() {
            _ if id == first_id => Interval::exact(0.0),
            // The error of a quantile is read off few games, and may be 0.
            Law::Ordered { .. } => inference::difference_of_intervals(&better.1, &worse.1),
            _ => inference::difference(objective.statistic, &better.0, &worse.0, level),
        };
        let (best, first) = (best.0, first.0);
        Ok(Gain { objective: objective.name.clone(), id, best, first_id, first, gain })
    };
    objectives.iter().enumerate().zip(pairs).map(gain).collect()
}

/// What follows from the members' figures: their order, probabilities, hypervolume and picks.
fn derive(
    end: &End<'_>,
    front: &mut FrontFile,
    population: &[PopulationRow],
    tested: &BTreeMap<u64, TestFigures>,
) -> Result<()> {
    let goal = front.objectives[0].goal;
    let first = |member: &FrontMember| goal.minimised(member.test[0].value);
    front.members.sort_by(|a, b| first(a).total_cmp(&first(b)).then(a.id.cmp(&b.id)));
    membership::show(front, population, &end.setup().objectives, tested);
    if let Some(frame) = end.frame() {
        let feasible = front.members.iter().filter(|m| m.violation == 0.0 && m.violation_test == 0.0);
        let points: Vec<Vec<f64>> = feasible.map(|m| front.minimised(m)).collect();
        let test = frame.hypervolume(points.iter().map(Vec::as_slice))?;
        front.hypervolume = front.hypervolume.map(|[training, _]| [training, test]);
    }
    front.picks = picks(front)?;
    Ok(())
}

#[cfg(test)]
mod tests;
