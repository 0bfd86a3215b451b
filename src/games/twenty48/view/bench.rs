//! The benchmark of 2048, measured and shown as a table.

use crate::error::{Error, Result};
use crate::games::twenty48::bench::{self, BenchPlan, Report, Row};
use crate::games::twenty48::search::Kernel;
use crate::problem::{Allowed, Bench, GameOption, Measurement, Shown};
use crate::table::{Column, Grid, Width, count, grouped, wrap};

/// What the table hides is seen by.
const HINT: &str = "--wide, --json";

/// The benchmark.
pub(super) struct KernelBench;

const OPTIONS: [GameOption; 2] = [
    GameOption { name: "ply", value: "N", help: "One depth only", allowed: Allowed::Whole(1, 3) },
    GameOption {
        name: "features",
        value: "F",
        help: "One feature set only",
        allowed: Allowed::Words(&bench::SETS),
    },
];

impl Bench for KernelBench {
    fn options(&self) -> &'static [GameOption] {
        &OPTIONS
    }

    fn kernels(&self) -> Vec<(&'static str, bool)> {
        Kernel::ALL.map(|kernel| (kernel.name(), kernel.is_available())).to_vec()
    }

    fn choose_kernel(&self, kernel: Option<&str>) -> Result<Option<&'static str>> {
        let kernel = match kernel.map(named).transpose()? {
            None => Kernel::of_environment()?,
            named => named,
        };
        kernel.map_or(Ok(()), Kernel::force)?;
        Ok(kernel.map(Kernel::name))
    }

    fn measurement(
        &self,
        options: &[(String, String)],
        kernel: Option<&str>,
        rounds: usize,
    ) -> Result<Box<dyn Measurement>> {
        let option =
            |name: &str| options.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
        let ply = option("ply").map(|ply| ply.parse().map_err(|_| refuse("ply", ply))).transpose()?;
        let workloads = bench::workloads(ply, option("features"));
        let kernels = match kernel.map(named).transpose()? {
            None => Kernel::available().collect(),
            Some(kernel) => vec![kernel],
        };
        Ok(Box::new(BenchPlan { workloads, kernels, rounds }))
    }
}

fn named(name: &str) -> Result<Kernel> {
    Kernel::from_name(name).ok_or_else(|| refuse("kernel", name))
}

fn refuse(option: &str, value: &str) -> Error {
    Error::Input(format!("--{option} {value}: not allowed"))
}

impl Measurement for BenchPlan {
    fn steps(&self) -> u64 {
        Self::steps(self)
    }

    fn run(&self, each: &mut dyn FnMut(u64)) -> Result<Shown> {
        let report = bench::run(self, each)?;
        let json = serde_json::to_value(&report).map_err(|e| Error::Internal(format!("JSON: {e}")))?;
        Ok(Shown { text: Box::new(move |width| table(&report, width, HINT)), json })
    }
}

/// The rows of `report` with its signature. Where they are wider than `width`, columns are left out: the time of
/// the tables, positions, games, the quartiles of the ratio, and the time of a move. `hint` says how to see them.
fn table(report: &Report, width: Width, hint: &str) -> String {
    let cells = |cell: &dyn Fn(&Row) -> String| report.rows.iter().map(cell).collect::<Vec<_>>();
    let mut grid = Grid::new(hint);
    grid.push(Column::names("features", cells(&|row| row.features.to_string())));
    grid.push(Column::numbers("ply", cells(&|row| row.ply.to_string())));
    grid.push(Column::names("search", cells(&|row| row.search.to_string())));
    grid.push(Column::names("kernel", cells(&|row| row.kernel.to_string())));
    let time = grid.push(Column::numbers("ns/move", cells(&|row| short(row.ns_per_move, 1000.0))));
    grid.push(Column::numbers("moves/s", cells(&|row| grouped(row.moves_per_s, 0))));
    let games = grid.push(Column::numbers("games/s", cells(&|row| short(row.games_per_s, 100.0))));
    let positions = cells(&|row| grouped(row.positions_per_s, 0));
    let positions = grid.push(Column::numbers("positions/s", positions));
    let ratio = Column::numbers("ratio", cells(&|row| with_quartiles(row)));
    let ratio = grid.push(ratio.or(cells(&|row| format!("{:.2}", row.ratio))));
    let tables = grid.push(Column::numbers("tables µs", cells(&|row| format!("{:.0}", row.tables_us))));
    grid.hide(vec![tables], "tables", "tables µs");
    grid.hide(vec![positions], "positions", "positions/s");
    grid.hide(vec![games], "games", "games/s");
    grid.shorten(vec![ratio], "quartiles", "quartiles");
    grid.hide(vec![time], "time", "ns/move");
    let rounds = count(report.rounds, "round");
    let meaning = format!(
        "One thread, medians of {rounds}. ratio: times as fast as plain, exact, at the same depth (quartiles)."
    );
    let tables = "tables µs: how long the tables of a weight vector take, which the other figures leave out.";
    let signature = format!("signature {} (total work and total score)", report.signature);
    grid.render(width) + &wrap(&meaning, width) + &wrap(tables, width) + &wrap(&signature, width)
}

/// With one decimal below `limit`.
fn short(value: f64, limit: f64) -> String {
    if value < limit { format!("{value:.1}") } else { grouped(value, 0) }
}

fn with_quartiles(row: &Row) -> String {
    let [low, high] = row.ratio_quartiles;
    format!("{:.2} ({low:.2}–{high:.2})", row.ratio)
}
