//! How fast the searches and the solver are: a fixed workload, whose totals depend on nothing but the rules, the features
//! and the search.

use super::super::heuristic::{FeatureSet, Heuristic};
use super::super::rules::Position;
use super::super::search::{DEFAULT_TABLE_BITS, Devices, Limits, Searcher};
use super::super::solver::Solver;
use crate::error::{Error, Result};
use crate::problem::{Allowed, Bench, GameOption, Measurement, Shown};
use crate::rng::{Purpose, stream};
use crate::table::{Column, Grid, Width, count, grouped, wrap};
use rand::RngExt;
use serde_json::json;
use std::time::Instant;

/// The benchmark.
pub(super) struct SearchBench;

const OPTIONS: [GameOption; 1] =
    [GameOption { name: "depth", value: "N", help: "One depth only", allowed: Allowed::Whole(1, 12) }];

/// The depths that are searched.
const DEPTHS: [u32; 3] = [4, 6, 8];
/// Positions of each row.
const POSITIONS: u64 = 64;
/// Stones of the positions that are searched, and of those that are solved.
const STONES: [u32; 2] = [8, 18];
/// The size of the solver's table: 2 to the power of this entries of 8 bytes, 32 MiB.
const TABLE_BITS: u32 = 22;

impl Bench for SearchBench {
    fn options(&self) -> &'static [GameOption] {
        &OPTIONS
    }

    fn kernels(&self) -> Vec<(&'static str, bool)> {
        Vec::new()
    }

    fn choose_kernel(&self, _: Option<&str>) -> Result<Option<&'static str>> {
        Ok(None)
    }

    fn measurement(
        &self,
        options: &[(String, String)],
        _: Option<&str>,
        rounds: usize,
    ) -> Result<Box<dyn Measurement>> {
        let given = options.iter().find(|(name, _)| name == "depth").map(|(_, value)| value);
        let refuse = |value: &String| Error::Input(format!("--depth {value}: allowed is 1 to 12"));
        let only = given.map(|value| value.parse::<u32>().map_err(|_| refuse(value))).transpose()?;
        let depths = only.map_or_else(|| DEPTHS.to_vec(), |depth| vec![depth]);
        let sets = ["article", "threats"];
        let mut rows: Vec<Row> = Vec::new();
        for set in sets {
            rows.extend(
                depths.iter().map(|&depth| Row { searches: Searches::To(set, depth), times: vec![] }),
            );
        }
        rows.push(Row { searches: Searches::Solver, times: vec![] });
        Ok(Box::new(Plan { rows, rounds }))
    }
}

/// What a row measures.
#[derive(Debug, Clone, Copy)]
enum Searches {
    /// A search over the features of a set, with equal weights, to a depth.
    To(&'static str, u32),
    /// The exact solver.
    Solver,
}

#[derive(Debug, Clone)]
struct Row {
    searches: Searches,
    /// Seconds of each round.
    times: Vec<f64>,
}

/// Totals of a row, the same in every round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Totals {
    nodes: u64,
    /// Columns from 1 and scores, added up.
    answers: i64,
}

struct Plan {
    rows: Vec<Row>,
    rounds: usize,
}

impl Measurement for Plan {
    fn steps(&self) -> u64 {
        (self.rows.len() * self.rounds) as u64
    }

    fn run(&self, each: &mut dyn FnMut(u64)) -> Result<Shown> {
        let mut rows = self.rows.clone();
        let mut totals = vec![None; rows.len()];
        let positions = STONES.map(|stones| (0..POSITIONS).map(|i| position(stones, i)).collect::<Vec<_>>());
        for _ in 0..self.rounds {
            for (row, totals) in rows.iter_mut().zip(&mut totals) {
                let (found, seconds) = row.searches.measure(&positions)?;
                if totals.replace(found).is_some_and(|before| before != found) {
                    return Err(Error::Internal("two rounds of the same searches differ".into()));
                }
                row.times.push(seconds);
                each(POSITIONS);
            }
        }
        let totals: Vec<Totals> = totals.into_iter().flatten().collect();
        Ok(shown(rows, totals, self.rounds))
    }
}

impl Searches {
    fn measure(self, [searched, solved]: &[Vec<Position>; 2]) -> Result<(Totals, f64)> {
        let mut totals = Totals::default();
        let begun;
        match self {
            Self::To(set, depth) => {
                let features = FeatureSet::from_name(set)?;
                let weights = vec![1.0; features.features().len()];
                let heuristic = Heuristic::new(&features, &weights)?;
                let mut searcher = Searcher::new(heuristic, Devices::default(), DEFAULT_TABLE_BITS)?;
                begun = Instant::now();
                for &position in searched {
                    searcher.clear();
                    if let Some(found) = searcher.search(position, Limits::Depth(depth)) {
                        totals.nodes += found.nodes;
                        totals.answers += i64::from(found.column + 1);
                    }
                }
            }
            Self::Solver => {
                let mut solver = Solver::new(TABLE_BITS)?;
                begun = Instant::now();
                for &position in solved {
                    let before = solver.nodes();
                    totals.answers += i64::from(solver.score(position));
                    totals.nodes += solver.nodes() - before;
                    solver.reset();
                }
            }
        }
        Ok((totals, begun.elapsed().as_secs_f64()))
    }

    fn name(self) -> String {
        match self {
            Self::To(set, _) => set.into(),
            Self::Solver => "solver".into(),
        }
    }

    fn depth(self) -> String {
        match self {
            Self::To(_, depth) => depth.to_string(),
            Self::Solver => "all".into(),
        }
    }
}

/// A position of a random game that has so many stones and goes on: the first of its stream.
fn position(stones: u32, index: u64) -> Position {
    let mut rng = stream(14, Purpose::Measure, index);
    loop {
        let mut position = Position::EMPTY;
        while position.stones() < stones && !position.is_won() {
            position = position.play(rng.random_range(0..7)).unwrap_or(position);
        }
        if !position.is_won() && position.wins() == 0 {
            return position;
        }
    }
}

fn shown(rows: Vec<Row>, totals: Vec<Totals>, rounds: usize) -> Shown {
    let all = totals.iter().fold((0, 0), |(nodes, answers), it| (nodes + it.nodes, answers + it.answers));
    let signature = format!("{}-{}", all.0, all.1);
    let median = |times: &[f64]| {
        let mut times = times.to_vec();
        times.sort_by(f64::total_cmp);
        times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
    };
    let figures: Vec<(Searches, f64, f64, f64)> = rows
        .iter()
        .zip(&totals)
        .map(|(row, totals)| {
            let (seconds, nodes) = (median(&row.times), totals.nodes as f64);
            let positions = POSITIONS as f64;
            (row.searches, nodes / positions, 1e6 * seconds / positions, nodes / seconds)
        })
        .collect();
    let one = |(searches, nodes, micros, speed): &(Searches, f64, f64, f64)| {
        json!({ "search": searches.name(), "depth": searches.depth(), "nodes_per_position": nodes,
            "us_per_position": micros, "nodes_per_s": speed })
    };
    let json = json!({ "signature": signature, "rounds": rounds, "rows": figures.iter().map(one).collect::<Vec<_>>() });
    Shown { text: Box::new(move |width| table(&figures, &signature, rounds, width)), json }
}

fn table(figures: &[(Searches, f64, f64, f64)], signature: &str, rounds: usize, width: Width) -> String {
    let mut grid = Grid::new("--json");
    grid.push(Column::names("search", figures.iter().map(|row| row.0.name()).collect()));
    grid.push(Column::numbers("depth", figures.iter().map(|row| row.0.depth()).collect()));
    grid.push(Column::numbers("nodes/position", figures.iter().map(|row| grouped(row.1, 0)).collect()));
    grid.push(Column::numbers("µs/position", figures.iter().map(|row| grouped(row.2, 0)).collect()));
    grid.push(Column::numbers("nodes/s", figures.iter().map(|row| grouped(row.3, 0)).collect()));
    let meaning = format!(
        "One thread, medians of {}: {POSITIONS} positions of {} stones, searched with an empty table, and of {} stones, solved.",
        count(rounds, "round"),
        STONES[0],
        STONES[1]
    );
    let signature = format!("signature {signature} (total nodes, and all columns and scores added up)");
    grid.render(width) + &wrap(&meaning, width) + &wrap(&signature, width)
}
