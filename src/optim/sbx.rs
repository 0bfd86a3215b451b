//! Simulated binary crossover with bounds (Deb & Agrawal, "Simulated binary crossover for
//! continuous search space", 1995; bounds as in Deb & Jain, "Self-adaptive simulated binary
//! crossover", 2007): each child has its own spread, cut at its own bound, so that no
//! probability leaks out of the space.

use super::{Crossover, Space};
use crate::error::Result;
use crate::rng::Rng;
use rand::RngExt;

/// Probability that a gene of a crossed pair is crossed.
const GENE_PROB: f64 = 0.5;

/// Genes closer than this are copied.
const MIN_DISTANCE: f64 = 1e-14;

/// Two children of two parents, inside the bounds of `space` (a simplex is left to
/// [`Space::repair`]). The pair is crossed with probability `settings.prob`, then each gene
/// with probability ½, and which child gets which of the two new values is a fair coin.
///
/// # Errors
/// [`Error::Input`](crate::error::Error::Input) that names the gene and the value if a
/// parent lies outside the bounds or has the wrong length.
pub fn crossover(
    space: &Space,
    parents: [&[f64]; 2],
    settings: Crossover,
    rng: &mut Rng,
) -> Result<[Vec<f64>; 2]> {
    space.check(parents[0], "first parent")?;
    space.check(parents[1], "second parent")?;
    Ok(cross(space, parents, settings, rng))
}

/// [`crossover`] of parents that are known to be inside.
pub(super) fn cross(
    space: &Space,
    parents: [&[f64]; 2],
    settings: Crossover,
    rng: &mut Rng,
) -> [Vec<f64>; 2] {
    let mut children = parents.map(<[f64]>::to_vec);
    if rng.random::<f64>() >= settings.prob {
        return children;
    }
    let [first, second] = &mut children;
    for ((gene, a), b) in space.genes.iter().zip(first).zip(second) {
        if rng.random::<f64>() < GENE_PROB && (*a - *b).abs() > MIN_DISTANCE {
            let [low, high] =
                spread(a.min(*b), a.max(*b), (gene.lower, gene.upper), settings.eta, rng.random());
            (*a, *b) = if rng.random() { (low, high) } else { (high, low) };
        }
    }
    children
}

/// The two new values of one gene for the parents' values `low` < `high` and a uniform
/// `u` in [0, 1).
fn spread(low: f64, high: f64, (lower, upper): (f64, f64), eta: f64, u: f64) -> [f64; 2] {
    let distance = high - low;
    let half_sum = 0.5 * low + 0.5 * high;
    let half_step = |to_bound: f64| 0.5 * distance * spread_factor(to_bound / distance, eta, u);
    let child_low = half_sum - half_step(low - lower);
    let child_high = half_sum + half_step(upper - high);
    [child_low.clamp(lower, upper), child_high.clamp(lower, upper)]
}

/// How far the children are apart, in units of the parents' distance, if the room to the
/// bound is `room` ≥ 0 such units: the quantile `u` of the spread distribution cut there.
fn spread_factor(room: f64, eta: f64, u: f64) -> f64 {
    let inside = 2.0 - libm::pow(1.0 + 2.0 * room, -(eta + 1.0));
    let scaled = u * inside;
    let base = if scaled <= 1.0 { scaled } else { 1.0 / (2.0 - scaled) };
    libm::pow(base, 1.0 / (eta + 1.0))
}
