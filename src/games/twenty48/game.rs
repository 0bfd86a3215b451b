//! 2048 as a game: a genome is a weight vector that plays at the scenario's depth; with depth genes beside the
//! weights it is a policy that chooses its depth by the board.

use super::heuristic::FeatureSet;
use super::keys::{self, Keys, search_options};
use super::metrics;
use super::player::ScoredPolicy;
use super::policy::{DepthConfig, MeasuredPlay, Member, PRESETS, PolicySpec, depth};
use super::search::SearchOptions;
use super::switching;
use super::view::TheView;
use crate::error::{Error, Result};
use crate::objective::{Goal, ObjectiveConfig};
use crate::optim::Space;
use crate::problem::{
    FeatureChoice, Game, Measured, Metric, NamedGenome, Player, PolicyFile, Problem, Scenario, Switch,
    Switchable, View,
};
use toml::Table;

/// The tile of the objective set `risk`. At 1-ply one game in a hundred reaches it, so it asks for
/// something else than the mean does (correlation 0.4 over good vectors); the share that reaches
/// 2048 is the mean in other words (0.9).
const TARGET_TILE: f64 = 4096.0;

/// The game with the features and the depth genes of an experiment.
#[derive(Debug)]
pub struct Twenty48 {
    features: FeatureSet,
    /// The complete keys, with the features as the experiment names them.
    keys: Table,
    depth: Option<DepthConfig>,
    space: Space,
    metrics: Vec<Metric>,
}

impl Twenty48 {
    /// What `domain` calls it.
    pub const NAME: &'static str = super::policy::GAME;

    /// What a person sees of it.
    pub const VIEW: &'static dyn View = &TheView;

    /// The names of the keys of an experiment that it reads.
    pub const KEYS: [&'static str; 2] = ["features", "depth"];

    /// The game of an experiment with these `keys`: one weight a feature, ≥ 0, with sum 1, and depth genes if
    /// wanted.
    ///
    /// # Errors
    /// [`Error::Input`] naming the key, its value and what is allowed.
    pub fn new(keys: &Table) -> Result<Self> {
        let keys = Keys::read(keys)?;
        let features = keys.features()?;
        let space = depth::space(keys.depth.as_ref(), &features.names());
        let choice = keys.features.unwrap_or_else(|| FeatureChoice::List(features.names()));
        let complete = Keys { features: Some(choice), depth: keys.depth.clone() };
        let broken = |e: toml::ser::Error| Error::Internal(format!("keys: {e}"));
        let complete = Table::try_from(complete).map_err(broken)?;
        Ok(Self { features, keys: complete, depth: keys.depth, space, metrics: metrics::all() })
    }

    /// The policy of `genome`: at the depths of its genes if it has them, else by `search`.
    fn spec(&self, name: &str, genome: &[f64], search: SearchOptions) -> Result<PolicySpec> {
        let (found, wanted) = (genome.len(), self.space.genes.len());
        if found != wanted {
            return Err(Error::Input(format!("a genome of {found} genes: allowed are {wanted}")));
        }
        let features = self.features.names();
        Ok(match &self.depth {
            Some(depth) => depth::policy(depth, name, features, genome),
            None => {
                PolicySpec::single(features, Member { name: name.into(), weights: genome.to_vec(), search })
            }
        })
    }
}

impl Problem for Twenty48 {
    fn name(&self) -> &str {
        Self::NAME
    }

    fn space(&self) -> &Space {
        &self.space
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn candidate(&self, genome: &[f64]) -> Result<Box<dyn Player + '_>> {
        let spec = self.spec("genome", genome, SearchOptions::exact(1))?;
        Ok(Box::new(if self.depth.is_some() {
            ScoredPolicy::new(spec)
        } else {
            ScoredPolicy::by_scenario(spec)
        }))
    }

    fn as_game(&self) -> Option<&dyn Game> {
        Some(self)
    }

    fn keys(&self) -> Table {
        self.keys.clone()
    }

    fn has_key(&self, name: &str) -> bool {
        Self::KEYS.contains(&name)
    }

    fn scenario_keys(&self, given: &Table) -> std::result::Result<Table, String> {
        keys::scenario(given, self.depth.is_some())
    }

    fn objectives(&self, name: Option<&str>) -> Option<Vec<ObjectiveConfig>> {
        let max = |metric, statistic| ObjectiveConfig::new(metric, statistic, Goal::Max);
        match name.unwrap_or("risk") {
            "risk" => Some(vec![
                max("score", "mean"),
                max("score", "p10"),
                ObjectiveConfig { at: Some(TARGET_TILE), ..max("max_tile", "share") },
            ]),
            "article" => Some(vec![
                ObjectiveConfig { floor: Some(2000.0), ..max("score", "mean") },
                max("max_rank", "mean"),
                max("moves", "mean"),
                max("mean_empty", "mean"),
            ]),
            _ => None,
        }
    }

    fn objective_sets(&self) -> &'static [&'static str] {
        &["risk", "article"]
    }

    fn initial(&self, name: &str) -> Result<Vec<f64>> {
        let preset = PRESETS.iter().find(|preset| preset.name == name).ok_or_else(|| {
            let names = PRESETS.map(|preset| preset.name).join(", ");
            Error::Input(format!("allowed is {names}, or a list of genes"))
        })?;
        let policy = PolicySpec::of(&preset.policy()?)?;
        let weights = policy.weights_for(&self.features.names())?;
        let ply = policy.depth();
        Ok(self.depth.as_ref().map_or_else(|| weights.clone(), |depth| depth::genome(depth, &weights, ply)))
    }

    fn scale(&self, index: usize) -> Option<f64> {
        depth::feature(&self.space.genes.get(index)?.name).map(|feature| feature.scale())
    }

    fn word_for_best(&self, measures: &str, goal: Goal) -> Option<&'static str> {
        match (measures, goal) {
            ("mean_score", Goal::Max) => Some("strongest"),
            ("mean_work", Goal::Min) => Some("cheapest"),
            _ => None,
        }
    }

    fn setting(&self, scenarios: &[Scenario]) -> Option<String> {
        if self.depth.is_some() {
            return Some("the depths of their genes".into());
        }
        let plies: Option<Vec<u8>> =
            scenarios.iter().map(|scenario| Some(search_options(scenario).ok()?.ply)).collect();
        plies.map(|plies| listed(plies.into_iter()))
    }
}

impl Game for Twenty48 {
    fn decode(&self, name: &str, genome: &[f64], scenario: &Scenario) -> Result<PolicyFile> {
        self.spec(name, genome, search_options(scenario)?)?.file()
    }

    fn player(&self, policy: &PolicyFile) -> Result<Box<dyn Player + '_>> {
        let player = ScoredPolicy::new(PolicySpec::of(policy)?);
        player.make_ready()?;
        Ok(Box::new(player))
    }

    fn search(&self, genome: &[f64], scenario: &Scenario) -> Result<Table> {
        Ok(self.spec("", genome, search_options(scenario)?)?.search())
    }

    fn switchable(&self) -> Option<Switchable> {
        let conditions = switching::conditions().iter().map(ToString::to_string).collect();
        Some(Switchable { metric: "score", cost: "work", steps: "moves", conditions })
    }

    fn switching(&self, members: &[NamedGenome], switch: &Switch, scenario: &Scenario) -> Result<PolicyFile> {
        let search = search_options(scenario)?;
        let specs = members.iter().map(|it| self.spec(&it.name, &it.genome, search));
        let specs: Vec<PolicySpec> = specs.collect::<Result<_>>()?;
        switching::policy(members, &specs, switch)?.file()
    }

    fn measured(&self, policy: PolicyFile, means: &[Measured]) -> Result<PolicyFile> {
        let mean = |metric: &str| means.iter().find(|it| it.metric == metric).map(|it| it.mean);
        let Some(mean_score) = mean("score") else { return Ok(policy) };
        let mut spec = PolicySpec::of(&policy)?;
        let work_per_move = mean("work").map(|work| work.value);
        spec.measured = Some(MeasuredPlay { mean_score, work_per_move });
        spec.file()
    }

    fn view(&self) -> &dyn View {
        Self::VIEW
    }
}

/// `1-ply`, or `1-ply, 2-ply and 3-ply`: every depth once, in the order given.
fn listed(plies: impl Iterator<Item = u8>) -> String {
    let mut depths: Vec<String> = Vec::new();
    for depth in plies.map(|ply| format!("{ply}-ply")) {
        if !depths.contains(&depth) {
            depths.push(depth);
        }
    }
    let last = depths.pop().unwrap_or_default();
    if depths.is_empty() { last } else { format!("{} and {last}", depths.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn every_depth_is_named_once() {
        assert_eq!(listed([1].into_iter()), "1-ply");
        assert_eq!(listed([1, 2, 1].into_iter()), "1-ply and 2-ply");
        assert_eq!(listed([3, 1, 2].into_iter()), "3-ply, 1-ply and 2-ply");
    }
}
