//! What `bench` measured.

use super::number::grouped;
use super::table::plain_table;
use crate::bench::{Report, Row};
use comfy_table::{Cell, CellAlignment, TableComponent};

/// The rows of `report` with its signature.
pub fn bench_table(report: &Report) -> String {
    let mut table = plain_table();
    table.remove_style(TableComponent::HorizontalLines);
    table.remove_style(TableComponent::MiddleIntersections);
    table.set_header([
        "features",
        "ply",
        "search",
        "kernel",
        "ns/move",
        "moves/s",
        "games/s",
        "positions/s",
        "ratio",
        "tables µs",
    ]);
    for row in &report.rows {
        table.add_row(cells(row));
    }
    format!(
        "{table}\nOne thread, medians of {} rounds. ratio: times as fast as plain, exact, at the same \
         depth (quartiles).\ntables µs: how long the tables of a weight vector take, which the other figures leave \
         out.\nsignature {} (total work and total score)\n",
        report.rounds, report.signature
    )
}

fn cells(row: &Row) -> Vec<Cell> {
    let right = |text: String| Cell::new(text).set_alignment(CellAlignment::Right);
    let [low, high] = row.ratio_quartiles;
    vec![
        Cell::new(row.features),
        right(row.ply.to_string()),
        Cell::new(row.search),
        Cell::new(row.kernel),
        right(if row.ns_per_move < 1000.0 {
            format!("{:.1}", row.ns_per_move)
        } else {
            grouped(row.ns_per_move, 0)
        }),
        right(grouped(row.moves_per_s, 0)),
        right(if row.games_per_s < 100.0 {
            format!("{:.1}", row.games_per_s)
        } else {
            grouped(row.games_per_s, 0)
        }),
        right(grouped(row.positions_per_s, 0)),
        right(format!("{:.2} ({low:.2}–{high:.2})", row.ratio)),
        right(format!("{:.0}", row.tables_us)),
    ]
}
