//! The skeleton that all algorithms share: a population evolved by (μ+λ) survival, as a state
//! machine that is asked for candidates and told their evaluations. How candidates are bred
//! and which survive is up to a [`Strategy`].

use super::breeding::Offspring;
use super::ranking::assign_ranks;
use super::strategy::{Scene, Strategy};
use super::survival::{assign_crowding, evaluation_order};
use super::{Candidate, Evaluated, Individual, Settings, Space};
use crate::error::{Error, Result};
use crate::rng::Rng;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// An optimiser. Serialised, it is complete: read back at any point, also between `ask`
/// and `tell`, it continues exactly as the one that was written.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "State<S>", bound(deserialize = "S: Strategy"))]
pub struct Evolution<S> {
    state: State<S>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound(serialize = "S: Strategy", deserialize = "S: Strategy"))]
struct State<S> {
    settings: Settings,
    space: Space,
    n_obj: usize,
    rng: Rng,
    generation: u64,
    next_id: u64,
    /// Empty before the first generation.
    population: Vec<Individual>,
    /// Candidates that were asked for and not yet told; empty after `tell`.
    pending: Vec<Candidate>,
    /// What the algorithm has learnt; left out as long as that is nothing.
    #[serde(default, skip_serializing_if = "is_default")]
    strategy: S,
}

fn is_default<S: Strategy>(strategy: &S) -> bool {
    *strategy == S::default()
}

impl<S: Strategy> Evolution<S> {
    /// An optimiser of `n_obj` ≥ 1 objectives that draws from `rng` only. The first
    /// generation holds the `initial` genomes, repaired on a simplex and without repeats,
    /// and random ones.
    ///
    /// # Errors
    /// [`Error::Input`] if a setting, the space or the number of objectives is out of
    /// range, or if an initial genome lies outside the bounds or is one too many; the
    /// message names the key or the gene and the value.
    pub fn new(
        settings: Settings,
        space: Space,
        n_obj: usize,
        mut rng: Rng,
        initial: Vec<Vec<f64>>,
    ) -> Result<Self> {
        check_problem::<S>(&settings, &space, n_obj)?;
        if initial.len() > settings.pop_size {
            let (given, size) = (initial.len(), settings.pop_size);
            return Err(Error::Input(format!(
                "initial has {given} genomes; allowed are at most optimiser.pop_size = {size}"
            )));
        }
        let mut offspring = Offspring::new(settings.pop_size, &[]);
        for (mut genome, number) in initial.into_iter().zip(0..) {
            space.check(&genome, &format!("initial[{number}]"))?;
            space.repair(&mut genome);
            offspring.offer(genome);
        }
        offspring.complete(&space, &mut rng);
        let (population, pending) = (Vec::new(), Vec::new());
        let (generation, next_id, strategy) = (0, 0, S::default());
        let mut state =
            State { settings, space, n_obj, rng, generation, next_id, population, pending, strategy };
        state.queue(offspring.genomes);
        Ok(Self { state })
    }

    /// The candidates to evaluate next, `pop_size` of them: the initial population, then
    /// the offspring of one generation after the other. Asking again before
    /// [`tell`](Self::tell) returns the same candidates.
    pub fn ask(&mut self) -> Vec<Candidate> {
        if self.state.pending.is_empty() {
            let genomes = self.state.breed();
            self.state.queue(genomes);
        }
        self.state.pending.clone()
    }

    /// Takes the evaluations of all candidates that were asked for, in any order, and
    /// forms the next population.
    ///
    /// # Errors
    /// [`Error::Internal`] if the ids are not those of the candidates, or if an evaluation
    /// has the wrong number of objectives or a negative violation. The state is then
    /// unchanged.
    pub fn tell(&mut self, mut evaluated: Vec<Evaluated>) -> Result<()> {
        evaluated.sort_by_key(|evaluation| evaluation.id);
        self.state.check_evaluations(&evaluated)?;
        let mut merged = std::mem::take(&mut self.state.population);
        let candidates = std::mem::take(&mut self.state.pending);
        let parents = merged.len();
        merged.extend(
            candidates
                .into_iter()
                .zip(evaluated)
                .map(|(candidate, evaluation)| individual(candidate, evaluation)),
        );
        let State { settings, space, n_obj, strategy, .. } = &mut self.state;
        let scene = Scene { settings, space, n_obj: *n_obj, population: &merged[..parents] };
        strategy.learn(&scene, &merged[parents..]);
        self.state.population = S::select(merged, settings, *n_obj);
        self.state.generation += 1;
        Ok(())
    }

    /// Replaces what is known of members of the population and ranks them by it; they keep their
    /// places.
    ///
    /// # Errors
    /// [`Error::Internal`] if an id is not in the population or an evaluation has the wrong number of
    /// objectives or a negative violation. The state is then unchanged.
    pub fn update(&mut self, evaluated: Vec<Evaluated>) -> Result<()> {
        let places: BTreeMap<u64, usize> = self.state.population.iter().map(|i| i.id).zip(0..).collect();
        for evaluation in &evaluated {
            if !places.contains_key(&evaluation.id) {
                return Err(Error::Internal(format!(
                    "individual {} is not in the population",
                    evaluation.id
                )));
            }
            self.state.check_values(evaluation.id, &evaluation.objectives, evaluation.violation)?;
        }
        let mut is_news = false;
        for Evaluated { id, objectives, violation } in evaluated {
            let individual = &mut self.state.population[places[&id]];
            is_news |= individual.objectives != objectives || individual.violation != violation;
            individual.objectives = objectives.iter().map(|value| value + 0.0).collect();
            individual.violation = violation + 0.0;
        }
        if is_news {
            self.state.rank();
        }
        Ok(())
    }

    /// How many generations were told; the initial population is the first.
    pub fn generation(&self) -> u64 {
        self.state.generation
    }

    /// The current population, in the order of the fronts that the last `tell` found; empty before the
    /// first one, then of exactly `pop_size`.
    pub fn population(&self) -> &[Individual] {
        &self.state.population
    }

    /// The feasible, successfully evaluated individuals of the best front, each objective
    /// vector once, in ascending order of the objectives. Empty if there are none.
    pub fn front(&self) -> Vec<&Individual> {
        let best = self.state.population.iter().filter(|i| i.rank == 0 && i.is_feasible());
        let mut front: Vec<&Individual> = best.collect();
        front.sort_by(|a, b| evaluation_order(a, b));
        front.dedup_by(|a, b| evaluation_order(a, b).is_eq());
        front
    }

    /// The genome that the algorithm wants to try first in the next generation, where it has one, once there is
    /// a population; see [`Strategy::offered`]. Compare it with the first candidate.
    pub fn offered(&self) -> Option<Vec<f64>> {
        let State { settings, space, n_obj, population, strategy, .. } = &self.state;
        let scene = Scene { settings, space, n_obj: *n_obj, population };
        (!population.is_empty()).then(|| strategy.offered(&scene)).flatten()
    }

    /// The settings it was made with.
    pub fn settings(&self) -> &Settings {
        &self.state.settings
    }

    /// The space it searches.
    pub fn space(&self) -> &Space {
        &self.state.space
    }

    /// The number of objectives.
    pub fn n_obj(&self) -> usize {
        self.state.n_obj
    }
}

impl<S: Strategy> Serialize for Evolution<S> {
    fn serialize<T: serde::Serializer>(&self, serializer: T) -> std::result::Result<T::Ok, T::Error> {
        self.state.serialize(serializer)
    }
}

impl<S: Strategy> TryFrom<State<S>> for Evolution<S> {
    type Error = Error;

    /// Checks a state that was read and restores what is not stored.
    fn try_from(mut state: State<S>) -> Result<Self> {
        state.check()?;
        state.rank();
        Ok(Self { state })
    }
}

impl<S: Strategy> State<S> {
    /// Sets the ranks and the crowding of the population from its objectives.
    fn rank(&mut self) {
        assign_ranks(&mut self.population);
        assign_crowding(&mut self.population, self.settings.survival);
    }

    /// Numbers the genomes and makes them the pending candidates.
    fn queue(&mut self, genomes: Vec<Vec<f64>>) {
        let ids = self.next_id..;
        self.pending = ids.zip(genomes).map(|(id, genome)| Candidate { id, genome }).collect();
        self.next_id += self.pending.len() as u64;
    }

    /// The genomes of the next generation.
    fn breed(&mut self) -> Vec<Vec<f64>> {
        let Self { settings, space, n_obj, rng, population, strategy, .. } = self;
        strategy.breed(&Scene { settings, space, n_obj: *n_obj, population }, rng)
    }

    fn check_evaluations(&self, evaluated: &[Evaluated]) -> Result<()> {
        let expected = self.pending.iter().map(|candidate| candidate.id);
        if self.pending.is_empty() || !expected.eq(evaluated.iter().map(|evaluation| evaluation.id)) {
            let (told, asked) = (evaluated.len(), self.pending.len());
            let text =
                format!("{told} evaluations were told, but not those of the {asked} pending candidates");
            return Err(Error::Internal(text));
        }
        let values = evaluated.iter().map(|e| (e.id, e.objectives.as_slice(), e.violation));
        values
            .into_iter()
            .try_for_each(|(id, objectives, violation)| self.check_values(id, objectives, violation))
    }

    fn check_values(&self, id: u64, objectives: &[f64], violation: f64) -> Result<()> {
        if objectives.len() != self.n_obj {
            let text =
                format!("candidate {id} has {} objectives instead of {}", objectives.len(), self.n_obj);
            return Err(Error::Internal(text));
        }
        if violation < 0.0 {
            return Err(Error::Internal(format!(
                "candidate {id} has violation {violation}; allowed is 0 or more"
            )));
        }
        Ok(())
    }

    /// Checks everything that a state read from a file could have wrong.
    fn check(&self) -> Result<()> {
        check_problem::<S>(&self.settings, &self.space, self.n_obj)?;
        let size = self.settings.pop_size;
        let sizes = (self.population.len(), self.pending.len());
        let is_start = self.generation == 0 && sizes == (0, size);
        if !is_start && (self.generation == 0 || (sizes != (size, 0) && sizes != (size, size))) {
            let text = format!(
                "optimiser state: {} individuals and {} candidates in generation {}, but optimiser.pop_size is {size}",
                sizes.0, sizes.1, self.generation
            );
            return Err(Error::Input(text));
        }
        for individual in &self.population {
            self.space.check(&individual.genome, &format!("individual {}", individual.id))?;
            self.check_values(individual.id, &individual.objectives, individual.violation)?;
        }
        let first = self.next_id.wrapping_sub(self.pending.len() as u64);
        for (candidate, id) in self.pending.iter().zip(first..) {
            self.space.check(&candidate.genome, &format!("candidate {}", candidate.id))?;
            if candidate.id != id {
                return Err(Error::Input(format!(
                    "optimiser state: candidate {} should be {id}",
                    candidate.id
                )));
            }
        }
        let Self { settings, space, n_obj, population, strategy, .. } = self;
        strategy.check(&Scene { settings, space, n_obj: *n_obj, population })
    }
}

fn check_problem<S: Strategy>(settings: &Settings, space: &Space, n_obj: usize) -> Result<()> {
    settings.validate()?;
    space.validate()?;
    if n_obj == 0 {
        return Err(Error::Input("there are no objectives; at least one is needed".into()));
    }
    S::check_size(settings.pop_size, n_obj)
}

/// Adding 0 turns −0, which a negated objective may be, into 0.
fn individual(candidate: Candidate, evaluation: Evaluated) -> Individual {
    let Candidate { id, genome } = candidate;
    let objectives = evaluation.objectives.iter().map(|value| value + 0.0).collect();
    Individual { id, genome, objectives, violation: evaluation.violation + 0.0, rank: 0, crowding: 0.0 }
}
