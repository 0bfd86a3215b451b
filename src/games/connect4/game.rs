//! Connect Four as a game: a genome is a weight vector that searches as the scenario says; with genes of the search beside
//! the weights it searches as they say.

use super::heuristic::FeatureSet;
use super::keys::{self, Keys, SearchGenes};
use super::metrics;
use super::openings;
use super::player::ScoredPolicy;
use super::policy::{GAME, Member, PRESETS, PolicySpec};
use super::search::{Devices, SearchOptions};
use super::switching;
use super::view::TheView;
use crate::error::{Error, Result};
use crate::objective::{Goal, ObjectiveConfig};
use crate::optim::{Gene, Space};
use crate::problem::{
    FeatureChoice, Game, Metric, NamedGenome, Player, PolicyFile, Problem, Scenario, Switch, Switchable, View,
};
use crate::rng::Purpose;
use toml::{Table, Value};

/// The game with the features and the genes of an experiment.
#[derive(Debug)]
pub struct Connect4 {
    features: FeatureSet,
    /// The complete keys, with the features as the experiment names them.
    keys: Table,
    search: Option<SearchGenes>,
    space: Space,
    metrics: Vec<Metric>,
}

impl Connect4 {
    /// What `domain` calls it.
    pub const NAME: &'static str = GAME;

    /// What a person sees of it.
    pub const VIEW: &'static dyn View = &TheView;

    /// The names of the keys of an experiment that it reads.
    pub const KEYS: [&'static str; 2] = ["features", "search"];

    /// The game of an experiment with these `keys`: one weight a feature, ≥ 0, with sum 1, and genes of the search if
    /// wanted.
    ///
    /// # Errors
    /// [`Error::Input`] naming the key, its value and what is allowed.
    pub fn new(keys: &Table) -> Result<Self> {
        let keys = Keys::read(keys)?;
        let features = keys.features()?;
        let space = space(&features.names(), keys.search.as_ref());
        let choice = keys.features.unwrap_or_else(|| FeatureChoice::List(features.names()));
        let complete = Keys { features: Some(choice), search: keys.search.clone() };
        let broken = |e: toml::ser::Error| Error::Internal(format!("keys: {e}"));
        let complete = Table::try_from(complete).map_err(broken)?;
        Ok(Self { features, keys: complete, search: keys.search, space, metrics: metrics::all() })
    }

    /// The policy of `genome`, which searches by its genes if it has them, else by `search`.
    fn spec(&self, name: &str, genome: &[f64], search: SearchOptions) -> Result<PolicySpec> {
        let (found, wanted) = (genome.len(), self.space.genes.len());
        if found != wanted {
            return Err(Error::Input(format!("a genome of {found} genes: allowed are {wanted}")));
        }
        let features = self.features.names();
        let (weights, genes) = genome.split_at(features.len());
        let search = self.search.as_ref().map_or(search, |names| by_genes(names, genes));
        let member = Member { name: name.into(), weights: weights.to_vec(), search };
        Ok(PolicySpec::of_members(features, vec![member], vec![]))
    }
}

/// Weights that sum to 1, then the depth and a gene for each device that may be off.
fn space(features: &[String], search: Option<&SearchGenes>) -> Space {
    let mut genes: Vec<Gene> = features.iter().map(|name| Gene::real(name.as_str(), 0.0, 1.0)).collect();
    if let Some(SearchGenes { depth: [least, most], devices }) = search {
        genes.push(Gene::integer("depth", *least as i32, *most as i32));
        genes.extend(devices.iter().map(|name| Gene::categorical(format!("use_{name}"), 2)));
    }
    Space { genes, simplexes: vec![features.len()] }
}

/// The search that `genes` say: a depth, and whether each device is on.
fn by_genes(names: &SearchGenes, genes: &[f64]) -> SearchOptions {
    let depth = genes.first().map_or(1, |depth| *depth as u32);
    let on = names.devices.iter().zip(genes.iter().skip(1));
    let set =
        |devices: Devices, (name, gene): (&String, &f64)| devices.with(name, *gene != 0.0).unwrap_or(devices);
    SearchOptions { devices: on.fold(Devices::default(), set), ..SearchOptions::to_depth(depth) }
}

impl Problem for Connect4 {
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
        let spec = self.spec("genome", genome, SearchOptions::to_depth(1))?;
        Ok(Box::new(if self.search.is_some() {
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
        keys::scenario(given, self.search.is_some())
    }

    fn seed(&self, seed: u64, purpose: Purpose) -> u64 {
        openings::marked(seed, purpose)
    }

    fn objectives(&self, name: Option<&str>) -> Option<Vec<ObjectiveConfig>> {
        let max = |metric| ObjectiveConfig::new(metric, "mean", Goal::Max);
        match name.unwrap_or("perfect") {
            "perfect" => Some(vec![max("points"), max("agreement")]),
            "work" => Some(vec![max("points"), ObjectiveConfig::new("nodes", "mean", Goal::Min)]),
            _ => None,
        }
    }

    fn objective_sets(&self) -> &'static [&'static str] {
        &["perfect", "work"]
    }

    fn initial(&self, name: &str) -> Result<Vec<f64>> {
        let preset = PRESETS.iter().find(|preset| preset.name == name).ok_or_else(|| {
            let names = PRESETS.map(|preset| preset.name).join(", ");
            Error::Input(format!("allowed is {names}, or a list of genes"))
        })?;
        let policy = PolicySpec::of(&preset.policy()?)?;
        let mut genome = policy.weights_for(&self.features)?;
        if let Some(SearchGenes { depth: [least, most], devices }) = &self.search {
            let depth = policy.members.first().and_then(|member| member.search.depth).unwrap_or(*least);
            genome.push(depth.clamp(*least, *most).into());
            genome.extend(devices.iter().map(|_| 1.0));
        }
        Ok(genome)
    }

    fn scale(&self, index: usize) -> Option<f64> {
        self.features.features().get(index).map(|feature| feature.scale())
    }

    fn word_for_best(&self, measures: &str, goal: Goal) -> Option<&'static str> {
        match (measures, goal) {
            ("mean_points", Goal::Max) => Some("strongest"),
            ("mean_nodes", Goal::Min) => Some("cheapest"),
            _ => None,
        }
    }
}

impl Game for Connect4 {
    fn decode(&self, name: &str, genome: &[f64], scenario: &Scenario) -> Result<PolicyFile> {
        self.spec(name, genome, keys::setting(scenario)?.search)?.file()
    }

    fn player(&self, policy: &PolicyFile) -> Result<Box<dyn Player + '_>> {
        let spec = PolicySpec::of(policy)?;
        super::policy::Mover::new(&spec)?;
        Ok(Box::new(ScoredPolicy::new(spec)))
    }

    fn duel(&self, a: &PolicyFile, b: &PolicyFile) -> Result<Option<Box<dyn Player + '_>>> {
        let (a, b) = (PolicySpec::of(a)?, PolicySpec::of(b)?);
        super::policy::Mover::new(&b)?;
        Ok(Some(Box::new(ScoredPolicy::against(a, b))))
    }

    fn search(&self, genome: &[f64], scenario: &Scenario) -> Result<Table> {
        let spec = self.spec("", genome, keys::setting(scenario)?.search)?;
        let broken = |e: toml::ser::Error| Error::Internal(format!("search: {e}"));
        let search = spec.members.first().map(|member| Value::try_from(member.search));
        match search.transpose().map_err(broken)? {
            Some(Value::Table(table)) => Ok(table),
            _ => Ok(Table::new()),
        }
    }

    fn switchable(&self) -> Option<Switchable> {
        let conditions = switching::conditions().iter().map(ToString::to_string).collect();
        Some(Switchable { metric: "points", cost: "nodes", steps: "moves", conditions })
    }

    fn switching(&self, members: &[NamedGenome], switch: &Switch, scenario: &Scenario) -> Result<PolicyFile> {
        let search = keys::setting(scenario)?.search;
        let specs = members.iter().map(|it| self.spec(&it.name, &it.genome, search));
        switching::policy(members, specs.collect::<Result<_>>()?, switch)?.file()
    }

    fn view(&self) -> &dyn View {
        Self::VIEW
    }
}
