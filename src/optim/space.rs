//! The genes: bounds, and repair of genomes that leave them.

use crate::error::{Error, Result};
use crate::rng::Rng;
use rand::RngExt;
use serde::{Deserialize, Serialize};

/// How far the sum of a genome on the simplex may be from 1.
const SUM_TOLERANCE: f64 = 1e-9;

/// A real gene.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Gene {
    /// Its name.
    pub name: String,
    /// Least value.
    pub lower: f64,
    /// Largest value, not below the least.
    pub upper: f64,
}

/// Where genomes lie: a box, or the part of a box where the genes sum to 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Space {
    /// The genes in order.
    pub genes: Vec<Gene>,
    /// Whether they sum to 1; lower bounds are then ≥ 0.
    pub simplex: bool,
}

impl Space {
    /// Checks the bounds.
    ///
    /// # Errors
    /// [`Error::Input`] naming the gene whose bounds are not finite or in the wrong order, or
    /// saying that no genome sums to 1.
    pub fn validate(&self) -> Result<()> {
        if self.genes.is_empty() {
            return Err(Error::Input("there are no genes".into()));
        }
        for Gene { name, lower, upper } in &self.genes {
            let finite = lower.is_finite() && upper.is_finite() && (upper - lower).is_finite();
            if !finite || lower > upper || (self.simplex && *lower < 0.0) {
                let allowed = if self.simplex { "0 ≤ lower ≤ upper" } else { "lower ≤ upper" };
                return Err(Error::Input(format!(
                    "gene {name}: bounds [{lower}, {upper}]: allowed is {allowed}"
                )));
            }
        }
        let sum = |bound: fn(&Gene) -> f64| self.genes.iter().map(bound).sum::<f64>();
        let (least, most) = (sum(|gene| gene.lower), sum(|gene| gene.upper));
        if self.simplex && !(least <= 1.0 && most >= 1.0) {
            let why = format!("genes sum to 1, but their bounds only allow sums from {least} to {most}");
            return Err(Error::Input(why));
        }
        Ok(())
    }

    /// Checks a genome that comes from outside.
    ///
    /// # Errors
    /// [`Error::Input`] naming the gene, its value and its bounds, or the sum if that is not 1.
    pub fn check(&self, genome: &[f64]) -> Result<()> {
        if genome.len() != self.genes.len() {
            let (found, wanted) = (genome.len(), self.genes.len());
            return Err(Error::Input(format!("{found} values: allowed are {wanted}, one a gene")));
        }
        for (Gene { name, lower, upper }, value) in self.genes.iter().zip(genome) {
            if !(lower..=upper).contains(&value) {
                return Err(Error::Input(format!(
                    "{name} = {value}: allowed is a number from {lower} to {upper}"
                )));
            }
        }
        let sum: f64 = genome.iter().sum();
        if self.simplex && (sum - 1.0).abs() > SUM_TOLERANCE {
            return Err(Error::Input(format!("the values sum to {sum}: allowed is 1")));
        }
        Ok(())
    }

    /// A genome drawn evenly from the box, or evenly from the simplex (normalised exponentials,
    /// Devroye 1986, §V.2) and then repaired.
    pub fn sample(&self, rng: &mut Rng) -> Vec<f64> {
        let draw = |gene: &Gene| {
            let u: f64 = rng.random();
            if self.simplex { -(1.0 - u).ln() } else { gene.lower + u * (gene.upper - gene.lower) }
        };
        let mut genome: Vec<f64> = self.genes.iter().map(draw).collect();
        self.repair(&mut genome);
        genome
    }

    /// Moves a genome into the space: genes to their bounds, and on the simplex all genes by one
    /// factor, within their bounds, so that they sum to 1. NaN counts as the lower bound.
    pub fn repair(&self, genome: &mut [f64]) {
        for (value, gene) in genome.iter_mut().zip(&self.genes) {
            let finite = if value.is_nan() { gene.lower } else { *value };
            // On the simplex only ratios matter before the factor is known.
            let upper = if self.simplex { f64::MAX.sqrt() } else { gene.upper };
            *value = finite.clamp(if self.simplex { 0.0 } else { gene.lower }, upper);
        }
        if self.simplex {
            self.scale_to_one(genome);
        }
    }

    /// Finds the factor t with Σ clamp(t·xᵢ, lowerᵢ, upperᵢ) = 1; the sum grows with t, piece by
    /// piece linearly, so the breakpoints either side of 1 give it exactly.
    fn scale_to_one(&self, genome: &mut [f64]) {
        if genome.iter().all(|&x| x <= 0.0) {
            genome.fill(1.0);
        }
        let clamped = |t: f64, x: f64, gene: &Gene| (t * x).clamp(gene.lower, gene.upper);
        let sum = |t: f64| genome.iter().zip(&self.genes).map(|(&x, g)| clamped(t, x, g)).sum::<f64>();
        let positive = || genome.iter().zip(&self.genes).filter(|(x, _)| **x > 0.0);
        let mut breaks: Vec<f64> = positive().flat_map(|(&x, g)| [g.lower / x, g.upper / x]).collect();
        breaks.retain(|t| t.is_finite());
        breaks.sort_by(f64::total_cmp);
        let above = breaks.partition_point(|&t| sum(t) < 1.0);
        let low = if above == 0 { 0.0 } else { breaks[above - 1] };
        let high = breaks.get(above).copied().unwrap_or(low);
        let (sum_low, sum_high) = (sum(low), sum(high));
        let share =
            if sum_high > sum_low { ((1.0 - sum_low) / (sum_high - sum_low)).clamp(0.0, 1.0) } else { 0.0 };
        let t = low + share * (high - low);
        for (x, gene) in genome.iter_mut().zip(&self.genes) {
            *x = clamped(t, *x, gene);
        }
        self.settle(genome);
    }

    /// Spreads what rounding, or genes that are 0, left of the sum over the room in the bounds.
    fn settle(&self, genome: &mut [f64]) {
        for (x, gene) in genome.iter_mut().zip(&self.genes) {
            *x = x.clamp(gene.lower, gene.upper);
        }
        let missing = 1.0 - genome.iter().sum::<f64>();
        let room = |x: f64, gene: &Gene| if missing > 0.0 { gene.upper - x } else { x - gene.lower };
        let total: f64 = genome.iter().zip(&self.genes).map(|(&x, g)| room(x, g)).sum();
        if missing.abs() <= f64::EPSILON || total <= 0.0 {
            return;
        }
        for (x, gene) in genome.iter_mut().zip(&self.genes) {
            *x = (*x + missing * room(*x, gene) / total).clamp(gene.lower, gene.upper);
        }
    }
}
