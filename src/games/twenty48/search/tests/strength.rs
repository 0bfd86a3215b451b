//! Mean scores against those measured with other engines.

use super::super::{SearchOptions, Searcher, play_game};
use super::game;
use crate::games::twenty48::bench::LINES;
use crate::games::twenty48::heuristic::{Feature, Heuristic};

/// The weights of the best-known heuristic player, nneonneo/2048-ai.
const PUBLISHED: [(Feature, f64); 4] =
    [(Feature::Empty, 270.0), (Feature::Merges, 700.0), (Feature::Mono4, 47.0), (Feature::Sum35, 11.0)];

/// Checks that the mean score of `games` games is within four standard errors of `mean`, which has
/// the standard error `error` itself.
fn check(coefficients: &[(Feature, f64)], ply: u8, games: u64, (mean, error): (f64, f64)) {
    let heuristic = Heuristic::unscaled(coefficients).unwrap();
    let mut searcher = Searcher::new(&heuristic, SearchOptions::exact(ply));
    let scores: Vec<f64> = (0..games).map(|i| play_game(&mut searcher, game(i)).score as f64).collect();
    let count = games as f64;
    let found = scores.iter().sum::<f64>() / count;
    let variance = scores.iter().map(|score| (score - found).powi(2)).sum::<f64>() / (count - 1.0);
    let combined = (variance / count + error * error).sqrt();
    let off = (found - mean) / combined;
    println!("{ply}-ply: {found:.0}, {mean:.0} expected, {off:.2} standard errors off");
    assert!(off.abs() < 4.0, "{found} instead of {mean}: {off} standard errors off");
}

#[test]
fn published_weights_at_one_ply() {
    check(&PUBLISHED, 1, 1500, (4_623.0, 6.0));
}

#[test]
fn published_weights_at_two_plies() {
    check(&PUBLISHED, 2, 200, (32_373.0, 357.0));
}

#[test]
fn found_weights_at_one_ply() {
    check(&LINES, 1, 1500, (19_200.0, 28.0));
}
