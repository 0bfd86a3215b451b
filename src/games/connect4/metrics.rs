//! What is reported of every pair of games of Connect Four.

use super::pair::Outcome;
use crate::problem::Metric;

/// All metrics, in the order of [`row`]. What other programs call a game is a pair here: both colours of an opening.
pub(super) fn all() -> Vec<Metric> {
    let results = ["0", "½", "1", "1½", "2"];
    let labels = results.iter().zip(0..).map(|(label, value)| (value, (*label).to_owned())).collect();
    vec![
        Metric::number("points", "points a game"),
        Metric::number("points_first", "points"),
        Metric::number("points_second", "points"),
        Metric::category("result", "points of both games", "result", labels),
        Metric::number("plies", "stones at the end"),
        Metric::number("moves", "moves in both games"),
        Metric::rate("nodes", "nodes per move", "moves"),
        Metric::number("graded", "graded moves in both games"),
        Metric::rate("agreement", "share of moves", "graded"),
    ]
}

/// The metrics of both games from an opening, as first player and as second.
pub(super) fn row([first, second]: [Outcome; 2]) -> [f64; 9] {
    let points = |outcome: Outcome| f64::from(outcome.half_points) / 2.0;
    let both = |count: fn(&Outcome) -> u32| f64::from(count(&first) + count(&second));
    let (moves, graded) = (both(|it| it.moves), both(|it| it.graded));
    [
        (points(first) + points(second)) / 2.0,
        points(first),
        points(second),
        both(|it| it.half_points),
        both(|it| it.plies) / 2.0,
        moves,
        (first.nodes + second.nodes) as f64 / moves,
        graded,
        // NaN without graded moves.
        both(|it| it.kept) / graded,
    ]
}
