//! The seam to a game: genes, metrics, and "play this candidate on these seeds".
//!
//! Nothing above this module knows a game. Adding one is a file here and a line in [`build`].

#[cfg(test)]
mod noise;

use crate::error::{Error, Result};
use crate::experiment::{Experiment, ObjectiveConfig, Scenario};
use crate::games::twenty48::policy::PolicySpec;
use crate::objective::{Goal, Records};
use crate::optim::Space;

/// One number that a domain reports of every game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Metric {
    /// Its name in experiments.
    pub name: String,
    /// Its unit, for axis titles; may be empty.
    pub unit: String,
}

/// A game, or a benchmark problem, whose candidates can be scored.
pub trait Domain: Send + Sync {
    /// Names of the features whose weights are tuned; none for a benchmark problem.
    fn features(&self) -> Vec<String> {
        Vec::new()
    }

    /// The genes with their bounds.
    fn space(&self) -> &Space;

    /// The columns of the records that candidates produce.
    fn metrics(&self) -> &[Metric];

    /// The objectives called `name`, or the default ones for `None`; `None` if there are none.
    fn preset(&self, name: Option<&str>) -> Option<Vec<ObjectiveConfig>>;

    /// The names that [`Self::preset`] knows.
    fn presets(&self) -> &'static [&'static str];

    /// The genome that plays like the policy called `name`, which comes with the program.
    ///
    /// # Errors
    /// What is allowed in its place.
    fn initial(&self, _name: &str) -> std::result::Result<Vec<f64>, String> {
        Err("a list of genes".into())
    }

    /// True if scoring plays games on seeds; false if a candidate's value is exact.
    fn plays_games(&self) -> bool;

    /// Gets a genome ready to be scored.
    ///
    /// # Errors
    /// [`Error::Input`] if the genome is not of this domain.
    fn prepare(&self, genome: &[f64]) -> Result<Box<dyn Candidate>>;

    /// Gets a policy ready to be scored; it plays at its own depths, whatever the scenario's.
    ///
    /// # Errors
    /// [`Error::Input`] if the policy is not of this domain.
    fn prepare_policy(&self, policy: &PolicySpec) -> Result<Box<dyn Candidate>> {
        Err(Error::Input(format!("game = {:?}: this domain plays no policies", policy.game)))
    }

    /// The depth that `genome` is played at in `scenario`, the deepest if there are several.
    fn depth(&self, _genome: &[f64], scenario: &Scenario) -> u8 {
        scenario.ply.get() as u8
    }

    /// The policy that plays `genome` in `scenario`; `None` for a benchmark problem.
    fn policy(&self, _name: &str, _genome: &[f64], _scenario: &Scenario) -> Option<PolicySpec> {
        None
    }

    /// Policies that switch between members, worth measuring against `best` alone.
    fn switching(&self, _front: &SwitchingFront<'_>) -> Vec<NamedPolicy> {
        Vec::new()
    }

    /// Column of the metric whose distribution is kept of held-out and fresh games.
    fn categorical_metric(&self) -> Option<usize> {
        None
    }

    /// About `n` points of the true front (minimised), where it is known.
    fn true_front(&self, _n: usize) -> Option<Vec<Vec<f64>>> {
        None
    }
}

/// What switching policies are made from.
#[derive(Debug, Clone, Copy)]
pub struct SwitchingFront<'a> {
    /// The genomes of the front.
    pub genomes: &'a [Vec<f64>],
    /// Index of the best single member: best fresh value of the first objective.
    pub best: usize,
    /// Index of the knee.
    pub knee: usize,
    /// The scenario that the members were tuned in.
    pub scenario: &'a Scenario,
}

/// A policy to be measured.
#[derive(Debug, Clone)]
pub struct NamedPolicy {
    /// What it is called in reports.
    pub name: &'static str,
    /// What it does, in a few words.
    pub what: String,
    /// What it is measured for.
    pub role: PolicyRole,
    /// The policy.
    pub policy: PolicySpec,
}

/// What a measured policy stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PolicyRole {
    /// The best single member at its own depth: what switching has to beat.
    Single,
    /// The best single member one ply deeper: the other end of the equal-work line.
    Deeper,
    /// Switches between weight vectors.
    Weights,
    /// Switches between depths.
    Depth,
}

/// A genome that is ready to be scored, from any thread.
pub trait Candidate: Send + Sync {
    /// One row of metrics for each of `seeds`, in their order.
    fn play(&self, scenario: &Scenario, seeds: &[u64]) -> Records;
}

/// The domain that `experiment` names.
///
/// # Errors
/// [`Error::Input`] naming the key at fault.
pub fn build(experiment: &Experiment) -> Result<Box<dyn Domain>> {
    match experiment.domain.as_str() {
        "twenty48" => Ok(Box::new(crate::games::twenty48::Twenty48::new(experiment)?)),
        #[cfg(test)]
        "noise" => Ok(Box::new(noise::Noise::new())),
        name => match crate::benchmarks::Benchmark::new(name, experiment)? {
            Some(domain) => Ok(Box::new(domain)),
            None => Err(Error::Input(format!(
                "domain = {name:?}: allowed is twenty48, {}",
                crate::benchmarks::Problem::names().collect::<Vec<_>>().join(", ")
            ))),
        },
    }
}

/// The word for the member of a front of `domain` that is best in the objective that `measures` so, with this
/// goal, where the game has one.
pub fn word_for_best(domain: &str, measures: &str, goal: Goal) -> Option<&'static str> {
    if domain == "twenty48" { crate::games::twenty48::word_for_best(measures, goal) } else { None }
}

/// Narrows the bounds of `space` to those of the experiment, which have to leave room for a genome.
pub fn apply_bounds(space: &mut Space, experiment: &Experiment) -> Result<()> {
    for (name, &[lower, upper]) in &experiment.bounds {
        let names: Vec<String> = space.genes.iter().map(|gene| gene.name.clone()).collect();
        let gene = space.genes.iter_mut().find(|gene| gene.name == *name).ok_or_else(|| {
            Error::Input(format!("bounds.{name}: no such gene: allowed is {}", names.join(", ")))
        })?;
        if lower < gene.lower || upper > gene.upper {
            return Err(Error::Input(format!(
                "bounds.{name} = [{lower:?}, {upper:?}]: allowed is a part of [{}, {}]",
                gene.lower, gene.upper
            )));
        }
        (gene.lower, gene.upper) = (lower, upper);
    }
    space.validate().map_err(|e| Error::Input(format!("bounds: {e}")))
}
