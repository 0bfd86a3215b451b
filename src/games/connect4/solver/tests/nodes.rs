//! Positions in the search.

use super::super::super::rules::{COLUMNS, Position};
use super::super::node::Node;
use super::positions;
use proptest::prelude::*;
use std::collections::HashMap;

/// The playable cells.
fn cells(position: Position) -> impl Iterator<Item = u64> {
    (0..COLUMNS).map(move |column| position.playable_in(column)).filter(|&cell| cell != 0)
}

#[test]
fn only_mirror_images_share_a_key() {
    let mut owners: HashMap<u64, Position> = HashMap::new();
    let mut reached = vec![Position::EMPTY];
    for _ in 0..6 {
        for &position in &reached {
            let owner = *owners.entry(Node::new(position).key()).or_insert(position);
            assert!(owner == position || owner == position.mirrored(), "{owner}\n{position}");
        }
        reached = reached
            .into_iter()
            .flat_map(|position| cells(position).map(move |cell| position.after(cell)))
            .collect();
    }
}

proptest! {
    #[test]
    fn children_are_the_safe_moves(position in positions(0..=38)) {
        let node = Node::new(position);
        prop_assume!(position.wins() == 0 && node.safe != 0 && !position.is_won());
        // Safe moves by their definition: the other side does not win at once.
        let safe = cells(position).map(|cell| position.after(cell)).filter(|after| after.wins() == 0);
        let mut safe: Vec<_> = safe.map(Position::key).collect();
        match node.children() {
            Some(children) => {
                let mut found: Vec<_> = children.iter().map(|child| child.position.key()).collect();
                found.sort_unstable();
                safe.sort_unstable();
                prop_assert_eq!(found, safe);
                prop_assert!(children.iter().all(|child| child.stones == position.stones() + 1));
                prop_assert!(children.iter().all(|child| child.safe == child.position.safe()));
            }
            None => {
                let wins_then = |after: Position| cells(after).all(|cell| after.after(cell).wins() != 0);
                let after = cells(position).map(|cell| position.after(cell));
                prop_assert!(after.filter(|after| after.wins() == 0).any(wins_then));
            }
        }
    }
}
