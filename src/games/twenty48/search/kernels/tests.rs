use super::Kernel;
use crate::games::twenty48::heuristic::{Feature, FeatureSet, Heuristic};
use crate::games::twenty48::rules::Board;
use crate::games::twenty48::search::{SearchOptions, Searcher, play_game};
use crate::rng::{Purpose, seed};
use proptest::prelude::*;

/// Heuristics of every kind: the named sets, mixed lists, and one feature alone.
fn heuristic() -> impl Strategy<Value = Heuristic> {
    let set = |name| FeatureSet::from_name(name).unwrap().features().to_vec();
    let features = prop_oneof![
        Just(set("lines")),
        Just(set("article")),
        proptest::sample::subsequence(Feature::ALL.to_vec(), 1..=Feature::ALL.len()),
    ];
    let weights = proptest::collection::vec(prop_oneof![Just(0.0), 1e-3..10.0], Feature::ALL.len());
    (features, weights).prop_map(|(features, mut weights)| {
        weights.truncate(features.len());
        weights[0] += 0.5;
        Heuristic::new(&features, &weights).unwrap()
    })
}

/// Boards from nearly empty to full: anything, small tiles only, large ones only.
fn board() -> impl Strategy<Value = Board> {
    let ranks = prop_oneof![Just((1_u8, 15_u8)), Just((1, 3)), Just((13, 15)), Just((15, 15)), Just((1, 11))];
    (ranks, any::<[u8; 16]>(), any::<[u8; 16]>(), 0..=8_u8).prop_map(|((low, high), ranks, holes, empty)| {
        (0..16).fold(Board::default(), |board, cell| {
            let rank = low + ranks[cell as usize] % (high - low + 1);
            if holes[cell as usize] % 9 < empty { board } else { board.place(cell, rank) }
        })
    })
}

/// A board on which no slide changes anything, except the cells in `holes`.
fn checkered(holes: u16, high: u8) -> Board {
    let rank = |cell: u32| if (cell + cell / 4).is_multiple_of(2) { high } else { high - 1 };
    (0..16).filter(|cell| holes >> cell & 1 == 0).fold(Board::default(), |b, cell| b.place(cell, rank(cell)))
}

fn others() -> impl Iterator<Item = Kernel> {
    Kernel::available().filter(|kernel| *kernel != Kernel::Plain)
}

fn agree(heuristic: &Heuristic, options: SearchOptions, boards: &[Board]) {
    let mut plain = Searcher::with_kernel(heuristic, options, Kernel::Plain);
    for kernel in others() {
        let mut searcher = Searcher::with_kernel(heuristic, options, kernel);
        plain.new_game();
        for &board in boards {
            let note = || format!("{kernel:?} {options:?} {:016x}", board.bits());
            assert_eq!(searcher.move_values(board), plain.move_values(board), "{}", note());
            assert_eq!(searcher.choose(board), plain.choose(board), "{}", note());
            assert_eq!(searcher.work(), plain.work(), "{}", note());
        }
    }
}

fn options(ply: u8) -> impl Strategy<Value = SearchOptions> {
    let cutoff = prop_oneof![Just(0.0), Just(0.1), Just(0.03), 0.0..0.5];
    (cutoff, any::<bool>()).prop_map(move |(cutoff, cache)| SearchOptions { ply, cutoff, cache })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn kernels_agree_on_two_plies(
        heuristic in heuristic(), options in options(2),
        boards in proptest::collection::vec(board(), 40), holes: u16, high in 2_u8..=15,
    ) {
        agree(&heuristic, options, &boards);
        agree(&heuristic, options, &[checkered(holes, high), checkered(1 << (holes % 16), high)]);
    }

    #[test]
    fn kernels_agree_on_three_plies(
        heuristic in heuristic(), options in options(3),
        boards in proptest::collection::vec(board(), 3), hole in 0..15_u32,
    ) {
        agree(&heuristic, options, &boards);
        agree(&heuristic, options, &[checkered(1_u16 << hole, 8), checkered(3_u16 << hole, 15)]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn kernels_agree_on_four_plies(
        heuristic in heuristic(), cache: bool, boards in proptest::collection::vec(board(), 2),
    ) {
        agree(&heuristic, SearchOptions { ply: 4, cutoff: 0.05, cache }, &boards);
    }
}

fn named(name: &str) -> Heuristic {
    let set = FeatureSet::from_name(name).unwrap();
    let weights: Vec<f64> = (0..set.features().len()).map(|i| 0.3 + i as f64).collect();
    Heuristic::new(set.features(), &weights).unwrap()
}

/// Plays the same games by every kernel.
fn play(name: &str, options: SearchOptions, games: u64) {
    let heuristic = named(name);
    let records = |kernel| {
        let mut searcher = Searcher::with_kernel(&heuristic, options, kernel);
        (0..games).map(move |i| play_game(&mut searcher, seed(3, Purpose::Measure, i))).collect::<Vec<_>>()
    };
    let plain = records(Kernel::Plain);
    for kernel in others() {
        assert!(records(kernel) == plain, "{kernel:?} plays other games of {options:?} with {name}");
    }
}

/// Games enough for a test run; an optimised build plays many.
const fn games(optimised: u64) -> u64 {
    if cfg!(debug_assertions) { 1 + optimised / 100 } else { optimised }
}

#[test]
fn games_of_two_plies_are_the_same() {
    play("lines", SearchOptions::exact(2), games(500));
    play("article", SearchOptions::exact(2), games(500));
}

#[test]
fn games_of_three_plies_are_the_same() {
    play("lines", SearchOptions::exact(3), games(50));
    play("article", SearchOptions::exact(3), games(50));
    play("article", SearchOptions { ply: 3, cutoff: 0.1, cache: true }, games(50));
    play("lines", SearchOptions { ply: 3, cutoff: 0.1, cache: true }, games(50));
    play("lines", SearchOptions { ply: 3, cutoff: 0.0, cache: true }, games(10));
}

#[test]
fn kernels_are_found_by_name() {
    for kernel in Kernel::ALL {
        assert_eq!(Kernel::from_name(kernel.name()), Some(kernel));
    }
    assert!(Kernel::best().is_available());
}
