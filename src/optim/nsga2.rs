//! NSGA-II (Deb, Pratap, Agarwal & Meyarivan, "A fast and elitist multiobjective genetic
//! algorithm: NSGA-II", 2002) as a state machine that is asked for candidates and told
//! their evaluations.

use super::selection::Tournament;
use super::survival::{assign_crowding, evaluation_order, survivors};
use super::{Candidate, Evaluated, Individual, Settings, Space, mutation, sbx, sorting};
use crate::error::{Error, Result};
use crate::rng::Rng;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Matings, and after them random genomes, that are tried per missing child before
/// repeated genomes are let in.
const TRIES_PER_CHILD: usize = 20;

/// The optimiser. Serialised, it is complete: read back at any point, also between `ask`
/// and `tell`, it continues exactly as the one that was written.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "State")]
pub struct Nsga2 {
    state: State,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
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
}

impl Nsga2 {
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
        check_problem(&settings, &space, n_obj)?;
        if initial.len() > settings.pop_size {
            let (given, size) = (initial.len(), settings.pop_size);
            return Err(Error::Input(format!(
                "initial has {given} genomes; allowed are at most optimiser.pop_size = {size}"
            )));
        }
        let mut litter = Litter::new(settings.pop_size, &[]);
        for (mut genome, number) in initial.into_iter().zip(0..) {
            space.check(&genome, &format!("initial[{number}]"))?;
            space.repair(&mut genome);
            litter.offer(genome);
        }
        litter.complete(&space, &mut rng);
        let (population, pending) = (Vec::new(), Vec::new());
        let mut state = State { settings, space, n_obj, rng, generation: 0, next_id: 0, population, pending };
        state.queue(litter.genomes);
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
        merged.extend(
            candidates
                .into_iter()
                .zip(evaluated)
                .map(|(candidate, evaluation)| individual(candidate, evaluation)),
        );
        self.state.population = survivors(merged, self.state.settings.pop_size, self.state.settings.survival);
        self.state.generation += 1;
        Ok(())
    }

    /// Replaces what is known of members of the population; the next [`Self::tell`] ranks by it.
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
        for Evaluated { id, objectives, violation } in evaluated {
            let individual = &mut self.state.population[places[&id]];
            individual.objectives = objectives.iter().map(|value| value + 0.0).collect();
            individual.violation = violation + 0.0;
        }
        Ok(())
    }

    /// How many generations were told; the initial population is the first.
    pub fn generation(&self) -> u64 {
        self.state.generation
    }

    /// The current population, best front first; empty before the first `tell`, then of
    /// exactly `pop_size`.
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

impl Serialize for Nsga2 {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        self.state.serialize(serializer)
    }
}

impl TryFrom<State> for Nsga2 {
    type Error = Error;

    /// Checks a state that was read and restores what is not stored.
    fn try_from(mut state: State) -> Result<Self> {
        state.check()?;
        sorting::assign_ranks(&mut state.population);
        assign_crowding(&mut state.population, state.settings.survival);
        Ok(Self { state })
    }
}

impl State {
    /// Numbers the genomes and makes them the pending candidates.
    fn queue(&mut self, genomes: Vec<Vec<f64>>) {
        let ids = self.next_id..;
        self.pending = ids.zip(genomes).map(|(id, genome)| Candidate { id, genome }).collect();
        self.next_id += self.pending.len() as u64;
    }

    /// The genomes of the next generation, none equal to another or to a member of the
    /// population unless the space has too few.
    fn breed(&mut self) -> Vec<Vec<f64>> {
        let Self { settings, space, rng, population, .. } = self;
        let Settings { pop_size, crossover, mutation, .. } = *settings;
        let prob_var = mutation.prob_var.unwrap_or(1.0 / space.len() as f64);
        let mut litter = Litter::new(pop_size, population);
        let mut tournament = Tournament::new(population);
        for _ in 0..TRIES_PER_CHILD * pop_size {
            let (Some(first), Some(second)) = (tournament.winner(rng), tournament.winner(rng)) else { break };
            let children = sbx::cross(space, [&first.genome, &second.genome], crossover, rng);
            for mut child in children {
                mutation::mutate(space, &mut child, mutation.eta, prob_var, rng);
                space.repair(&mut child);
                litter.offer(child);
            }
            if litter.is_full() {
                break;
            }
        }
        litter.complete(space, rng);
        litter.genomes
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
        check_problem(&self.settings, &self.space, self.n_obj)?;
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
        Ok(())
    }
}

fn check_problem(settings: &Settings, space: &Space, n_obj: usize) -> Result<()> {
    settings.validate()?;
    space.validate()?;
    if n_obj == 0 {
        return Err(Error::Input("there are no objectives; at least one is needed".into()));
    }
    Ok(())
}

/// Adding 0 turns −0, which a negated objective may be, into 0.
fn individual(candidate: Candidate, evaluation: Evaluated) -> Individual {
    let Candidate { id, genome } = candidate;
    let objectives = evaluation.objectives.iter().map(|value| value + 0.0).collect();
    Individual { id, genome, objectives, violation: evaluation.violation + 0.0, rank: 0, crowding: 0.0 }
}

/// The genomes of a generation to be, without repeats as long as possible.
struct Litter {
    size: usize,
    genomes: Vec<Vec<f64>>,
    seen: BTreeSet<Vec<u64>>,
}

impl Litter {
    fn new(size: usize, population: &[Individual]) -> Self {
        let seen = population.iter().map(|individual| bits(&individual.genome)).collect();
        Self { size, genomes: Vec::with_capacity(size), seen }
    }

    fn is_full(&self) -> bool {
        self.genomes.len() == self.size
    }

    /// Takes `genome` in if there is room and it is new.
    fn offer(&mut self, genome: Vec<f64>) {
        if !self.is_full() && self.seen.insert(bits(&genome)) {
            self.genomes.push(genome);
        }
    }

    /// Fills up with random genomes, new ones if they can be found.
    fn complete(&mut self, space: &Space, rng: &mut Rng) {
        for _ in 0..TRIES_PER_CHILD * (self.size - self.genomes.len()) {
            self.offer(space.sample(rng));
        }
        while !self.is_full() {
            self.genomes.push(space.sample(rng));
        }
    }
}

fn bits(genome: &[f64]) -> Vec<u64> {
    genome.iter().map(|value| value.to_bits()).collect()
}
