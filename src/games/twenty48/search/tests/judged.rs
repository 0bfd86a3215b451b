//! Values and choices against the judge.

use super::super::{SearchOptions, Searcher};
use super::judge::Judge;
use super::{boards_of_play, heuristic};
use crate::games::twenty48::heuristic::Heuristic;
use crate::games::twenty48::rules::naive::{any_board, merges_beyond_range};
use crate::games::twenty48::rules::{Board, Move};
use proptest::prelude::*;

fn options(ply: u8, cutoff: f64) -> SearchOptions {
    SearchOptions { ply, cutoff, cache: false }
}

/// Values are the judge's, with and without a cache, and the choice is the first of the best.
fn agrees_with_judge(heuristic: &Heuristic, board: Board, options: SearchOptions) {
    let expected = Judge::new(heuristic, options).move_values(board);
    for cache in [false, true] {
        let mut searcher = Searcher::new(heuristic, SearchOptions { cache, ..options });
        for _ in 0..2 {
            assert_eq!(searcher.move_values(board), expected, "{board:?} {options:?} cache {cache}");
        }
        let choice = searcher.choose(board);
        let best = expected.iter().flatten().max().copied();
        let first = Move::ALL.into_iter().zip(expected).find(|&(_, value)| best.is_some() && value == best);
        assert_eq!(choice.map(|c| (c.mv, Some(c.value))), first, "{board:?} {options:?}");
        if let Some(choice) = choice {
            assert_eq!(board.moved(choice.mv), Some((choice.after, choice.gain)));
        }
    }
}

fn boards_of_play_agree(ply: u8, cutoff: f64, games: u64, step: usize) {
    for set in ["lines", "article"] {
        let heuristic = heuristic(set);
        let boards = boards_of_play(&heuristic, games, step);
        assert!(boards.len() > 20, "{}", boards.len());
        boards.into_iter().for_each(|board| agrees_with_judge(&heuristic, board, options(ply, cutoff)));
    }
}

#[test]
fn one_ply_is_the_judges() {
    boards_of_play_agree(1, 0.0, 20, 7);
}

#[test]
fn two_plies_are_the_judges() {
    boards_of_play_agree(2, 0.0, 20, 40);
    boards_of_play_agree(2, 0.05, 20, 40);
}

#[test]
fn three_plies_are_the_judges() {
    boards_of_play_agree(3, 0.0, 12, 150);
}

#[test]
fn three_plies_with_cut_off_are_the_judges() {
    for cutoff in [0.002, 0.02, 0.1, 0.5] {
        boards_of_play_agree(3, cutoff, 12, 150);
    }
}

/// At four plies a cut-off makes cached values depend on the path.
#[test]
fn four_plies_with_cut_off_are_the_judges() {
    boards_of_play_agree(4, 0.03, 10, 300);
}

/// True if the judge's tiles stay in range for three plies: 32768s are too few to meet.
fn in_range(board: Board) -> bool {
    board.max_rank() < 13 && !Move::ALL.iter().any(|&m| merges_beyond_range(&board.to_tiles(), m))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn random_boards_are_the_judges(board in any_board(11), ply in 1..=2_u8, cutoff in 0.0..0.2,
                                    set in prop_oneof![Just("lines"), Just("article")]) {
        prop_assume!(in_range(board));
        agrees_with_judge(&heuristic(set), board, options(ply, cutoff));
    }

    #[test]
    fn random_crowded_boards_are_the_judges_at_three_plies(
        ranks in proptest::collection::vec(0..=11_u8, 16), cutoff in prop_oneof![Just(0.0), 0.0..0.1]) {
        let placed = ranks.iter().zip(0..);
        let board = placed.fold(Board::default(), |board, (&rank, cell)| board.place(cell, rank));
        prop_assume!(board.empty_count() < 5);
        agrees_with_judge(&heuristic("lines"), board, options(3, cutoff));
        agrees_with_judge(&heuristic("article"), board, options(3, cutoff));
    }
}

/// Right and down leave a cell where either tile merges; after left and up only a 4 does, so the
/// game is over in 90% of cases. Were a dead board worth 0, all four would look alike.
#[test]
fn no_move_is_blind_where_death_is_near() {
    let board: Board = "2 4 2 4/4 32768 8 2/2 8 16384 4/4 2 4 4".parse().unwrap();
    for set in ["lines", "article"] {
        let heuristic = heuristic(set);
        for ply in 2..=4 {
            let mut searcher = Searcher::new(&heuristic, options(ply, 0.0));
            let values = searcher.move_values(board);
            let [up, down, left, right] = values.map(Option::unwrap);
            assert!(right > left && down > up, "{set}, {ply}-ply: {values:?}");
            let chosen = searcher.choose(board).unwrap().mv;
            assert!(matches!(chosen, Move::Down | Move::Right), "{set}, {ply}-ply: {chosen}");
        }
    }
}

#[test]
fn a_board_without_a_move_has_no_choice() {
    let over: Board = "2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 2".parse().unwrap();
    for ply in 1..=3 {
        let heuristic = heuristic("lines");
        let mut searcher = Searcher::new(&heuristic, options(ply, 0.0));
        assert_eq!(searcher.choose(over), None);
        assert_eq!(searcher.work(), 0);
        assert_eq!(searcher.move_values(over), [None; 4]);
    }
}
