//! Polynomial mutation with bounds (Deb & Goyal, "A combined genetic adaptive search
//! (GeneAS) for engineering design", 1996; the bounded form of Deb, "Multi-Objective
//! Optimization using Evolutionary Algorithms", 2001, as in the author's NSGA-II code).

use super::{Gene, Space};
use crate::rng::Rng;
use rand::RngExt;

/// Mutates each gene of `genome`, which must lie inside the bounds of `space`, with
/// probability `prob`. The result is inside the bounds (a simplex is left to
/// [`Space::repair`]); the larger the index `eta` ≥ 0, the smaller the steps.
pub fn mutate(space: &Space, genome: &mut [f64], eta: f64, prob: f64, rng: &mut Rng) {
    for (gene, value) in space.genes.iter().zip(genome) {
        if rng.random::<f64>() < prob && gene.lower < gene.upper {
            *value = moved(gene, *value, eta, rng.random());
        }
    }
}

/// The value after a step at the quantile `u` in [0, 1) of the step distribution.
fn moved(gene: &Gene, value: f64, eta: f64, u: f64) -> f64 {
    let range = gene.upper - gene.lower;
    let to_lower = (value - gene.lower) / range;
    let to_upper = (gene.upper - value) / range;
    let step = if u < 0.5 {
        let base = 2.0 * u + (1.0 - 2.0 * u) * libm::pow(1.0 - to_lower, eta + 1.0);
        libm::pow(base, 1.0 / (eta + 1.0)) - 1.0
    } else {
        let base = 2.0 * (1.0 - u) + (2.0 * u - 1.0) * libm::pow(1.0 - to_upper, eta + 1.0);
        1.0 - libm::pow(base, 1.0 / (eta + 1.0))
    };
    (value + step * range).clamp(gene.lower, gene.upper)
}
