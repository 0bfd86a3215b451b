//! Every kernel against the plain engine.

use super::*;
use crate::games::twenty48::heuristic::{FeatureSet, LOW_RANK};
use crate::games::twenty48::rules::{Board, spawn};
use crate::games::twenty48::search::{GameEnd, SearchOptions, Searcher, play_game};
use crate::rng::{Purpose, Rng, seed, stream};
use proptest::prelude::*;
use rand::Rng as _;

fn heuristic(set: &str, weights: &[f64]) -> Heuristic {
    Heuristic::new(FeatureSet::from_name(set).unwrap().features(), weights).unwrap()
}

/// Weight vectors of both sets: good ones, lopsided ones, and such that tie all the time.
fn heuristics() -> Vec<Heuristic> {
    let lines = [
        [12.0, 5.7, 5.9, 4.7, 36.0, 5.1, 1.0, 16.9],
        [1.0; 8],
        [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0, 1e9, 0.0, 3.0, 1e-9],
    ];
    let article = [[3.0, 2.0, 1.0, 4.0], [1.0; 4], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]];
    let lines = lines.iter().map(|weights| heuristic("lines", weights));
    lines.chain(article.iter().map(|weights| heuristic("article", weights))).collect()
}

/// The kernels to be judged.
fn others() -> impl Iterator<Item = Kernel> {
    Kernel::available().filter(|kernel| *kernel != Kernel::Plain)
}

fn played(heuristic: &Heuristic, kernel: Kernel, seeds: &[u64]) -> Vec<GameRecord> {
    OnePly::new(heuristic, kernel).unwrap().play(heuristic, seeds)
}

fn seeds(first: u64, count: u64) -> Vec<u64> {
    (first..first + count).map(|i| seed(3, Purpose::Measure, i)).collect()
}

fn plain(heuristic: &Heuristic, seeds: &[u64]) -> Vec<GameRecord> {
    let mut searcher = Searcher::with_kernel(heuristic, SearchOptions::exact(1), Kernel::Plain);
    seeds.iter().map(|&seed| play_game(&mut searcher, seed)).collect()
}

#[test]
fn every_kernel_plays_the_games_of_the_plain_engine() {
    for (i, heuristic) in heuristics().iter().enumerate() {
        let seeds = seeds(10_000 * i as u64, 2500);
        let expected = plain(heuristic, &seeds);
        for kernel in others() {
            assert!(played(heuristic, kernel, &seeds) == expected, "{kernel:?}, {i}");
        }
    }
}

#[test]
fn blocks_of_every_size_are_played() {
    for heuristic in &heuristics() {
        for count in [0, 1, 3, 4, 17, 100] {
            let seeds = seeds(77, count);
            let expected = plain(heuristic, &seeds);
            for kernel in others() {
                assert_eq!(played(heuristic, kernel, &seeds), expected, "{kernel:?}");
            }
        }
    }
}

/// A game of the plain engine from any board.
fn plain_from(heuristic: &Heuristic, start: &Start) -> GameRecord {
    let mut searcher = Searcher::with_kernel(heuristic, SearchOptions::exact(1), Kernel::Plain);
    let Start { mut board, mut rng } = start.clone();
    let (mut score, mut moves, mut empty_sum) = (0, 0, 0);
    let outcome = loop {
        if board.merges_beyond_range().is_some() {
            break GameEnd::BeyondRange;
        }
        let Some(choice) = searcher.choose(board) else { break GameEnd::Over };
        score += u64::from(choice.gain);
        moves += 1;
        empty_sum += u64::from(board.empty_count());
        board = spawn(choice.after, &mut rng);
    };
    GameRecord { score, moves, max_rank: board.max_rank(), empty_sum, work: moves.into(), outcome }
}

/// A board of large tiles, some full, some without a move.
fn late_board(rng: &mut Rng) -> Board {
    let mut board = Board::default();
    let empty = rng.next_u32() % 8;
    for cell in 0..16 {
        if rng.next_u32() % 16 >= empty {
            board = board.place(cell, 15 - (rng.next_u32() % 6) as u8);
        }
    }
    board
}

#[test]
fn games_beyond_range_end_as_in_the_plain_engine() {
    let mut rng = stream(5, Purpose::Measure, 0);
    let starts: Vec<Start> = (0..3000)
        .map(|i| Start { board: late_board(&mut rng), rng: stream(5, Purpose::Measure, 1 + i) })
        .collect();
    for heuristic in &heuristics() {
        let expected: Vec<GameRecord> = starts.iter().map(|start| plain_from(heuristic, start)).collect();
        for outcome in [GameEnd::Over, GameEnd::BeyondRange] {
            assert!(expected.iter().filter(|record| record.outcome == outcome).count() > 100);
        }
        for kernel in others() {
            let tables = OnePly::new(heuristic, kernel).unwrap();
            let records = tables.play_from(heuristic, starts.len(), |i| starts[i].clone());
            for (i, (record, expected)) in records.iter().zip(&expected).enumerate() {
                assert_eq!(record, expected, "{kernel:?}\n{}", starts[i].board);
            }
        }
    }
}

/// The values in the tables, and what the kernels add to them, are those of the heuristic.
#[test]
fn doubled_values_are_twice_the_value() {
    let mut rng = stream(6, Purpose::Measure, 0);
    for heuristic in heuristics().iter().filter(|heuristic| heuristic.board_weights().is_some()) {
        let doubled = Doubled::new(heuristic).unwrap();
        let values = doubled.values();
        for _ in 0..10_000 {
            let cells = rng.next_u64();
            let rank = |cell: u32| (cells >> (4 * cell) & 15).min(LOW_RANK.into()) as u8;
            let board = (0..16).fold(Board::default(), |board, cell| board.place(cell, rank(cell)));
            let lines = |board: Board| (0..4).map(move |row| usize::from(board.row(row)));
            let sum = lines(board)
                .chain(lines(board.transposed()))
                .fold(0_i32, |sum, line| sum.wrapping_add(values.lines[line]));
            let largest = scalar::largest_rank(board.bits());
            assert_eq!(largest, u64::from(board.max_rank()));
            let wide = scalar::wide_part(values.wide.unwrap(), board, largest);
            assert_eq!(sum.wrapping_add(wide), 2 * heuristic.value(board), "\n{board}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_weights_play_the_same_games(
        weights in prop::collection::vec(0.0_f64..100.0, 8),
        article in any::<bool>(),
        first in 0_u64..1_000_000,
        count in 0_u64..40,
    ) {
        prop_assume!(weights[0] > 0.0);
        let heuristic = if article { heuristic("article", &weights[..4]) } else { heuristic("lines", &weights) };
        let seeds = seeds(first, count);
        let expected = plain(&heuristic, &seeds);
        for kernel in others() {
            prop_assert_eq!(&played(&heuristic, kernel, &seeds), &expected);
        }
    }
}
