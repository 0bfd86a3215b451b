//! What a solver keeps changes its cost, never its answers.

use super::super::Solver;
use super::{known, positions};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn scores_do_not_depend_on_what_was_asked_before(
        positions in proptest::collection::vec(positions(20..=36), 8)
    ) {
        let mut kept = Solver::new(16).unwrap();
        for position in positions {
            kept.result(position);
            let fresh = Solver::new(20).unwrap().score(position);
            prop_assert_eq!(kept.score(position), fresh);
            prop_assert_eq!(kept.score(position.mirrored()), fresh);
            prop_assert_eq!(kept.scores(position), Solver::new(16).unwrap().scores(position));
        }
    }
}

#[test]
fn a_solver_that_was_reset_searches_as_a_new_one() {
    let mut kept = Solver::new(16).unwrap();
    // More resets than the table tells apart without clearing its memory.
    for (position, score) in known("middle-easy.txt", 300) {
        kept.reset();
        let mut new = Solver::new(16).unwrap();
        assert_eq!((kept.score(position), new.score(position)), (score, score));
        assert_eq!(kept.nodes(), new.nodes());
    }
}

#[test]
fn a_position_asked_again_costs_little() {
    let mut solver = Solver::new(20).unwrap();
    let (position, _) = known("middle-medium.txt", 1)[0];
    solver.score(position);
    let first = solver.nodes();
    solver.score(position);
    assert!((solver.nodes() - first) * 100 < first);
}
