//! Comparisons of games of two players: pairs of games from an opening keep the stated error rates, whatever the first move
//! is worth.

#![allow(clippy::unwrap_used)]

use paretune::inference::sequential::{Decision, Plan, Stated, sequential};
use paretune::rng::{Purpose, Rng, stream};
use rand::RngExt;

const PLAN: Plan = Plan { difference: Stated::Absolute(0.1), alpha: 0.05, beta: 0.05, max_games: 1_000_000 };

/// Points of a pair of games for a side that is `lead` ahead: the first player wins so much more often that it scores 0.85
/// between equals, and openings favour one colour or the other besides.
fn pair(rng: &mut Rng, lead: f64) -> f64 {
    let opening = rng.random_range(-0.1..0.1);
    let mut game = |advantage: f64| {
        let points = (0.5 + advantage + lead / 2.0).clamp(0.0, 1.0);
        let draw = 0.4 * points.min(1.0 - points);
        match rng.random::<f64>() {
            u if u < points - draw / 2.0 => 1.0,
            u if u < points + draw / 2.0 => 0.5,
            _ => 0.0,
        }
    };
    (game(0.35 + opening) + game(-0.35 - opening)) / 2.0
}

/// The shares of comparisons that find the first side better, the second, and neither.
fn simulate(lead: f64, repetitions: u32) -> [f64; 3] {
    let mut rng = stream(3, Purpose::Measure, 2);
    let mut decisions = [0.0; 4];
    for _ in 0..repetitions {
        let found = sequential(&PLAN, |games| {
            let mut side = |lead: f64| games.clone().map(|_| pair(&mut rng, lead)).collect::<Vec<_>>();
            Ok([side(lead), side(-lead)])
        });
        decisions[found.unwrap().decision as usize] += 1.0 / f64::from(repetitions);
    }
    [Decision::First, Decision::Second, Decision::Less].map(|decision| decisions[decision as usize])
}

#[test]
fn equals_are_told_apart_no_more_often_than_stated() {
    let [first, second, _] = simulate(0.0, 1000);
    assert!(first + second <= PLAN.alpha, "{first} {second}");
}

#[test]
fn the_stated_difference_is_missed_no_more_often_than_stated() {
    // Each side meets the other, so that a lead of 0.05 in points is a difference of 0.1.
    let [first, ..] = simulate(0.1, 1000);
    assert!(1.0 - first <= PLAN.beta, "{first}");
}
