//! Every kernel against the plain engine.

use super::*;
use crate::game::twenty48::Board;
use crate::heuristic::FeatureSet;
use crate::player::Outcome;
use crate::rng::{Purpose, seed};
use proptest::prelude::*;

fn heuristic(set: &str, weights: &[f64]) -> Heuristic {
    Heuristic::new(FeatureSet::from_name(set).unwrap().features(), weights).unwrap()
}

/// Weight vectors of both sets: good ones, lopsided ones, and such that tie all the time.
fn heuristics() -> Vec<Heuristic> {
    let lines = [
        [12.0, 5.7, 5.9, 4.7, 36.0, 5.1, 1.0, 16.9],
        [1.0; 8],
        [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0, 1e9, 0.0, 3.0, 1e-9],
    ];
    let article = [[3.0, 2.0, 1.0, 4.0], [1.0; 4], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]];
    let lines = lines.iter().map(|weights| heuristic("lines", weights));
    lines.chain(article.iter().map(|weights| heuristic("article", weights))).collect()
}

fn available() -> impl Iterator<Item = Kernel> {
    Kernel::ALL.into_iter().filter(|kernel| kernel.available())
}

fn seeds(first: u64, count: u64) -> Vec<u64> {
    (first..first + count).map(|i| seed(3, Purpose::Measure, i)).collect()
}

fn plain(heuristic: &Heuristic, seeds: &[u64]) -> Vec<GameRecord> {
    let mut searcher = Searcher::new(heuristic, SearchOptions::exact(1));
    seeds.iter().map(|&seed| play_game(&mut searcher, seed)).collect()
}

#[test]
fn every_kernel_plays_the_games_of_the_plain_engine() {
    for (i, heuristic) in heuristics().iter().enumerate() {
        let seeds = seeds(10_000 * i as u64, 1500);
        let expected = plain(heuristic, &seeds);
        for kernel in available() {
            assert!(play_games_one_ply(heuristic, kernel, &seeds) == expected, "{kernel:?}, {i}");
        }
    }
}

#[test]
fn blocks_of_every_size_are_played() {
    for heuristic in &heuristics() {
        for count in [0, 1, 3, 4, 17, 100] {
            let seeds = seeds(77, count);
            let expected = plain(heuristic, &seeds);
            for kernel in available() {
                assert_eq!(play_games_one_ply(heuristic, kernel, &seeds), expected, "{kernel:?}");
                assert_eq!(OnePlyPlayer::new(heuristic, kernel).play(&seeds), expected, "{kernel:?}");
            }
        }
    }
}
