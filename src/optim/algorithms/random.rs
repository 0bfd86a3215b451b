//! Random search: what a method has to beat. Every generation is a fresh uniform sample of the
//! space; the population is the best of everything so far, by the same survival as NSGA-II.
//! Crossover and mutation play no part.

use crate::optim::breeding::Offspring;
use crate::optim::strategy::{Scene, Strategy};
use crate::rng::Rng;
use serde::{Deserialize, Serialize};

/// Fresh random genomes, whatever the population.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RandomStrategy;

impl Strategy for RandomStrategy {
    fn breed(&mut self, scene: &Scene<'_>, rng: &mut Rng) -> Vec<Vec<f64>> {
        let mut offspring = Offspring::new(scene.settings.pop_size, scene.population);
        offspring.fill(|| scene.space.sample(rng));
        offspring.complete(scene.space, rng);
        offspring.genomes
    }
}
