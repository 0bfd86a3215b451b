//! How much faster than the plain engine does each kernel play 1-ply games?
//!
//! Kernels take turns, so that a slow spell of the machine hits all of them; the medians over the
//! rounds are compared. Usage: `cargo bench --bench one-ply-kernels -- [GAMES] [ROUNDS]`.

use paretune::heuristic::{FeatureSet, Heuristic};
use paretune::player::{Kernel, play_games_one_ply};
use paretune::rng::{Purpose, seed};
use std::time::Instant;

const LINES: [f64; 8] = [12.0, 5.7, 5.9, 4.7, 36.0, 5.1, 1.0, 16.9];
const ARTICLE: [f64; 4] = [3.0, 2.0, 1.0, 4.0];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.parse().ok());
    let games: usize = numbers.next().unwrap_or(1000);
    let rounds: usize = numbers.next().unwrap_or(9);
    let seeds: Vec<u64> = (0..games as u64).map(|i| seed(1, Purpose::Measure, i)).collect();
    let kernels: Vec<Kernel> = Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()).collect();
    println!("{games} games a round, {rounds} rounds");
    println!("{:<8} {:<9} {:>8} {:>8} {:>6}", "features", "kernel", "ns/move", "moves", "ratio");
    for (set, weights) in [("lines", &LINES[..]), ("article", &ARTICLE[..])] {
        let heuristic = Heuristic::new(FeatureSet::from_name(set)?.features(), weights)?;
        let mut times = vec![Vec::new(); kernels.len()];
        let mut moves = 0;
        for _ in 0..rounds {
            for (times, &kernel) in times.iter_mut().zip(&kernels) {
                let start = Instant::now();
                let records = play_games_one_ply(&heuristic, kernel, &seeds);
                let elapsed = start.elapsed().as_secs_f64();
                moves = records.iter().map(|record| u64::from(record.moves)).sum();
                times.push(1e9 * elapsed / moves as f64);
            }
        }
        let medians: Vec<f64> = times.into_iter().map(median).collect();
        for (kernel, nanoseconds) in kernels.iter().zip(&medians) {
            let (name, ratio) = (kernel.name(), medians[0] / nanoseconds);
            println!("{set:<8} {name:<9} {nanoseconds:>8.2} {:>8} {ratio:>6.2}", moves / games as u64);
        }
    }
    Ok(())
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
