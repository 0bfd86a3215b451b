//! Values worked by hand.

use super::super::Feature;
use crate::games::twenty48::rules::{Board, ranks_of_line};

/// The line value of published weights, with the 200,000 that their table adds.
fn published(line: [u8; 4]) -> f64 {
    let weights =
        [(Feature::Empty, 270.0), (Feature::Merges, 700.0), (Feature::Mono4, 47.0), (Feature::Sum35, 11.0)];
    200_000.0 + weights.iter().map(|(feature, weight)| weight * feature.line_value(line)).sum::<f64>()
}

#[test]
fn check_values_of_published_weights() {
    let cases = [
        ([0, 0, 0, 0], 201_080.0),
        ([1, 2, 3, 4], 197_942.12),
        ([1, 1, 0, 1], 202_290.0),
        ([15, 0, 0, 0], 57_025.5),
        ([0, 15, 0, 0], -2_322_349.5),
    ];
    for (line, expected) in cases {
        assert!((published(line) - expected).abs() < 0.06, "{line:?}: {}", published(line));
    }
}

fn check(feature: Feature, cases: &[([u8; 4], f64)]) {
    for &(line, expected) in cases {
        let value = feature.line_value(line);
        assert!((value - expected).abs() < 1e-9, "{} of {line:?}: {value}", feature.name());
    }
}

#[test]
fn empty_counts_empty_cells() {
    check(Feature::Empty, &[([0; 4], 4.0), ([1, 0, 2, 0], 2.0), ([1, 2, 3, 4], 0.0)]);
}

/// Runs of 2, 3 and 4 tiles; empties inside a run do not break it, other tiles do.
#[test]
fn merges_adds_lengths_of_runs() {
    let cases = [
        ([0; 4], 0.0),
        ([1, 1, 2, 2], 4.0),
        ([1, 0, 1, 1], 3.0),
        ([3, 3, 3, 3], 4.0),
        ([1, 2, 1, 0], 0.0),
        ([1, 2, 2, 1], 2.0),
    ];
    check(Feature::Merges, &cases);
}

#[test]
fn pairs_counts_merges_of_a_slide() {
    let cases = [([1, 1, 2, 2], 2.0), ([1, 0, 1, 1], 1.0), ([3, 3, 3, 3], 2.0), ([1, 2, 1, 0], 0.0)];
    check(Feature::Pairs, &cases);
}

/// 3 1 2 0: descents 81 − 1 and 16, ascents 16 − 1 = 15.
#[test]
fn mono4_charges_the_smaller_direction() {
    let cases = [
        ([3, 1, 2, 0], -15.0),
        ([1, 2, 3, 4], 0.0),
        ([4, 4, 2, 0], 0.0),
        ([0, 2, 0, 1], -16.0),
        ([0; 4], 0.0),
    ];
    check(Feature::Mono4, &cases);
}

/// 3 1 2 0: descents 2 and 2, ascents 1. 0 2 0 1: descents 2, ascents 2 and 1.
#[test]
fn mono1_charges_the_smaller_direction() {
    check(Feature::Mono1, &[([3, 1, 2, 0], -1.0), ([0, 2, 0, 1], -2.0), ([1, 2, 3, 4], 0.0)]);
}

/// 4^3.5 = 128, 9^3.5 = 2187, 1^3.5 = 1.
#[test]
fn sum35_adds_powers_of_ranks() {
    check(Feature::Sum35, &[([4, 0, 9, 1], -2316.0), ([0; 4], 0.0), ([4, 4, 4, 4], -512.0)]);
}

/// Only neighbouring cells count, so nothing is charged across an empty one.
#[test]
fn smooth_charges_steps_between_neighbours() {
    check(Feature::Smooth, &[([1, 4, 2, 2], -5.0), ([1, 0, 9, 7], -2.0), ([5, 0, 5, 0], 0.0)]);
}

#[test]
fn edge_is_the_largest_rank_at_an_end() {
    let cases = [
        ([5, 1, 2, 0], 5.0),
        ([1, 5, 2, 0], 0.0),
        ([0, 5, 2, 5], 5.0),
        ([0; 4], 0.0),
        ([0, 0, 1, 0], 0.0),
        ([0, 0, 3, 3], 3.0),
    ];
    check(Feature::Edge, &cases);
}

/// A 2 cost nothing, a 4 4 points, an 8 16, a 16 48.
#[test]
fn value_is_the_points_that_tiles_took() {
    let cases = [([1, 0, 0, 0], 0.0), ([1, 2, 3, 4], 68.0), ([15, 0, 0, 0], 14.0 * 32_768.0), ([0; 4], 0.0)];
    check(Feature::Value, &cases);
}

fn board_value(feature: Feature, text: &str) -> f64 {
    feature.board_value(text.parse().unwrap())
}

/// Rows 1 2 1 0 and 3 0 0 0: ascents 1, descents 1 + 1 + 3, so 1. Columns 1 3 0 0, 2 0 0 0 and
/// 1 0 0 0: ascents 2, descents 3 + 2 + 1, so 2.
#[test]
fn board_mono_takes_one_direction_an_axis() {
    assert_eq!(board_value(Feature::BoardMono, "2 4 2 0/8 0 0 0/0 0 0 0/0 0 0 0"), -3.0);
    assert_eq!(board_value(Feature::BoardMono, "16 8 4 2/8 4 2 0/4 2 0 0/2 0 0 0"), 0.0);
    // Each row is monotone, but in opposite directions: the rows cost 3, line by line nothing. The
    // columns 3 0 0 0, 2 1 0 0, 1 2 0 0 and 0 3 0 0 ascend by 1 + 3 and descend by more.
    assert_eq!(board_value(Feature::BoardMono, "8 4 2 0/0 2 4 8/0 0 0 0/0 0 0 0"), -3.0 - 4.0);
    let worst =
        board_value(Feature::BoardMono, "0 32768 0 32768/0 32768 0 32768/0 32768 0 32768/0 32768 0 32768");
    assert_eq!(worst, -60.0);
}

/// Any of the largest tiles counts, not just the first of them.
#[test]
fn corner_is_the_largest_rank_in_a_corner() {
    assert_eq!(board_value(Feature::Corner, "2 64 4 8/0 0 0 0/0 0 0 0/64 0 0 0"), 6.0);
    assert_eq!(board_value(Feature::Corner, "2 64 4 8/0 0 0 0/0 0 0 0/32 0 0 0"), 0.0);
    assert_eq!(board_value(Feature::Corner, "0 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0"), 0.0);
    for corner in [0, 3, 12, 15] {
        assert_eq!(Feature::Corner.board_value(Board::default().place(corner, 15)), 15.0);
    }
}

/// Rows 1 1 0 0 and 1 0 0 0: 2 + 3 + 4 + 4 empty cells in rows and as many in columns; one run of
/// two in a row and one in a column.
#[test]
fn line_features_add_rows_and_columns() {
    let text = "2 2 0 0/2 0 0 0/0 0 0 0/0 0 0 0";
    assert_eq!(board_value(Feature::Empty, text), 26.0);
    assert_eq!(board_value(Feature::Merges, text), 4.0);
    assert_eq!(board_value(Feature::Edge, text), 4.0);
}

#[test]
fn line_features_are_the_same_from_either_end() {
    for line in (0..=u16::MAX).map(ranks_of_line) {
        let [a, b, c, d] = line;
        for feature in Feature::ALL {
            assert_eq!(
                feature.line_value(line),
                feature.line_value([d, c, b, a]),
                "{} {line:?}",
                feature.name()
            );
        }
    }
}

#[test]
fn names_are_found_again() {
    for feature in Feature::ALL {
        assert_eq!(Feature::from_name(feature.name()), Some(feature));
        let whole_board = matches!(feature, Feature::BoardMono | Feature::Corner);
        assert_eq!(feature.is_line(), !whole_board);
    }
    assert_eq!(Feature::from_name("Empty"), None);
}
