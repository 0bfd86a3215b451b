//! The fixed-point value against the weighted sum of features.

use super::super::{DEAD, Feature, FeatureSet, Heuristic};
use crate::games::twenty48::rules::Board;
use crate::games::twenty48::rules::naive::any_board;
use crate::games::twenty48::search::{SearchOptions, Searcher, play_game};
use proptest::prelude::*;

/// The largest magnitude of a live value.
const BOUND: i32 = 1 << 30;

/// Both named sets, and any list of distinct features.
fn any_features() -> impl Strategy<Value = Vec<Feature>> {
    let named = |name| FeatureSet::from_name(name).unwrap().features().to_vec();
    let list = proptest::sample::subsequence(Feature::ALL.to_vec(), 1..=Feature::ALL.len()).prop_shuffle();
    prop_oneof![Just(named("lines")), Just(named("article")), list]
}

fn any_weight() -> impl Strategy<Value = f64> {
    prop_oneof![4 => 0.0..=1.0, 1 => Just(0.0), 1 => Just(1.0), 1 => 1e-6..1e6]
}

/// Features with a weight each, not all 0.
fn any_weighted() -> impl Strategy<Value = (Vec<Feature>, Vec<f64>)> {
    let weighted = any_features().prop_flat_map(|features| {
        let weights = proptest::collection::vec(any_weight(), features.len());
        (Just(features), weights)
    });
    weighted.prop_filter("all weights are 0", |(_, weights)| weights.iter().any(|&w| w > 0.0))
}

/// Boards at the ends of what features can be.
fn extreme_boards() -> Vec<Board> {
    let texts = [
        "0 32768 0 32768/32768 0 32768 0/0 32768 0 32768/32768 0 32768 0",
        "0 32768 0 32768/0 32768 0 32768/0 32768 0 32768/0 32768 0 32768",
        "0 32768 32768 0/32768 0 0 32768/32768 0 0 32768/0 32768 32768 0",
        "2 32768 2 32768/32768 2 32768 2/2 32768 2 32768/32768 2 32768 2",
    ];
    let bits = [0, u64::MAX, 0x1111_1111_1111_1111, 0x000f_0000_0000_0000];
    let parsed = texts.iter().map(|text| text.parse().unwrap());
    parsed.chain(bits.map(Board::from_bits)).collect()
}

/// Σ w·f/s × factor, and how far rounding may be off: half a unit a line, and for board-wide
/// weights, which are rounded once, a unit for each unit of the feature.
fn expected(board: Board, features: &[Feature], weights: &[f64], factor: f64) -> (f64, f64) {
    let (mut sum, mut tolerance) = (0.0, 8.0 * 0.5 + 0.1);
    for (feature, weight) in features.iter().zip(weights) {
        let value = feature.board_value(board);
        sum += weight * value / feature.scale();
        tolerance += if feature.is_line() { 0.0 } else { value.abs() };
    }
    (sum * factor, tolerance)
}

fn value_is_the_sum(board: Board, features: &[Feature], weights: &[f64], heuristic: &Heuristic) {
    let value = heuristic.value(board);
    let (sum, tolerance) = expected(board, features, weights, heuristic.factor());
    assert!((f64::from(value) - sum).abs() <= tolerance, "{features:?} {weights:?} {board:?}: {value} {sum}");
    assert!(value.abs() < BOUND && value > DEAD, "{value}");
}

#[test]
fn dead_is_below_every_live_value() {
    assert_eq!(DEAD, -BOUND);
}

/// One feature alone gets the whole range, so the bounds of each are tried to the end.
#[test]
fn each_feature_alone_keeps_within_bounds() {
    for feature in Feature::ALL {
        let heuristic = Heuristic::new(&[feature], &[0.3]).unwrap();
        for board in extreme_boards() {
            value_is_the_sum(board, &[feature], &[0.3], &heuristic);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn value_is_the_weighted_sum((features, weights) in any_weighted(),
                                 boards in proptest::collection::vec(any_board(15), 30)) {
        let heuristic = Heuristic::new(&features, &weights).unwrap();
        for board in boards.into_iter().chain(extreme_boards()) {
            value_is_the_sum(board, &features, &weights, &heuristic);
        }
    }

    #[test]
    fn value_is_the_same_for_all_symmetries((features, weights) in any_weighted(), board in any_board(15)) {
        let heuristic = Heuristic::new(&features, &weights).unwrap();
        let mirrored = Board::from_tiles(&board.to_tiles().map(|[a, b, c, d]| [d, c, b, a])).unwrap();
        prop_assert_eq!(heuristic.value(board.transposed()), heuristic.value(board));
        prop_assert_eq!(heuristic.value(mirrored), heuristic.value(board));
    }

    #[test]
    fn line_sums_are_all_of_a_line_heuristic(weights in proptest::collection::vec(0.01..1.0, 8),
                                             board in any_board(15)) {
        let set = FeatureSet::from_name("lines").unwrap();
        let heuristic = Heuristic::new(set.features(), &weights).unwrap();
        prop_assert_eq!(heuristic.board_weights(), None);
        prop_assert_eq!(heuristic.value(board),
                        heuristic.evaluator().line_sum(board) + heuristic.evaluator().line_sum(board.transposed()));
    }

    /// A power of two scales every product exactly.
    #[test]
    fn scaling_weights_by_a_power_of_two_changes_no_value((features, weights) in any_weighted(),
                                                          exponent in -20..20_i32) {
        let scaled: Vec<f64> = weights.iter().map(|w| w * 2_f64.powi(exponent)).collect();
        let one = Heuristic::new(&features, &weights).unwrap();
        let other = Heuristic::new(&features, &scaled).unwrap();
        prop_assert!(one.lines() == other.lines());
        prop_assert_eq!(one.board_weights(), other.board_weights());
        let play = |h: &Heuristic| play_game(&mut Searcher::new(h, SearchOptions::exact(1)), 7);
        prop_assert_eq!(play(&one), play(&other));
    }
}
