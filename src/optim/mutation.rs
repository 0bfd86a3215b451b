//! Polynomial mutation with bounds (Deb & Goyal, "A combined genetic adaptive search
//! (GeneAS) for engineering design", 1996; the bounded form of Deb, "Multi-Objective
//! Optimization using Evolutionary Algorithms", 2001, as in the author's NSGA-II code).

use super::power::power;
use super::sbx::interval;
use super::{Gene, GeneKind, Space};
use crate::rng::Rng;
use rand::RngExt;

/// Mutates each gene of `genome`, which must lie inside the bounds of `space`, with
/// probability `prob`. The result is inside the bounds (a simplex is left to
/// [`Space::repair`]); the larger the index `eta` ≥ 0, the smaller the steps. A mutated integer
/// goes down or up with probability ½ each, where there is room, by the steps of the polynomial
/// distribution that round to another value; a mutated label becomes any other one.
pub fn mutate(space: &Space, genome: &mut [f64], eta: f64, prob: f64, rng: &mut Rng) {
    for (gene, value) in space.genes.iter().zip(genome) {
        if rng.random::<f64>() < prob && gene.lower < gene.upper {
            let u: f64 = rng.random();
            *value = match gene.kind {
                GeneKind::Real => moved((gene.lower, gene.upper), *value, eta, u),
                GeneKind::Integer => stepped(gene, *value, eta, u),
                GeneKind::Categorical => relabelled(gene, *value, u),
            };
        }
    }
}

/// Another whole value than `value`: the distribution of [`moved`] on the widened interval, given
/// that the step is longer than one half.
fn stepped(gene: &Gene, value: f64, eta: f64, u: f64) -> f64 {
    let (lower, upper) = interval(gene);
    // Which way, and what share of the lengths that way are longer.
    let (down, share) = match (value > gene.lower, value < gene.upper) {
        (true, true) if u < 0.5 => (true, 2.0 * u),
        (true, true) => (false, 2.0 * u - 1.0),
        (down, _) => (down, u),
    };
    let range = upper - lower;
    let to_bound = if down { value - lower } else { upper - value };
    let (room, half) = (to_bound / range, 0.5 / range);
    // P(length > l) = ((1 − l)^(η+1) − b) / (1 − b) with b = (1 − room)^(η+1).
    let bound = power(1.0 - room, eta + 1.0);
    let mass = power(1.0 - half, eta + 1.0) - bound;
    let tail = bound + share * mass;
    // With a huge index no probability is left to compute with: the shortest step it is.
    let length = if tail > 0.0 { 1.0 - libm::pow(tail, 1.0 / (eta + 1.0)) } else { half };
    let step = (length * range).round().max(1.0);
    gene.snap(if down { value - step } else { value + step })
}

/// Another label than `value`, the share `u` in [0, 1) of the way through them.
fn relabelled(gene: &Gene, value: f64, u: f64) -> f64 {
    let others = gene.count() - 1.0;
    let label = gene.lower + (u * others).floor().min(others - 1.0);
    if label < value { label } else { label + 1.0 }
}

/// The value after a step at the quantile `u` in [0, 1) of the step distribution.
fn moved((lower, upper): (f64, f64), value: f64, eta: f64, u: f64) -> f64 {
    let range = upper - lower;
    let to_lower = (value - lower) / range;
    let to_upper = (upper - value) / range;
    let step = if u < 0.5 {
        let base = 2.0 * u + (1.0 - 2.0 * u) * power(1.0 - to_lower, eta + 1.0);
        libm::pow(base, 1.0 / (eta + 1.0)) - 1.0
    } else {
        let base = 2.0 * (1.0 - u) + (2.0 * u - 1.0) * power(1.0 - to_upper, eta + 1.0);
        1.0 - libm::pow(base, 1.0 / (eta + 1.0))
    };
    (value + step * range).clamp(lower, upper)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Purpose, stream};

    fn gene() -> Gene {
        Gene::real("x", -1.0, 1.0)
    }

    /// With η = 1 in the middle of [−1, 1], u = 0.18 gives a base of 0.36 + 0.64/4 = 0.52.
    #[test]
    fn steps_are_those_worked_by_hand() {
        let step = 2.0 * (1.0 - 0.52_f64.sqrt());
        assert!((moved((-1.0, 1.0), 0.0, 1.0, 0.18) + step).abs() < 1e-15);
        assert!((moved((-1.0, 1.0), 0.0, 1.0, 0.82) - step).abs() < 1e-15);
    }

    #[test]
    fn the_extreme_quantiles_reach_the_bounds_and_the_middle_one_stays() {
        assert_eq!(moved((-1.0, 1.0), 0.3, 20.0, 0.0), -1.0);
        assert!((moved((-1.0, 1.0), 0.3, 20.0, 1.0 - f64::EPSILON / 2.0) - 1.0).abs() < 0.3);
        assert_eq!(moved((-1.0, 1.0), 0.3, 20.0, 0.5), 0.3);
    }

    #[test]
    fn the_mean_stays_in_the_middle_and_the_share_of_mutated_genes_is_the_probability() {
        let space = Space { genes: vec![gene()], simplexes: vec![] };
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
        let space = Space { genes: vec![Gene { upper: -1.0, ..gene() }], simplexes: vec![] };
        let mut genome = [-1.0];
        mutate(&space, &mut genome, 20.0, 1.0, &mut stream(1, Purpose::Optimiser, 0));
        assert_eq!(genome, [-1.0]);
    }

    fn mutants(gene: &Gene, value: f64, eta: f64) -> [f64; 12] {
        let space = Space { genes: vec![gene.clone()], simplexes: vec![] };
        let (mut rng, mut counts) = (stream(7, Purpose::Optimiser, 0), [0_u32; 12]);
        for _ in 0..40_000 {
            let mut genome = [value];
            mutate(&space, &mut genome, eta, 1.0, &mut rng);
            space.check(&genome, "mutant").unwrap();
            assert!(genome[0] != value, "a mutation changes something");
            counts[genome[0] as usize] += 1;
        }
        counts.map(|count| f64::from(count) / 40_000.0)
    }

    fn assert_near(shares: [f64; 12], expected: &[f64]) {
        for (share, &p) in shares.iter().zip(expected) {
            assert!((share - p).abs() <= 4.0 * (p * (1.0 - p) / 40_000.0).sqrt(), "{shares:?} {expected:?}");
        }
    }

    /// With η = 0 steps to either side are uniform, so all values of a side are equally likely.
    #[test]
    fn flat_steps_of_integers_are_uniform_on_either_side() {
        let gene = Gene::integer("n", 0, 5);
        assert_near(mutants(&gene, 2.0, 0.0), &[0.25, 0.25, 0.0, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0]);
        assert_near(mutants(&gene, 0.0, 0.0), &[0.0, 0.2, 0.2, 0.2, 0.2, 0.2]);
        assert_near(mutants(&gene, 5.0, 0.0), &[0.2, 0.2, 0.2, 0.2, 0.2, 0.0]);
        assert_near(mutants(&Gene::integer("n", 3, 4), 3.0, 20.0), &[0.0, 0.0, 0.0, 0.0, 1.0]);
    }

    /// With η = 1 on 0 to 2, widened to a range of 3, P(length > l) from 0 is (1 − l)² − 1/36: lengths
    /// of one half to one and a half range steps have 25/36 − 9/36 of 25/36 − 1/36.
    #[test]
    fn steps_of_integers_are_those_worked_by_hand() {
        assert_near(mutants(&Gene::integer("n", 0, 2), 0.0, 1.0), &[0.0, 16.0 / 24.0, 8.0 / 24.0]);
        assert_near(mutants(&Gene::integer("n", 0, 2), 1.0, 1.0), &[0.5, 0.0, 0.5]);
        assert_near(mutants(&Gene::integer("n", 0, 9), 0.0, 1e6), &[0.0, 1.0]);
    }

    #[test]
    fn labels_become_any_other_one() {
        assert_near(mutants(&Gene::categorical("c", 4), 1.0, 20.0), &[1.0 / 3.0, 0.0, 1.0 / 3.0, 1.0 / 3.0]);
        assert_near(mutants(&Gene::categorical("c", 2), 1.0, 20.0), &[1.0]);
    }
}
