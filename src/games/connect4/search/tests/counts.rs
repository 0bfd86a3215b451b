//! Nodes of all depths from the empty board, as published, and the work of the devices.

use super::super::super::rules::Position;
use super::super::{Devices, Evaluate, Limits};
use super::article::{Article, NearWins, Nothing};
use super::searcher;

const ALPHA_BETA: Devices = Devices { alpha_beta: true, ..Devices::NONE };
const CENTRE: Devices = Devices { centre_order: true, ..ALPHA_BETA };
const TABLE: Devices = Devices { table: true, ..CENTRE };
const TABLE_MOVE: Devices = Devices { table_move: true, ..TABLE };
const MIRROR: Devices = Devices { mirror: true, ..TABLE_MOVE };

fn nodes(evaluate: impl Evaluate, devices: Devices, depth: u32) -> u64 {
    let found = searcher(evaluate, devices).search(Position::EMPTY, Limits::Depth(depth)).unwrap();
    assert_eq!(found.depth, depth);
    found.nodes
}

#[test]
fn minimax_takes_the_nodes_of_the_article() {
    // Also quoted as 7,230,035, which does not fit the count to depth 10, of which depth 8 is a part.
    assert_eq!(nodes(Nothing, Devices::NONE, 8), 7_230_135);
}

#[test]
#[ignore = "takes seconds"]
fn minimax_to_depth_10_takes_the_nodes_of_the_article() {
    assert_eq!(nodes(Nothing, Devices::NONE, 10), 311_000_008);
}

#[test]
fn alpha_beta_takes_the_nodes_of_the_article() {
    // Also quoted as 400,314; see above.
    assert_eq!(nodes(Article::new(), ALPHA_BETA, 8), 400_284);
    assert_eq!(nodes(Article::new(), ALPHA_BETA, 10), 5_665_214);
    assert_eq!(nodes(Article::new(), CENTRE, 8), 19_181);
    assert_eq!(nodes(Article::new(), CENTRE, 10), 167_104);
}

#[test]
fn devices_take_as_many_nodes_as_before() {
    for (devices, expected) in [
        (ALPHA_BETA, [400_284, 5_666_510]),
        (CENTRE, [19_181, 167_568]),
        (TABLE, [11_118, 56_116]),
        (TABLE_MOVE, [13_668, 58_862]),
        (MIRROR, [7_110, 32_439]),
        (Devices { killers: true, ..MIRROR }, [7_184, 33_131]),
        (Devices { history: true, ..MIRROR }, [7_324, 33_872]),
        (Devices { threats: true, ..MIRROR }, [6_737, 27_368]),
        (Devices { history: false, ..Devices::ALL }, [6_632, 26_306]),
        (Devices::ALL, [6_795, 27_556]),
    ] {
        let found = [8, 10].map(|depth| nodes(NearWins(Article::new()), devices, depth));
        assert_eq!(found, expected, "{devices:?}");
    }
}
