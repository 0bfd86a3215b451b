//! From parents to the genomes of the next generation.

use super::selection::Tournament;
use super::strategy::Scene;
use super::{Individual, Settings, Space, mutation, sbx};
use crate::rng::Rng;
use std::collections::BTreeSet;

/// Matings, and after them random genomes, that are tried per missing child before
/// repeated genomes are let in.
const TRIES_PER_CHILD: usize = 20;

/// Fills `litter` with children of `parents`, whose ranks and crowding must be set: binary
/// tournaments, simulated binary crossover, polynomial mutation, repair. Random genomes fill
/// what is still missing after many tries.
pub(super) fn mate(parents: &[Individual], scene: &Scene<'_>, litter: &mut Litter, rng: &mut Rng) {
    let Settings { crossover, mutation, .. } = *scene.settings;
    let prob_var = mutation.prob_var.unwrap_or(1.0 / scene.space.len() as f64);
    let mut tournament = Tournament::new(parents);
    for _ in 0..TRIES_PER_CHILD * litter.missing() {
        let (Some(first), Some(second)) = (tournament.winner(rng), tournament.winner(rng)) else { break };
        let children = sbx::cross(scene.space, [&first.genome, &second.genome], crossover, rng);
        for mut child in children {
            mutation::mutate(scene.space, &mut child, mutation.eta, prob_var, rng);
            scene.space.repair(&mut child);
            litter.offer(child);
        }
        if litter.is_full() {
            break;
        }
    }
    litter.complete(scene.space, rng);
}

/// The genomes of a generation to be, without repeats as long as possible.
pub(super) struct Litter {
    size: usize,
    pub genomes: Vec<Vec<f64>>,
    seen: BTreeSet<Vec<u64>>,
}

impl Litter {
    pub fn new(size: usize, population: &[Individual]) -> Self {
        let seen = population.iter().map(|individual| bits(&individual.genome)).collect();
        Self { size, genomes: Vec::with_capacity(size), seen }
    }

    pub fn is_full(&self) -> bool {
        self.genomes.len() == self.size
    }

    pub fn missing(&self) -> usize {
        self.size - self.genomes.len()
    }

    /// Makes room for `more` genomes.
    pub fn grow(&mut self, more: usize) {
        self.size += more;
    }

    /// Offers genomes that `draw` gives until it is full or repeats have come too often.
    pub fn fill(&mut self, mut draw: impl FnMut() -> Vec<f64>) {
        for _ in 0..TRIES_PER_CHILD * self.missing() {
            if self.is_full() {
                break;
            }
            self.offer(draw());
        }
    }

    /// Takes `genome` in if there is room and it is new.
    pub fn offer(&mut self, genome: Vec<f64>) {
        if !self.is_full() && self.seen.insert(bits(&genome)) {
            self.genomes.push(genome);
        }
    }

    /// Fills up with random genomes, new ones if they can be found.
    pub fn complete(&mut self, space: &Space, rng: &mut Rng) {
        for _ in 0..TRIES_PER_CHILD * self.missing() {
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
