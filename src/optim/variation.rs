//! Variation: simulated binary crossover and polynomial mutation, both within bounds.

use super::Space;
use crate::error::{Error, Result};
use crate::rng::Rng;
use rand::RngExt;
use serde::{Deserialize, Serialize};

/// Parents closer than this in a gene have nothing to cross there.
const EQUAL: f64 = 1e-14;

/// Simulated binary crossover (Deb & Agrawal 1995; the bounded form of Deb et al. 2002).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Crossover {
    /// Distribution index, ≥ 0; larger keeps children closer to their parents.
    pub eta: f64,
    /// Probability that a pair is crossed at all; each gene then crosses with probability ½.
    pub prob: f64,
}

/// Polynomial mutation (Deb & Goyal 1996; the bounded form of Deb 2001, §4.4.2).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Mutation {
    /// Distribution index, ≥ 0; larger makes smaller steps.
    pub eta: f64,
    /// Probability that a gene mutates; one over the number of genes if `None`.
    pub prob_var: Option<f64>,
}

impl Crossover {
    /// Checks the settings.
    ///
    /// # Errors
    /// [`Error::Input`] naming key and value.
    pub fn validate(&self) -> Result<()> {
        at_least_zero("optimiser.crossover.eta", self.eta)?;
        probability("optimiser.crossover.prob", self.prob)
    }

    /// Crosses two parents that lie within the bounds of `space`; so do the children.
    /// Which child comes first is a coin's choice.
    pub fn cross(&self, space: &Space, a: &mut [f64], b: &mut [f64], rng: &mut Rng) {
        if rng.random::<f64>() <= 0.5 {
            a.swap_with_slice(b);
        }
        if rng.random::<f64>() > self.prob {
            return;
        }
        for ((x, y), gene) in a.iter_mut().zip(b.iter_mut()).zip(&space.genes) {
            if rng.random::<f64>() > 0.5 || (*x - *y).abs() <= EQUAL {
                continue;
            }
            let (low, high) = (x.min(*y), x.max(*y));
            let u: f64 = rng.random();
            let below = self.spread(u, 1.0 + 2.0 * (low - gene.lower) / (high - low));
            let above = self.spread(u, 1.0 + 2.0 * (gene.upper - high) / (high - low));
            let first = 0.5 * (low + high - below * (high - low));
            let second = 0.5 * (low + high + above * (high - low));
            let (first, second) = (first.clamp(gene.lower, gene.upper), second.clamp(gene.lower, gene.upper));
            // Genes change sides one by one, so that children mix their parents.
            (*x, *y) = if rng.random::<f64>() <= 0.5 { (second, first) } else { (first, second) };
        }
    }

    /// The spread factor of draw `u` where `beta` is the farthest one within bounds: the
    /// contracting branch below the middle, the expanding one above.
    fn spread(&self, u: f64, beta: f64) -> f64 {
        let power = 1.0 / (self.eta + 1.0);
        let alpha = 2.0 - beta.powf(-(self.eta + 1.0));
        if u <= 1.0 / alpha { (u * alpha).powf(power) } else { (1.0 / (2.0 - u * alpha)).powf(power) }
    }
}

impl Mutation {
    /// Checks the settings.
    ///
    /// # Errors
    /// [`Error::Input`] naming key and value.
    pub fn validate(&self) -> Result<()> {
        at_least_zero("optimiser.mutation.eta", self.eta)?;
        probability("optimiser.mutation.prob_var", self.prob_var.unwrap_or_default())
    }

    /// Mutates a genome that lies within the bounds of `space`; it stays there.
    pub fn mutate(&self, space: &Space, genome: &mut [f64], rng: &mut Rng) {
        let prob = self.prob_var.unwrap_or(1.0 / genome.len() as f64);
        for (x, gene) in genome.iter_mut().zip(&space.genes) {
            let range = gene.upper - gene.lower;
            if rng.random::<f64>() > prob || range <= 0.0 {
                continue;
            }
            let (below, above) = ((*x - gene.lower) / range, (gene.upper - *x) / range);
            let step = self.step(rng.random(), below, above);
            *x = (*x + step * range).clamp(gene.lower, gene.upper);
        }
    }

    /// The step of draw `u`, in ranges, from a point so far from its bounds.
    fn step(&self, u: f64, below: f64, above: f64) -> f64 {
        let (power, eta) = (1.0 / (self.eta + 1.0), self.eta + 1.0);
        if u <= 0.5 {
            (2.0 * u + (1.0 - 2.0 * u) * (1.0 - below).powf(eta)).powf(power) - 1.0
        } else {
            1.0 - (2.0 * (1.0 - u) + (2.0 * u - 1.0) * (1.0 - above).powf(eta)).powf(power)
        }
    }
}

fn at_least_zero(key: &str, value: f64) -> Result<()> {
    if value.is_finite() && value >= 0.0 {
        return Ok(());
    }
    Err(Error::Input(format!("{key} = {value}: allowed is a number ≥ 0")))
}

fn probability(key: &str, value: f64) -> Result<()> {
    if (0.0..=1.0).contains(&value) {
        return Ok(());
    }
    Err(Error::Input(format!("{key} = {value}: allowed is a number from 0 to 1")))
}

#[cfg(test)]
mod tests {
    use super::super::Gene;
    use super::*;
    use crate::rng::{Purpose, stream};
    use proptest::prelude::*;

    fn space(n: usize) -> Space {
        let gene = |i| Gene { name: format!("x{i}"), lower: 0.0, upper: 1.0 };
        Space { genes: (0..n).map(gene).collect(), simplex: false }
    }

    #[test]
    fn children_do_not_drift_to_one_parent() {
        let (mut rng, space) = (stream(1, Purpose::Measure, 0), space(4));
        let crossover = Crossover { eta: 15.0, prob: 0.9 };
        let mut sums = [0.0; 4];
        for _ in 0..10_000 {
            let (mut a, mut b) = ([0.2, 0.8, 0.2, 0.8], [0.8, 0.2, 0.8, 0.2]);
            crossover.cross(&space, &mut a, &mut b, &mut rng);
            sums.iter_mut().zip(a).for_each(|(sum, x)| *sum += x);
        }
        for (j, sum) in sums.iter().enumerate() {
            assert!((sum / 10_000.0 - 0.5).abs() < 0.01, "gene {j}: {}", sum / 10_000.0);
        }
    }

    #[test]
    fn the_mean_of_both_children_is_that_of_the_parents() {
        // Far from the bounds crossover keeps each gene's mean exactly.
        let (mut rng, mut space) = (stream(2, Purpose::Measure, 0), space(2));
        space.genes.iter_mut().for_each(|gene| (gene.lower, gene.upper) = (-1e6, 1e6));
        for _ in 0..1000 {
            let (mut a, mut b) = ([0.2, 0.9], [0.7, 0.1]);
            Crossover { eta: 2.0, prob: 1.0 }.cross(&space, &mut a, &mut b, &mut rng);
            assert!((a[0] + b[0] - 0.9).abs() < 1e-9 && (a[1] + b[1] - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn both_branches_are_taken() {
        let (mut rng, space) = (stream(3, Purpose::Measure, 0), space(1));
        let (mut inside, mut outside) = (0, 0);
        for _ in 0..1000 {
            let (mut a, mut b) = ([0.4], [0.6]);
            Crossover { eta: 15.0, prob: 1.0 }.cross(&space, &mut a, &mut b, &mut rng);
            let spread = (a[0] - b[0]).abs();
            inside += u32::from(spread < 0.2 - 1e-12);
            outside += u32::from(spread > 0.2 + 1e-12);
        }
        assert!(inside > 150 && outside > 150, "{inside} contracted, {outside} expanded");
    }

    #[test]
    fn mutation_has_the_published_spread() {
        // Unbounded polynomial mutation has E|δ| = 1/(η+2) for a mutated gene.
        let (mut rng, space) = (stream(4, Purpose::Measure, 0), space(1));
        let mutation = Mutation { eta: 20.0, prob_var: Some(1.0) };
        let steps = (0..20_000).map(|_| {
            let mut x = [0.5];
            mutation.mutate(&space, &mut x, &mut rng);
            (x[0] - 0.5).abs()
        });
        let mean = steps.sum::<f64>() / 20_000.0;
        assert!((mean - 1.0 / 22.0).abs() < 0.001, "{mean}");
    }

    proptest! {
        #[test]
        fn children_are_finite_and_in_bounds(
            a in prop::collection::vec(0.0..=1.0, 5), b in prop::collection::vec(0.0..=1.0, 5),
            eta in 0.0..100.0, seed in 0_u64..1000,
        ) {
            let (mut rng, space) = (stream(seed, Purpose::Measure, 0), space(5));
            let (mut a, mut b): (Vec<f64>, Vec<f64>) = (a, b);
            Crossover { eta, prob: 1.0 }.cross(&space, &mut a, &mut b, &mut rng);
            Mutation { eta, prob_var: Some(1.0) }.mutate(&space, &mut a, &mut rng);
            for x in a.iter().chain(&b) {
                prop_assert!((0.0..=1.0).contains(x));
            }
        }
    }
}
