//! Do the intervals hold, with selection as the program does it?

use super::*;
use crate::pareto::sorting::non_dominated_ranks;
use crate::rng::{Purpose, Rng, stream};
use crate::statistics::{Mean, Quantile, Share, Statistic};
use rand::RngExt;

const FINALISTS: usize = 256;
const SELECTION_GAMES: usize = 60;
const FRESH_GAMES: usize = 200;
const REPETITIONS: u64 = 400;

/// What is maximised, with its true value where the unit of scores is 1: the 10th percentile and the
/// share above 6 of a gamma distribution of shape 4, whose coefficient of variation is that of
/// real games, 0.5.
const OBJECTIVES: [Statistic; 3] = [
    Statistic::Mean(Mean),
    Statistic::Quantile(Quantile { percent: 10 }),
    Statistic::Share(Share { at: 6.0 }),
];

/// Scores of games in the unit `scale`.
fn games(scale: f64, n: usize, rng: &mut Rng) -> Vec<f64> {
    let mut uniform = || 1.0 - rng.random::<f64>();
    (0..n).map(|_| -scale * libm::log(uniform() * uniform() * uniform() * uniform())).collect()
}

/// The chance that a gamma variable of shape 4 and scale 1 exceeds `x`.
fn above(x: f64) -> f64 {
    libm::exp(-x) * (1.0 + x + x * x / 2.0 + x * x * x / 6.0)
}

fn truths(scale: f64) -> [f64; 3] {
    [4.0 * scale, 1.744_769_562 * scale, above(6.0 / scale)]
}

/// The finalists that are non-dominated on their selection games, with these games.
fn chosen(scales: &[f64], rng: &mut Rng) -> Vec<(f64, Vec<f64>)> {
    let samples: Vec<Vec<f64>> = scales.iter().map(|&scale| games(scale, SELECTION_GAMES, rng)).collect();
    let values = |sample: &Vec<f64>| OBJECTIVES.map(|o| -o.estimate(sample).value);
    let points: Vec<[f64; 3]> = samples.iter().map(values).collect();
    let ranks = non_dominated_ranks(&points);
    let all = scales.iter().copied().zip(samples).zip(ranks);
    all.filter(|(_, rank)| *rank == 0).map(|(member, _)| member).collect()
}

/// Whether every interval of a member's `sample` holds the truth.
fn all_hold(scale: f64, sample: &[f64], level: f64) -> bool {
    OBJECTIVES.iter().zip(truths(scale)).all(|(&o, truth)| interval(o, sample, level).holds(truth))
}

#[test]
fn the_truths_are_those_of_the_gamma_distribution() {
    assert!((1.0 - above(1.744_769_562) - 0.1).abs() < 1e-9);
}

#[test]
fn simultaneous_intervals_hold_after_selection() {
    let mut rng = stream(1, Purpose::Measure, 0);
    let (mut held, mut naive) = (0, 0);
    for _ in 0..REPETITIONS {
        let scales: Vec<f64> = (0..FINALISTS).map(|_| 1.0 + 0.05 * rng.random::<f64>()).collect();
        let front = chosen(&scales, &mut rng);
        let level = single_level(CONFIDENCE, front.len() * OBJECTIVES.len());
        let fresh =
            |(scale, _): &(f64, Vec<f64>)| all_hold(*scale, &games(*scale, FRESH_GAMES, &mut rng), level);
        held += u32::from(front.iter().map(fresh).fold(true, |all, one| all & one));
        naive += u32::from(front.iter().all(|(scale, sample)| all_hold(*scale, sample, level)));
    }
    let share = |count: u32| f64::from(count) / REPETITIONS as f64;
    println!("coverage: test games {}, the games of the selection {}", share(held), share(naive));
    assert!(share(held) >= 0.93, "{}", share(held));
    assert!(share(naive) < 0.85, "selection does no harm here: {}", share(naive));
}

/// How often all intervals of a member hold at all of ten looks at ever more games, if each look has the confidence
/// that `confidence` gives it.
fn held_at_ten_looks(confidence: impl Fn(u64) -> f64) -> f64 {
    let mut rng = stream(4, Purpose::Measure, 0);
    let mut held = 0;
    for _ in 0..REPETITIONS {
        let mut sample = Vec::new();
        let mut all_held = true;
        for look in 1..=10 {
            sample.extend(games(1.0, 100, &mut rng));
            all_held &= all_hold(1.0, &sample, single_level(confidence(look), OBJECTIVES.len()));
        }
        held += u64::from(all_held);
    }
    held as f64 / REPETITIONS as f64
}

#[test]
fn intervals_hold_at_every_look() {
    let [counted, naive] =
        [held_at_ten_looks(|look| at_look(CONFIDENCE, look)), held_at_ten_looks(|_| CONFIDENCE)];
    assert!(counted >= CONFIDENCE && naive < 0.9, "{counted} {naive}");
}
