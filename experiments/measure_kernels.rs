//! How much faster than plain code is each kernel, at which depth?
//!
//! Chooses moves on positions of real play, the kernels in turn in every round, and prints the
//! median time a move and its ratio to plain code without shortcuts, which has to be measured in the same run.
//! Usage: `cargo run --release --example measure-kernels [ROUNDS]`.

use paretune::game::twenty48::Board;
use paretune::heuristic::{Feature, FeatureSet, Heuristic};
use paretune::player::{Kernel, SearchOptions, Searcher, play_with};
use paretune::rng::{Purpose, seed};
use std::hint::black_box;
use std::time::Instant;

/// A vector that a search found for `lines`, as coefficients of unscaled features.
const LINES: [(&str, f64); 8] = [
    ("empty", 2.75),
    ("merges", 3.33),
    ("mono4", 0.001_78),
    ("mono1", 1.2),
    ("sum35", 0.006_42),
    ("smooth", 0.466),
    ("edge", 0.104),
    ("value", 0.000_889),
];

/// Depths with their shortcuts, and the positions of a round.
const SEARCHES: [(SearchOptions, usize); 4] = [
    (SearchOptions::exact(2), 2000),
    (SearchOptions::exact(3), 100),
    (SearchOptions { ply: 3, cutoff: 0.1, cache: false }, 200),
    (SearchOptions { ply: 3, cutoff: 0.1, cache: true }, 400),
];

fn lines() -> paretune::error::Result<Heuristic> {
    let features: Vec<Feature> = LINES.iter().filter_map(|(name, _)| Feature::from_name(name)).collect();
    let weights: Vec<f64> = LINES.iter().zip(&features).map(|((_, c), f)| c * f.scale()).collect();
    Heuristic::new(&features, &weights)
}

fn article() -> paretune::error::Result<Heuristic> {
    Heuristic::new(FeatureSet::from_name("article")?.features(), &[2.0, 3.0, 1.0, 0.5])
}

/// Consecutive positions of 2-ply games.
fn positions(heuristic: &Heuristic, count: usize) -> Vec<Board> {
    let mut searcher = Searcher::new(heuristic, SearchOptions::exact(2));
    let mut boards = Vec::new();
    for game in 0.. {
        play_with(&mut |board| searcher.choose(board), seed(1, Purpose::Measure, game), |board, _| {
            boards.push(board);
        });
        if boards.len() >= count {
            break;
        }
    }
    boards
}

/// Nanoseconds a move of one pass over `boards`.
fn pass(searcher: &mut Searcher<'_>, boards: &[Board]) -> f64 {
    searcher.new_game();
    let start = Instant::now();
    for &board in boards {
        black_box(searcher.choose(board));
    }
    start.elapsed().as_secs_f64() * 1e9 / boards.len() as f64
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn measure(name: &str, heuristic: &Heuristic, rounds: usize) {
    let kernels: Vec<Kernel> = Kernel::available().collect();
    let searches: Vec<(SearchOptions, usize, Kernel)> = SEARCHES
        .iter()
        .flat_map(|&(options, count)| kernels.iter().map(move |&k| (options, count, k)))
        .collect();
    let boards = positions(heuristic, 2000 * rounds);
    let mut times = vec![Vec::new(); searches.len()];
    for round in 0..rounds {
        for (&(options, count, kernel), times) in searches.iter().zip(&mut times) {
            let mut searcher = Searcher::with_kernel(heuristic, options, kernel);
            let boards = &boards[round * 2000..][..count];
            times.push(pass(&mut searcher, boards));
        }
    }
    let medians: Vec<f64> = times.iter_mut().map(|times| median(times)).collect();
    for (i, (options, _, kernel)) in searches.iter().enumerate() {
        let plain = searches
            .iter()
            .position(|(o, _, k)| *o == SearchOptions::exact(options.ply) && *k == Kernel::Plain);
        let ratio = plain.map_or(f64::NAN, |plain| medians[plain] / medians[i]);
        let (ply, cutoff, cache) = (options.ply, options.cutoff, if options.cache { "cache" } else { "" });
        println!(
            "{name:<8} {ply}-ply cutoff {cutoff:<4} {cache:<6} {:<9} {:>9.0} ns/move {ratio:>6.2}",
            kernel.name(),
            medians[i]
        );
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rounds: usize = std::env::args().nth(1).map_or(Ok(15), |rounds| rounds.parse())?;
    measure("lines", &lines()?, rounds);
    measure("article", &article()?, rounds);
    Ok(())
}
