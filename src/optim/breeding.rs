//! From parents to the genomes of the next generation.

use super::selection::Tournament;
use super::strategy::Scene;
use super::{GeneKind, Individual, Settings, Space, mutation, sbx};
use crate::rng::Rng;
use std::collections::BTreeSet;

/// Matings, and after them random genomes, that are tried per missing child before
/// repeated genomes are let in.
const TRIES_PER_CHILD: usize = 20;

/// Fills `offspring` with children of `parents`, whose ranks and crowding must be set: binary
/// tournaments, simulated binary crossover, polynomial mutation, repair. Random genomes fill
/// what is still missing after many tries.
pub(super) fn mate(parents: &[Individual], scene: &Scene<'_>, offspring: &mut Offspring, rng: &mut Rng) {
    let Settings { crossover, mutation, .. } = *scene.settings;
    let prob_var = mutation.prob_var.unwrap_or(1.0 / scene.space.len() as f64);
    let mut tournament = Tournament::new(parents);
    for _ in 0..TRIES_PER_CHILD * offspring.missing() {
        let (Some(first), Some(second)) = (tournament.winner(rng), tournament.winner(rng)) else { break };
        let children = sbx::cross(scene.space, [&first.genome, &second.genome], crossover, rng);
        for mut child in children {
            mutation::mutate(scene.space, &mut child, mutation.eta, prob_var, rng);
            scene.space.repair(&mut child);
            offspring.offer(child);
        }
        if offspring.is_full() {
            break;
        }
    }
    offspring.complete(scene.space, rng);
}

/// The mean of the genomes of `population`, at least one, inside `space`; of labels, which have no mean,
/// those of the first individual, the best.
pub(super) fn centroid(population: &[Individual], space: &Space) -> Vec<f64> {
    let mean = |gene: usize| {
        let values = population.iter().map(|individual| individual.genome[gene]);
        values.sum::<f64>() / population.len() as f64
    };
    let value = |(gene, kind): (usize, GeneKind)| match kind {
        GeneKind::Categorical => population[0].genome[gene],
        GeneKind::Real | GeneKind::Integer => mean(gene),
    };
    let kinds = space.genes.iter().map(|gene| gene.kind);
    let mut genome: Vec<f64> = kinds.enumerate().map(value).collect();
    space.repair(&mut genome);
    genome
}

/// The genomes of a generation to be, without repeats as long as possible.
pub(super) struct Offspring {
    size: usize,
    pub genomes: Vec<Vec<f64>>,
    seen: BTreeSet<Vec<u64>>,
}

impl Offspring {
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

    /// Fills up with random genomes, new ones if they can be found. The numbers of all tries are
    /// drawn even when it is full, so that the stream goes on where it always did.
    pub fn complete(&mut self, space: &Space, rng: &mut Rng) {
        for _ in 0..TRIES_PER_CHILD * self.missing() {
            if self.is_full() {
                space.skip_sample(rng);
            } else {
                self.offer(space.sample(rng));
            }
        }
        while !self.is_full() {
            self.genomes.push(space.sample(rng));
        }
    }
}

pub(super) fn bits(genome: &[f64]) -> Vec<u64> {
    genome.iter().map(|value| value.to_bits()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optim::Gene;
    use crate::rng::{Purpose, stream};

    #[test]
    fn a_full_litter_leaves_the_stream_where_all_tries_would() {
        let genes = vec![Gene::real("a", 0.0, 1.0), Gene::real("b", 0.0, 1.0), Gene::integer("n", 0, 9)];
        let space = Space { genes, simplexes: vec![2] };
        let [mut rng, mut other] = [0, 0].map(|index| stream(1, Purpose::Optimiser, index));
        let mut offspring = Offspring::new(4, &[]);
        offspring.complete(&space, &mut rng);
        let tried: Vec<Vec<f64>> = (0..TRIES_PER_CHILD * 4).map(|_| space.sample(&mut other)).collect();
        assert_eq!(offspring.genomes, tried[..4]);
        assert_eq!(rng, other);
    }

    #[test]
    fn a_centroid_by_hand() {
        let genes = vec![
            Gene::real("a", 0.0, 1.0),
            Gene::real("b", 0.0, 1.0),
            Gene::integer("n", 0, 9),
            Gene::categorical("c", 3),
        ];
        let space = Space { genes, simplexes: vec![2] };
        let individual = |genome: [f64; 4]| Individual {
            id: 0,
            genome: genome.to_vec(),
            objectives: vec![],
            violation: 0.0,
            rank: 0,
            crowding: 0.0,
        };
        let population =
            [[0.25, 0.75, 1.0, 2.0], [0.5, 0.5, 2.0, 0.0], [0.75, 0.25, 5.0, 0.0]].map(individual);
        assert_eq!(centroid(&population, &space), [0.5, 0.5, 3.0, 2.0]);
    }
}
