//! How often a member of a front stays non-dominated when all figures are drawn anew within their errors.

use super::first_front_shares;
use crate::inference::normal;
use crate::inference::ridge::{cholesky, dot};
use crate::rng::Rng;

/// How often the true values are drawn: the probability is then known to ±0.008 at worst (one
/// standard error).
const DRAWS: usize = 4000;

/// Pairs of members in all draws: above 732 members the draws become fewer with the square of the
/// members.
const PAIRS: usize = 1 << 31;

/// The fewest draws, from 3,277 members on: ±0.035 at worst.
const LEAST_DRAWS: usize = 200;

/// Keeps the factor of a correlation matrix that is all but singular.
const JITTER: f64 = 1e-12;

/// What is known of a member of a front.
#[derive(Debug, Clone, PartialEq)]
pub struct Uncertain {
    /// One minimised estimate an objective.
    pub values: Vec<f64>,
    /// Their standard errors.
    pub errors: Vec<f64>,
    /// The correlations of the errors: a symmetric matrix with 1 on its diagonal.
    pub correlations: Vec<Vec<f64>>,
}

/// For each of `members` the share of draws in which no other one dominates it, the true values of each
/// member being drawn from the normal distribution of its estimates (the posterior under a flat prior; Teich,
/// "Pareto-front exploration with uncertain objectives", EMO 2001, asks for this probability). The prior of a
/// front that was chosen is not flat, so the share is a guide, and no calibrated probability. Members are
/// taken as independent. Where no member has an error all draws are the same, and one is made. `None` for
/// a member with an estimate or an error that is not a number; such a member dominates no other.
pub fn probability_non_dominated(members: &[Uncertain], rng: &mut Rng) -> Vec<Option<f64>> {
    let known = || members.iter().filter(|member| member.is_sound());
    let is_exact = known().all(|member| member.errors.iter().all(|error| *error == 0.0));
    let draws = if is_exact { 1 } else { draws(known().count()) };
    let factor = |member: &Uncertain| member.is_sound().then(|| cholesky(&member.correlations, JITTER));
    let factors: Vec<Option<Vec<Vec<f64>>>> = members.iter().map(factor).collect();
    let draw = |i: usize| factors[i].as_ref().map(|factor| members[i].draw(factor, rng));
    let shares = first_front_shares(members.len(), draws, draw);
    shares.into_iter().zip(&factors).map(|(share, known)| known.is_some().then_some(share)).collect()
}

/// How often the true values of a front are drawn.
fn draws(members: usize) -> usize {
    (PAIRS / members.saturating_mul(members).max(1)).clamp(LEAST_DRAWS, DRAWS)
}

impl Uncertain {
    fn is_sound(&self) -> bool {
        self.values.iter().zip(&self.errors).all(|(value, error)| (value + error).is_finite())
    }

    /// True values that could be behind the estimates; `factor` is that of the correlations.
    fn draw(&self, factor: &[Vec<f64>], rng: &mut Rng) -> Vec<f64> {
        let normals: Vec<f64> = self.values.iter().map(|_| normal::draw_quantile(rng)).collect();
        let errors = self.errors.iter().zip(factor).map(|(error, row)| error * dot(row, &normals));
        self.values.iter().zip(errors).map(|(value, error)| value + error).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Purpose, stream};

    fn with_correlation(members: &[Vec<(f64, f64)>], r: f64) -> Vec<Option<f64>> {
        let uncertain = |member: &Vec<(f64, f64)>| {
            let (values, errors): (Vec<f64>, Vec<f64>) = member.iter().copied().unzip();
            let row = |i: usize| (0..values.len()).map(|j| if i == j { 1.0 } else { r }).collect();
            let correlations = (0..values.len()).map(row).collect();
            Uncertain { values, errors, correlations }
        };
        let members: Vec<Uncertain> = members.iter().map(uncertain).collect();
        probability_non_dominated(&members, &mut stream(1, Purpose::Inference, 0))
    }

    fn probabilities(members: &[Vec<(f64, f64)>]) -> Vec<Option<f64>> {
        with_correlation(members, 0.0)
    }

    #[test]
    fn certain_values_give_certain_answers() {
        let exact = |a: f64, b: f64| vec![(a, 0.0), (b, 0.0)];
        let found = probabilities(&[exact(0.0, 1.0), exact(1.0, 0.0), exact(1.0, 1.0)]);
        assert_eq!(found, [Some(1.0), Some(1.0), Some(0.0)]);
    }

    #[test]
    fn huge_exact_fronts_take_one_draw_and_others_fewer() {
        assert_eq!([2, 732, 1000, 3276, 3277, 1 << 40].map(draws), [4000, 4000, 2147, 200, 200, 200]);
        // Every other one lies a step behind the line x + y = 30,000 that the rest is on.
        let exact = |i: u32| vec![(f64::from(i), 0.0), (f64::from(30_000 - i + 2 * (i % 2)), 0.0)];
        let found = probabilities(&(0..30_000).map(exact).collect::<Vec<_>>());
        let expected = (0..30_000).map(|i| Some(f64::from(1 - i % 2)));
        assert!(found.into_iter().eq(expected));
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
    fn errors_that_go_together_dominate_more_often() {
        // Worse in both: ¼ + arcsin(r)/2π, for r = ½ a third, for r = 1 a half.
        let even = vec![(0.0, 1.0), (0.0, 1.0)];
        for (r, dominated) in [(0.5, 1.0 / 3.0), (1.0, 0.5)] {
            let found = with_correlation(&[even.clone(), even.clone()], r);
            assert!((found[0].unwrap() - (1.0 - dominated)).abs() < 0.03, "{r}: {found:?}");
        }
    }

    #[test]
    fn what_is_not_known_has_no_probability() {
        let found = probabilities(&[vec![(f64::NAN, 1.0)], vec![(1.0, f64::NAN)], vec![(9.0, 1.0)]]);
        assert_eq!(found, [None, None, Some(1.0)]);
    }
}
