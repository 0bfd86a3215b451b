//! TOML: genes, coefficients, search and figures as tables.

use super::genes;
use crate::error::{Error, Result};
use crate::store::{FrontFile, FrontMember};
use serde::Serialize;
use toml::{Table, Value};

#[derive(Serialize)]
struct Document<'f> {
    domain: &'f str,
    id: u64,
    genes: Table,
    #[serde(skip_serializing_if = "Table::is_empty")]
    coefficients: Table,
    #[serde(skip_serializing_if = "Table::is_empty")]
    search: Table,
    objectives: Table,
}

pub(super) fn write(front: &FrontFile, member: &FrontMember) -> Result<String> {
    let genes = genes(front, member);
    let scaled = genes.iter().filter(|gene| gene.scale.is_some());
    let document = Document {
        domain: &front.domain,
        id: member.id,
        genes: genes.iter().map(|gene| (gene.name.clone(), Value::Float(gene.value))).collect(),
        coefficients: scaled.map(|gene| (gene.name.clone(), Value::Float(gene.coefficient()))).collect(),
        search: search(front),
        objectives: objectives(front, member),
    };
    toml::to_string(&document).map_err(|e| Error::Internal(format!("TOML: {e}")))
}

fn search(front: &FrontFile) -> Table {
    let Some(scenario) = front.scenarios.first() else { return Table::new() };
    let ply = Value::Integer(scenario.ply.get() as i64);
    let cutoff = Value::Float(scenario.cutoff);
    [("ply", ply), ("cutoff", cutoff)].map(|(key, value)| (key.to_owned(), value)).into_iter().collect()
}

/// Held-out value and standard error of each objective.
fn objectives(front: &FrontFile, member: &FrontMember) -> Table {
    let figures = |estimate: &crate::objective::Estimate| {
        let numbers = [("value", estimate.value), ("std_error", estimate.std_error)];
        let mut table: Table =
            numbers.map(|(key, number)| (key.to_owned(), Value::Float(number))).into_iter().collect();
        table.insert("games".into(), Value::Integer(estimate.games as i64));
        Value::Table(table)
    };
    let pairs = front.objectives.iter().zip(&member.holdout);
    pairs.map(|(objective, estimate)| (objective.name.clone(), figures(estimate))).collect()
}
