//! Searches that may not take long.

use super::super::Solver;
use super::{known, position};
use std::cell::Cell;

#[test]
fn a_search_of_few_nodes_gives_up_and_a_later_one_is_right() {
    let mut solver = Solver::new(20).unwrap();
    for (position, score) in known("middle-medium.txt", 30) {
        solver.reset();
        assert_eq!(solver.score_within(position, 0), None);
        assert_eq!(solver.score_within(position, 20), None);
        assert_eq!(solver.nodes(), 1 + 21, "the node too many is counted");
        assert_eq!(solver.score(position), score, "{position}");
    }
}

#[test]
fn a_search_resumed_often_comes_to_its_end() {
    let mut solver = Solver::new(20).unwrap();
    let (position, score) = known("middle-medium.txt", 1)[0];
    let found = (0..100).find_map(|_| solver.score_within(position, 10_000));
    assert_eq!(found, Some(score));
}

#[test]
fn just_enough_nodes_are_enough() {
    let mut solver = Solver::new(16).unwrap();
    let mut needed = |position| {
        solver.reset();
        solver.score(position);
        solver.nodes()
    };
    for (position, score) in known("middle-easy.txt", 50) {
        let nodes = needed(position);
        assert_eq!(Solver::new(16).unwrap().score_within(position, nodes), Some(score));
        let too_few =
            nodes.checked_sub(1).and_then(|few| Solver::new(16).unwrap().score_within(position, few));
        assert_eq!(too_few, None);
    }
}

#[test]
fn what_is_plain_to_see_costs_nothing() {
    let mut solver = Solver::new(16).unwrap();
    assert_eq!(solver.score_within(position("121212"), 0), Some(18));
    assert_eq!(solver.score_until(position("121212"), &|| true), Some(18));
}

#[test]
fn a_search_ends_when_it_is_told_to() {
    let mut solver = Solver::new(20).unwrap();
    let (hard, score) = known("middle-medium.txt", 1)[0];
    assert_eq!(solver.score_until(hard, &|| true), None);
    assert_eq!(solver.nodes(), 1);
    assert_eq!(solver.score_until(hard, &|| false), Some(score));
    // The empty board takes far longer than three questions.
    let asked = Cell::new(0);
    let third = || asked.replace(asked.get() + 1) == 2;
    assert_eq!(solver.score_until(position(""), &third), None);
    assert_eq!(asked.get(), 3);
}
