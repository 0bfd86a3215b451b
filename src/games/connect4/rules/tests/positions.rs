use super::super::{BOARD, CELLS, COLUMNS, Position, ROWS, cell, column_of};
use super::naive;
use proptest::prelude::*;

/// The positions of a random game, up to the first four in a line.
fn game(columns: &[u32]) -> Vec<Position> {
    let mut positions = vec![Position::EMPTY];
    for &column in columns {
        let position = positions[positions.len() - 1];
        if position.is_won() {
            break;
        }
        match position.playable_in(column) {
            0 => {}
            cell => positions.push(position.after(cell)),
        }
    }
    positions
}

fn columns() -> impl Strategy<Value = Vec<u32>> {
    proptest::collection::vec(0..COLUMNS, 0..80)
}

#[test]
fn cells_have_names() {
    assert_eq!(BOARD.count_ones(), CELLS);
    for column in 0..COLUMNS {
        for row in 0..ROWS {
            assert_eq!(column_of(cell(column, row)), column);
        }
    }
}

#[test]
fn positions_of_few_stones_are_counted() {
    // The numbers of distinct positions after n stones, 1, 7, 49, 238, 1120, 4263: OEIS A212693.
    let mut level = std::collections::HashSet::from([Position::EMPTY]);
    for expected in [1, 7, 49, 238, 1120, 4263, 16422] {
        assert_eq!(level.len(), expected);
        let keys: std::collections::HashSet<u64> = level.iter().map(|position| position.key()).collect();
        assert_eq!(keys.len(), expected);
        let next = |position: &Position| {
            let position = *position;
            (0..COLUMNS).map(move |column| position.after(position.playable_in(column)))
        };
        level = level.iter().flat_map(next).collect();
    }
}

proptest! {
    #[test]
    fn lines_are_those_of_the_naive_rules(columns in columns()) {
        for position in game(&columns) {
            prop_assert_eq!(position.is_won(), naive::has_four(position, 2));
            if !position.is_won() {
                prop_assert_eq!(position.threats(), naive::completing(position, 1));
                prop_assert_eq!(position.threats_of_others(), naive::completing(position, 2));
            }
        }
    }

    #[test]
    fn a_safe_stone_is_one_after_which_nobody_wins_at_once(columns in columns()) {
        for position in game(&columns).into_iter().filter(|position| !position.is_won()) {
            for cell in (0..COLUMNS).map(|column| position.playable_in(column)).filter(|&cell| cell != 0) {
                let wins_at_once = position.after(cell).wins() != 0;
                prop_assert_eq!(position.safe() & cell != 0, !wins_at_once);
            }
        }
    }

    #[test]
    fn a_mirror_image_has_the_same_mirror_key(columns in columns()) {
        let mirror: Vec<u32> = columns.iter().map(|column| COLUMNS - 1 - column).collect();
        for (position, image) in game(&columns).into_iter().zip(game(&mirror)) {
            prop_assert_eq!(position.mirrored(), image);
            prop_assert_eq!(position.mirrored().mirrored(), position);
            prop_assert_eq!(position.mirror_key(), image.mirror_key());
            prop_assert!(position.key() < 1 << 49);
        }
    }
}
