//! The search space: named genes with bounds, optionally weights that sum to 1.

use crate::error::{Error, Result};
use crate::rng::Rng;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// How far the sum of a simplex genome may be from 1.
const SUM_TOLERANCE: f64 = 1e-12;

/// One number of the genome.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gene {
    /// Its name in files and messages; unique in its space.
    pub name: String,
    /// The least value, finite.
    pub lower: f64,
    /// The greatest value, finite, ≥ `lower`; equal bounds fix the gene.
    pub upper: f64,
}

/// All genomes that the optimiser may try.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Space {
    /// The genes in genome order, at least one.
    pub genes: Vec<Gene>,
    /// Whether the values are weights that sum to 1; the bounds are then non-negative.
    #[serde(default)]
    pub simplex: bool,
}

impl Space {
    /// The number of genes.
    pub fn len(&self) -> usize {
        self.genes.len()
    }

    /// Whether there is no gene; such a space does not validate.
    pub fn is_empty(&self) -> bool {
        self.genes.is_empty()
    }

    /// Checks that every gene has a name of its own and finite, ordered bounds, and that
    /// a simplex has non-negative bounds with Σ lower ≤ 1 ≤ Σ upper.
    ///
    /// # Errors
    /// [`Error::Input`] that names the gene and the value.
    pub fn validate(&self) -> Result<()> {
        if self.is_empty() {
            return Err(Error::Input("the space has no genes; at least one is needed".into()));
        }
        let mut names = BTreeSet::new();
        for gene in &self.genes {
            if !names.insert(gene.name.as_str()) {
                return Err(Error::Input(format!("gene `{}`: the name is taken twice", gene.name)));
            }
            self.validate_bounds(gene)?;
        }
        if self.simplex { self.validate_sums() } else { Ok(()) }
    }

    fn validate_bounds(&self, gene: &Gene) -> Result<()> {
        let Gene { name, lower, upper } = gene;
        if !lower.is_finite() || !upper.is_finite() || !(upper - lower).is_finite() {
            return Err(Error::Input(format!("gene `{name}`: bounds {lower} to {upper} are not finite")));
        }
        if lower > upper {
            return Err(Error::Input(format!(
                "gene `{name}`: lower bound {lower} is above upper bound {upper}"
            )));
        }
        if self.simplex && *lower < 0.0 {
            let text = format!("gene `{name}`: lower bound {lower} is negative, but simplex weights are ≥ 0");
            return Err(Error::Input(text));
        }
        Ok(())
    }

    fn validate_sums(&self) -> Result<()> {
        let lower: f64 = self.genes.iter().map(|gene| gene.lower).sum();
        let upper: f64 = self.genes.iter().map(|gene| gene.upper).sum();
        if lower > 1.0 + SUM_TOLERANCE || upper < 1.0 - SUM_TOLERANCE {
            let first = self.genes.first().map_or("", |gene| &gene.name);
            return Err(Error::Input(format!(
                "simplex genes `{first}`, …: the bounds sum to {lower} and {upper}; 1 must lie between"
            )));
        }
        Ok(())
    }

    /// Checks that `genome` has one value per gene, each inside its bounds. `what` says
    /// whose genome it is, for the message.
    ///
    /// # Errors
    /// [`Error::Input`] that names the gene and the value.
    pub fn check(&self, genome: &[f64], what: &str) -> Result<()> {
        if genome.len() != self.len() {
            let text = format!("{what} has {} values; the space has {} genes", genome.len(), self.len());
            return Err(Error::Input(text));
        }
        for (gene, &value) in self.genes.iter().zip(genome) {
            if !(gene.lower <= value && value <= gene.upper) {
                let Gene { name, lower, upper } = gene;
                let text = format!("{what}: gene `{name}` is {value}; allowed is {lower} to {upper}");
                return Err(Error::Input(text));
            }
        }
        Ok(())
    }

    /// Moves `genome` (one value per gene) into the space: each value is clamped to its
    /// bounds, a NaN becomes the lower bound, and on a simplex all values are scaled by
    /// the one factor t with Σ clamp(t·xᵢ, lowerᵢ, upperᵢ) = 1. Where even a large t
    /// falls short, the genes at 0 share the rest evenly within their bounds. A genome
    /// that is already inside does not change. The space must be valid.
    pub fn repair(&self, genome: &mut [f64]) {
        for (gene, value) in self.genes.iter().zip(genome.iter_mut()) {
            *value = if value.is_nan() { gene.lower } else { value.clamp(gene.lower, gene.upper) };
        }
        if self.simplex && (genome.iter().sum::<f64>() - 1.0).abs() > SUM_TOLERANCE {
            self.scale_to_sum(genome);
            self.spread_residual(genome);
        }
    }

    /// Scales the positive values so that all sum to 1; if they cannot, they go to their
    /// upper bounds and the zeros, whose lower bounds are 0, are raised together.
    fn scale_to_sum(&self, genome: &mut [f64]) {
        let (positive, zero): (Vec<usize>, Vec<usize>) = (0..genome.len()).partition(|&i| genome[i] > 0.0);
        let scaled: Vec<Scaled> = positive.iter().map(|&i| self.scaled(i, genome[i])).collect();
        let raised: Vec<Scaled> = zero.iter().map(|&i| self.scaled(i, 1.0)).collect();
        let t = scale_factor(&scaled, 1.0);
        let level = scale_factor(&raised, (1.0 - scaled.iter().map(|s| s.upper).sum::<f64>()).max(0.0));
        for (&i, item) in positive.iter().zip(&scaled) {
            genome[i] = item.at(t);
        }
        for (&i, item) in zero.iter().zip(&raised) {
            genome[i] = item.at(level);
        }
    }

    fn scaled(&self, i: usize, value: f64) -> Scaled {
        Scaled { value, lower: self.genes[i].lower, upper: self.genes[i].upper }
    }

    /// Gives the rounding error of the sum to the first genes that have room for it.
    fn spread_residual(&self, genome: &mut [f64]) {
        let mut residual = 1.0 - genome.iter().sum::<f64>();
        for (gene, value) in self.genes.iter().zip(genome) {
            let moved = (*value + residual).clamp(gene.lower, gene.upper);
            residual -= moved - *value;
            *value = moved;
        }
    }

    /// A random genome: uniform inside the bounds; on a simplex, uniform on the whole
    /// simplex (Dirichlet(1) from exponentials) and then repaired into the bounds.
    pub fn sample(&self, rng: &mut Rng) -> Vec<f64> {
        let mut draw = |gene: &Gene| {
            let u: f64 = rng.random();
            if self.simplex { -libm::log(1.0 - u) } else { gene.lower + u * (gene.upper - gene.lower) }
        };
        let mut genome: Vec<f64> = self.genes.iter().map(&mut draw).collect();
        if self.simplex {
            let sum: f64 = genome.iter().sum();
            genome.iter_mut().for_each(|value| *value /= sum);
        }
        self.repair(&mut genome);
        genome
    }
}

/// A positive value with its bounds, to be multiplied by a common factor.
struct Scaled {
    value: f64,
    lower: f64,
    upper: f64,
}

impl Scaled {
    fn at(&self, t: f64) -> f64 {
        (t * self.value).clamp(self.lower, self.upper)
    }
}

/// The factor t ≥ 0 with Σ clamp(t·value, lower, upper) = `target`, or the nearest one.
/// The sum is piecewise linear in t; its breakpoints are where a value meets a bound.
fn scale_factor(items: &[Scaled], target: f64) -> f64 {
    let mut breakpoints: Vec<f64> = vec![0.0];
    breakpoints.extend(items.iter().flat_map(|s| [s.lower / s.value, s.upper / s.value]));
    breakpoints.retain(|t| t.is_finite());
    breakpoints.sort_by(f64::total_cmp);
    let sum_at = |t: f64| items.iter().map(|s| s.at(t)).sum::<f64>();
    let above = breakpoints.partition_point(|&t| sum_at(t) < target);
    let Some(&end) = breakpoints.get(above) else {
        return breakpoints.last().copied().unwrap_or(0.0);
    };
    let Some(&start) = above.checked_sub(1).and_then(|i| breakpoints.get(i)) else { return end };
    let (mut fixed, mut slope) = (0.0, 0.0);
    for s in items {
        if s.lower / s.value >= end {
            fixed += s.lower;
        } else if s.upper / s.value <= start {
            fixed += s.upper;
        } else {
            slope += s.value;
        }
    }
    if slope > 0.0 { ((target - fixed) / slope).clamp(start, end) } else { end }
}
