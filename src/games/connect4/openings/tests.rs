//! The suite that is built in.

use super::super::rules::Position;
use super::super::solver::Solver;
use super::{Part, marked, opening};
use crate::rng::Purpose;
use std::collections::HashSet;

fn all() -> Vec<Position> {
    Part::ALL.iter().flat_map(|part| part.positions().unwrap()).copied().collect()
}

#[test]
fn openings_are_distinct_and_have_2_to_8_stones() {
    let positions = all();
    let keys: HashSet<u64> = positions.iter().map(|position| position.mirror_key()).collect();
    assert_eq!(keys.len(), positions.len());
    assert!(positions.iter().all(|position| (2..=8).contains(&position.stones())));
}

#[test]
fn a_sample_has_scores_near_0() {
    let mut solver = Solver::new(22).unwrap();
    for position in all().iter().filter(|position| position.stones() == 8).step_by(500) {
        assert!(solver.score(*position).abs() <= 2, "{position}");
    }
}

#[test]
fn no_test_game_begins_where_a_training_game_did() {
    let openings = |purpose| -> HashSet<u64> {
        (0..2000_u64)
            .map(|i| opening(marked(i.wrapping_mul(0x9E37_79B9), purpose)).unwrap().mirror_key())
            .collect()
    };
    let [train, validation, test] = [Purpose::Train, Purpose::Validation, Purpose::Test].map(openings);
    assert!(train.is_disjoint(&validation) && train.is_disjoint(&test) && validation.is_disjoint(&test));
    assert!(train.len() > 500 && test.len() > 250);
}
