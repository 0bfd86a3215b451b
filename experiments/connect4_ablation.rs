//! What does each device of the search of Connect Four save, and how do nodes grow with depth?
//!
//! The first table counts nodes of all depths up to D from the empty board, as the article does, with its weights; the second
//! the mean of nodes to depth D over test openings of 8 stones, with its standard error. Each row has one device more than the
//! row before.
//! Usage: `cargo run --release --example connect4-ablation`.

use paretune::games::connect4::heuristic::{FeatureSet, Heuristic};
use paretune::games::connect4::openings::Part;
use paretune::games::connect4::rules::Position;
use paretune::games::connect4::search::{Devices, Limits, Searcher};
use paretune::statistics::{Mean, Statistic};
use paretune::table::{grouped, with_error};
use rayon::prelude::*;

type Fallible<T> = Result<T, Box<dyn std::error::Error>>;

const DEPTHS: [u32; 5] = [2, 4, 6, 8, 10];
/// Deeper, plain minimax from the empty board takes some 300 million nodes.
const PLAIN_DEPTH: u32 = 8;
/// Openings of the second table.
const OPENINGS: usize = 200;
/// 2 to the power of this entries, so that hardly any is replaced.
const TABLE_BITS: u32 = 22;

fn main() -> Fallible<()> {
    println!("{}\n{}", heading("nodes of all depths to"), "|---".repeat(DEPTHS.len() + 1) + "|");
    for (name, devices) in rows() {
        let cell = |depth: &u32| match is_too_deep(devices, *depth) {
            true => Ok("–".into()),
            false => nodes(Position::EMPTY, devices, *depth).map(|nodes| grouped(nodes as f64, 0)),
        };
        let cells: Vec<String> = DEPTHS.iter().map(cell).collect::<Fallible<_>>()?;
        println!("| {name} | {} |", cells.join(" | "));
    }
    println!("\n{}\n{}", heading("mean nodes to"), "|---".repeat(DEPTHS.len() + 1) + "|");
    let with_8 = Part::Test.positions()?.iter().copied().filter(|position| position.stones() == 8);
    let openings: Vec<Position> = with_8.take(OPENINGS).collect();
    for (name, devices) in rows() {
        let cell = |depth: &u32| match is_too_deep(devices, *depth) {
            true => Ok("–".into()),
            false => mean(&openings, devices, *depth),
        };
        let cells: Vec<String> = DEPTHS.iter().map(cell).collect::<Fallible<_>>()?;
        println!("| {name} | {} |", cells.join(" | "));
    }
    println!("\n{} openings of 8 stones.", openings.len());
    Ok(())
}

fn heading(what: &str) -> String {
    let depths = DEPTHS.map(|depth| format!("{what} depth {depth}"));
    format!("| devices | {} |", depths.join(" | "))
}

fn is_too_deep(devices: Devices, depth: u32) -> bool {
    !devices.alpha_beta && depth > PLAIN_DEPTH
}

/// The names of rows with their devices.
fn rows() -> Vec<(String, Devices)> {
    let added = [
        ("alpha_beta", "alpha-beta"),
        ("centre_order", "centre first"),
        ("table", "table"),
        ("table_move", "table move first"),
        ("mirror", "mirror"),
        ("killers", "killers"),
        ("threats", "threats"),
        ("history", "history: the default"),
    ];
    let mut rows = vec![("plain minimax".to_owned(), Devices::NONE)];
    let mut devices = Devices::NONE;
    for (device, name) in added {
        devices = devices.with(device, true).unwrap_or(devices);
        rows.push((format!("+ {name}"), devices));
    }
    rows
}

/// Nodes of all depths to `depth`, with an empty table.
fn nodes(position: Position, devices: Devices, depth: u32) -> Fallible<u64> {
    let set = FeatureSet::from_name("article")?;
    let coefficients = [50.0, 10.0, 1.0, 2.0];
    let weights: Vec<f64> = set.features().iter().zip(coefficients).map(|(f, c)| c * f.scale()).collect();
    let mut searcher = Searcher::new(Heuristic::new(&set, &weights)?, devices, TABLE_BITS)?;
    Ok(searcher.search(position, Limits::Depth(depth)).map_or(0, |found| found.nodes))
}

fn mean(openings: &[Position], devices: Devices, depth: u32) -> Fallible<String> {
    let counted: Result<Vec<f64>, String> = openings
        .par_iter()
        .map(|&position| nodes(position, devices, depth).map(|n| n as f64).map_err(|e| e.to_string()))
        .collect();
    Ok(with_error(&Statistic::from(Mean).estimate(&counted?)))
}
