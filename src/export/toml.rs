//! TOML: genes, coefficients, search and figures as tables.

use super::genes;
use crate::error::{Error, Result};
use crate::problem::Problem;
use crate::run::{FrontFile, FrontMember};
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

pub(super) fn write(front: &FrontFile, problem: &dyn Problem, member: &FrontMember) -> Result<String> {
    let genes = genes(problem, member);
    let scaled = genes.iter().filter(|gene| gene.scale.is_some());
    let document = Document {
        domain: &front.domain,
        id: member.id,
        genes: genes.iter().map(|gene| (gene.name.clone(), Value::Float(gene.value))).collect(),
        coefficients: scaled.map(|gene| (gene.name.clone(), Value::Float(gene.coefficient()))).collect(),
        search: search(front, problem, member)?,
        objectives: objectives(front, member),
    };
    toml::to_string(&document).map_err(|e| Error::Internal(format!("TOML: {e}")))
}

/// How the game says that the member searches.
fn search(front: &FrontFile, problem: &dyn Problem, member: &FrontMember) -> Result<Table> {
    match (problem.as_game(), front.scenarios.first()) {
        (Some(game), Some(scenario)) => game.search(&member.genome, scenario),
        _ => Ok(Table::new()),
    }
}

/// Fresh value and standard error of each objective.
fn objectives(front: &FrontFile, member: &FrontMember) -> Table {
    let figures = |estimate: &crate::statistics::Estimate| {
        let numbers = [("value", estimate.value), ("std_error", estimate.std_error)];
        let mut table: Table =
            numbers.map(|(key, number)| (key.to_owned(), Value::Float(number))).into_iter().collect();
        table.insert("games".into(), Value::Integer(estimate.games as i64));
        Value::Table(table)
    };
    let pairs = front.objectives.iter().zip(&member.test);
    pairs.map(|(objective, estimate)| (objective.name.clone(), figures(estimate))).collect()
}
