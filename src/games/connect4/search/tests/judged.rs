//! Every set of devices against the plain recursion.

use super::super::super::rules::Position;
use super::super::{Devices, Evaluate, Limits, Searcher, WIN};
use super::article::{Article, NearWins};
use super::{devices, naive, position, searcher};
use proptest::prelude::*;

/// Small values, so that ties are frequent.
struct Coarse;

impl Evaluate for Coarse {
    fn value(&self, position: Position) -> i32 {
        (position.key() % 11) as i32 - 5
    }
}

/// The same for a position and its mirror image.
struct CoarseMirror;

impl Evaluate for CoarseMirror {
    fn value(&self, position: Position) -> i32 {
        (position.mirror_key() % 7) as i32 - 3
    }
}

/// The first best column in the order of `devices`.
fn first_best(values: [Option<i32>; 7], devices: Devices) -> u32 {
    let order = if devices.centre_order { [3, 2, 4, 1, 5, 0, 6] } else { [0, 1, 2, 3, 4, 5, 6] };
    let best = values.iter().flatten().max().copied();
    order.into_iter().find(|&column| values[column] == best).unwrap() as u32
}

/// Searches twice, the second time with a full table, to the values of the plain recursion. The table is so
/// small that entries are replaced often.
fn judge(evaluate: impl Evaluate, position: Position, depth: u32, devices: Devices) {
    let values = naive::values(&evaluate, position, depth);
    let mut searcher = Searcher::new(evaluate, devices, 6).unwrap();
    for _ in 0..2 {
        let found = searcher.search(position, Limits::Depth(depth)).unwrap();
        assert_eq!(Some(found.value), values.into_iter().flatten().max(), "{devices:?}\n{position}");
        assert_eq!(found.column, first_best(values, devices), "{devices:?}\n{position}");
        assert_eq!(searcher.values(position, Limits::Depth(depth)), values, "{devices:?}\n{position}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn all_sets_of_devices_find_value_and_move(position in position(), depth in 1u32..5) {
        for devices in devices() {
            judge(CoarseMirror, position, depth, devices);
            if !devices.mirror {
                judge(Coarse, position, depth, devices);
            }
        }
    }

    #[test]
    fn deep_searches_find_value_and_move(position in position(), depth in 5u32..7, bits in 0usize..256) {
        let devices = devices().nth(bits).unwrap();
        judge(CoarseMirror, position, depth, devices);
        judge(NearWins(Article::new()), position, depth, Devices::ALL);
    }

    #[test]
    fn a_table_kept_in_a_game_changes_no_move(position in position(), depth in 1u32..7) {
        let mut kept = searcher(CoarseMirror, Devices::ALL);
        let mut position = position;
        while let Some(found) = kept.search(position, Limits::Depth(depth)) {
            let fresh = searcher(CoarseMirror, Devices::ALL).search(position, Limits::Depth(depth)).unwrap();
            prop_assert_eq!((found.column, found.value), (fresh.column, fresh.value));
            position = position.play(found.column).unwrap();
        }
    }
}

#[test]
fn a_search_ends_with_a_forced_win_or_loss() {
    for devices in devices() {
        let mut searcher = searcher_of(devices);
        // The last stone of four wins at once; 5 makes an open three; after it, nothing helps.
        for (moves, value, depth) in [("414243", WIN - 7, 1), ("4433", WIN - 7, 3), ("44335", 7 - WIN, 2)] {
            let found = searcher.search(moves.parse().unwrap(), Limits::Depth(6)).unwrap();
            assert_eq!((found.value, found.depth), (value, depth), "{devices:?}");
        }
    }
}

fn searcher_of(devices: Devices) -> Searcher<NearWins> {
    Searcher::new(NearWins(Article::new()), devices, 10).unwrap()
}
