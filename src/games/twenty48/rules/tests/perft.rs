//! Numbers of positions, counted by both engines and kept in a file.

use super::super::naive::{self, Tiles};
use super::super::{Board, Move};
use super::board;
use std::collections::HashSet;
use std::path::Path;

/// The distinct boards one ply on: every move, every spawn.
fn fast_ply(board: Board) -> impl Iterator<Item = Board> {
    let after = Move::ALL.into_iter().filter_map(move |direction| Some(board.moved(direction)?.0));
    after.flat_map(|after| {
        let empty = (0..16).filter(move |&cell| after.rank(cell) == 0);
        empty.flat_map(move |cell| [after.place(cell, 1), after.place(cell, 2)])
    })
}

/// The same by the naive engine.
fn naive_ply(tiles: Tiles) -> Vec<Tiles> {
    let mut next = Vec::new();
    for (after, _) in Move::ALL.into_iter().filter_map(|direction| naive::moved(&tiles, direction)) {
        for (r, c) in naive::empty_cells(&after) {
            for tile in [2, 4] {
                let mut spawned = after;
                spawned[r][c] = tile;
                next.push(spawned);
            }
        }
    }
    next
}

/// Checks `count` distinct positions after `plies` from `start`, with both engines.
fn check(start: &str, plies: u32, count: usize) {
    let mut fast = HashSet::from([board(start)]);
    let mut slow = HashSet::from([board(start).to_tiles()]);
    for _ in 0..plies {
        fast = fast.into_iter().flat_map(fast_ply).collect();
        slow = slow.into_iter().flat_map(naive_ply).collect();
    }
    assert_eq!((fast.len(), slow.len()), (count, count), "{start} after {plies} plies");
    assert!(slow.iter().all(|tiles| fast.contains(&naive::fast(tiles))), "{start} after {plies} plies");
}

/// Fields of a line: board; plies; count. A line that starts with # is a comment.
#[test]
fn counts_of_the_data_file() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/perft.txt");
    let text = std::fs::read_to_string(file).unwrap();
    let mut checked = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        check(fields[0], fields[1].parse().unwrap(), fields[2].parse().unwrap());
        checked += 1;
    }
    assert!(checked >= 15, "{checked} lines");
}
