//! Which openings of Connect Four leave both colours a chance?
//!
//! Draws positions of 6 to 8 stones by random moves, most of them of 8, since there are few others, keeps each whose exact score lies from −2 to 2, a mirror image standing
//! for both, and prints the moves, one position a line. `src/games/connect4/openings/suite.txt` is its output.
//! Usage: `cargo run --release --example connect4-openings [DRAWS]` (8,000 draws if not given: about 40 minutes on two cores).

use paretune::games::connect4::rules::{COLUMNS, Position};
use paretune::games::connect4::solver::Solver;
use paretune::rng::{Purpose, stream};
use rand::RngExt;
use rayon::prelude::*;
use std::collections::HashSet;
use std::sync::Mutex;

/// Scores from its negative to this one are near 0.
const NEAR: i32 = 2;
/// Draws that are solved at a time.
const BATCH: u64 = 64;

type Fallible<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Fallible<()> {
    let draws = std::env::args().nth(1).map_or(Ok(8_000), |draws| draws.parse::<u64>())?;
    let solver = |_| Solver::new(24).map(Mutex::new);
    let solvers = (0..rayon::current_num_threads()).map(solver).collect::<Result<Vec<_>, _>>()?;
    let mut seen = HashSet::new();
    for start in (0..draws).step_by(BATCH as usize) {
        let drawn: Vec<_> = (start..draws.min(start + BATCH))
            .filter_map(draw)
            .filter(|(_, position)| seen.insert(position.mirror_key()))
            .collect();
        let is_near = |(_, position): &(String, Position)| {
            let solver = &solvers[rayon::current_thread_index().unwrap_or(0) % solvers.len()];
            solver.lock().is_ok_and(|mut solver| solver.score_near(*position, NEAR).is_some())
        };
        let near: Vec<bool> = drawn.par_iter().map(is_near).collect();
        drawn.iter().zip(near).filter(|(_, near)| *near).for_each(|((moves, _), _)| println!("{moves}"));
    }
    Ok(())
}

/// The moves and the position of draw `index`; `None` if the game is over.
fn draw(index: u64) -> Option<(String, Position)> {
    let mut rng = stream(1, Purpose::Measure, index);
    // Positions of fewer stones are few, and each takes many times longer to solve.
    let stones = match rng.random_range(0..16) {
        0 => 6,
        1..=3 => 7,
        _ => 8,
    };
    let mut moves = String::new();
    while moves.len() < stones {
        moves.push(char::from_digit(rng.random_range(1..=COLUMNS), 10)?);
    }
    let position: Position = moves.parse().ok()?;
    (!position.is_won()).then_some((moves, position))
}
