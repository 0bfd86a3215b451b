//! Random search: what a method has to beat. Every generation is a fresh uniform sample of the
//! space; the population is the best of everything so far, by the same survival as NSGA-II.
//! Crossover and mutation play no part.

use crate::optim::breeding::Litter;
use crate::optim::strategy::{Scene, Strategy};
use crate::rng::Rng;
use serde::{Deserialize, Serialize};

/// Fresh random genomes, whatever the population.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RandomStrategy;

impl Strategy for RandomStrategy {
    fn breed(&mut self, scene: &Scene<'_>, rng: &mut Rng) -> Vec<Vec<f64>> {
        let mut litter = Litter::new(scene.settings.pop_size, scene.population);
        litter.fill(|| scene.space.sample(rng));
        litter.complete(scene.space, rng);
        litter.genomes
    }
}
