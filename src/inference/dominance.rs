//! How sure it is that a member of a front is non-dominated.

use super::normal;
use crate::optim::dominance::dominates;
use crate::rng::Rng;
use rand::RngExt;

/// How often the true values are drawn: the probability is then known to ±0.008 at worst (one
/// standard error).
const DRAWS: u32 = 4000;

/// Comparisons that a front may take; huge fronts get fewer draws.
const COMPARISONS: usize = 1 << 31;

/// The fewest draws.
const LEAST_DRAWS: usize = 200;

/// A minimised objective value and its standard error.
pub type Uncertain = (f64, f64);

/// For each of `members` the probability that no other one truly dominates it, given its
/// estimates: the share of draws in which it is non-dominated, each true value being drawn from a
/// normal distribution around its estimate (the posterior under a flat prior; Teich,
/// "Pareto-front exploration with uncertain objectives", EMO 2001, asks for the same
/// probability). Errors are taken as independent. `None` for a member with an estimate or an
/// error that is not a number; such members dominate nobody.
pub fn probability_non_dominated(members: &[Vec<Uncertain>], rng: &mut Rng) -> Vec<Option<f64>> {
    let sound = |member: &Vec<Uncertain>| member.iter().all(|(value, error)| (value + error).is_finite());
    let known: Vec<usize> = (0..members.len()).filter(|&i| sound(&members[i])).collect();
    let mut counts = vec![0_u32; members.len()];
    let draws = (COMPARISONS / (known.len() * known.len()).max(1)).clamp(LEAST_DRAWS, DRAWS as usize);
    for _ in 0..draws {
        let points: Vec<Vec<f64>> = known.iter().map(|&i| draw(&members[i], rng)).collect();
        for (own, &i) in points.iter().zip(&known) {
            counts[i] += u32::from(!points.iter().any(|other| dominates(other, own)));
        }
    }
    let share = |i: usize| known.contains(&i).then(|| f64::from(counts[i]) / draws as f64);
    (0..members.len()).map(share).collect()
}

fn draw(member: &[Uncertain], rng: &mut Rng) -> Vec<f64> {
    // Neither 0 nor 1, so that the quantile is finite.
    let mut uniform = || ((rng.random::<u64>() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
    member.iter().map(|(value, error)| value + error * normal::quantile(uniform())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Purpose, stream};

    fn probabilities(members: &[Vec<Uncertain>]) -> Vec<Option<f64>> {
        probability_non_dominated(members, &mut stream(1, Purpose::Inference, 0))
    }

    #[test]
    fn certain_values_give_certain_answers() {
        let exact = |a: f64, b: f64| vec![(a, 0.0), (b, 0.0)];
        let found = probabilities(&[exact(0.0, 1.0), exact(1.0, 0.0), exact(1.0, 1.0)]);
        assert_eq!(found, [Some(1.0), Some(1.0), Some(0.0)]);
    }

    #[test]
    fn two_equals_are_even_and_errors_are_weighed() {
        // One objective, equal estimates: each is better in half of the draws.
        let found = probabilities(&[vec![(5.0, 1.0)], vec![(5.0, 1.0)]]);
        assert!((found[0].unwrap() - 0.5).abs() < 0.03, "{found:?}");
        // A difference of 1 with error √2·1: Φ(0.7071) = 0.760.
        let found = probabilities(&[vec![(4.0, 1.0)], vec![(5.0, 1.0)]]);
        assert!((found[0].unwrap() - 0.760).abs() < 0.03, "{found:?}");
        // Two objectives, equal: dominated when worse in both, a quarter of the draws.
        let found = probabilities(&[vec![(0.0, 1.0), (0.0, 1.0)], vec![(0.0, 1.0), (0.0, 1.0)]]);
        assert!((found[1].unwrap() - 0.75).abs() < 0.03, "{found:?}");
    }

    #[test]
    fn what_is_not_known_has_no_probability() {
        let found = probabilities(&[vec![(f64::NAN, 1.0)], vec![(1.0, f64::NAN)], vec![(9.0, 1.0)]]);
        assert_eq!(found, [None, None, Some(1.0)]);
    }
}
