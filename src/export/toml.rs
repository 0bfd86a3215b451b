//! TOML: genes, coefficients, search and figures as tables.

use super::{genes, policy};
use crate::error::{Error, Result};
use crate::games::twenty48::policy::{Member, Rule};
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

pub(super) fn write(front: &FrontFile, member: &FrontMember) -> Result<String> {
    let genes = genes(front, member);
    let scaled = genes.iter().filter(|gene| gene.scale.is_some());
    let document = Document {
        domain: &front.domain,
        id: member.id,
        genes: genes.iter().map(|gene| (gene.name.clone(), Value::Float(gene.value))).collect(),
        coefficients: scaled.map(|gene| (gene.name.clone(), Value::Float(gene.coefficient()))).collect(),
        search: search(front, member)?,
        objectives: objectives(front, member),
    };
    toml::to_string(&document).map_err(|e| Error::Internal(format!("TOML: {e}")))
}

/// Depth and cut-off where no rule applies; if depths are genes also those of every rule, in the
/// order in which rules are tried.
fn search(front: &FrontFile, member: &FrontMember) -> Result<Table> {
    if front.scenarios.is_empty() {
        return Ok(Table::new());
    }
    let policy = policy(front, member)?;
    let options = |member: &Member| -> Table {
        let (ply, cutoff) = (member.search.ply.into(), member.search.cutoff);
        let values = [("ply", Value::Integer(ply)), ("cutoff", Value::Float(cutoff))];
        values.map(|(key, value)| (key.to_owned(), value)).into_iter().collect()
    };
    let rule = |rule: &Rule| {
        let member = policy.members.iter().find(|member| member.name == rule.member);
        let mut table = member.map(&options).unwrap_or_default();
        let empties = rule.when.empty_at_most.map(|n| Value::Integer(n.into()));
        table.extend(empties.map(|n| ("empty_at_most".to_owned(), n)));
        Value::Table(table)
    };
    let mut search = policy.members.first().map(options).unwrap_or_default();
    if !policy.rules.is_empty() {
        search.insert("deeper".into(), Value::Array(policy.rules.iter().map(rule).collect()));
    }
    Ok(search)
}

/// Fresh value and standard error of each objective.
fn objectives(front: &FrontFile, member: &FrontMember) -> Table {
    let figures = |estimate: &crate::objective::Estimate| {
        let numbers = [("value", estimate.value), ("std_error", estimate.std_error)];
        let mut table: Table =
            numbers.map(|(key, number)| (key.to_owned(), Value::Float(number))).into_iter().collect();
        table.insert("games".into(), Value::Integer(estimate.games as i64));
        Value::Table(table)
    };
    let pairs = front.objectives.iter().zip(&member.fresh);
    pairs.map(|(objective, estimate)| (objective.name.clone(), figures(estimate))).collect()
}
