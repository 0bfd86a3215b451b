//! The experiment: every key of the TOML file with its default and its range.

use super::{DepthConfig, HoldoutConfig, SamplingConfig, StopConfig, Whole};
use crate::objective::{Goal, Scale};
use crate::optim::{Algorithm, Crossover, Mutation, Survival};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The largest number TOML tools agree on for a seed.
pub const MAX_SEED: u64 = i64::MAX as u64;

/// What one run does. Missing keys have the defaults given here; once resolved, nothing is
/// missing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// The game or benchmark problem; default `twenty48`.
    #[serde(default = "default_domain")]
    pub domain: String,
    /// The heuristic's features: a named set or a list; games only, default `lines`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub features: Option<FeatureChoice>,
    /// Search depth as genes beside the weights; games only, default none: the scenario's depth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<DepthConfig>,
    /// Number of variables of a benchmark problem; default its standard size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub n_var: Option<Whole<2, 10_000>>,
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
    /// Bounds of single genes, `name = [lower, upper]`; the rest keep the domain's.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub bounds: BTreeMap<String, [f64; 2]>,
    /// Settings in which a candidate is scored; games only, default one: 1-ply, 25 games.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scenario: Vec<Scenario>,
    /// How many games a candidate plays, and when; games only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sampling: Option<SamplingConfig>,
    /// What ends the run before its last generation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<StopConfig>,
    /// The objectives; default the domain's preset.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objective: Vec<ObjectiveConfig>,
    /// Scoring the finalists on held-out games, on which the front is chosen among them, and that front
    /// on fresh ones, whose figures are shown; games only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holdout: Option<HoldoutConfig>,
    /// Measuring policies that switch between members; with `[depth]` members switch by themselves
    /// and nothing is measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub switching: Option<SwitchingConfig>,
}

impl Experiment {
    /// Fills in what the complete experiment of an older run leaves out, with what that run did.
    pub fn fill_as_before(&mut self) {
        // Only games have held-out games, and only they are sampled.
        if self.holdout.is_some() {
            self.sampling.get_or_insert_with(SamplingConfig::before_rounds).fill_as_before();
        }
        self.holdout.iter_mut().for_each(HoldoutConfig::fill_as_before);
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

/// A named feature set or a list of features.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "the name of a feature set, or a list of feature names")]
pub enum FeatureChoice {
    /// The name of a set.
    Named(String),
    /// The features themselves, in order.
    List(Vec<String>),
}

/// `[optimiser]`. In a file, `optimiser = "random"` is short for a table with that `algorithm`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OptimiserConfig {
    /// The algorithm; default `nsga2`.
    pub algorithm: Algorithm,
    /// Individuals in every generation; default 64.
    pub pop_size: Whole<2, 100_000>,
    /// Generations, counting the initial one; default 40.
    pub n_gen: Whole<1, 1_000_000>,
    /// How the next population is cut from parents and children; `ga` has its own way.
    pub survival: Survival,
    /// Simulated binary crossover; `nsga2` and `ga` only, ignored by the others.
    pub crossover: Crossover,
    /// Polynomial mutation; `nsga2` and `ga` only, ignored by the others.
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

/// `[[scenario]]`: how games are played to score a candidate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Scenario {
    /// Its name; default `main`.
    pub name: String,
    /// Search depth; default 1.
    pub ply: Whole<1, 8>,
    /// Games of a round; default 25. How many rounds a candidate plays is up to `[sampling]`.
    pub games: Whole<2, 100_000_000>,
    /// Probability below which a spawn is valued by 1-ply instead of searched; default 0, exact.
    pub cutoff: f64,
    /// Whether search values are cached within a game; default false.
    pub cache: bool,
}

impl Default for Scenario {
    fn default() -> Self {
        Self { name: "main".into(), ply: Whole::new(1), games: Whole::new(25), cutoff: 0.0, cache: false }
    }
}

/// `[[objective]]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectiveConfig {
    /// What it is called, in letters, digits, _ and -; default `<statistic>_<metric>[_<at>][@<scenario>]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// A metric of the domain.
    pub metric: String,
    /// `mean` (default), `median`, `p1` to `p99`, `share` (with `at`), `sd`, `value`.
    #[serde(default = "default_statistic")]
    pub statistic: String,
    /// Threshold of `share`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<f64>,
    /// `max` (default) or `min`.
    #[serde(default = "default_goal")]
    pub goal: Goal,
    /// `linear` (default) or `log`: whether differences or ratios count where candidates are spread
    /// out, a hypervolume is taken or a knee is sought. Figures are shown as they are. Score grows
    /// about with the logarithm of work, so a front of the two is spread evenly without. A share,
    /// which may be 0, has no logarithm.
    #[serde(default, skip_serializing_if = "Scale::is_linear")]
    pub scale: Scale,
    /// A candidate below is infeasible; default none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor: Option<f64>,
    /// The scenario it is measured in; default the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
}

/// `[switching]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SwitchingConfig {
    /// Games per policy; default 1,000, and 0 with `[depth]`; 0 leaves the measurement out.
    pub games: Whole<0, 100_000_000>,
}

impl Default for SwitchingConfig {
    fn default() -> Self {
        Self { games: Whole::new(1000) }
    }
}

fn default_domain() -> String {
    "twenty48".into()
}

fn default_seed() -> Whole<0, MAX_SEED> {
    Whole::new(1)
}

fn default_statistic() -> String {
    "mean".into()
}

fn default_goal() -> Goal {
    Goal::Max
}
