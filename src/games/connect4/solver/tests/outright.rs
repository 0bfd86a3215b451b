//! Positions whose score is plain to see, worked out by hand.

use super::super::{Solver, Verdict};
use super::{naive, position, positions};
use proptest::prelude::*;

/// A full board where nobody has four in a line.
const FULL: &str = "XXOOXXO/OOXXOOX/XXOOXXO/OOXXOOX/XXOOXXO/OOXXOOX";

#[track_caller]
fn scores(text: &str, score: i32) {
    let mut solver = Solver::new(16).unwrap();
    assert_eq!(solver.score(position(text)), score);
    assert_eq!(solver.result(position(text)), Verdict::of(score));
    assert_eq!(solver.nodes(), 0, "nothing is searched");
}

#[test]
fn a_game_that_is_won_is_lost_for_the_side_to_move() {
    // The first player won with its 4th stone, and 22 - 4 = 18.
    scores("1212121", -18);
    scores("1121314", -18);
    // The second player won with its 4th.
    scores("12121272", -18);
}

#[test]
fn the_next_stone_wins() {
    scores("121212", 18);
    // The 4th stone of the second player.
    scores("1212127", 18);
}

#[test]
fn two_threats_cannot_both_be_answered() {
    // The first player has the bottom cells of columns 3 to 5 and wins with its 4th stone in column 2 or 6.
    scores("33445", -18);
}

#[test]
fn a_full_board_is_a_draw() {
    scores(FULL, 0);
    assert_eq!(Solver::new(16).unwrap().scores(position(FULL)), [None; 7]);
}

#[test]
fn the_last_two_cells_without_a_threat_are_a_draw() {
    let below = &FULL[7..];
    scores(&format!("XX.OXXO{below}"), 0);
    scores(&format!("XX.OX.O{below}"), 0);
}

#[test]
fn a_game_that_is_won_has_no_moves() {
    assert_eq!(Solver::new(16).unwrap().scores(position("1212121")), [None; 7]);
}

#[test]
fn full_columns_have_no_score() {
    let scores = Solver::new(20).unwrap().scores(position("4444441111117777772323"));
    assert_eq!(scores.map(|score| score.is_some()), [false, true, true, false, true, true, false]);
}

#[test]
fn verdicts_are_ordered() {
    assert!(Verdict::Loss < Verdict::Draw && Verdict::Draw < Verdict::Win);
    for (score, verdict) in [(-21, Verdict::Loss), (-1, Verdict::Loss), (0, Verdict::Draw), (1, Verdict::Win)]
    {
        assert_eq!(Verdict::of(score), verdict);
    }
}

proptest! {
    #[test]
    fn what_is_plain_to_see_is_right(position in positions(34..=42)) {
        if let Some(score) = super::super::outright::score(position) {
            prop_assert_eq!(score, naive::score(position));
        }
    }
}
