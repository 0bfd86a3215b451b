//! Binary tournament selection by rank, then crowding (Deb, Pratap, Agarwal & Meyarivan,
//! "A fast and elitist multiobjective genetic algorithm: NSGA-II", 2002, §III.B). Opponents
//! come from random permutations, so all individuals take part equally often.

use super::Individual;
use crate::rng::Rng;
use rand::seq::SliceRandom;

/// An endless sequence of tournaments in one population.
pub struct Tournament<'a> {
    population: &'a [Individual],
    /// Those that have not yet taken part in this round.
    waiting: Vec<usize>,
}

impl<'a> Tournament<'a> {
    /// Tournaments in `population`, whose ranks and crowding must be set.
    pub fn new(population: &'a [Individual]) -> Self {
        Self { population, waiting: Vec::new() }
    }

    /// The winner of the next tournament; `None` if the population is empty.
    pub fn winner(&mut self, rng: &mut Rng) -> Option<&'a Individual> {
        let first = self.contestant(rng)?;
        let second = self.contestant(rng)?;
        Some(if is_preferred(second, first) { second } else { first })
    }

    fn contestant(&mut self, rng: &mut Rng) -> Option<&'a Individual> {
        if self.waiting.is_empty() {
            self.waiting.extend(0..self.population.len());
            self.waiting.shuffle(rng);
        }
        self.waiting.pop().map(|i| &self.population[i])
    }
}

/// Whether `a` wins against `b`: a better rank, or the same rank and more room.
fn is_preferred(a: &Individual, b: &Individual) -> bool {
    a.rank < b.rank || (a.rank == b.rank && a.crowding > b.crowding)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Purpose, stream};

    fn individual(id: u64, rank: u32, crowding: f64) -> Individual {
        Individual { id, genome: vec![], objectives: vec![], violation: 0.0, rank, crowding }
    }

    #[test]
    fn rank_decides_before_crowding() {
        assert!(is_preferred(&individual(0, 0, 0.1), &individual(1, 1, 9.0)));
        assert!(is_preferred(&individual(0, 1, f64::INFINITY), &individual(1, 1, 9.0)));
        assert!(!is_preferred(&individual(0, 1, 9.0), &individual(1, 1, 9.0)));
    }

    #[test]
    fn the_best_wins_both_of_its_tournaments_and_the_worst_none() {
        let population: Vec<Individual> = (0..10).map(|i| individual(i, i as u32, 0.0)).collect();
        let mut rng = stream(1, Purpose::Optimiser, 0);
        let mut tournament = Tournament::new(&population);
        let mut wins = [0; 10];
        for _ in 0..10 {
            wins[tournament.winner(&mut rng).unwrap().id as usize] += 1;
        }
        assert_eq!((wins[0], wins[9]), (2, 0));
    }
}
