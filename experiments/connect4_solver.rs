//! Is the exact solver of Connect Four right, and how fast?
//!
//! Solves the positions in `tests/data/connect4`, each with an empty table and without a book, and prints a
//! Markdown table. Usage: `cargo run --release --example connect4-solver [POSITIONS [FILE...]]`, where
//! POSITIONS is how many of each file are solved, from its start (all if not given), and FILE a name such as
//! `begin-hard` (all six if not given). One core; all of `begin-hard` takes some twenty minutes.

use paretune::games::connect4::rules::Position;
use paretune::games::connect4::solver::Solver;
use std::path::Path;
use std::time::{Duration, Instant};

const FILES: [&str; 6] =
    ["end-easy", "middle-easy", "middle-medium", "begin-easy", "begin-medium", "begin-hard"];
/// 128 MiB.
const LOG2_ENTRIES: u32 = 24;

type Fallible<T> = Result<T, Box<dyn std::error::Error>>;

#[derive(Default)]
struct Figures {
    positions: u32,
    wrong: u32,
    nodes: u64,
    time: Duration,
}

fn main() -> Fallible<()> {
    let mut arguments = std::env::args().skip(1);
    let positions = arguments.next().map_or(Ok(usize::MAX), |count| count.parse())?;
    let mut files: Vec<String> = arguments.collect();
    if files.is_empty() {
        files = FILES.map(String::from).to_vec();
    }
    let mut solver = Solver::new(LOG2_ENTRIES)?;
    println!("| file | positions | wrong | mean time, ms | mean nodes | million nodes a second |");
    println!("|---|---:|---:|---:|---:|---:|");
    for file in files {
        println!("| {file} {}", cells(&measured(&mut solver, &file, positions)?));
    }
    Ok(())
}

fn measured(solver: &mut Solver, file: &str, positions: usize) -> Fallible<Figures> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/connect4");
    let text = std::fs::read_to_string(folder.join(file).with_extension("txt"))
        .map_err(|e| format!("{file}: {e}; the files are {}", FILES.join(", ")))?;
    let mut figures = Figures::default();
    for line in text.lines().take(positions) {
        let (moves, score) = line.split_once(' ').ok_or("a line without a score")?;
        let (position, score) = (moves.parse::<Position>()?, score.parse::<i32>()?);
        solver.reset();
        let start = Instant::now();
        let found = solver.score(position);
        figures.time += start.elapsed();
        figures.nodes += solver.nodes();
        figures.positions += 1;
        figures.wrong += u32::from(found != score);
    }
    Ok(figures)
}

/// The row of a file, without its name.
fn cells(figures: &Figures) -> String {
    let (count, nodes) = (f64::from(figures.positions), figures.nodes as f64);
    let seconds = figures.time.as_secs_f64();
    format!(
        "| {} | {} | {:.4} | {:.0} | {:.1} |",
        figures.positions,
        figures.wrong,
        seconds * 1e3 / count,
        nodes / count,
        nodes / seconds / 1e6
    )
}
