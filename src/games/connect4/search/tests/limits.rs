//! Budgets, ends of games and sizes.

use super::super::super::rules::Position;
use super::super::{Devices, Found, Limits, Searcher};
use super::article::{Article, NearWins};
use super::{position, searcher};
use proptest::prelude::*;

fn fresh(devices: Devices) -> Searcher<NearWins> {
    searcher(NearWins(Article::new()), devices)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn a_budget_is_kept_and_gives_the_last_finished_depth(position in position(), budget in 0u64..3000) {
        let found = fresh(Devices::ALL).search(position, Limits::Nodes(budget)).unwrap();
        prop_assert!(found.nodes <= budget);
        prop_assert_eq!(found, fresh(Devices::ALL).search(position, Limits::Nodes(budget)).unwrap());
        let to_depth = fresh(Devices::ALL).search(position, Limits::Depth(found.depth)).unwrap();
        prop_assert_eq!(Found { nodes: found.nodes, ..to_depth }, found);
        prop_assert!(to_depth.nodes <= budget);
    }

    #[test]
    fn clearing_leaves_nothing(position in position(), budget in 0u64..3000) {
        let mut used = fresh(Devices::ALL);
        used.search(Position::EMPTY, Limits::Depth(6));
        used.search(position, Limits::Nodes(budget));
        used.clear();
        let again = used.search(position, Limits::Nodes(budget));
        prop_assert_eq!(again, fresh(Devices::ALL).search(position, Limits::Nodes(budget)));
    }
}

#[test]
fn too_small_a_budget_gives_the_first_column() {
    let full_centre: Position = "444444".parse().unwrap();
    for limits in [Limits::Nodes(0), Limits::Nodes(5), Limits::Depth(0)] {
        let found = fresh(Devices::ALL).search(full_centre, limits).unwrap();
        assert_eq!((found.column, found.depth), (2, 0));
        assert_eq!(fresh(Devices::ALL).values(full_centre, limits), [None; 7]);
    }
    assert_eq!(fresh(Devices::ALL).search(full_centre, Limits::Nodes(6)).unwrap().depth, 1);
}

#[test]
fn no_move_is_found_when_the_game_is_over() {
    let won: Position = "4455667".parse().unwrap();
    let full: Position = "111111222222333333744444475555556666667777".parse().unwrap();
    for position in [won, full] {
        for devices in [Devices::NONE, Devices::ALL] {
            assert_eq!(fresh(devices).search(position, Limits::Depth(4)), None);
            assert_eq!(fresh(devices).values(position, Limits::Depth(4)), [None; 7]);
        }
    }
}

#[test]
fn sizes_are_checked() {
    for bits in [0, 29, u32::MAX] {
        let refused = Searcher::new(NearWins(Article::new()), Devices::ALL, bits).err().unwrap().to_string();
        assert_eq!(refused, format!("table bits = {bits}: allowed is 1 to 28"));
    }
}

#[test]
fn devices_and_limits_are_read_from_files() {
    let devices: Devices = serde_json::from_str(r#"{"killers": false}"#).unwrap();
    assert_eq!(devices, Devices { killers: false, ..Devices::default() });
    assert!(serde_json::from_str::<Devices>(r#"{"killer": false}"#).is_err());
    assert_eq!(serde_json::from_str::<Limits>(r#"{"nodes": 7}"#).unwrap(), Limits::Nodes(7));
}
