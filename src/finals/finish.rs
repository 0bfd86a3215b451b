//! What the finals come to: the finalists ranked again on validation games, the front and the picks.

use super::switching::Policies;
use super::{Finals, finalists, importance, switching, test_games, validation_games};
use crate::error::{Error, Result};
use crate::objective::{Figures, Objective};
use crate::optim::Individual;
use crate::optim::ranking::assign_ranks;
use crate::pick::Pick;
use crate::problem::PolicyFile;
use crate::run::{FrameInfo, FrontFile, FrontMember, NamedPick, ObjectiveInfo, WinnersCurse, seal};
use crate::statistics::Estimate;
use crate::tuner::{Context, End, Frame, HistoryRow, Setup, setup};
use std::collections::{BTreeMap, BTreeSet};

/// What a finished run leaves besides its logs.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The front on its validation figures.
    pub front: FrontFile,
    /// Every finalist, in the order of ids.
    pub population: Vec<PopulationRow>,
    /// The recommended policy; `None` for a benchmark problem.
    pub policy: Option<PolicyFile>,
    /// The policies that switch between members, by name; empty if none were looked for.
    pub policies: Vec<(String, PolicyFile)>,
}

/// A finalist: someone who was scored on validation games.
#[derive(Debug, Clone)]
pub struct PopulationRow {
    /// Its figures.
    pub member: FrontMember,
    /// Rank by what the optimiser heard, among the finalists.
    pub rank: u32,
    /// What it heard last of each objective, in the user's direction, where it hears of more than own games.
    pub smoothed: Option<Vec<f64>>,
    /// Rank on validation figures, among the finalists; those that played fewer games come after the others.
    pub rank_validation: u32,
    /// Validation games it played, over all scenarios, where finalists race.
    pub games_validation: Option<u64>,
}

impl Finals<'_> {
    /// Scores the finalists on validation games, measures switching policies, and gathers the result.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if it was stopped, [`Error::Io`] if the folder cannot be written; [`Error::Missing`] if
    /// the logs take no records and lack some.
    pub fn outcome(&mut self, context: &mut Context<'_>) -> Result<Outcome> {
        let end = self.end;
        let finalists = finalists::of(&end);
        let validation = validation_games::figures(self, &finalists, context)?;
        let population = population(&end, &finalists, &validation)?;
        let mut front = front_file(&end, &population)?;
        test_games::play_and_show(self, &mut front, &population, context)?;
        let Policies { recommended, all } = switching::measure(end, &mut front, context)?;
        Ok(Outcome { front, population, policy: recommended, policies: all })
    }
}

fn population(
    end: &End<'_>,
    finalists: &[Individual],
    validation: &BTreeMap<u64, Figures>,
) -> Result<Vec<PopulationRow>> {
    let ranks = validation_ranks(&end.setup().objectives, validation);
    let latest = end.data().latest();
    let races = validation_games::races(end.setup());
    let row = |individual: &Individual| {
        let lacks = |what| move || lacks(individual.id, what);
        let evaluation = latest.get(&individual.id).ok_or_else(lacks("evaluation"))?;
        let held = validation.get(&individual.id).ok_or_else(lacks("validation figures"))?;
        let rank_validation = ranks.get(&individual.id).copied().ok_or_else(lacks("rank"))?;
        let member = FrontMember {
            id: individual.id,
            generation: evaluation.generation,
            training: evaluation.objectives.clone(),
            test: held.objectives.clone(),
            validation: held.objectives.clone(),
            violation: held.violation,
            violation_test: held.violation,
            intervals: Vec::new(),
            p_non_dominated: None,
            distribution: held.distribution.clone(),
            genome: evaluation.genome.clone(),
        };
        let games_validation = races.then_some(held.games);
        let smoothed = end.heard(individual.id).map(|heard| restored(&end.setup().objectives, heard));
        Ok(PopulationRow { member, rank: individual.rank, smoothed, rank_validation, games_validation })
    };
    finalists.iter().map(row).collect()
}

/// Minimised `values` in the user's directions and units.
fn restored(objectives: &[Objective], values: &[f64]) -> Vec<f64> {
    objectives.iter().zip(values).map(|(objective, value)| objective.restored(*value)).collect()
}

/// The promise that is broken where a finalist has no `what`.
pub(super) fn lacks(id: u64, what: &str) -> Error {
    Error::Internal(format!("finalist {id} has no {what}"))
}

fn front_file(end: &End<'_>, population: &[PopulationRow]) -> Result<FrontFile> {
    let setup = end.setup();
    let last = end.history().last().ok_or_else(|| Error::Internal("no generation was evolved".into()))?;
    let members = front_members(population);
    Ok(FrontFile {
        format: seal::FORMAT,
        question: setup.question.clone(),
        domain: setup.problem.name().into(),
        seed: setup.experiment.seed.get(),
        generations: last.generation,
        stopped: end.stopped().ok_or_else(|| Error::Internal("the run has not ended".into()))?,
        evaluations: last.evaluations,
        games: last.games,
        scenarios: setup.experiment.scenario.clone(),
        keys: setup.experiment.keys.clone(),
        objectives: setup.objectives.iter().map(objective_info).collect(),
        genes: setup.space.genes.iter().map(|gene| gene.name.clone()).collect(),
        frame: end.frame().map(|frame| frame_info(frame, setup, end.history())),
        hypervolume: last.own.hypervolume.filter(|_| end.frame().is_some()).map(|training| [training, 0.0]),
        finalists: population.len(),
        added_test_games: 0,
        looks: 0,
        confidence: None,
        members,
        picks: BTreeMap::new(),
        winners_curse: winners_curse(population, &setup.objectives),
        gains: Vec::new(),
        importance: importance::importances(population, &setup.objectives, setup.experiment.seed.get()),
        policies: None,
        older_switching: None,
    })
}

fn unranked(id: u64, genome: Vec<f64>, objectives: Vec<f64>, violation: f64) -> Individual {
    Individual { id, genome, objectives, violation, rank: 0, crowding: 0.0 }
}

/// Ranks on validation figures. Finalists that played less were left behind, and rank after the others:
/// figures of fewer games do not compare.
fn validation_ranks(objectives: &[Objective], validation: &BTreeMap<u64, Figures>) -> BTreeMap<u64, u32> {
    let mut stages: BTreeMap<u64, Vec<Individual>> = BTreeMap::new();
    for held in validation.values() {
        let values = setup::minimised(objectives, held.objectives.iter().map(|e| e.value));
        let individual = unranked(held.id, Vec::new(), values, held.violation);
        stages.entry(held.games).or_default().push(individual);
    }
    let (mut ranks, mut next) = (BTreeMap::new(), 0);
    for mut stage in stages.into_values().rev() {
        assign_ranks(&mut stage);
        ranks.extend(stage.iter().map(|i| (i.id, next + i.rank)));
        next += stage.iter().map(|i| i.rank + 1).max().unwrap_or_default();
    }
    ranks
}

/// The members of validation rank 0, distinct in their figures, in the order of ids.
fn front_members(population: &[PopulationRow]) -> Vec<FrontMember> {
    let mut seen = BTreeSet::new();
    let first = population.iter().filter(|row| row.rank_validation == 0);
    first.filter(|row| is_new(&mut seen, &row.member.validation)).map(|row| row.member.clone()).collect()
}

/// Whether `figures` equal none that were `seen`; NaN equals nothing, and −0 equals 0.
fn is_new(seen: &mut BTreeSet<Vec<[u64; 3]>>, figures: &[Estimate]) -> bool {
    let bits = |e: &Estimate| [(e.value + 0.0).to_bits(), (e.std_error + 0.0).to_bits(), e.games];
    let has_nan = figures.iter().any(|e| e.value.is_nan() || e.std_error.is_nan());
    has_nan || seen.insert(figures.iter().map(bits).collect())
}

fn objective_info(objective: &Objective) -> ObjectiveInfo {
    ObjectiveInfo {
        name: objective.name.clone(),
        measures: Some(&objective.measures).filter(|it| **it != objective.name).cloned(),
        unit: objective.unit.clone(),
        goal: objective.goal,
        scale: objective.scale,
    }
}

/// The frame in the user's directions, and the generation that made it.
fn frame_info(frame: &Frame, setup: &Setup, history: &[HistoryRow]) -> FrameInfo {
    let turned = |values: &[f64]| restored(&setup.objectives, values);
    // Older programs noted a hypervolume of 0 where there was no box yet.
    let measured = history.iter().find(|row| row.own.hypervolume.is_some() && row.front_size > 0);
    FrameInfo {
        generation: measured.map_or(1, |row| row.generation),
        best: turned(&frame.best),
        worst: turned(&frame.worst),
        reference: turned(&frame.reference()),
        true_front: setup.true_front(2).is_some(),
    }
}

/// For each objective the training winner, its validation value, and the mean gap of the front.
fn winners_curse(population: &[PopulationRow], objectives: &[Objective]) -> Vec<WinnersCurse> {
    let front: Vec<&FrontMember> =
        population.iter().filter(|row| row.rank == 0).map(|row| &row.member).collect();
    let curse = |(j, objective): (usize, &Objective)| {
        let minimised = |e: &Estimate| objective.goal.minimised(e.value);
        let by_training = |a: &&&FrontMember, b: &&&FrontMember| {
            minimised(&a.training[j]).total_cmp(&minimised(&b.training[j])).then(a.id.cmp(&b.id))
        };
        let best = front.iter().min_by(by_training)?;
        let gaps = front.iter().map(|m| minimised(&m.validation[j]) - minimised(&m.training[j]));
        Some(WinnersCurse {
            objective: objective.name.clone(),
            id: best.id,
            training: best.training[j],
            validation: best.validation[j],
            mean_gap: gaps.sum::<f64>() / front.len() as f64,
        })
    };
    objectives.iter().enumerate().filter_map(curse).collect()
}

pub(crate) fn picks(front: &FrontFile) -> Result<BTreeMap<NamedPick, u64>> {
    let best = front.objectives.iter().map(|o| NamedPick::Best(o.name.clone()));
    let picked = |name: NamedPick| Ok((name.clone(), Pick::from_name(name).from(front)?.id));
    std::iter::once(NamedPick::Knee).chain(best).map(picked).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_figures_are_one_whatever_their_sign_of_zero() {
        let mut seen = BTreeSet::new();
        let estimate = |value| Estimate { value, std_error: 1.0, games: 9 };
        let figures = [[1.0, 0.0], [1.0, -0.0], [2.0, 0.0], [f64::NAN, 0.0], [f64::NAN, 0.0], [1.0, 0.0]];
        let new = figures.map(|pair| is_new(&mut seen, &pair.map(estimate)));
        assert_eq!(new, [true, false, true, true, true, false]);
        assert!(is_new(&mut seen, &[Estimate { games: 8, ..estimate(1.0) }, estimate(0.0)]));
    }
}
