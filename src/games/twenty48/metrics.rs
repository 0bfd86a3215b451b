//! What is reported of every game of 2048.

use super::search::{GameEnd, GameRecord};
use crate::objective::Records;
use crate::problem::Metric;

/// Names and units, in the order of [`row`].
const METRICS: [(&str, &str); 7] = [
    ("score", "points"),
    ("moves", "moves"),
    ("max_tile", "tile"),
    ("max_rank", "log2 of the tile"),
    ("mean_empty", "empty cells"),
    ("work", "boards per move"),
    ("beyond_range", "games beyond range"),
];

/// Columns of the records.
pub(super) const SCORE: usize = 0;
pub(super) const MOVES: usize = 1;
pub(super) const MAX_TILE: usize = 2;
pub(super) const MAX_RANK: usize = 3;
pub(super) const MEAN_EMPTY: usize = 4;
pub(super) const WORK: usize = 5;
pub(super) const BEYOND_RANGE: usize = 6;

/// All metrics.
pub(super) fn all() -> Vec<Metric> {
    let metric = |(column, &(name, unit)): (usize, &(&str, &str))| match column {
        MAX_TILE => Metric::category(name, unit, "largest tile", vec![]),
        MEAN_EMPTY | WORK => Metric::rate(name, unit, METRICS[MOVES].0),
        _ => Metric::number(name, unit),
    };
    METRICS.iter().enumerate().map(metric).collect()
}

/// The records of `games`.
pub(super) fn records(games: &[GameRecord]) -> Records {
    let mut records = Records::new(METRICS.len());
    games.iter().for_each(|game| records.push(&row(game)));
    records
}

/// The metrics of one game.
fn row(game: &GameRecord) -> [f64; METRICS.len()] {
    let moves = f64::from(game.moves.max(1));
    [
        game.score as f64,
        f64::from(game.moves),
        (1_u64 << game.max_rank) as f64,
        f64::from(game.max_rank),
        game.empty_sum as f64 / moves,
        game.work as f64 / moves,
        if game.outcome == GameEnd::BeyondRange { 1.0 } else { 0.0 },
    ]
}
