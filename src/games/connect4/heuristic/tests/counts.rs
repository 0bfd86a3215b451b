//! Counts against those of a board of cells, and worked by hand.

use super::super::super::rules::{COLUMNS, Position, ROWS, cell};
use super::super::feature::counts;
use super::super::{Count, Feature, FeatureSet};
use proptest::prelude::*;

fn position() -> impl Strategy<Value = Position> {
    proptest::collection::vec(0..COLUMNS, 0..42).prop_map(|columns| {
        columns.into_iter().fold(Position::EMPTY, |position, column| match position.play(column) {
            Ok(next) if !next.is_won() => next,
            _ => position,
        })
    })
}

/// The cells of all 69 windows.
fn windows() -> Vec<u64> {
    let mut windows = Vec::new();
    let inside = |(column, row): (i32, i32)| (0..7).contains(&column) && (0..6).contains(&row);
    for (column, row) in (0..7).flat_map(|column| (0..6).map(move |row| (column, row))) {
        for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let cells: Vec<(i32, i32)> = (0..4).map(|i| (column + i * right, row + i * up)).collect();
            if cells.iter().all(|&it| inside(it)) {
                windows.push(cells.iter().map(|&(column, row)| cell(column as u32, row as u32)).sum());
            }
        }
    }
    assert_eq!(windows.len(), 69);
    windows
}

/// The counts of a side, cell by cell.
fn by_cells(position: Position, stones: u64, others: u64, is_first: bool) -> [i32; 8] {
    let windows = windows();
    let with = |n: u32| {
        let holds = |w: &&u64| *w & others == 0 && (*w & stones).count_ones() == n;
        windows.iter().filter(holds).count() as i32
    };
    let mut counts = [with(3), with(2), with(1), 0, 0, 0, 0, 0];
    let completes = |bit: u64| {
        bit & position.all() == 0 && windows.iter().any(|w| w & bit != 0 && w & !bit & !stones == 0)
    };
    for (column, row) in (0..COLUMNS).flat_map(|column| (0..ROWS).map(move |row| (column, row))) {
        let bit = cell(column, row);
        if stones & bit != 0 {
            counts[3] += column.min(6 - column) as i32;
        }
        if completes(bit) {
            let is_playable = row == 0 || position.all() & cell(column, row - 1) != 0;
            counts[if is_playable { 6 } else { 4 }] += 1;
            counts[5] += i32::from(!is_playable && (row % 2 == 0) == is_first);
            counts[7] += i32::from(row + 1 < ROWS && completes(cell(column, row + 1)));
        }
    }
    counts
}

proptest! {
    #[test]
    fn counts_are_those_of_the_cells(position in position()) {
        let found = counts(position);
        let (own, others) = (position.own(), position.others());
        let first_moves = position.stones() % 2 == 0;
        let sides = if first_moves { [own, others] } else { [others, own] };
        for side in 0..2 {
            let expected = by_cells(position, sides[side], sides[1 - side], side == 0);
            prop_assert_eq!(&found[side][..8], &expected[..], "side {} of\n{}", side, position);
        }
    }

    #[test]
    fn mirror_images_count_the_same(position in position()) {
        prop_assert_eq!(counts(position), counts(position.mirrored()));
    }
}

fn of(board: &str) -> [[i32; 9]; 2] {
    counts(board.parse().unwrap())
}

#[test]
fn threats_are_told_apart() {
    // X completes the lowest row at both ends at once; nothing hangs.
    let [first, second] = of("......./......./......./......./..OO.../..XXX..");
    assert_eq!(first[Count::Playable as usize], 2);
    assert_eq!((first[Count::Hanging as usize], second[Count::Playable as usize]), (0, 0));
    // O threatens both ends of the second row, an even one, and the cells below are empty.
    let [_, second] = of("......./......./......./......./..OOO../X.XXO.X");
    let [hanging, playable, parity] = [Count::Hanging, Count::Playable, Count::Parity];
    assert_eq!([hanging, playable, parity].map(|count| second[count as usize]), [2, 0, 2]);
}

#[test]
fn who_gives_way_is_counted_by_free_cells() {
    // Of 34 empty cells those of the second and the sixth column are dear. 22 are free, so that X, whose move it is,
    // has to play there first.
    let [first, second] = of("......./......./......./......./..OOO../X.XXO.X");
    let tempo = Count::Tempo as usize;
    assert_eq!((first[tempo], second[tempo]), (0, 1));
    // After it took one of them, 21 are free, and O takes the last.
    let [first, second] = of("......./......./......./......./X.OOO../X.XXO.X");
    assert_eq!((first[tempo], second[tempo]), (0, 1));
    assert_eq!(of("......./......./......./......./......./...X...").map(|counts| counts[tempo]), [0, 0]);
}

#[test]
fn names_and_sets_are_consistent() {
    let names: std::collections::BTreeSet<_> = Feature::all().map(Feature::name).collect();
    assert_eq!(names.len(), 27);
    assert!(Feature::all().all(|it| Feature::from_name(it.name()) == Some(it) && it.scale() > 0.0));
    assert_eq!(FeatureSet::from_name("article").unwrap().names(), ["three", "two", "one", "centre"]);
    assert_eq!(FeatureSet::from_name("threats").unwrap().features().len(), 12);
    assert!(FeatureSet::from_name("x").unwrap_err().to_string().contains("allowed is threats, article"));
    assert!(FeatureSet::from_names(&["two", "two"]).unwrap_err().to_string().contains("twice"));
    assert!(FeatureSet::from_names(&[]).is_err());
}
