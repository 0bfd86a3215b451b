//! The published answers.

use super::super::{Solver, Verdict};
use super::known;

/// Table sizes do not matter for scores; a small one replaces entries all the time.
fn solve(file: &str, count: usize, log2_entries: u32) {
    let mut solver = Solver::new(log2_entries).unwrap();
    for (position, score) in known(file, count) {
        assert_eq!(solver.score(position), score, "{position}");
        assert_eq!(solver.result(position), Verdict::of(score), "{position}");
        assert_eq!(solver.score(position.mirrored()), score, "{position}");
    }
}

/// The best move of each position, by its score.
fn solve_moves(file: &str, count: usize) {
    let mut solver = Solver::new(20).unwrap();
    for (position, score) in known(file, count) {
        let scores = solver.scores(position);
        assert_eq!(scores.into_iter().flatten().max(), Some(score), "{position}");
        let mut mirrored = solver.scores(position.mirrored());
        mirrored.reverse();
        assert_eq!(mirrored, scores, "{position}");
        for (column, score) in scores.into_iter().enumerate() {
            let cell = position.playable_in(column as u32);
            assert_eq!(score.is_some(), cell != 0, "{position}");
            if let Some(score) = score {
                assert_eq!(solver.score(position.after(cell)), -score, "{position}");
            }
        }
    }
}

#[test]
fn ends_are_solved() {
    solve("end-easy.txt", 500, 16);
    solve_moves("end-easy.txt", 500);
}

#[test]
fn middles_are_solved() {
    solve("middle-easy.txt", 500, 16);
    solve("middle-medium.txt", 100, 20);
    solve_moves("middle-easy.txt", 500);
    solve_moves("middle-medium.txt", 10);
}

#[test]
fn beginnings_are_solved() {
    solve("begin-easy.txt", 200, 20);
    solve("begin-medium.txt", 8, 22);
    solve_moves("begin-easy.txt", 3);
}

#[test]
fn results_alone_are_right() {
    let mut solver = Solver::new(20).unwrap();
    for (position, score) in known("middle-medium.txt", 60) {
        solver.reset();
        assert_eq!(solver.result(position), Verdict::of(score), "{position}");
    }
}

#[test]
fn near_scores_are_found_and_far_ones_are_none() {
    let mut solver = Solver::new(20).unwrap();
    for (position, score) in known("middle-easy.txt", 200) {
        for bound in [0, 1, 2, 4, 21] {
            solver.reset();
            let near = Some(score).filter(|score| score.abs() <= bound);
            assert_eq!(solver.score_near(position, bound), near, "{bound}\n{position}");
        }
    }
}
