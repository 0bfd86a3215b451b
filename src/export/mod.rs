//! A member of a front in forms that other programs read: one file a format.

mod csv;
mod json;
mod toml;

use crate::error::{Error, Result};
use crate::games::twenty48::heuristic::Feature;
use crate::games::twenty48::policy::{Measured, Member, PolicySpec, depth};
use crate::games::twenty48::search::SearchOptions;
use crate::objective::Estimate;
use crate::run::{FrontFile, FrontMember, ObjectiveInfo};

/// A format to export to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
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
    /// Its value; for a game the weight of the feature divided by its scale.
    pub value: f64,
    /// For a game the feature's scale; value / scale is the coefficient of the feature itself,
    /// which is what another engine wants.
    pub scale: Option<f64>,
}

impl ExportedGene {
    /// The coefficient of the unscaled feature; the value itself where there is no scale.
    pub fn coefficient(&self) -> f64 {
        self.value / self.scale.unwrap_or(1.0)
    }
}

/// Writes `member` of `front` in `format`.
///
/// # Errors
/// [`Error::Internal`] if it has no such form.
pub fn export(front: &FrontFile, member: &FrontMember, format: Format) -> Result<String> {
    match format {
        Format::Json => json::write(front, member),
        Format::Csv => csv::write(&genes(front, member)),
        Format::Toml => toml::write(front, member),
    }
}

/// The policy that plays `member` at the depth it was tuned at, or at the depths of its genes.
///
/// # Errors
/// [`Error::Input`] if the front is of a benchmark problem.
pub fn policy(front: &FrontFile, member: &FrontMember) -> Result<PolicySpec> {
    let scenario = front
        .scenarios
        .first()
        .ok_or_else(|| Error::Input(format!("{} is no game: there is nothing to play", front.domain)))?;
    let name = format!("id-{}", member.id);
    let mut policy = match &front.depth {
        Some(depth) => {
            let features = depth::features(depth, front.genes.len());
            depth::policy(depth, &name, front.genes[..features].to_vec(), &member.genome)
        }
        None => {
            let search: SearchOptions = crate::games::twenty48::search_options(scenario);
            PolicySpec::single(front.genes.clone(), Member { name, weights: member.genome.clone(), search })
        }
    };
    policy.measured = measured(front, member);
    Ok(policy)
}

/// The member's fresh mean score, if that was an objective in the first scenario, with its mean work, if
/// that was one; whatever the objectives are called.
fn measured(front: &FrontFile, member: &FrontMember) -> Option<Measured> {
    let first = front.scenarios.first().map_or("", |scenario| &scenario.name);
    let figure = |what: &str| -> Option<Estimate> {
        let there = format!("{what}@{first}");
        let is_it = |o: &ObjectiveInfo| [what, &there].contains(&o.measures.as_deref().unwrap_or(&o.name));
        member.fresh.get(front.objectives.iter().position(is_it)?).copied()
    };
    let work_per_move = figure("mean_work").map(|work| work.value);
    Some(Measured { mean_score: figure("mean_score")?, work_per_move })
}

fn genes(front: &FrontFile, member: &FrontMember) -> Vec<ExportedGene> {
    let gene = |(name, value): (&String, &f64)| {
        let feature = if front.scenarios.is_empty() { None } else { depth::feature(name) };
        ExportedGene { name: name.clone(), value: *value, scale: feature.map(Feature::scale) }
    };
    front.genes.iter().zip(&member.genome).map(gene).collect()
}
