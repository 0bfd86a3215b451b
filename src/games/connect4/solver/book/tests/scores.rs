//! Which positions a book holds, and their scores.

use super::super::super::Solver;
use super::super::compute::{self, Workers};
use super::super::{Book, Position, positions};
use super::{expected, file, finished, made_up, made_up_book};
use std::collections::HashSet;

fn position(moves: &str) -> Position {
    moves.parse().unwrap()
}

/// All positions of games that are not over, by number of stones.
fn reached(stones: u32) -> HashSet<Position> {
    let mut reached = HashSet::from([Position::EMPTY]);
    for _ in 0..stones {
        let after = reached.into_iter().flat_map(positions::after_all);
        reached = after.filter(|after| !after.is_won()).collect();
    }
    reached
}

#[test]
fn all_positions_of_so_many_stones_are_held() {
    let (_folder, path) = file();
    let book = made_up_book(&path, 5).unwrap();
    assert_eq!((book.stones(), book.is_empty()), (5, false));
    let mut held = HashSet::new();
    for stones in 0..=5 {
        for position in reached(stones) {
            let score = expected(position, 5);
            assert_eq!(book.score_or_outright(position), Some(score), "{position}");
            assert_eq!(book.score_or_outright(position.mirrored()), Some(score), "{position}");
            held.extend(book.score(position).map(|_| position.mirror_key()));
        }
    }
    assert_eq!(held.len(), book.len());
    assert!(reached(6).into_iter().all(|position| book.score(position).is_none()));
}

#[test]
fn a_book_read_is_the_book_worked_out() {
    for stones in [0, 1, 3, 6] {
        let (_folder, path) = file();
        let book = made_up_book(&path, stones).unwrap();
        assert_eq!(Book::read(&path).unwrap(), book);
        assert_eq!(made_up_book(&path, stones).unwrap(), book, "nothing is left to do");
        assert_eq!(std::fs::read(&path).unwrap(), finished(stones));
    }
}

#[test]
fn the_scores_of_the_first_moves_are_the_known_ones() {
    // Published with the solution of the game: the first player wins from the middle only, with its 21st
    // stone.
    let known = [("1", 2), ("2", 1), ("3", 0), ("4", -1)];
    let search = |asked: Position| {
        let found = known.iter().find(|(moves, _)| position(moves).mirror_key() == asked.mirror_key());
        found.map(|&(_, score)| score)
    };
    let (_folder, path) = file();
    let book = compute::run(&path, 1, &search, &mut |_, _| {}, &|| false).unwrap();
    assert_eq!((book.len(), book.score(Position::EMPTY)), (5, Some(1)));
    let mut solver = Solver::new(16).unwrap().with_book(book);
    assert_eq!(solver.scores(Position::EMPTY), [-2, -1, 0, 1, 0, -1, -2].map(Some));
    assert_eq!(solver.nodes(), 0, "the book has them all");
}

#[test]
fn a_solver_asks_its_book_first() {
    let (_folder, path) = file();
    let mut solver = Solver::new(16).unwrap().with_book(made_up_book(&path, 4).unwrap());
    assert_eq!(solver.score(position("4444")), made_up(position("4444")));
    solver.reset();
    assert_eq!(solver.score(position("1")), expected(position("1"), 4), "a reset keeps the book");
    assert_eq!(solver.nodes(), 0);
}

#[test]
fn workers_find_the_right_scores() {
    let workers = Workers::new(16).unwrap();
    for (moves, score) in [("2531276566711153", 2), ("6614446666373154", -4), ("32164625", 11)] {
        assert_eq!(workers.search(position(moves), &|| false), Some(score));
    }
    assert_eq!(workers.search(position("44"), &|| true), None);
    assert!(Workers::new(15).is_err());
}

#[test]
fn numbers_out_of_range_are_refused() {
    let (_folder, path) = file();
    let refused = |stones, log2_entries| {
        Book::compute(&path, stones, log2_entries, &mut |_, _| {}, &|| true).unwrap_err()
    };
    assert_eq!(refused(13, 16).to_string(), "book of 13 stones: the number must lie in 0..=12");
    assert!(refused(4, 40).to_string().starts_with("transposition table of 2^40 entries"));
    assert!(!path.exists(), "nothing is written");
}
