//! `front.csv` and `population.csv`: one row a member, figures with errors, genes.

use crate::error::{Error, Result};
use crate::objective::Estimate;
use crate::store::{FrontFile, FrontMember};
use crate::tuner::PopulationRow;

/// Columns `id, generation, rank`, the objectives with `_se`, the same with `_holdout`, genes.
/// Every member has rank 0: the file holds those that are non-dominated on held-out figures.
///
/// # Errors
/// [`Error::Internal`] if a row has no CSV form.
pub fn front(front: &FrontFile) -> Result<Vec<u8>> {
    let rows = front.members.iter().map(|member| {
        let head = vec![member.id.to_string(), member.generation.to_string(), "0".into()];
        (head, member)
    });
    write(front, &["id", "generation", "rank"], rows)
}

/// As [`front`], for all finalists; `rank` is that on training figures, and
/// `rank_holdout` that on held-out ones.
///
/// # Errors
/// [`Error::Internal`] if a row has no CSV form.
pub fn population(front: &FrontFile, population: &[PopulationRow]) -> Result<Vec<u8>> {
    let rows = population.iter().map(|row| {
        let member = &row.member;
        let ranks = [row.rank, row.rank_holdout].map(|rank| rank.to_string());
        let head = [member.id, member.generation].map(|number| number.to_string()).into_iter().chain(ranks);
        (head.collect(), member)
    });
    write(front, &["id", "generation", "rank", "rank_holdout"], rows)
}

fn write<'m>(
    front: &FrontFile,
    head: &[&str],
    rows: impl Iterator<Item = (Vec<String>, &'m FrontMember)>,
) -> Result<Vec<u8>> {
    let broken = |e: csv::Error| Error::Internal(format!("CSV: {e}"));
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut header: Vec<String> = head.iter().map(|&name| name.to_owned()).collect();
    for suffix in ["", "_holdout"] {
        for objective in &front.objectives {
            header.extend([format!("{}{suffix}", objective.name), format!("{}{suffix}_se", objective.name)]);
        }
    }
    header.extend(front.genes.iter().cloned());
    writer.write_record(&header).map_err(broken)?;
    for (mut fields, member) in rows {
        let n_obj = front.objectives.len();
        fields.extend(figures(&member.training, n_obj));
        fields.extend(figures(&member.holdout, n_obj));
        fields.extend(member.genome.iter().map(f64::to_string));
        writer.write_record(&fields).map_err(broken)?;
    }
    writer.into_inner().map_err(|e| Error::Internal(format!("CSV: {e}")))
}

/// Value and error of each objective; empty where there is no number.
fn figures(estimates: &[Estimate], n_obj: usize) -> impl Iterator<Item = String> + '_ {
    let number = |x: f64| if x.is_finite() { x.to_string() } else { String::new() };
    (0..n_obj).flat_map(move |j| match estimates.get(j) {
        Some(estimate) => [number(estimate.value), number(estimate.std_error)],
        None => [String::new(), String::new()],
    })
}
