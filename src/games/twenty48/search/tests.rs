//! Searches against a recursive judge, their work, strength, and kept totals.

mod golden;
mod judge;
mod judged;
mod strength;
mod work;

use super::{SearchOptions, Searcher, play_with};
use crate::games::twenty48::heuristic::{FeatureSet, Heuristic};
use crate::games::twenty48::rules::Board;
use crate::rng::{Purpose, seed};

/// The set `lines` or `article` with weights that play middling games.
fn heuristic(set: &str) -> Heuristic {
    let set = FeatureSet::from_name(set).unwrap();
    let weights: &[f64] = match set.features().len() {
        8 => &[0.7, 0.3, 0.4, 0.25, 0.9, 0.35, 0.1, 0.6],
        _ => &[0.8, 0.6, 0.3, 0.5],
    };
    Heuristic::new(set.features(), weights).unwrap()
}

/// The seed of test game `index`.
fn game(index: u64) -> u64 {
    seed(11, Purpose::Play, index)
}

/// Every `step`-th board of a few 1-ply games, and the last one before each ended.
fn boards_of_play(heuristic: &Heuristic, games: u64, step: usize) -> Vec<Board> {
    let mut searcher = Searcher::new(heuristic, SearchOptions::exact(1));
    let mut boards = vec![];
    for index in 0..games {
        let mut seen = vec![];
        play_with(&mut |board| searcher.choose(board), game(index), |board, _| seen.push(board));
        boards.extend(seen.iter().rev().step_by(step));
    }
    boards
}
