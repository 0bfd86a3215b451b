//! Polynomial mutation with bounds (Deb & Goyal, "A combined genetic adaptive search
//! (GeneAS) for engineering design", 1996; the bounded form of Deb, "Multi-Objective
//! Optimization using Evolutionary Algorithms", 2001, as in the author's NSGA-II code).

use super::power::power;
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
        let base = 2.0 * u + (1.0 - 2.0 * u) * power(1.0 - to_lower, eta + 1.0);
        libm::pow(base, 1.0 / (eta + 1.0)) - 1.0
    } else {
        let base = 2.0 * (1.0 - u) + (2.0 * u - 1.0) * power(1.0 - to_upper, eta + 1.0);
        1.0 - libm::pow(base, 1.0 / (eta + 1.0))
    };
    (value + step * range).clamp(gene.lower, gene.upper)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Purpose, stream};

    fn gene() -> Gene {
        Gene { name: "x".into(), lower: -1.0, upper: 1.0 }
    }

    /// With η = 1 in the middle of [−1, 1], u = 0.18 gives a base of 0.36 + 0.64/4 = 0.52.
    #[test]
    fn steps_are_those_worked_by_hand() {
        let step = 2.0 * (1.0 - 0.52_f64.sqrt());
        assert!((moved(&gene(), 0.0, 1.0, 0.18) + step).abs() < 1e-15);
        assert!((moved(&gene(), 0.0, 1.0, 0.82) - step).abs() < 1e-15);
    }

    #[test]
    fn the_extreme_quantiles_reach_the_bounds_and_the_middle_one_stays() {
        assert_eq!(moved(&gene(), 0.3, 20.0, 0.0), -1.0);
        assert!((moved(&gene(), 0.3, 20.0, 1.0 - f64::EPSILON / 2.0) - 1.0).abs() < 0.3);
        assert_eq!(moved(&gene(), 0.3, 20.0, 0.5), 0.3);
    }

    #[test]
    fn the_mean_stays_in_the_middle_and_the_share_of_mutated_genes_is_the_probability() {
        let space = Space { genes: vec![gene()], simplex: false };
        let mut rng = stream(3, Purpose::Optimiser, 0);
        let (mut sum, mut mutated) = (0.0, 0_u32);
        for _ in 0..20_000 {
            let mut genome = [0.0];
            mutate(&space, &mut genome, 20.0, 0.25, &mut rng);
            assert!((-1.0..=1.0).contains(&genome[0]));
            sum += genome[0];
            mutated += u32::from(genome[0] != 0.0);
        }
        assert!((sum / 20_000.0).abs() < 0.002, "{sum}");
        let share = f64::from(mutated) / 20_000.0;
        assert!((share - 0.25).abs() < 4.0 * (0.25 * 0.75 / 20_000.0_f64).sqrt(), "{share}");
    }

    #[test]
    fn a_fixed_gene_stays() {
        let space = Space { genes: vec![Gene { upper: -1.0, ..gene() }], simplex: false };
        let mut genome = [-1.0];
        mutate(&space, &mut genome, 20.0, 1.0, &mut stream(1, Purpose::Optimiser, 0));
        assert_eq!(genome, [-1.0]);
    }
}
