//! NSGA-II (Deb, Pratap, Agarwal & Meyarivan, "A fast and elitist multiobjective genetic
//! algorithm: NSGA-II", 2002).

use crate::optim::breeding::{Offspring, centroid, mate};
use crate::optim::strategy::{Scene, Strategy};
use crate::rng::Rng;
use serde::{Deserialize, Serialize};

/// Mating by rank and room, survival by fronts: see [`Settings`](crate::optim::Settings).
///
/// With one objective the first child of a generation is the centroid of the population. Under noise
/// the best of a population is the luckiest; in the mean of all of them the mistakes of selection cancel
/// (Beyer, *The Theory of Evolution Strategies*, 2001, "genetic repair"). If a member of the population
/// has the genome of the centroid already, it is not tried again.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Nsga2Strategy;

impl Strategy for Nsga2Strategy {
    fn offered(&self, scene: &Scene<'_>) -> Option<Vec<f64>> {
        (scene.n_obj == 1).then(|| centroid(scene.population, scene.space))
    }

    fn breed(&mut self, scene: &Scene<'_>, rng: &mut Rng) -> Vec<Vec<f64>> {
        let mut offspring = Offspring::new(scene.settings.pop_size, scene.population);
        if let Some(genome) = self.offered(scene) {
            offspring.offer(genome);
        }
        mate(scene.population, scene, &mut offspring, rng);
        offspring.genomes
    }
}

#[cfg(test)]
mod tests {
    use crate::optim::{Algorithm, Evaluated, Gene, Optimiser, Settings, Space};
    use crate::rng::{Purpose, stream};

    /// The first child of the second generation, and the population it comes from.
    fn first_child(n_obj: usize) -> (Vec<f64>, Vec<Vec<f64>>) {
        let space = Space { genes: vec![Gene::real("x", 0.0, 1.0)], simplexes: vec![] };
        let settings = Settings { pop_size: 8, ..Settings::default() };
        let rng = stream(1, Purpose::Optimiser, 0);
        let mut optimiser = Optimiser::new(Algorithm::Nsga2, settings, space, n_obj, rng, vec![]).unwrap();
        let evaluate = |id, x: f64| Evaluated { id, objectives: vec![x; n_obj], violation: 0.0 };
        let told = optimiser.ask().into_iter().map(|c| evaluate(c.id, c.genome[0])).collect();
        optimiser.tell(told).unwrap();
        let population = optimiser.population().iter().map(|i| i.genome.clone()).collect();
        (optimiser.ask()[0].genome.clone(), population)
    }

    #[test]
    fn the_first_child_is_the_centroid_with_one_objective_alone() {
        for n_obj in [1, 2] {
            let (child, population) = first_child(n_obj);
            let mean = population.iter().map(|genome| genome[0]).sum::<f64>() / 8.0;
            assert_eq!(child[0] == mean, n_obj == 1, "{child:?} {mean}");
        }
    }

    #[test]
    fn a_centroid_that_is_there_already_is_not_tried() {
        // Of 0, 4, 8, 12 the mean is 6, which is new; of 0, 4, 5, 7 it is 4, which is not.
        for (initial, mean, is_new) in
            [([0.0, 4.0, 8.0, 12.0], 6.0, true), ([0.0, 4.0, 5.0, 7.0], 4.0, false)]
        {
            let space = Space { genes: vec![Gene::integer("n", 0, 1000)], simplexes: vec![] };
            let settings = Settings { pop_size: 4, ..Settings::default() };
            let rng = stream(1, Purpose::Optimiser, 0);
            let initial = initial.map(|gene| vec![gene]).to_vec();
            let mut optimiser = Optimiser::new(Algorithm::Nsga2, settings, space, 1, rng, initial).unwrap();
            assert_eq!(optimiser.offered(), None, "there is no population yet");
            let evaluate = |id, x: f64| Evaluated { id, objectives: vec![x], violation: 0.0 };
            let told = optimiser.ask().into_iter().map(|c| evaluate(c.id, c.genome[0])).collect();
            optimiser.tell(told).unwrap();
            assert_eq!(optimiser.offered(), Some(vec![mean]));
            assert_eq!(optimiser.ask()[0].genome == [mean], is_new);
        }
    }
}
