//! What `bench` measured.

use super::Width;
use super::grid::{Column, Grid};
use super::number::grouped;
use super::table::count;
use super::wrap::wrap;
use crate::games::twenty48::bench::{Report, Row};

/// The rows of `report` with its signature. Where they are wider than `width`, columns are left out: the time of
/// the tables, positions, games, the quartiles of the ratio, and the time of a move. `hint` says how to see them.
pub fn bench_table(report: &Report, width: Width, hint: &str) -> String {
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
