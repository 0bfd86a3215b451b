//! NSGA-II (Deb, Pratap, Agarwal & Meyarivan, "A fast and elitist multiobjective genetic
//! algorithm: NSGA-II", 2002).

use crate::optim::breeding::{Litter, centroid, mate};
use crate::optim::strategy::{Scene, Strategy};
use crate::rng::Rng;
use serde::{Deserialize, Serialize};

/// Mating by rank and room, survival by fronts: see [`Settings`](crate::optim::Settings).
///
/// With one objective the first child of a generation is the centroid of the population. Under noise
/// the best of a population is the luckiest; in the mean of all of them the mistakes of selection cancel
/// (Beyer, *The Theory of Evolution Strategies*, 2001, "genetic repair").
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Nsga2Strategy;

impl Strategy for Nsga2Strategy {
    fn breed(&mut self, scene: &Scene<'_>, rng: &mut Rng) -> Vec<Vec<f64>> {
        let mut litter = Litter::new(scene.settings.pop_size, scene.population);
        if scene.n_obj == 1 {
            litter.offer(centroid(scene.population, scene.space));
        }
        mate(scene.population, scene, &mut litter, rng);
        litter.genomes
    }
}
