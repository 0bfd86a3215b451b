//! The experiment: every key of the TOML file with its default and its range.

use super::{EVERYBODY, SamplingConfig, StopConfig, TestConfig, ValidationConfig};
use crate::error::Result;
use crate::objective::ObjectiveConfig;
use crate::optim::{Algorithm, Crossover, MAX_POP_SIZE, MIN_POP_SIZE, Mutation, Survival};
use crate::problem::{MAX_GAMES, Problem, Scenario};
use crate::registry;
use crate::whole::Whole;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use toml::Table;

/// The largest number TOML tools agree on for a seed.
pub const MAX_SEED: u64 = i64::MAX as u64;

/// How many individuals a generation may have.
pub type PopSize = Whole<{ MIN_POP_SIZE as u64 }, { MAX_POP_SIZE as u64 }>;

/// How many generations a run may have.
pub type Generations = Whole<1, 1_000_000>;

/// What one run does. Missing keys have the defaults given here; once resolved, nothing is
/// missing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct Experiment {
    /// The game or benchmark problem; default [`registry::DEFAULT`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// The keys that belong to the problem, which reads and checks them.
    #[serde(skip)]
    pub keys: Table,
    /// Seed of the whole run; default 1.
    #[serde(default = "default_seed")]
    pub seed: Whole<0, MAX_SEED>,
    /// A named set of objectives, used where no `[[objective]]` is given; resolves to them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// Genomes of the first generation, in the order of the genes, or names of preset policies; the rest is
    /// random. Once resolved, all are genomes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub initial: Vec<Initial>,
    /// The optimiser and its settings.
    #[serde(default)]
    pub optimiser: OptimiserConfig,
    /// Bounds of single genes, `name = [lower, upper]`; the rest keep the problem's.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub bounds: BTreeMap<String, [f64; 2]>,
    /// Settings in which a candidate is scored; games only, default one of 25 games.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scenario: Vec<Scenario>,
    /// How many games a candidate plays, and when; games only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sampling: Option<SamplingConfig>,
    /// What ends the run before its last generation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<StopConfig>,
    /// The objectives; default the problem's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objective: Vec<ObjectiveConfig>,
    /// The games on which the front is chosen among the finalists; games only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub validation: Option<ValidationConfig>,
    /// The games with which the chosen front is shown; games only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<TestConfig>,
    /// Measuring policies that combine members, where the game has such policies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub switching: Option<SwitchingConfig>,
}

impl Experiment {
    /// The problem that the experiment names, one of those that come with the program.
    ///
    /// # Errors
    /// [`crate::error::Error::Input`] naming the key, its value and what is allowed.
    pub fn problem(&self) -> Result<Box<dyn Problem>> {
        registry::build(self.domain.as_deref(), &self.keys, &EVERYBODY)
    }

    /// Fills in what the complete experiment of an older run leaves out, with what that run did.
    pub fn fill_as_before(&mut self) {
        // Only games are validated, and only they are sampled.
        if self.validation.is_some() {
            self.sampling.get_or_insert_with(SamplingConfig::before_rounds).fill_as_before();
        }
        self.validation.iter_mut().for_each(ValidationConfig::fill_as_before);
    }
}

/// An entry of `initial`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "the name of a preset policy, or a list of genes")]
pub enum Initial {
    /// The name of a policy that comes with the program.
    Preset(String),
    /// The genes themselves.
    Genome(Vec<f64>),
}

impl Initial {
    /// The genes, if they are given.
    pub fn genome(&self) -> Option<&Vec<f64>> {
        match self {
            Self::Preset(_) => None,
            Self::Genome(genome) => Some(genome),
        }
    }
}

/// `[optimiser]`. In a file, `optimiser = "random"` is short for a table with that `algorithm`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OptimiserConfig {
    /// The algorithm; default `nsga2`.
    pub algorithm: Algorithm,
    /// Individuals in every generation; default 64.
    pub pop_size: PopSize,
    /// Generations, counting the initial one; default 40.
    pub n_gen: Generations,
    /// How the next population is cut from parents and children; [`Algorithm`] says which leave it unused.
    pub survival: Survival,
    /// Simulated binary crossover; [`Algorithm`] says which leave it unused.
    pub crossover: Crossover,
    /// Polynomial mutation; [`Algorithm`] says which leave it unused.
    pub mutation: Mutation,
}

impl Default for OptimiserConfig {
    fn default() -> Self {
        Self {
            algorithm: Algorithm::default(),
            pop_size: Whole::new(64),
            n_gen: Whole::new(40),
            survival: Survival::default(),
            crossover: Crossover::default(),
            mutation: Mutation::default(),
        }
    }
}

/// `[switching]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SwitchingConfig {
    /// Test games of the dearest policy; one that is cheaper plays as many as take the same work, up to 50 times as
    /// many. The search takes about twice as much work a budget. Default 1,000, and 0 where the game has no such
    /// policies; below 2 there are none.
    pub games: Whole<0, MAX_GAMES>,
    /// For how many budgets of cost a policy is looked for, 1 to 12; default 3.
    pub budgets: Whole<1, 12>,
}

impl SwitchingConfig {
    /// Whether policies are looked for.
    pub fn is_wanted(&self) -> bool {
        self.games.get() >= 2
    }
}

impl Default for SwitchingConfig {
    fn default() -> Self {
        Self { games: Whole::new(1000), budgets: Whole::new(3) }
    }
}

fn default_seed() -> Whole<0, MAX_SEED> {
    Whole::new(1)
}
