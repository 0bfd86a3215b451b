//! `front.csv` and `population.csv`: one row a member, figures with errors, genes.

use crate::columns::{
    HEAD_COLUMNS, P_NON_DOMINATED, SUFFIXES, figure_columns, interval_columns, smoothed_column,
};
use crate::error::{Error, Result};
use crate::finals::PopulationRow;
use crate::inference::Interval;
use crate::run::{FrontFile, FrontMember};
use crate::statistics::Estimate;

/// Columns `id, generation, rank`, the objectives with `_se`, the same with `_validation` from the validation
/// games the front was chosen on, the same with `_test` from games on which no member was chosen, the
/// ends of their intervals with `_test_low` and `_test_high` (empty where unbounded),
/// `p_non_dominated`, genes. Every member has rank 0 on the validation games.
///
/// # Errors
/// [`Error::Internal`] if a row has no CSV form.
pub fn front(front: &FrontFile) -> Result<Vec<u8>> {
    let rows = front.members.iter().map(|member| Row {
        head: vec![member.id.to_string(), member.generation.to_string(), "0".into()],
        member,
        smoothed: &[],
    });
    write(front, &HEAD_COLUMNS[..3], true, rows)
}

/// All finalists, without test games; `rank` is that by what the optimiser heard, and `rank_validation` that
/// on validation games, of which each played `games_validation` where they raced. `<objective>_smoothed` is what the
/// optimiser heard last, where that is more than its own games.
///
/// # Errors
/// [`Error::Internal`] if a row has no CSV form.
pub fn population(front: &FrontFile, population: &[PopulationRow]) -> Result<Vec<u8>> {
    let rows = population.iter().map(|row| {
        let member = &row.member;
        let ranks = [row.rank, row.rank_validation].map(u64::from);
        let head = [member.id, member.generation].into_iter().chain(ranks).chain(row.games_validation);
        let head = head.map(|number| number.to_string()).collect();
        Row { head, member, smoothed: row.smoothed.as_deref().unwrap_or_default() }
    });
    let races = population.iter().any(|row| row.games_validation.is_some());
    let head = if races { &HEAD_COLUMNS[..] } else { &HEAD_COLUMNS[..4] };
    write(front, head, false, rows)
}

/// One member of a table.
struct Row<'m> {
    /// What stands before its figures.
    head: Vec<String>,
    member: &'m FrontMember,
    /// What the optimiser heard last of each objective; empty where there are no columns for it.
    smoothed: &'m [f64],
}

fn write<'m>(
    front: &FrontFile,
    head: &[&str],
    with_test: bool,
    rows: impl Iterator<Item = Row<'m>>,
) -> Result<Vec<u8>> {
    let rows: Vec<Row> = rows.collect();
    let n_obj = front.objectives.len();
    let smooths = rows.iter().any(|row| !row.smoothed.is_empty());
    let broken = |e: csv::Error| Error::Internal(format!("CSV: {e}"));
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut header: Vec<String> = head.iter().map(|&name| name.to_owned()).collect();
    let names = || front.objectives.iter().map(|objective| objective.name.as_str());
    for suffix in if with_test { &SUFFIXES[..] } else { &SUFFIXES[..2] } {
        header.extend(names().flat_map(|name| figure_columns(name, suffix)));
    }
    if smooths {
        header.extend(names().map(smoothed_column));
    }
    if with_test {
        header.extend(names().flat_map(interval_columns).chain([P_NON_DOMINATED.into()]));
    }
    header.extend(front.genes.iter().cloned());
    writer.write_record(&header).map_err(broken)?;
    for Row { head: mut fields, member, smoothed } in rows {
        fields.extend(figures(&member.training, n_obj));
        fields.extend(figures(&member.validation, n_obj));
        if smooths {
            fields.extend((0..n_obj).map(|j| number(smoothed.get(j).copied().unwrap_or(f64::NAN))));
        }
        if with_test {
            fields.extend(figures(&member.test, n_obj));
            fields.extend(bounds(&member.intervals, n_obj));
            fields.push(number(member.p_non_dominated.unwrap_or(f64::NAN)));
        }
        fields.extend(member.genome.iter().map(f64::to_string));
        writer.write_record(&fields).map_err(broken)?;
    }
    writer.into_inner().map_err(|e| Error::Internal(format!("CSV: {e}")))
}

/// Both ends of each interval.
fn bounds(intervals: &[Interval], n_obj: usize) -> impl Iterator<Item = String> + '_ {
    (0..n_obj).flat_map(move |j| match intervals.get(j) {
        Some(interval) => [number(interval.low), number(interval.high)],
        None => [String::new(), String::new()],
    })
}

/// Empty where there is no number.
fn number(x: f64) -> String {
    if x.is_finite() { x.to_string() } else { String::new() }
}

/// Value and error of each objective.
fn figures(estimates: &[Estimate], n_obj: usize) -> impl Iterator<Item = String> + '_ {
    (0..n_obj).flat_map(move |j| match estimates.get(j) {
        Some(estimate) => [number(estimate.value), number(estimate.std_error)],
        None => [String::new(), String::new()],
    })
}
