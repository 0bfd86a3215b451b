//! What games have beyond a problem: policies that can be kept, compared, shown and played.

use super::{Player, PolicyFile, Problem, Scenario, View};
use crate::error::{Error, Result};
use crate::objective::Estimate;
use serde::{Deserialize, Serialize};
use toml::Table;

/// A problem whose genomes are policies.
pub trait Game: Problem {
    /// The policy that plays `genome` in `scenario`. It is the one place where a genome becomes a policy.
    ///
    /// # Errors
    /// [`Error::Input`] if the genome or the scenario is not of this game.
    fn decode(&self, name: &str, genome: &[f64], scenario: &Scenario) -> Result<PolicyFile>;

    /// Gets a policy ready to be scored; it plays by its own search, whatever the scenario says.
    ///
    /// # Errors
    /// [`Error::Input`] naming what is wrong with the policy.
    fn player(&self, policy: &PolicyFile) -> Result<Box<dyn Player + '_>>;

    /// How the policy of `genome` searches in `scenario`, as keys for other programs; none where there is nothing
    /// to say.
    ///
    /// # Errors
    /// [`Error::Input`] if the genome or the scenario is not of this game.
    fn search(&self, _genome: &[f64], _scenario: &Scenario) -> Result<Table> {
        Ok(Table::new())
    }

    /// Policies made of the members of a front that are worth measuring against the best member alone; `None`
    /// where there are none.
    ///
    /// # Errors
    /// [`Error::Input`] if the scenario is not of this game.
    fn variants(&self, _front: &VariantFront<'_>) -> Result<Option<Variants>> {
        Ok(None)
    }

    /// How long the games of all variants take together, where those of the best member count 1: a guess, for the
    /// time that is left.
    fn cost_of_variants(&self) -> f64 {
        0.0
    }

    /// Why there are no variants to measure, to be read after "allowed is 0"; `None` if there are some.
    fn without_variants(&self) -> Option<&'static str> {
        Some("for a game whose members are not combined")
    }

    /// `policy` with what it measured. Without more to say, `mean_<metric>` with each estimate.
    ///
    /// # Errors
    /// [`Error::Internal`] if a figure has no JSON form.
    fn measured(&self, policy: PolicyFile, means: &[Measured]) -> Result<PolicyFile> {
        let broken = |e: serde_json::Error| Error::Internal(format!("policy: {e}"));
        let figure = |it: &Measured| {
            Ok((format!("mean_{}", it.metric), serde_json::to_value(it.mean).map_err(broken)?))
        };
        Ok(policy.with_measured(means.iter().map(figure).collect::<Result<_>>()?))
    }

    /// What a person sees of the game.
    fn view(&self) -> &dyn View;
}

/// What variants are made from.
#[derive(Debug, Clone, Copy)]
pub struct VariantFront<'a> {
    /// The genomes of the front.
    pub genomes: &'a [Vec<f64>],
    /// Index of the best single member: best value of the first objective on test games.
    pub best: usize,
    /// Index of the knee.
    pub knee: usize,
    /// The scenario that the members were tuned in.
    pub scenario: &'a Scenario,
}

/// Policies to be measured.
#[derive(Debug, Clone)]
pub struct Variants {
    /// The metric whose means are compared; more is better.
    pub metric: &'static str,
    /// The metric of what a policy costs.
    pub cost: &'static str,
    /// The policies; the first is the baseline.
    pub policies: Vec<Variant>,
}

/// A policy to be measured.
#[derive(Debug, Clone)]
pub struct Variant {
    /// What it is called in reports.
    pub name: &'static str,
    /// What it does, in a few words.
    pub what: String,
    /// What it is measured for.
    pub role: Role,
    /// The policy.
    pub policy: PolicyFile,
}

/// What a measured policy stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The best single member: what the others have to beat.
    Baseline,
    /// The same member at a higher cost: the other end of the line of equal cost.
    Dearer,
    /// It costs what the baseline costs, and pays if it is better.
    SameCost,
    /// It costs something between the baseline and the dearer one, and pays if it lies above their line.
    BetweenCosts,
}

/// The mean of a metric of a policy, on games on which it was not chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// The metric.
    pub metric: String,
    /// Its mean.
    pub mean: Estimate,
}

/// The game that `problem` is.
///
/// # Errors
/// [`Error::Input`] if there is nothing to play.
pub fn game(problem: &dyn Problem) -> Result<&dyn Game> {
    let refuse = || Error::Input(format!("{} is no game: there is nothing to play", problem.name()));
    problem.as_game().ok_or_else(refuse)
}
