//! After the last generation: the finalists on held-out games, ranked again, and the picks.

use super::{Context, Frame, HistoryRow, Job, Run, Setup, confirm, importance, scorer, setup, switching};
use crate::config::Scenario;
use crate::error::{Error, Result};
use crate::objective::{Estimate, Evaluation, Holdout, Objective, Records};
use crate::optim::sorting::assign_ranks;
use crate::optim::{Algorithm, Individual, Survival, survivors};
use crate::policy::PolicySpec;
use crate::rng::Purpose;
use crate::store::{FrameInfo, FrontFile, FrontMember, Log, ObjectiveInfo, Pick, WinnersCurse, seal};
use std::collections::{BTreeMap, BTreeSet};

/// What a finished run leaves besides its logs.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The front on its held-out figures.
    pub front: FrontFile,
    /// Everyone who was scored on held-out games, in the order of ids.
    pub population: Vec<PopulationRow>,
    /// The policy that measured best; `None` for a benchmark problem.
    pub policy: Option<PolicySpec>,
}

/// A finalist: someone who was scored on held-out games.
#[derive(Debug, Clone)]
pub struct PopulationRow {
    /// Its figures.
    pub member: FrontMember,
    /// Rank on training figures, among the finalists.
    pub rank: u32,
    /// Rank on held-out figures, among the finalists.
    pub rank_holdout: u32,
}

impl Run {
    /// Scores the finalists on held-out games, measures switching policies, and gathers the result.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if it was stopped, [`Error::Io`] if the folder cannot be written.
    pub fn finish(&mut self, context: &mut Context<'_>) -> Result<Outcome> {
        // A run that was killed between its last checkpoint and here has no history file yet.
        self.save()?;
        let finalists = self.finalists();
        let ids: Vec<u64> = finalists.iter().map(|i| i.id).collect();
        let holdout = self.holdout(&ids, context)?;
        let population = self.population(&finalists, &holdout);
        let mut front = self.front_file(&population)?;
        confirm::confirm(self, &mut front, context)?;
        let policy = switching::measure(self, &mut front, context)?;
        Ok(Outcome { front, population, policy })
    }

    /// Notes in the manifest that everything is written.
    ///
    /// # Errors
    /// [`Error::Io`] naming the file.
    pub fn close(mut self) -> Result<()> {
        self.manifest.finish();
        self.folder.update(&self.manifest)
    }

    /// Whom held-out games are worth: the last population, with one objective the [`Self::centroid`],
    /// and of everyone evaluated the best by training figures, ranked among each other. Exact values
    /// need no more than the population.
    fn finalists(&self) -> Vec<Individual> {
        let mut finalists = self.state.optimiser.population().to_vec();
        if let Some(centroid) = self.centroid()
            && self.setup.domain.plays_games()
            && finalists.iter().all(|i| i.id != centroid.id)
        {
            finalists.push(centroid);
        }
        if let Some(members) = self.setup.experiment.holdout.as_ref().and_then(|holdout| holdout.members) {
            let everyone: Vec<Individual> = self.latest().values().map(|e| self.individual(e)).collect();
            let known: BTreeSet<u64> = finalists.iter().map(|i| i.id).collect();
            let best = survivors(everyone, members.size(), Survival::Pruned).into_iter();
            let room = members.size().saturating_sub(finalists.len());
            finalists.extend(best.filter(|i| !known.contains(&i.id)).take(room));
            assign_ranks(&mut finalists);
        }
        finalists.sort_by_key(|i| i.id);
        finalists
    }

    /// With one objective what NSGA-II tried first in the last generation: the centroid of the
    /// population before, if nobody had its genome. It is rarely as lucky as those who survive, but
    /// often better.
    fn centroid(&self) -> Option<Individual> {
        let is_bred = self.setup.experiment.optimiser.algorithm == Algorithm::Nsga2;
        let is_first = self.state.begins_with_centroid.unwrap_or(true);
        let generation = self.state.history.last().filter(|row| row.generation > 1)?.generation;
        let latest = self.latest();
        let first = latest.values().find(|evaluation| evaluation.generation == generation)?;
        (is_bred && is_first && self.setup.objectives.len() == 1).then(|| self.individual(first))
    }

    /// The last evaluation of every candidate.
    pub(super) fn latest(&self) -> BTreeMap<u64, &Evaluation> {
        self.log.records().values().map(|evaluation| (evaluation.id, evaluation)).collect()
    }

    fn individual(&self, evaluation: &Evaluation) -> Individual {
        let values = setup::minimised(&self.setup.objectives, evaluation.objectives.iter().map(|e| e.value));
        unranked(evaluation.id, evaluation.genome.clone(), values, evaluation.violation)
    }

    /// The held-out figures of the finalists, from the log as far as it has them.
    fn holdout(&self, ids: &[u64], context: &mut Context<'_>) -> Result<BTreeMap<u64, Holdout>> {
        let latest = self.latest();
        if !self.setup.domain.plays_games() {
            return Ok(ids.iter().filter_map(|id| Some((*id, exact(latest.get(id)?)))).collect());
        }
        let (mut log, damage) = Log::<Holdout>::open(&self.path().join("holdout.jsonl"))?;
        if let Some(line) = damage {
            context.observer.notice(&line);
        }
        let scenarios = self.holdout_scenarios();
        let fresh: Vec<u64> = ids.iter().copied().filter(|&id| log.get(id).is_none()).collect();
        let genome = |id: &u64| latest.get(id).map(|e| Job::Genome(e.genome.clone()));
        let jobs: Vec<Job> = fresh.iter().filter_map(genome).collect();
        let games: u64 = scenarios.iter().map(|scenario| scenario.games.get()).sum();
        let work = |id: &u64| games as f64 * self.costs.of(*id);
        let now = fresh.iter().map(work).sum();
        context.observer.forecast(&self.forecast(jobs.len(), now, self.work_after_holdout()));
        context.observer.begin("held-out games", jobs.len());
        let scorer = scorer(&self.setup, context);
        let observer = &mut *context.observer;
        let done = scorer.score(&jobs, &scenarios, Purpose::Holdout, |i, records| {
            log.append(held_out(&self.setup, fresh[i], &records))?;
            observer.step(games, work(&fresh[i]));
            Ok(())
        })?;
        log.sync()?;
        if !done {
            return Err(self.interrupted());
        }
        Ok(ids.iter().filter_map(|&id| Some((id, log.get(id)?.clone()))).collect())
    }

    fn holdout_scenarios(&self) -> Vec<Scenario> {
        let mut scenarios = self.setup.scenarios();
        if let Some(holdout) = &self.setup.experiment.holdout {
            scenarios.iter_mut().for_each(|scenario| scenario.games = holdout.games);
        }
        scenarios
    }

    fn population(&self, finalists: &[Individual], holdout: &BTreeMap<u64, Holdout>) -> Vec<PopulationRow> {
        let ranks = holdout_ranks(&self.setup.objectives, holdout);
        let latest = self.latest();
        let row = |individual: &Individual| {
            let evaluation = latest.get(&individual.id)?;
            let held = holdout.get(&individual.id)?;
            let member = FrontMember {
                id: individual.id,
                generation: evaluation.generation,
                training: evaluation.objectives.clone(),
                fresh: held.objectives.clone(),
                holdout: held.objectives.clone(),
                violation: held.violation,
                violation_fresh: held.violation,
                intervals: Vec::new(),
                p_non_dominated: None,
                distribution: held.distribution.clone(),
                genome: evaluation.genome.clone(),
            };
            let rank_holdout = ranks.get(&individual.id).copied()?;
            Some(PopulationRow { member, rank: individual.rank, rank_holdout })
        };
        finalists.iter().filter_map(row).collect()
    }

    fn front_file(&self, population: &[PopulationRow]) -> Result<FrontFile> {
        let setup = &self.setup;
        let last =
            self.state.history.last().ok_or_else(|| Error::Internal("no generation was evolved".into()))?;
        let members = front_members(population);
        Ok(FrontFile {
            format: seal::FORMAT,
            question: setup.question.clone(),
            domain: setup.experiment.domain.clone(),
            seed: setup.experiment.seed.get(),
            generations: last.generation,
            stopped: self.stopped().unwrap_or_default(),
            evaluations: last.evaluations,
            games: last.games,
            scenarios: setup.experiment.scenario.clone(),
            depth: setup.experiment.depth.clone(),
            objectives: setup.objectives.iter().map(objective_info).collect(),
            genes: setup.domain.space().genes.iter().map(|gene| gene.name.clone()).collect(),
            frame: self.state.frame.as_ref().map(|frame| frame_info(frame, setup, &self.state.history)),
            hypervolume: last
                .hypervolume
                .filter(|_| self.state.frame.is_some())
                .map(|training| [training, 0.0]),
            finalists: population.len(),
            validated: 0,
            confidence: None,
            members,
            picks: BTreeMap::new(),
            winners_curse: winners_curse(population, &setup.objectives),
            gains: Vec::new(),
            importance: importance::importances(population, &setup.objectives, setup.experiment.seed.get()),
            switching: None,
        })
    }
}

/// Exact values need no held-out games.
fn exact(evaluation: &Evaluation) -> Holdout {
    let (id, objectives, violation) = (evaluation.id, evaluation.objectives.clone(), evaluation.violation);
    Holdout { id, objectives, violation, games: 0, distribution: vec![] }
}

fn unranked(id: u64, genome: Vec<f64>, objectives: Vec<f64>, violation: f64) -> Individual {
    Individual { id, genome, objectives, violation, rank: 0, crowding: 0.0 }
}

pub(super) fn held_out(setup: &Setup, id: u64, records: &[Records]) -> Holdout {
    let objectives: Vec<Estimate> =
        setup.objectives.iter().map(|o| o.estimate(&records[o.scenario])).collect();
    let violation = setup.objectives.iter().zip(&objectives).map(|(o, e)| o.violation(e.value)).sum();
    let games = records.iter().map(|r| r.len() as u64).sum();
    let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
    if let (Some(column), Some(first)) = (setup.domain.categorical_metric(), records.first()) {
        first.column(column).for_each(|value| *counts.entry(value as u64).or_default() += 1);
    }
    Holdout { id, objectives, violation, games, distribution: counts.into_iter().collect() }
}

fn holdout_ranks(objectives: &[Objective], holdout: &BTreeMap<u64, Holdout>) -> BTreeMap<u64, u32> {
    let individual = |held: &Holdout| {
        let values = setup::minimised(objectives, held.objectives.iter().map(|e| e.value));
        unranked(held.id, Vec::new(), values, held.violation)
    };
    let mut individuals: Vec<Individual> = holdout.values().map(individual).collect();
    assign_ranks(&mut individuals);
    individuals.iter().map(|i| (i.id, i.rank)).collect()
}

/// The members of held-out rank 0, distinct in their figures, in the order of ids.
fn front_members(population: &[PopulationRow]) -> Vec<FrontMember> {
    let mut seen = BTreeSet::new();
    let first = population.iter().filter(|row| row.rank_holdout == 0);
    first.filter(|row| is_new(&mut seen, &row.member.holdout)).map(|row| row.member.clone()).collect()
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
    let turned = |values: &[f64]| {
        setup.objectives.iter().zip(values).map(|(objective, value)| objective.restored(*value)).collect()
    };
    // Older programs noted a hypervolume of 0 where there was no box yet.
    let measured = history.iter().find(|row| row.hypervolume.is_some() && row.front_size > 0);
    FrameInfo {
        generation: measured.map_or(1, |row| row.generation),
        ideal: turned(&frame.ideal),
        nadir: turned(&frame.nadir),
        reference: turned(&frame.reference()),
        true_front: setup.true_front(2).is_some(),
    }
}

/// For each objective the training winner, its held-out value, and the mean gap of the front.
fn winners_curse(population: &[PopulationRow], objectives: &[Objective]) -> Vec<WinnersCurse> {
    let front: Vec<&FrontMember> =
        population.iter().filter(|row| row.rank == 0).map(|row| &row.member).collect();
    let curse = |(j, objective): (usize, &Objective)| {
        let minimised = |e: &Estimate| objective.goal.minimised(e.value);
        let by_training = |a: &&&FrontMember, b: &&&FrontMember| {
            minimised(&a.training[j]).total_cmp(&minimised(&b.training[j])).then(a.id.cmp(&b.id))
        };
        let best = front.iter().min_by(by_training)?;
        let gaps = front.iter().map(|m| minimised(&m.holdout[j]) - minimised(&m.training[j]));
        Some(WinnersCurse {
            objective: objective.name.clone(),
            id: best.id,
            training: best.training[j],
            holdout: best.holdout[j],
            mean_gap: gaps.sum::<f64>() / front.len() as f64,
        })
    };
    objectives.iter().enumerate().filter_map(curse).collect()
}

pub(super) fn picks(front: &FrontFile) -> Result<BTreeMap<String, u64>> {
    let best = front.objectives.iter().map(|o| Pick::Best(o.name.clone()));
    let picks: Vec<Pick> = std::iter::once(Pick::Knee).chain(best).collect();
    picks.iter().map(|pick| Ok((pick.to_string(), pick.from(front)?.id))).collect()
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
