mod budget;
mod keeping;
mod known;
mod naive;
mod nodes;
mod outright;
mod table;
mod unordered;

use super::super::rules::{COLUMNS, Position};
use proptest::prelude::*;
use std::path::Path;

fn position(moves: &str) -> Position {
    moves.parse().unwrap()
}

/// The first `count` positions of a file of right answers, with their scores.
fn known(file: &str, count: usize) -> Vec<(Position, i32)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/connect4");
    let text = std::fs::read_to_string(folder.join(file)).unwrap();
    let pairs = text.lines().take(count).map(|line| line.split_once(' ').unwrap());
    pairs.map(|(moves, score)| (position(moves), score.parse().unwrap())).collect()
}

/// The position after random moves, where the game goes on as long as a move lets it.
fn played(choices: &[u32]) -> Position {
    choices.iter().fold(Position::EMPTY, |position, choice| {
        let cells = (0..COLUMNS).map(|column| position.playable_in(column));
        let (wins, others): (Vec<_>, Vec<_>) =
            cells.filter(|&cell| cell != 0).partition(|&cell| position.after(cell).is_won());
        let cells = if others.is_empty() { wins } else { others };
        match cells.get(*choice as usize % cells.len().max(1)) {
            Some(&cell) if !position.is_won() => position.after(cell),
            _ => position,
        }
    })
}

/// Positions of so many stones, or fewer where each move wins.
fn positions(stones: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Position> {
    proptest::collection::vec(0..420_u32, stones).prop_map(|choices| played(&choices))
}
