//! Tables for the terminal.

use super::number::{grouped, plain, with_bounds, with_error};
use crate::inference::Interval;
use crate::objective::Goal;
use crate::policy::depth;
use crate::store::{FrontFile, FrontMember, Switching};
use comfy_table::{Cell, CellAlignment, ContentArrangement, Table, presets};
use std::ops::Range;

/// More genes than this are left to the CSV, but for those of the depth: a table of thirty columns
/// reads like none.
const MAX_GENE_COLUMNS: usize = 10;

/// Rows above this number are left to the CSV.
const MAX_ROWS: usize = 40;

/// The front: picks, which floors are missed if any are, how sure it is that a member is non-dominated, fresh
/// figures with their simultaneous intervals, training figures, weights.
pub fn front_table(front: &FrontFile) -> String {
    let mut table = plain_table();
    let mut header = vec!["pick".to_owned(), "id".to_owned()];
    let exact = front.games == 0;
    if misses_a_floor(front) {
        header.push("floors".into());
    }
    if !exact {
        header.push("non-dominated".into());
    }
    for objective in &front.objectives {
        let arrow = if objective.goal == Goal::Max { "↑" } else { "↓" };
        header.push(format!("{} {arrow}", objective.name));
        if !exact {
            header.push("training".into());
        }
    }
    let genes = front.genes.len();
    let weights = front.depth.as_ref().map_or(genes, |it| depth::features(it, genes) * it.vectors.size());
    let hidden = if front.genes.len() <= MAX_GENE_COLUMNS { 0 } else { weights };
    header.extend(front.genes.iter().skip(hidden).cloned());
    table.set_header(header);
    for member in front.members.iter().take(MAX_ROWS) {
        table.add_row(front_row(front, member, exact, hidden..weights));
    }
    let hidden = front.members.len().saturating_sub(MAX_ROWS);
    let more = if hidden > 0 { format!("… and {hidden} more in front.csv\n") } else { String::new() };
    format!("{table}\n{more}")
}

fn front_row(front: &FrontFile, member: &FrontMember, exact: bool, weights: Range<usize>) -> Vec<Cell> {
    let right = |text: String| Cell::new(text).set_alignment(CellAlignment::Right);
    let mut row = vec![Cell::new(picks_of(front, member.id).join(" ")), right(member.id.to_string())];
    if misses_a_floor(front) {
        row.push(Cell::new(floors(member)));
    }
    if !exact {
        let percent = |p: f64| format!("{}%", grouped(100.0 * p, 0));
        row.push(right(member.p_non_dominated.map(percent).unwrap_or_default()));
    }
    for (j, (held_out, training)) in member.fresh.iter().zip(&member.training).enumerate() {
        let bounded = member.intervals.get(j).map(|interval| with_bounds(held_out, interval));
        row.push(right(bounded.unwrap_or_else(|| with_error(held_out))));
        if !exact {
            row.push(right(plain(training.value)));
        }
    }
    let (shown, rest) = member.genome.split_at(weights.end.min(member.genome.len()));
    row.extend(shown.iter().skip(weights.start).map(|gene| right(format!("{gene:.3}"))));
    row.extend(rest.iter().map(|gene| right(gene.to_string())));
    row
}

fn misses_a_floor(front: &FrontFile) -> bool {
    front.members.iter().any(|member| member.violation > 0.0 || member.violation_fresh > 0.0)
}

/// Where `member` misses a floor.
fn floors(member: &FrontMember) -> &'static str {
    match (member.violation > 0.0, member.violation_fresh > 0.0) {
        (false, false) => "kept",
        (true, true) => "missed",
        (true, false) => "missed held out",
        (false, true) => "missed fresh",
    }
}

/// The picks that choose member `id`, shortened: `knee`, `best:mean_score`.
fn picks_of(front: &FrontFile, id: u64) -> Vec<String> {
    front.picks.iter().filter(|(_, picked)| **picked == id).map(|(name, _)| name.clone()).collect()
}

/// The measured policies.
pub fn switching_table(switching: &Switching) -> String {
    let mut table = plain_table();
    table.set_header([
        "policy",
        "what it does",
        "mean score",
        "work/move",
        "against single",
        "at equal work",
    ]);
    for policy in &switching.policies {
        let right = |text: String| Cell::new(text).set_alignment(CellAlignment::Right);
        let chosen = if policy.name == switching.chosen { " *" } else { "" };
        table.add_row(vec![
            Cell::new(format!("{}{chosen}", policy.name)),
            Cell::new(&policy.what),
            right(with_error(&policy.mean_score)),
            right(plain(policy.work_per_move)),
            right(policy.difference.map(|i| interval(&i, 0, "")).unwrap_or_default()),
            right(policy.at_equal_work_percent.map(|i| interval(&i, 1, "%")).unwrap_or_default()),
        ]);
    }
    format!("{table}\n")
}

/// `+1,234 [+900, +1,568]`; what is not bounded, or has no value, is `?`.
pub(super) fn interval(interval: &Interval, decimals: usize, unit: &str) -> String {
    let signed = |x: f64| match x.is_finite() {
        true => format!("{}{}", if x >= 0.0 { "+" } else { "" }, grouped(x, decimals)),
        false => "?".into(),
    };
    format!("{}{unit} [{}, {}]", signed(interval.value), signed(interval.low), signed(interval.high))
}

pub(super) fn plain_table() -> Table {
    let mut table = Table::new();
    table.load_preset(presets::UTF8_HORIZONTAL_ONLY).set_content_arrangement(ContentArrangement::Dynamic);
    table
}
