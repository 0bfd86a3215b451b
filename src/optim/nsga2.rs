//! NSGA-II (Deb, Pratap, Agarwal & Meyarivan 2002) with ask and tell.
//!
//! Each generation's children come from binary tournaments on rank and crowding, simulated binary
//! crossover and polynomial mutation; parents and children together are cut back to the size of
//! the population, best fronts first.

use super::crowding::{crowding_distance, loneliness, prune};
use super::{Crossover, Individual, Mutation, Space, assign_ranks};
use crate::error::{Error, Result};
use crate::rng::Rng;
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// How often a child is bred again because its genome is there already; only a space with
/// hardly a distinct genome left uses them up.
const MAX_TRIES: usize = 100;

/// How the last front that does not fit is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Survival {
    /// The loneliest stay, by crowding distances computed once (Deb et al. 2002, §III-B).
    Crowding,
    /// The most crowded goes, distances are taken anew, and so on (Kukkonen & Deb 2006).
    Pruned,
}

/// Settings of NSGA-II.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Individuals in every generation, at least 2; odd is fine.
    pub pop_size: usize,
    /// Crossover.
    pub crossover: Crossover,
    /// Mutation.
    pub mutation: Mutation,
    /// How populations are cut.
    pub survival: Survival,
}

/// A genome to be evaluated.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// Its number within the run, consecutive from 0.
    pub id: u64,
    /// Its genes, within the space.
    pub genome: Vec<f64>,
}

/// The outcome of a candidate.
#[derive(Debug, Clone, PartialEq)]
pub struct Evaluated {
    /// The candidate's number.
    pub id: u64,
    /// Its objective values, minimised; NaN says that the evaluation failed.
    pub objectives: Vec<f64>,
    /// By how much it misses its constraints; 0 is feasible.
    pub violation: f64,
}

/// The optimiser with its whole state, the generator included.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Nsga2 {
    settings: Settings,
    space: Space,
    n_obj: usize,
    rng: Rng,
    generation: usize,
    next_id: u64,
    initial: Vec<Vec<f64>>,
    asked: Vec<Candidate>,
    population: Vec<Individual>,
}

impl Nsga2 {
    /// An optimiser of `n_obj` objectives over `space`; the first generation begins with the
    /// genomes of `initial`.
    ///
    /// # Errors
    /// [`Error::Input`] naming the setting, the gene or the initial genome that is out of range.
    pub fn new(
        settings: Settings,
        space: Space,
        n_obj: usize,
        rng: Rng,
        initial: Vec<Vec<f64>>,
    ) -> Result<Self> {
        space.validate()?;
        settings.crossover.validate()?;
        settings.mutation.validate()?;
        if settings.pop_size < 2 {
            let size = settings.pop_size;
            return Err(Error::Input(format!("optimiser.pop_size = {size}: allowed is a whole number ≥ 2")));
        }
        if n_obj == 0 {
            return Err(Error::Input("there are no objectives".into()));
        }
        for (i, genome) in initial.iter().enumerate() {
            space.check(genome).map_err(|e| Error::Input(format!("initial[{i}]: {e}")))?;
        }
        let (asked, population) = (Vec::new(), Vec::new());
        Ok(Self { settings, space, n_obj, rng, generation: 0, next_id: 0, initial, asked, population })
    }

    /// The candidates of the next generation, `pop_size` of them with consecutive ids. Asking
    /// again before telling gives the same ones.
    pub fn ask(&mut self) -> Vec<Candidate> {
        if self.asked.is_empty() {
            let genomes = if self.population.is_empty() { self.first_genomes() } else { self.breed() };
            let first = self.next_id;
            self.next_id += genomes.len() as u64;
            let candidate = |(i, genome): (usize, Vec<f64>)| Candidate { id: first + i as u64, genome };
            self.asked = genomes.into_iter().enumerate().map(candidate).collect();
        }
        self.asked.clone()
    }

    /// Takes in the outcomes of all candidates asked for, in any order.
    ///
    /// # Errors
    /// [`Error::Internal`] if ids or numbers of objectives are not those asked for; the state is
    /// then as before.
    pub fn tell(&mut self, mut evaluated: Vec<Evaluated>) -> Result<()> {
        evaluated.sort_by_key(|e| e.id);
        let expected = self.asked.iter().map(|candidate| candidate.id);
        if self.asked.is_empty() || !evaluated.iter().map(|e| e.id).eq(expected) {
            return Err(Error::Internal("tell: not the candidates that were asked for".into()));
        }
        if let Some(e) = evaluated.iter().find(|e| e.objectives.len() != self.n_obj) {
            let found = e.objectives.len();
            return Err(Error::Internal(format!("tell: {found} objectives for {}", self.n_obj)));
        }
        let children = std::mem::take(&mut self.asked).into_iter().zip(evaluated);
        self.population
            .extend(children.map(|(c, e)| Individual::new(c.id, c.genome, e.objectives, e.violation)));
        self.survive();
        self.generation += 1;
        Ok(())
    }

    /// Generations told so far, the initial one included.
    pub fn generation(&self) -> usize {
        self.generation
    }

    /// The population, exactly `pop_size` after the first generation, by rank.
    pub fn population(&self) -> &[Individual] {
        &self.population
    }

    /// The individuals of rank 0, distinct in their objective values.
    pub fn front(&self) -> Vec<&Individual> {
        let mut seen = BTreeSet::new();
        let first = self.population.iter().filter(|i| i.rank == 0);
        first.filter(|i| seen.insert(bits(&i.objectives))).collect()
    }

    fn first_genomes(&mut self) -> Vec<Vec<f64>> {
        let mut genomes = std::mem::take(&mut self.initial);
        genomes.truncate(self.settings.pop_size);
        for genome in &mut genomes {
            self.space.repair(genome);
        }
        while genomes.len() < self.settings.pop_size {
            genomes.push(self.space.sample(&mut self.rng));
        }
        genomes
    }

    /// Children that are new, to each other and to the population.
    fn breed(&mut self) -> Vec<Vec<f64>> {
        let mut seen: BTreeSet<Vec<u64>> = self.population.iter().map(|i| bits(&i.genome)).collect();
        let mut children: Vec<Vec<f64>> = Vec::new();
        let mut tries = MAX_TRIES * self.settings.pop_size;
        let mut parents = Vec::new();
        while children.len() < self.settings.pop_size {
            if parents.len() < 2 {
                parents = self.tournament_winners();
            }
            for child in self.offspring(&mut parents) {
                tries = tries.saturating_sub(1);
                let wanted = seen.insert(bits(&child)) || tries == 0;
                if wanted && children.len() < self.settings.pop_size {
                    children.push(child);
                }
            }
        }
        children
    }

    /// Two children of the next two parents.
    fn offspring(&mut self, parents: &mut Vec<usize>) -> Vec<Vec<f64>> {
        let pair: Vec<usize> = parents.drain(..2).collect();
        let mut children: Vec<Vec<f64>> = pair.iter().map(|&i| self.population[i].genome.clone()).collect();
        if let [a, b] = children.as_mut_slice() {
            self.settings.crossover.cross(&self.space, a, b, &mut self.rng);
        }
        for child in &mut children {
            self.settings.mutation.mutate(&self.space, child, &mut self.rng);
            self.space.repair(child);
        }
        children
    }

    /// Winners of binary tournaments in which everyone takes part twice.
    fn tournament_winners(&mut self) -> Vec<usize> {
        let mut winners = Vec::new();
        for _ in 0..2 {
            let mut order: Vec<usize> = (0..self.population.len()).collect();
            order.shuffle(&mut self.rng);
            winners.extend(order.chunks(2).map(|pair| self.winner(pair)));
        }
        if winners.len() < 2 { vec![0, 0] } else { winners }
    }

    /// The preferred of a pair; of equals the first, whom the shuffle put there.
    fn winner(&self, pair: &[usize]) -> usize {
        let preference = |&&a: &&usize, &&b: &&usize| self.population[a].preference(&self.population[b]);
        pair.iter().min_by(preference).copied().unwrap_or_default()
    }

    /// Cuts the population to its size.
    fn survive(&mut self) {
        let size = self.settings.pop_size;
        let mut seen = BTreeSet::new();
        let everyone = std::mem::take(&mut self.population);
        let fresh = |i: &Individual| i.failed() || seen.insert(bits(&i.objectives));
        let (mut distinct, mut repeats): (Vec<_>, Vec<_>) = everyone.into_iter().partition(fresh);
        assign_ranks(&mut distinct);
        if distinct.len() > size {
            distinct = cut(distinct, size, self.settings.survival);
        } else {
            // Individuals that repeat an objective vector only fill up, the oldest first.
            repeats.truncate(size - distinct.len());
            distinct.append(&mut repeats);
            assign_ranks(&mut distinct);
        }
        distinct.sort_by_key(|i| (i.rank, i.id));
        self.population = distinct;
        self.measure_loneliness();
    }

    /// Sets everyone's crowding within their front.
    fn measure_loneliness(&mut self) {
        let survival = self.settings.survival;
        for front in self.population.chunk_by_mut(|a, b| a.rank == b.rank) {
            let points: Vec<&[f64]> = front.iter().map(|i| i.objectives.as_slice()).collect();
            let distances = match survival {
                Survival::Crowding => crowding_distance(&points),
                Survival::Pruned => loneliness(&points),
            };
            front.iter_mut().zip(distances).for_each(|(individual, distance)| individual.crowding = distance);
        }
    }
}

/// The best `size` of ranked individuals: whole fronts as long as they fit, and of the next the
/// loneliest, by rank and id.
pub fn cut(individuals: Vec<Individual>, size: usize, survival: Survival) -> Vec<Individual> {
    let mut sorted = individuals;
    sorted.sort_by_key(|i| (i.rank, i.id));
    let Some(last_rank) = sorted.get(size.wrapping_sub(1)).map(|i| i.rank) else { return sorted };
    let start = sorted.partition_point(|i| i.rank < last_rank);
    let end = sorted.partition_point(|i| i.rank <= last_rank);
    let points: Vec<&[f64]> = sorted[start..end].iter().map(|i| i.objectives.as_slice()).collect();
    let gone: BTreeSet<usize> =
        to_drop(&points, end - size, survival).into_iter().map(|i| start + i).collect();
    let kept = sorted.into_iter().take(end).enumerate().filter(|(i, _)| !gone.contains(i));
    kept.map(|(_, individual)| individual).collect()
}

fn to_drop(points: &[&[f64]], remove: usize, survival: Survival) -> Vec<usize> {
    if survival == Survival::Pruned {
        return prune(points, remove);
    }
    let distances = crowding_distance(points);
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|&a, &b| distances[a].total_cmp(&distances[b]).then(b.cmp(&a)));
    order.truncate(remove);
    order
}

/// Floats as a key of equality and order; −0 equals 0.
fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|value| (value + 0.0).to_bits()).collect()
}
