//! Where tiles spawn and which, by chi-square, and against a scan of the cells.

use super::super::naive::{any_board, empty_cells};
use super::super::{Board, new_game, spawn};
use crate::rng::{Purpose, Rng, stream};
use proptest::prelude::*;
use rand::{Rng as _, SeedableRng};
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// The statistic that a right spawn exceeds once in a million tests.
fn limit(degrees_of_freedom: usize) -> f64 {
    ChiSquared::new(degrees_of_freedom as f64).unwrap().inverse_cdf(1.0 - 1e-6)
}

fn chi_square(observed: &[u64], shares: &[f64]) -> f64 {
    let total = observed.iter().sum::<u64>() as f64;
    let term = |(&seen, share): (&u64, &f64)| (seen as f64 - total * share).powi(2) / (total * share);
    observed.iter().zip(shares).map(term).sum()
}

/// A board with `empties` empty cells at random places, the last cell among them.
fn board_with(empties: usize, rng: &mut Rng) -> Board {
    let mut cells: Vec<u32> = (0..15).collect();
    while cells.len() > 16 - empties {
        cells.swap_remove(rng.next_u64() as usize % cells.len());
    }
    cells.into_iter().fold(Board::default(), |board, cell| board.place(cell, 7))
}

/// The cell and rank of the tile that was spawned.
fn spawned(before: Board, rng: &mut Rng) -> (u32, u8) {
    let after = spawn(before, rng);
    let cell = (0..16).find(|&cell| after.rank(cell) != before.rank(cell)).unwrap();
    assert_eq!(before.place(cell, after.rank(cell)), after, "only an empty cell changes");
    (cell, after.rank(cell))
}

#[test]
fn empty_cells_are_equally_likely() {
    let mut rng = stream(2, Purpose::Measure, 0);
    for empties in 1..=16 {
        let board = board_with(empties, &mut rng);
        assert_eq!(board.empty_count() as usize, empties);
        let mut counts = [0; 16];
        for _ in 0..20_000 * empties {
            counts[spawned(board, &mut rng).0 as usize] += 1;
        }
        let seen: Vec<u64> = (0..16).filter(|&c| board.rank(c) == 0).map(|c| counts[c as usize]).collect();
        assert!(counts[15] > 0, "the last cell is reachable");
        if empties > 1 {
            let statistic = chi_square(&seen, &vec![1.0 / empties as f64; empties]);
            assert!(statistic < limit(empties - 1), "{empties} empty cells: {statistic}: {seen:?}");
        }
    }
}

#[test]
fn one_tile_in_ten_is_a_four_for_every_number_of_empty_cells() {
    let mut rng = stream(3, Purpose::Measure, 0);
    for empties in 1..=16 {
        let board = board_with(empties, &mut rng);
        let mut counts = [0; 2];
        for _ in 0..50_000 {
            counts[usize::from(spawned(board, &mut rng).1) - 1] += 1;
        }
        let statistic = chi_square(&counts, &[0.9, 0.1]);
        assert!(statistic < limit(1), "{empties} empty cells: {statistic}: {counts:?}");
    }
}

/// Cell and tile of a spawn are independent: 4s are no likelier anywhere.
#[test]
fn tile_and_cell_are_independent() {
    let mut rng = stream(4, Purpose::Measure, 0);
    let mut counts = [0; 32];
    for _ in 0..400_000 {
        let (cell, rank) = spawned(Board::default(), &mut rng);
        counts[2 * cell as usize + usize::from(rank) - 1] += 1;
    }
    let shares: Vec<f64> = (0..32).map(|i| if i % 2 == 0 { 0.9 / 16.0 } else { 0.1 / 16.0 }).collect();
    let statistic = chi_square(&counts, &shares);
    assert!(statistic < limit(31), "{statistic}");
}

#[test]
fn a_new_game_has_two_tiles_anywhere() {
    let mut counts = [0; 16];
    for index in 0..40_000 {
        let board = new_game(&mut stream(5, Purpose::Measure, index));
        assert_eq!(board.empty_count(), 14);
        (0..16).filter(|&cell| board.rank(cell) != 0).for_each(|cell| counts[cell as usize] += 1);
    }
    // Two different cells a game: the counts vary by 14/15 of independent ones.
    let statistic = chi_square(&counts, &[1.0 / 16.0; 16]);
    assert!(statistic < limit(15), "{statistic}");
}

#[test]
fn a_full_board_stays_as_it_is() {
    let full = Board::from_bits(0x1234_5678_9abc_def1);
    assert_eq!(spawn(full, &mut stream(6, Purpose::Measure, 0)), full);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    /// The k-th empty cell in the order of cells, k = ⌊upper · n / 2³²⌋.
    #[test]
    fn the_kth_empty_cell_is_the_one_a_scan_finds(board in any_board(15), seed in any::<u64>()) {
        let cells = empty_cells(&board.to_tiles());
        prop_assume!(!cells.is_empty());
        let draw = Rng::seed_from_u64(seed).next_u64();
        let (row, column) = cells[((draw >> 32) as usize * cells.len()) >> 32];
        let tile = if (draw & 0xffff_ffff) * 10 < 1 << 32 { 4 } else { 2 };
        let mut expected = board.to_tiles();
        expected[row][column] = tile;
        prop_assert_eq!(spawn(board, &mut Rng::seed_from_u64(seed)).to_tiles(), expected);
    }
}
