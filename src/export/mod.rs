//! A member of a front in forms that other programs read: one file a format.

mod csv;
mod json;
mod toml;

use crate::error::Result;
use crate::problem::{Game, Measured, PolicyFile, Problem, game};
use crate::run::{FrontFile, FrontMember, ObjectiveInfo};
use crate::statistics::Estimate;

/// A format to export to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Format {
    /// A policy file that `play` loads; for a benchmark problem its variables
    Json,
    /// One line a gene: name, value, and for a game its scale and coefficient
    Csv,
    /// Genes, coefficients, search and figures as tables
    Toml,
}

/// One gene of an exported member.
#[derive(Debug, Clone, PartialEq)]
pub struct ExportedGene {
    /// Its name.
    pub name: String,
    /// Its value; for a weight that of the feature divided by its scale.
    pub value: f64,
    /// For a weight the feature's scale; value / scale is the coefficient of the feature itself,
    /// which is what another engine wants.
    pub scale: Option<f64>,
}

impl ExportedGene {
    /// The coefficient of the unscaled feature; the value itself where there is no scale.
    pub fn coefficient(&self) -> f64 {
        self.value / self.scale.unwrap_or(1.0)
    }
}

/// Writes `member` of `front`, which is one of `problem`, in `format`.
///
/// # Errors
/// [`crate::error::Error::Internal`] if it has no such form, or what the game reports.
pub fn export(
    front: &FrontFile,
    problem: &dyn Problem,
    member: &FrontMember,
    format: Format,
) -> Result<String> {
    match format {
        Format::Json => json::write(front, problem, member),
        Format::Csv => csv::write(&genes(problem, member)),
        Format::Toml => toml::write(front, problem, member),
    }
}

/// The policy that plays `member` as it was tuned.
///
/// # Errors
/// [`crate::error::Error::Input`] if the front is of no game.
pub fn policy(front: &FrontFile, problem: &dyn Problem, member: &FrontMember) -> Result<PolicyFile> {
    let game = game(problem)?;
    let scenario = front.scenarios.first().cloned().unwrap_or_default();
    let policy = game.decode(&format!("id-{}", member.id), &member.genome, &scenario)?;
    match measured(game, front, member) {
        means if means.is_empty() => Ok(policy),
        means => game.measured(policy, &means),
    }
}

/// The means of the member's metrics on test games, as far as they were objectives in the first scenario,
/// whatever the objectives are called.
fn measured(game: &dyn Game, front: &FrontFile, member: &FrontMember) -> Vec<Measured> {
    let first = front.scenarios.first().map_or("", |scenario| &scenario.name);
    let mean = |metric: &str| -> Option<Estimate> {
        let (what, there) = (format!("mean_{metric}"), format!("mean_{metric}@{first}"));
        let is_it = |o: &ObjectiveInfo| [&what, &there].contains(&o.measures.as_ref().unwrap_or(&o.name));
        member.test.get(front.objectives.iter().position(is_it)?).copied()
    };
    let metrics = game.metrics().iter().map(|metric| &metric.name);
    metrics.filter_map(|name| Some(Measured { metric: name.clone(), mean: mean(name)? })).collect()
}

fn genes(problem: &dyn Problem, member: &FrontMember) -> Vec<ExportedGene> {
    let genes = problem.space().genes.iter().zip(&member.genome).enumerate();
    let exported = |(i, (gene, value)): (usize, (&crate::optim::Gene, &f64))| ExportedGene {
        name: gene.name.clone(),
        value: *value,
        scale: problem.scale(i),
    };
    genes.map(exported).collect()
}
