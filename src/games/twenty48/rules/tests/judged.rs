//! Random boards and whole games, judged by the naive engine.

use super::super::naive::{self, any_board};
use super::super::{Board, Move, new_game, spawn};
use crate::rng::{Purpose, Rng, stream};
use proptest::prelude::*;
use rand::Rng as _;

fn tile_sum(board: Board) -> u64 {
    board.to_tiles().iter().flatten().map(|&tile| u64::from(tile)).sum()
}

/// Rows read from right to left.
fn mirrored(board: Board) -> Board {
    let rows = board.to_tiles().map(|[a, b, c, d]| [d, c, b, a]);
    Board::from_tiles(&rows).unwrap()
}

/// What both engines say of a move, after checking that they say the same.
fn agreed_move(board: Board, direction: Move) -> Option<(Board, u32)> {
    let fast = board.moved(direction);
    let judge = naive::moved(&board.to_tiles(), direction);
    assert_eq!(fast.map(|(after, gain)| (after.to_tiles(), u64::from(gain))), judge, "{board:?} {direction}");
    fast
}

fn agrees_with_judge(board: Board) {
    let tiles = board.to_tiles();
    let beyond = |direction: &Move| naive::merges_beyond_range(&tiles, *direction);
    for direction in Move::ALL {
        let points = board.merges_beyond_range_in(direction);
        if beyond(&direction) {
            assert_eq!(points, Some(naive::slide(&tiles, direction).1), "{tiles:?} {direction}");
        } else {
            assert_eq!(points, None, "{tiles:?} {direction}");
            agreed_move(board, direction);
        }
    }
    assert_eq!(board.merges_beyond_range(), Move::ALL.into_iter().find(beyond), "{tiles:?}");
    if !Move::ALL.iter().any(beyond) {
        assert_eq!(board.is_over(), naive::is_over(&tiles), "{tiles:?}");
    }
    assert_eq!(board.empty_count() as usize, naive::empty_cells(&tiles).len());
    assert_eq!(board.max_tile(), *tiles.iter().flatten().max().unwrap());
}

/// Every line in every row and column of an otherwise empty board.
#[test]
fn every_line_agrees_with_the_judge() {
    for line in 0..=u16::MAX {
        let board = Board::from_bits(u64::from(line) << (16 * (line % 4)));
        agrees_with_judge(board);
        agrees_with_judge(board.transposed());
    }
}

/// A game of random legal moves on both engines, one cell and tile for both at each spawn.
fn random_game(seed: u64) -> (Board, u64, u64) {
    let mut rng: Rng = stream(seed, Purpose::Measure, 0);
    let mut board = new_game(&mut rng);
    let mut tiles = board.to_tiles();
    let mut fours = tiles.iter().flatten().filter(|&&tile| tile == 4).count() as u64;
    let mut score = 0;
    while !naive::is_over(&tiles) {
        let legal: Vec<_> = Move::ALL.into_iter().filter_map(|m| agreed_move(board, m)).collect();
        let (after, gain) = legal[rng.next_u64() as usize % legal.len()];
        score += u64::from(gain);
        board = spawn(after, &mut rng);
        tiles = after.to_tiles();
        let cells = naive::empty_cells(&tiles);
        let changed = |&(r, c): &(usize, usize)| board.to_tiles()[r][c] != 0;
        let (r, c) = cells.into_iter().find(changed).unwrap();
        tiles[r][c] = board.to_tiles()[r][c];
        assert!(matches!(tiles[r][c], 2 | 4));
        assert_eq!(board.to_tiles(), tiles, "a spawn changes one empty cell");
        fours += u64::from(tiles[r][c] == 4);
    }
    assert!(board.is_over());
    (board, score, fours)
}

#[test]
fn whole_games_agree_with_the_judge() {
    for seed in 0..300 {
        random_game(seed);
    }
}

/// A tile of rank r took (r − 1)·2^r points, less 4 for each 4 that was spawned, not merged.
#[test]
fn score_follows_from_the_last_board_and_the_spawned_fours() {
    for seed in 1000..1300 {
        let (board, score, fours) = random_game(seed);
        let made = |cell| {
            let rank = u64::from(board.rank(cell));
            rank.saturating_sub(1) << rank
        };
        assert_eq!(score, (0..16).map(made).sum::<u64>() - 4 * fours, "seed {seed}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn boards_of_all_ranks_agree_with_the_judge(board in any_board(15)) {
        agrees_with_judge(board);
    }

    #[test]
    fn boards_of_low_ranks_agree_with_the_judge(board in any_board(5)) {
        agrees_with_judge(board);
    }

    #[test]
    fn transposing_twice_changes_nothing(board in any_board(15)) {
        let tiles = board.to_tiles();
        let other = board.transposed().to_tiles();
        prop_assert!((0..16).all(|i| tiles[i / 4][i % 4] == other[i % 4][i / 4]));
        prop_assert_eq!(board.transposed().transposed(), board);
    }

    #[test]
    fn transposing_exchanges_up_and_left(board in any_board(15)) {
        let turned = |direction| board.transposed().moved(direction).map(|(b, g)| (b.transposed(), g));
        prop_assert_eq!(board.moved(Move::Up), turned(Move::Left));
        prop_assert_eq!(board.moved(Move::Down), turned(Move::Right));
    }

    #[test]
    fn mirroring_exchanges_left_and_right(board in any_board(15)) {
        let turned = |direction| mirrored(board).moved(direction).map(|(b, g)| (mirrored(b), g));
        prop_assert_eq!(board.moved(Move::Left), turned(Move::Right));
        prop_assert_eq!(board.moved(Move::Right), turned(Move::Left));
        prop_assert_eq!(board.moved(Move::Up), turned(Move::Up));
        prop_assert_eq!(board.moved(Move::Down), turned(Move::Down));
    }

    /// Two 32768 included: they stay.
    #[test]
    fn a_move_preserves_the_sum_of_tiles(board in any_board(15)) {
        for (after, _) in Move::ALL.into_iter().filter_map(|direction| board.moved(direction)) {
            prop_assert_eq!(tile_sum(after), tile_sum(board));
        }
    }

    #[test]
    fn largest_in_corner_is_what_it_says(board in any_board(4)) {
        let tiles = board.to_tiles();
        let corners = [tiles[0][0], tiles[0][3], tiles[3][0], tiles[3][3]];
        let largest = tiles.iter().flatten().max().unwrap();
        prop_assert_eq!(board.largest_in_corner(), corners.contains(largest));
    }
}
