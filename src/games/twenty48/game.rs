//! 2048: a genome is a weight vector, a candidate plays with it at the scenario's depth; with depth
//! genes beside the weights, a genome is a policy that chooses its depth by the board.

use super::variants;
use crate::error::{Error, Result};
use crate::experiment::{DepthConfig, Experiment, FeatureChoice, ObjectiveConfig, Scenario};
use crate::games::twenty48::heuristic::{FeatureSet, Heuristic};
use crate::games::twenty48::policy::{Member, Policy, PolicySpec, Preset, depth};
use crate::games::twenty48::search::{GameRecord, Player, SearchOptions};
use crate::objective::{Goal, Records, Scale};
use crate::optim::Space;
use crate::problem::{Candidate, Domain, Metric, NamedPolicy, SwitchingFront, apply_bounds};

/// Names and units of the metrics, in the order of [`row`].
const METRICS: [(&str, &str); 6] = [
    ("score", "points"),
    ("moves", "moves"),
    ("max_tile", "tile"),
    ("max_rank", "log2 of the tile"),
    ("mean_empty", "empty cells"),
    ("work", "boards per move"),
];

/// Column of the largest tile.
const MAX_TILE: usize = 2;

/// The tile of the preset `risk`. At 1-ply one game in a hundred reaches it, so it asks for
/// something else than the mean does (correlation 0.4 over good vectors); the share that reaches
/// 2048 is the mean in other words (0.9).
const TARGET_TILE: f64 = 4096.0;

/// The 2048 domain.
#[derive(Debug)]
pub struct Twenty48 {
    features: FeatureSet,
    depth: Option<DepthConfig>,
    space: Space,
    metrics: Vec<Metric>,
}

impl Twenty48 {
    /// The domain of `experiment`: one weight a feature, ≥ 0, with sum 1, and depth genes if wanted.
    ///
    /// # Errors
    /// [`Error::Input`] naming an unknown feature or gene.
    pub fn new(experiment: &Experiment) -> Result<Self> {
        if experiment.n_var.is_some() {
            return Err(Error::Input(
                "n_var: allowed is nothing for twenty48, whose genes are its features".into(),
            ));
        }
        let features = feature_set(experiment.features.as_ref())?;
        let depth = experiment.depth.clone();
        let mut space = depth::space(depth.as_ref(), &names(&features));
        apply_bounds(&mut space, experiment)?;
        let metric = |&(name, unit): &(&str, &str)| Metric { name: name.into(), unit: unit.into() };
        Ok(Self { features, depth, space, metrics: METRICS.iter().map(metric).collect() })
    }

    /// The policy of a genome with depth genes, whatever the scenario.
    fn own_policy(&self, name: &str, genome: &[f64]) -> Option<PolicySpec> {
        let depth = self.depth.as_ref()?;
        Some(depth::policy(depth, name, self.features(), genome))
    }
}

fn feature_set(choice: Option<&FeatureChoice>) -> Result<FeatureSet> {
    let named = |e: Error| Error::Input(format!("features: {e}"));
    match choice {
        None => FeatureSet::from_name("lines").map_err(named),
        Some(FeatureChoice::Named(name)) => FeatureSet::from_name(name).map_err(named),
        Some(FeatureChoice::List(names)) => {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            FeatureSet::from_names(&names).map_err(named)
        }
    }
}

fn names(features: &FeatureSet) -> Vec<String> {
    features.features().iter().map(|feature| feature.name().to_owned()).collect()
}

impl Domain for Twenty48 {
    fn features(&self) -> Vec<String> {
        names(&self.features)
    }

    fn space(&self) -> &Space {
        &self.space
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn preset(&self, name: Option<&str>) -> Option<Vec<ObjectiveConfig>> {
        match name.unwrap_or("risk") {
            "risk" => Some(vec![
                objective("score", "mean"),
                objective("score", "p10"),
                ObjectiveConfig { at: Some(TARGET_TILE), ..objective("max_tile", "share") },
            ]),
            "article" => Some(vec![
                ObjectiveConfig { floor: Some(2000.0), ..objective("score", "mean") },
                objective("max_rank", "mean"),
                objective("moves", "mean"),
                objective("mean_empty", "mean"),
            ]),
            _ => None,
        }
    }

    fn presets(&self) -> &'static [&'static str] {
        &["risk", "article"]
    }

    fn initial(&self, name: &str) -> std::result::Result<Vec<f64>, String> {
        let preset = Preset::from_name(name);
        let preset = preset.ok_or_else(|| format!("{}, or a list of genes", Preset::names()))?;
        let policy = preset.policy().map_err(|e| e.to_string())?;
        let weights = weights_of(&policy, &self.features())?;
        let ply = policy.depth();
        Ok(self.depth.as_ref().map_or_else(|| weights.clone(), |depth| depth::genome(depth, &weights, ply)))
    }

    fn plays_games(&self) -> bool {
        true
    }

    fn prepare(&self, genome: &[f64]) -> Result<Box<dyn Candidate>> {
        if let Some(policy) = self.own_policy("genome", genome) {
            return Ok(Box::new(Switcher(Policy::new(policy)?)));
        }
        let heuristic = Heuristic::new(self.features.features(), genome)?;
        Ok(Box::new(Vector(Player::new(heuristic))))
    }

    fn categorical_metric(&self) -> Option<usize> {
        Some(MAX_TILE)
    }

    fn prepare_policy(&self, policy: &PolicySpec) -> Result<Box<dyn Candidate>> {
        Ok(Box::new(Switcher(Policy::new(policy.clone())?)))
    }

    fn depth(&self, genome: &[f64], scenario: &Scenario) -> u8 {
        self.own_policy("", genome).map_or(scenario.ply.get() as u8, |policy| policy.depth())
    }

    fn policy(&self, name: &str, genome: &[f64], scenario: &Scenario) -> Option<PolicySpec> {
        let fixed = || {
            let search = search_options(scenario);
            let member = Member { name: name.into(), weights: genome.to_vec(), search };
            PolicySpec::single(self.features(), member)
        };
        Some(self.own_policy(name, genome).unwrap_or_else(fixed))
    }

    fn switching(&self, front: &SwitchingFront<'_>) -> Vec<NamedPolicy> {
        if self.depth.is_some() {
            return Vec::new();
        }
        variants::policies(&self.features, front, search_options(front.scenario))
    }
}

/// The weights of the first member of `policy` for `features`, with the sum 1.
fn weights_of(policy: &PolicySpec, features: &[String]) -> std::result::Result<Vec<f64>, String> {
    let weights = policy.members.first().map_or(&[][..], |member| &member.weights);
    let known: Vec<(&String, f64)> = policy.features.iter().zip(weights.iter().copied()).collect();
    if let Some((feature, _)) = known.iter().find(|(name, weight)| *weight != 0.0 && !features.contains(name))
    {
        return Err(format!("a preset whose features the experiment has: it lacks {feature}"));
    }
    let weight = |feature: &String| known.iter().find(|(name, _)| *name == feature).map_or(0.0, |(_, w)| *w);
    let sum: f64 = weights.iter().sum();
    Ok(features.iter().map(|feature| weight(feature) / sum).collect())
}

fn objective(metric: &str, statistic: &str) -> ObjectiveConfig {
    ObjectiveConfig {
        name: None,
        metric: metric.into(),
        statistic: statistic.into(),
        at: None,
        goal: Goal::Max,
        scale: Scale::Linear,
        floor: None,
        scenario: None,
    }
}

/// What the member is called that is best in an objective.
pub fn word_for_best(measures: &str, goal: Goal) -> Option<&'static str> {
    match (measures, goal) {
        ("mean_score", Goal::Max) => Some("strongest"),
        ("mean_work", Goal::Min) => Some("cheapest"),
        _ => None,
    }
}

/// The search that `scenario` asks for.
pub fn search_options(scenario: &Scenario) -> SearchOptions {
    SearchOptions { ply: scenario.ply.get() as u8, cutoff: scenario.cutoff, cache: scenario.cache }
}

/// One weight vector with its tables.
struct Vector(Player);

impl Candidate for Vector {
    fn play(&self, scenario: &Scenario, seeds: &[u64]) -> Records {
        let mut records = Records::new(METRICS.len());
        for game in self.0.play(search_options(scenario), seeds) {
            records.push(&row(&game));
        }
        records
    }
}

/// A policy with its tables.
struct Switcher(Policy);

impl Candidate for Switcher {
    fn play(&self, _: &Scenario, seeds: &[u64]) -> Records {
        let mut records = Records::new(METRICS.len());
        for game in self.0.play(seeds) {
            records.push(&row(&game));
        }
        records
    }
}

/// The metrics of one game.
fn row(game: &GameRecord) -> [f64; METRICS.len()] {
    let moves = f64::from(game.moves.max(1));
    [
        game.score as f64,
        f64::from(game.moves),
        (1_u64 << game.max_rank) as f64,
        f64::from(game.max_rank),
        game.empty_sum as f64 / moves,
        game.work as f64 / moves,
    ]
}
