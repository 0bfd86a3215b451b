//! The rules that engines get wrong, by name, and moves worked by hand.

use super::super::{Board, Move, spawn};
use super::board;
use crate::games::twenty48::search::{Choice, GameEnd, play_with};
use crate::rng::{Purpose, stream};
use serde::Deserialize;
use std::path::Path;

#[derive(Deserialize)]
struct Cases {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    board: [[u32; 4]; 4],
    #[serde(rename = "move")]
    direction: String,
    after: Option<[[u32; 4]; 4]>,
    gain: u32,
}

#[test]
fn cases_of_the_data_file() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/2048-moves.json");
    let cases: Cases = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert!(cases.cases.len() >= 13);
    for case in cases.cases {
        let direction = Move::ALL.into_iter().find(|m| m.name() == case.direction).unwrap();
        let moved = Board::from_tiles(&case.board).unwrap().moved(direction);
        let expected = case.after.map(|after| (after, case.gain));
        assert_eq!(moved.map(|(after, gain)| (after.to_tiles(), gain)), expected, "{:?}", case.board);
    }
}

/// What `direction` makes of the first row, and the points.
fn first_row(tiles: [u32; 4], direction: Move) -> Option<([u32; 4], u32)> {
    let board = Board::from_tiles(&[tiles, [0; 4], [0; 4], [0; 4]]).unwrap();
    board.moved(direction).map(|(after, gain)| (after.to_tiles()[0], gain))
}

#[test]
fn a_tile_merges_once_a_move() {
    assert_eq!(first_row([2, 2, 2, 2], Move::Left), Some(([4, 4, 0, 0], 8)));
    assert_eq!(first_row([2, 2, 4, 0], Move::Left), Some(([4, 4, 0, 0], 4)));
    assert_eq!(first_row([2, 2, 4, 4], Move::Right), Some(([0, 0, 4, 8], 12)));
}

#[test]
fn merges_start_at_the_edge_slid_to() {
    assert_eq!(first_row([2, 2, 2, 0], Move::Left), Some(([4, 2, 0, 0], 4)));
    assert_eq!(first_row([0, 4, 4, 4], Move::Right), Some(([0, 0, 4, 8], 8)));
}

#[test]
fn tiles_merge_across_empty_cells_but_not_across_tiles() {
    assert_eq!(first_row([2, 0, 0, 2], Move::Left), Some(([4, 0, 0, 0], 4)));
    assert_eq!(first_row([2, 4, 2, 0], Move::Left), None);
}

#[test]
fn a_move_that_changes_nothing_is_illegal() {
    let board = board("2 4 0 0/0 0 0 0/0 0 0 0/0 0 0 0");
    assert_eq!(board.moved(Move::Left), None);
    assert_eq!(board.moved(Move::Up), None);
    assert!(board.moved(Move::Right).is_some() && board.moved(Move::Down).is_some());
    assert!(Move::ALL.iter().all(|&direction| Board::default().moved(direction).is_none()));
}

#[test]
fn a_full_board_with_an_equal_pair_is_not_over() {
    assert!(board("2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 2").is_over());
    assert!(!board("2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 4").is_over());
    assert!(!board("2 4 2 4/4 2 4 2/2 4 2 8/4 2 4 8").is_over());
}

#[test]
fn after_a_merge_on_a_full_board_the_tile_spawns_in_the_freed_cell() {
    let full = board("2 4 2 4/4 2 4 2/2 4 2 4/4 2 16 16");
    let (after, gain) = full.moved(Move::Left).unwrap();
    assert_eq!((after.to_notation().as_str(), gain), ("2 4 2 4/4 2 4 2/2 4 2 4/4 2 32 0", 32));
    for index in 0..100 {
        let spawned = spawn(after, &mut stream(1, Purpose::Measure, index));
        assert!((0..15).all(|cell| spawned.rank(cell) == after.rank(cell)));
        assert!(matches!(spawned.rank(15), 1 | 2));
    }
}

#[test]
fn two_32768_are_never_lost() {
    assert_eq!(first_row([32768, 32768, 0, 0], Move::Left), None);
    assert_eq!(first_row([32768, 32768, 0, 0], Move::Right), Some(([0, 0, 32768, 32768], 0)));
    assert_eq!(first_row([4, 32768, 32768, 0], Move::Left), None);
    assert_eq!(first_row([0, 32768, 0, 32768], Move::Left), Some(([32768, 32768, 0, 0], 0)));
    assert_eq!(first_row([32768, 2, 2, 32768], Move::Left), Some(([32768, 4, 32768, 0], 4)));
    assert_eq!(first_row([16384, 16384, 32768, 0], Move::Left), Some(([32768, 32768, 0, 0], 32768)));
}

#[test]
fn merges_beyond_range_names_the_first_move() {
    let none = ["0 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0", "32768 2 32768 0/0 0 0 0/2 0 0 0/32768 0 0 0"];
    assert!(none.iter().all(|text| board(text).merges_beyond_range().is_none()));
    let row = board("2 0 0 0/32768 0 0 32768/0 0 0 0/0 0 0 0");
    assert_eq!(row.merges_beyond_range(), Some(Move::Left));
    assert_eq!(row.transposed().merges_beyond_range(), Some(Move::Up));
    let both = board("32768 32768 0 0/0 0 0 0/32768 0 0 0/0 0 0 0");
    assert_eq!(both.merges_beyond_range(), Some(Move::Up));
    assert_eq!(Board::from_bits(u64::MAX).merges_beyond_range(), Some(Move::Up));
}

#[test]
fn merges_beyond_range_in_counts_all_points_of_the_move() {
    let board = board("32768 32768 2 2/4 4 0 0/0 0 0 0/0 0 0 0");
    for direction in [Move::Left, Move::Right] {
        assert_eq!(board.merges_beyond_range_in(direction), Some(65_536 + 4 + 8));
        assert_eq!(board.transposed().merges_beyond_range_in(direction), None);
    }
    for direction in [Move::Up, Move::Down] {
        assert_eq!(board.merges_beyond_range_in(direction), None);
        assert_eq!(board.transposed().merges_beyond_range_in(direction), Some(65_536 + 4 + 8));
    }
}

/// Four 32768 in a line merge twice.
#[test]
fn merges_beyond_range_in_counts_both_merges_of_a_line() {
    let board = board("32768 32768 32768 32768/2 0 0 0/0 0 0 0/0 0 0 0");
    assert_eq!(board.merges_beyond_range_in(Move::Left), Some(131_072));
    assert_eq!(board.merges_beyond_range_in(Move::Right), Some(131_072));
}

/// A chooser that goes on from a constructed board, whose move brings two 32768 together.
#[test]
fn a_game_that_gets_beyond_range_ends_so() {
    let start = board("0 0 32768 0/0 0 0 32768/0 0 0 0/0 0 0 0");
    let mut first = true;
    let mut choose = |_: Board| {
        assert!(std::mem::take(&mut first), "no move is asked for after the game ended");
        let (after, gain) = start.moved(Move::Right).unwrap();
        Some(Choice { mv: Move::Right, value: 0, after, gain })
    };
    let record = play_with(&mut choose, 1, |_, _| ());
    assert_eq!(record.outcome, GameEnd::BeyondRange);
    assert_eq!((record.moves, record.max_rank, record.score), (1, 15, 0));
}

#[test]
fn the_score_is_kept_in_64_bits() {
    let end = board("2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 2");
    let mut left = 3;
    let mut choose = |_: Board| {
        left -= 1;
        let after = if left == 0 { end } else { Board::default() };
        (left >= 0).then_some(Choice { mv: Move::Up, value: 0, after, gain: u32::MAX })
    };
    assert_eq!(play_with(&mut choose, 1, |_, _| ()).score, 3 * u64::from(u32::MAX));
}
