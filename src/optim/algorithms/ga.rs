//! A genetic algorithm per objective: what tuning for one figure after the other gives.
//!
//! The population is split into one island per objective; a candidate belongs to the island
//! of its place in its generation, and that is to say of its id. Each island knows its own
//! objective only: binary tournaments, simulated binary crossover and polynomial mutation
//! among its members, and (μ+λ) survival of the best, without repeats of a value.

use crate::error::{Error, Result};
use crate::optim::breeding::{Offspring, mate};
use crate::optim::ranking::assign_ranks;
use crate::optim::strategy::{Scene, Strategy, check_share, islands};
use crate::optim::survival::{Survival, assign_crowding, survivors};
use crate::optim::{Individual, Settings};
use crate::rng::Rng;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The least island that can mate.
const MIN_ISLAND: usize = 2;

/// One island per objective.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GaStrategy;

impl Strategy for GaStrategy {
    fn check_size(pop_size: usize, n_obj: usize) -> Result<()> {
        check_share("ga", MIN_ISLAND, pop_size, n_obj)
    }

    fn check(&self, scene: &Scene<'_>) -> Result<()> {
        let pop_size = scene.settings.pop_size;
        for (k, places) in islands(pop_size, scene.n_obj).into_iter().enumerate() {
            let found = members(scene.population, pop_size, scene.n_obj, k).count();
            if !scene.population.is_empty() && found != places.len() {
                let size = places.len();
                let text = format!("optimiser state: island {k} has {found} individuals instead of {size}");
                return Err(Error::Input(text));
            }
        }
        Ok(())
    }

    fn breed(&mut self, scene: &Scene<'_>, rng: &mut Rng) -> Vec<Vec<f64>> {
        let pop_size = scene.settings.pop_size;
        let mut offspring = Offspring::new(0, scene.population);
        for (k, places) in islands(pop_size, scene.n_obj).into_iter().enumerate() {
            let mut parents: Vec<Individual> =
                members(scene.population, pop_size, scene.n_obj, k).map(|i| judged_by(k, i)).collect();
            assign_ranks(&mut parents);
            offspring.grow(places.len());
            mate(&parents, scene, &mut offspring, rng);
        }
        offspring.genomes
    }

    fn select(merged: Vec<Individual>, settings: &Settings, n_obj: usize) -> Vec<Individual> {
        let mut chosen: BTreeSet<u64> = BTreeSet::new();
        for (k, places) in islands(settings.pop_size, n_obj).into_iter().enumerate() {
            let island = members(&merged, settings.pop_size, n_obj, k).map(|i| judged_by(k, i)).collect();
            chosen.extend(survivors(island, places.len(), Survival::Crowding).iter().map(|i| i.id));
        }
        let mut population = merged;
        population.retain(|individual| chosen.contains(&individual.id));
        assign_ranks(&mut population);
        assign_crowding(&mut population, settings.survival);
        population.sort_by_key(|individual| individual.rank);
        population
    }
}

/// Those of `population` that live on island `k`.
fn members(
    population: &[Individual],
    pop_size: usize,
    n_obj: usize,
    k: usize,
) -> impl Iterator<Item = &Individual> {
    let places = islands(pop_size, n_obj).swap_remove(k);
    population.iter().filter(move |i| places.contains(&((i.id % pop_size as u64) as usize)))
}

/// The individual as its island `k` sees it: one objective, a failure if any has failed.
fn judged_by(k: usize, individual: &Individual) -> Individual {
    let value = if individual.is_failed() { f64::NAN } else { individual.objectives[k] };
    Individual { objectives: vec![value], crowding: 0.0, ..individual.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn individual(id: u64, objectives: [f64; 2]) -> Individual {
        let objectives = objectives.to_vec();
        Individual { id, genome: vec![id as f64], objectives, violation: 0.0, rank: 0, crowding: 0.0 }
    }

    #[test]
    fn each_island_keeps_the_best_of_its_own_objective() {
        // Places 0 and 1 belong to the first objective, 2 and 3 to the second.
        let merged = vec![
            individual(0, [5.0, 0.0]),
            individual(1, [1.0, 9.0]),
            individual(2, [0.0, 7.0]),
            individual(3, [9.0, 3.0]),
            individual(4, [2.0, 9.0]),
            individual(5, [1.0, 8.0]),
            individual(6, [f64::NAN, 0.0]),
            individual(7, [9.0, 4.0]),
        ];
        let settings = Settings { pop_size: 4, ..Settings::default() };
        let mut ids: Vec<u64> =
            GaStrategy::select(merged, &settings, 2).iter().map(|individual| individual.id).collect();
        ids.sort_unstable();
        // 1 and 5 are equal in the first objective: the earlier one stays.
        assert_eq!(ids, [1, 3, 4, 7]);
    }
}
