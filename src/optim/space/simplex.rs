//! Weights that sum to 1 within their bounds.

use super::Gene;
use crate::error::{Error, Result};

/// How far the sum of a simplex genome may be from 1.
pub(super) const SUM_TOLERANCE: f64 = 1e-12;

/// Checks that `genes` can be the weights of a simplex.
///
/// # Errors
/// [`Error::Input`] that names the gene and the value.
pub(super) fn validate(genes: &[Gene]) -> Result<()> {
    genes.iter().try_for_each(validate_weight)?;
    let lower: f64 = genes.iter().map(|gene| gene.lower).sum();
    let upper: f64 = genes.iter().map(|gene| gene.upper).sum();
    if lower > 1.0 + SUM_TOLERANCE || upper < 1.0 - SUM_TOLERANCE {
        let first = genes.first().map_or("", |gene| &gene.name);
        return Err(Error::Input(format!(
            "simplex genes `{first}`, …: the bounds sum to {lower} and {upper}; 1 must lie between"
        )));
    }
    Ok(())
}

fn validate_weight(gene: &Gene) -> Result<()> {
    let Gene { name, lower, kind, .. } = gene;
    if !kind.is_real() {
        return Err(Error::Input(format!("gene `{name}`: simplex weights have real values")));
    }
    if *lower < 0.0 {
        let text = format!("gene `{name}`: lower bound {lower} is negative, but simplex weights are ≥ 0");
        return Err(Error::Input(text));
    }
    Ok(())
}

/// Moves `weights`, which are within their bounds, to the sum 1: see [`Space::repair`](super::Space::repair).
pub(super) fn repair(genes: &[Gene], weights: &mut [f64]) {
    scale_to_sum(genes, weights);
    spread_residual(genes, weights);
}

/// Scales the positive values so that all sum to 1; if they cannot, they go to their upper bounds
/// and the zeros, whose lower bounds are 0, are raised together.
fn scale_to_sum(genes: &[Gene], weights: &mut [f64]) {
    let scaled = |i: usize, value: f64| Scaled { value, lower: genes[i].lower, upper: genes[i].upper };
    let (positive, zero): (Vec<usize>, Vec<usize>) = (0..weights.len()).partition(|&i| weights[i] > 0.0);
    let lowered: Vec<Scaled> = positive.iter().map(|&i| scaled(i, weights[i])).collect();
    let raised: Vec<Scaled> = zero.iter().map(|&i| scaled(i, 1.0)).collect();
    let t = scale_factor(&lowered, 1.0);
    let level = scale_factor(&raised, (1.0 - lowered.iter().map(|s| s.upper).sum::<f64>()).max(0.0));
    for (&i, item) in positive.iter().zip(&lowered) {
        weights[i] = item.at(t);
    }
    for (&i, item) in zero.iter().zip(&raised) {
        weights[i] = item.at(level);
    }
}

/// Gives the rounding error of the sum to the first weights that have room for it.
fn spread_residual(genes: &[Gene], weights: &mut [f64]) {
    let mut residual = 1.0 - weights.iter().sum::<f64>();
    for (gene, value) in genes.iter().zip(weights) {
        let moved = (*value + residual).clamp(gene.lower, gene.upper);
        residual -= moved - *value;
        *value = moved;
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
