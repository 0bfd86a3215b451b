//! Totals of fixed games: a change that moves one of them has to say so.

use super::super::{GameRecord, SearchOptions, Searcher, play_game};
use super::{game, heuristic};
use std::path::Path;

/// Set, search and number of games.
const WORKLOADS: [(&str, u8, f64, bool, u64); 10] = [
    ("lines", 1, 0.0, false, 200),
    ("article", 1, 0.0, false, 200),
    ("lines", 2, 0.0, false, 20),
    ("article", 2, 0.0, false, 20),
    ("lines", 3, 0.0, false, 2),
    ("article", 3, 0.0, false, 2),
    ("lines", 3, 0.0, true, 2),
    ("article", 3, 0.0, true, 2),
    ("lines", 3, 0.05, true, 4),
    ("article", 3, 0.05, true, 4),
];

fn totals((set, ply, cutoff, cache, games): (&str, u8, f64, bool, u64)) -> String {
    let heuristic = heuristic(set);
    let mut searcher = Searcher::new(&heuristic, SearchOptions { ply, cutoff, cache });
    let records: Vec<GameRecord> = (0..games).map(|index| play_game(&mut searcher, game(index))).collect();
    let score: u64 = records.iter().map(|record| record.score).sum();
    let moves: u64 = records.iter().map(|record| u64::from(record.moves)).sum();
    let work: u64 = records.iter().map(|record| record.work).sum();
    format!("{set} {ply} {cutoff} {cache} {games}: {score} {moves} {work}\n")
}

#[test]
fn totals_are_those_kept() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/selfplay.txt");
    let header = "# features ply cut-off cache games: score moves work, in total\n";
    let found = WORKLOADS.into_iter().fold(header.to_string(), |text, workload| text + &totals(workload));
    let kept = std::fs::read_to_string(file).unwrap_or_default();
    assert!(kept == found, "tests/golden/selfplay.txt has\n{kept}but these games have\n{found}");
}
