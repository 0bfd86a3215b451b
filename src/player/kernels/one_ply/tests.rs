//! Every kernel against the plain engine.

use super::*;
use crate::game::twenty48::{Board, spawn};
use crate::heuristic::FeatureSet;
use crate::player::Outcome;
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

fn available() -> impl Iterator<Item = Kernel> {
    Kernel::ALL.into_iter().filter(|kernel| kernel.is_available())
}

fn seeds(first: u64, count: u64) -> Vec<u64> {
    (first..first + count).map(|i| seed(3, Purpose::Measure, i)).collect()
}

fn plain(heuristic: &Heuristic, seeds: &[u64]) -> Vec<GameRecord> {
    let mut searcher = Searcher::new(heuristic, SearchOptions::exact(1));
    seeds.iter().map(|&seed| play_game(&mut searcher, seed)).collect()
}

#[test]
fn every_kernel_plays_the_games_of_the_plain_engine() {
    for (i, heuristic) in heuristics().iter().enumerate() {
        let seeds = seeds(10_000 * i as u64, 1500);
        let expected = plain(heuristic, &seeds);
        for kernel in available() {
            assert!(play_games_one_ply(heuristic, kernel, &seeds) == expected, "{kernel:?}, {i}");
        }
    }
}

#[test]
fn blocks_of_every_size_are_played() {
    for heuristic in &heuristics() {
        for count in [0, 1, 3, 4, 17, 100] {
            let seeds = seeds(77, count);
            let expected = plain(heuristic, &seeds);
            for kernel in available() {
                assert_eq!(play_games_one_ply(heuristic, kernel, &seeds), expected, "{kernel:?}");
                assert_eq!(OnePlyPlayer::new(heuristic, kernel).play(&seeds), expected, "{kernel:?}");
            }
        }
    }
}

/// A game of the plain engine from any board.
fn plain_from(heuristic: &Heuristic, start: &Start) -> GameRecord {
    let mut searcher = Searcher::new(heuristic, SearchOptions::exact(1));
    let Start { mut board, mut rng } = start.clone();
    let (mut score, mut moves, mut empty_sum) = (0, 0, 0);
    let outcome = loop {
        if board.merges_beyond_range().is_some() {
            break Outcome::BeyondRange;
        }
        let Some(choice) = searcher.choose(board) else { break Outcome::Over };
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
        for outcome in [Outcome::Over, Outcome::BeyondRange] {
            assert!(expected.iter().filter(|record| record.outcome == outcome).count() > 100);
        }
        for kernel in available().filter(|kernel| *kernel != Kernel::Plain) {
            let player = OnePlyPlayer::new(heuristic, kernel);
            let tables = player.tables.as_ref().unwrap();
            let records = player.play_from(tables, starts.len(), |i| starts[i].clone());
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
        let tables = Tables::new(heuristic);
        for _ in 0..10_000 {
            let board = Board::from_bits(rng.next_u64());
            let crossing = board.transposed();
            let lines = |board: Board| (0..4).map(move |row| usize::from(board.row(row)));
            let sum = lines(board)
                .chain(lines(crossing))
                .fold(0_i32, |sum, line| sum.wrapping_add(tables.values()[line]));
            let [largest] = phases::largest_ranks(&[board.bits()]);
            let wide = phases::wide_part(tables.wide.unwrap(), board.bits(), crossing.bits(), largest);
            assert_eq!(sum.wrapping_add(wide), 2 * heuristic.value(board), "\n{board}");
        }
    }
}

#[test]
fn names_are_read_back() {
    for kernel in Kernel::ALL {
        assert_eq!(Kernel::from_name(kernel.name()), Some(kernel));
    }
    assert_eq!(Kernel::from_name("cuda"), None);
    assert!(Kernel::best().is_available());
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
        for kernel in available() {
            prop_assert_eq!(&OnePlyPlayer::new(&heuristic, kernel).play(&seeds), &expected);
        }
    }
}
