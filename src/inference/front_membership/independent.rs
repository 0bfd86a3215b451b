//! Which individuals may be on the front: how often each is non-dominated when the objectives of all
//! are drawn anew from what is known of them.
//!
//! A race stops evaluating those that are clearly out, and gives their share to the others (Maron &
//! Moore, "Hoeffding races", 1993; in evolution strategies Heidrich-Meisner & Igel, "Hoeffding and
//! Bernstein races for selecting policies in evolutionary direct policy search", 2009). Here it
//! is asked by simulation which are out, so that it holds for any number of objectives.

use super::first_front_shares;
use crate::inference::normal;
use crate::rng::Rng;

/// What is known of an individual.
#[derive(Debug, Clone)]
pub struct Contender {
    /// What is to be expected of each objective, minimised.
    pub objectives: Vec<f64>,
    /// One standard error ≥ 0 an objective; NaN counts as 0.
    pub std_errors: Vec<f64>,
}

/// The share of `draws` in which each of `pool` is on the first front of those that are feasible, if objectives
/// are independent and normal about what is expected. `is_feasible` is asked of the objectives that were drawn.
pub fn front_shares(
    pool: &[Contender],
    draws: usize,
    rng: &mut Rng,
    is_feasible: impl Fn(&[f64]) -> bool,
) -> Vec<f64> {
    first_front_shares(pool.len(), draws, |i| Some(pool[i].drawn(rng)).filter(|drawn| is_feasible(drawn)))
}

impl Contender {
    /// Its objectives, drawn from what is known.
    fn drawn(&self, rng: &mut Rng) -> Vec<f64> {
        let draw = |(value, error): (&f64, &f64)| {
            let deviate = normal::draw(rng);
            if *error > 0.0 { value + error * deviate } else { *value }
        };
        self.objectives.iter().zip(&self.std_errors).map(draw).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Purpose, stream};

    fn uncertain(objectives: &[f64], error: f64) -> Contender {
        Contender { objectives: objectives.to_vec(), std_errors: vec![error; objectives.len()] }
    }

    fn shares(pool: &[Contender]) -> Vec<f64> {
        front_shares(pool, 4000, &mut stream(1, Purpose::Racing, 0), |_| true)
    }

    #[test]
    fn without_errors_the_front_is_certain() {
        let pool = [[0.0, 1.0], [1.0, 0.0], [1.0, 1.0], [0.5, f64::NAN]].map(|f| uncertain(&f, 0.0));
        assert_eq!(shares(&pool), [1.0, 1.0, 0.0, 0.0]);
    }

    #[test]
    fn of_two_with_one_objective_the_better_wins_as_often_as_the_normal_says() {
        // The difference is 1 ± √2, so the first is ahead with Φ(1/√2) = 0.7602.
        let found = shares(&[uncertain(&[0.0], 1.0), uncertain(&[1.0], 1.0)]);
        assert!((found[0] - 0.7602).abs() < 0.03 && (found[0] + found[1] - 1.0).abs() < 1e-12, "{found:?}");
    }

    #[test]
    fn of_three_alike_each_is_on_the_front_of_two_objectives_equally_often() {
        // One is dominated by a given other with 1/4, by any of two with 7/18 (orders of three ranks).
        let found = shares(&[0, 1, 2].map(|_| uncertain(&[3.0, 3.0], 1.0)));
        assert!(found.iter().all(|share| (share - 11.0 / 18.0).abs() < 0.03), "{found:?}");
    }

    #[test]
    fn whether_one_is_feasible_is_drawn_as_well_and_unknown_errors_count_as_none() {
        let pool = [uncertain(&[0.0], 1.0), uncertain(&[5.0], f64::NAN)];
        // The first misses a bound of −1 with Φ(1) = 0.8413; then the second is the front.
        let found = front_shares(&pool, 4000, &mut stream(1, Purpose::Racing, 0), |drawn| {
            drawn[0] <= -1.0 || drawn[0] == 5.0
        });
        assert!((found[0] - 0.1587).abs() < 0.02 && (found[0] + found[1] - 1.0).abs() < 1e-12, "{found:?}");
    }
}
