//! Whose survival is open: how often each individual lives on when the objectives of all are
//! drawn anew from what is known of them.
//!
//! A race gives evaluations to those who are neither clearly in nor clearly out (Maron & Moore,
//! "Hoeffding races", 1993; for selection in evolution strategies Heidrich-Meisner & Igel,
//! "Hoeffding and Bernstein races for selecting policies in evolutionary direct policy search",
//! 2009). Here the question is put to the survival itself by simulation, so that it holds for any
//! number of objectives and any way of cutting a front.

use super::{Individual, Survival, survivors};
use crate::rng::{Rng, normal};

/// An individual with the standard errors of its objectives.
#[derive(Debug, Clone)]
pub struct Uncertain {
    /// The individual; its objectives are estimates.
    pub individual: Individual,
    /// One standard error ≥ 0 an objective; NaN counts as 0.
    pub std_errors: Vec<f64>,
}

/// The share of `draws` in which each of `pool` is among the `pop_size` survivors, if objectives
/// are independent and normal about their estimates.
pub fn survival_shares(
    pool: &[Uncertain],
    pop_size: usize,
    survival: Survival,
    draws: usize,
    rng: &mut Rng,
) -> Vec<f64> {
    let mut lives = vec![0_usize; pool.len()];
    for _ in 0..draws {
        let drawn = pool.iter().zip(0..).map(|(uncertain, place)| uncertain.drawn(place, rng)).collect();
        for survivor in survivors(drawn, pop_size, survival) {
            lives[survivor.id as usize] += 1;
        }
    }
    lives.into_iter().map(|count| count as f64 / draws.max(1) as f64).collect()
}

/// The share of draws in which each is on the first front.
pub fn front_shares(pool: &[Uncertain], draws: usize, rng: &mut Rng) -> Vec<f64> {
    let mut lives = vec![0_usize; pool.len()];
    for _ in 0..draws {
        let mut drawn: Vec<Individual> =
            pool.iter().zip(0..).map(|(uncertain, place)| uncertain.drawn(place, rng)).collect();
        super::sorting::assign_ranks(&mut drawn);
        for (i, individual) in drawn.iter().enumerate() {
            lives[i] += usize::from(individual.rank == 0);
        }
    }
    lives.into_iter().map(|count| count as f64 / draws.max(1) as f64).collect()
}

impl Uncertain {
    /// Itself with objectives drawn from what is known, and `place` for its id.
    fn drawn(&self, place: u64, rng: &mut Rng) -> Individual {
        let Individual { objectives, violation, .. } = &self.individual;
        let draw = |(value, error): (&f64, &f64)| {
            let deviate = normal(rng);
            if *error > 0.0 { value + error * deviate } else { *value }
        };
        let objectives = objectives.iter().zip(&self.std_errors).map(draw).collect();
        let violation = *violation;
        Individual { id: place, genome: Vec::new(), objectives, violation, rank: 0, crowding: 0.0 }
    }
}
