//! The solver against every game to its end.

use super::super::{Solver, Verdict};
use super::{naive, played, positions};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn scores_are_right_near_the_end(position in positions(33..=42)) {
        let mut solver = Solver::new(16).unwrap();
        let score = naive::score(position);
        prop_assert_eq!(solver.score(position), score);
        prop_assert_eq!(solver.result(position), Verdict::of(score));
        solver.reset();
        prop_assert_eq!(solver.result(position), Verdict::of(score));
    }
}

#[test]
fn scores_are_right_with_twelve_empty_cells() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut solver = Solver::new(16).unwrap();
    for _ in 0..30 {
        let choices: Vec<u32> = (0..30).map(|_| random.random_range(0..420)).collect();
        let position = played(&choices);
        assert_eq!(solver.score(position), naive::score(position), "{position}");
    }
}
