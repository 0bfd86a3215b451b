//! How much faster than plain code is each kernel, at which depth?
//!
//! Chooses moves on positions of real play, the kernels in turn in every round, and prints the
//! median time a move and the ratio of plain code without shortcuts, from the same run, to it.
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

/// Positions between the starts of two rounds.
const SPAN: usize = 400;

/// Depths with their shortcuts, and the positions of a round.
const SEARCHES: [(SearchOptions, usize); 4] = [
    (SearchOptions::exact(2), 400),
    (SearchOptions::exact(3), 20),
    (SearchOptions { ply: 3, cutoff: 0.1, cache: false }, 40),
    (SearchOptions { ply: 3, cutoff: 0.1, cache: true }, 60),
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

/// Nanoseconds a move of one pass over `boards`, the first quarter left out to warm the caches.
fn pass(searcher: &mut Searcher<'_>, boards: &[Board]) -> f64 {
    searcher.new_game();
    let (first, boards) = boards.split_at(boards.len() / 4);
    for &board in first {
        black_box(searcher.choose(board));
    }
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

/// Microseconds that the tables of a heuristic take, which deeper searches build at first use.
fn building(heuristic: &Heuristic) -> f64 {
    let copies = vec![heuristic.clone(); 51];
    let time = |copy: &Heuristic| {
        let start = Instant::now();
        black_box(Searcher::new(copy, SearchOptions::exact(2)));
        start.elapsed().as_secs_f64() * 1e6
    };
    median(&mut copies.iter().map(time).collect::<Vec<_>>())
}

fn measure(name: &str, heuristic: &Heuristic, rounds: usize) {
    let kernels: Vec<Kernel> = Kernel::available().collect();
    let searches: Vec<(SearchOptions, usize, Kernel)> = SEARCHES
        .iter()
        .flat_map(|&(options, count)| kernels.iter().map(move |&k| (options, count, k)))
        .collect();
    println!("{name:<8} tables: {:.0} us", building(heuristic));
    let boards = positions(heuristic, SPAN * rounds);
    let mut times = vec![Vec::new(); searches.len()];
    let mut searchers: Vec<Searcher<'_>> = searches
        .iter()
        .map(|&(options, _, kernel)| Searcher::with_kernel(heuristic, options, kernel))
        .collect();
    for round in 0..rounds {
        for ((searcher, (_, count, _)), times) in searchers.iter_mut().zip(&searches).zip(&mut times) {
            times.push(pass(searcher, &boards[round * SPAN..][..*count]));
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
            "{name:<8} {ply}-ply cutoff {cutoff:<4} {cache:<6} {:<9} {:>9.0} ns/move  x {ratio:.2}",
            kernel.name(),
            medians[i]
        );
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rounds: usize = std::env::args().nth(1).map_or(Ok(101), |rounds| rounds.parse())?;
    measure("lines", &lines()?, rounds);
    measure("article", &article()?, rounds);
    Ok(())
}
