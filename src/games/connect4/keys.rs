//! The keys of an experiment that belong to Connect Four, with their defaults and ranges.

use super::heuristic::FeatureSet;
use super::policy::{GAME, PRESETS, PolicySpec};
use super::rules::CELLS;
use super::search::{Devices, SearchOptions};
use crate::error::{Error, Result};
use crate::problem::{FeatureChoice, PolicyFile, Scenario, keys};
use crate::whole::Whole;
use serde::{Deserialize, Serialize};
use std::path::Path;
use toml::{Table, Value};

/// The opponents that have a short name, and the preset that each is.
const OPPONENTS: [(&str, &str); 3] =
    [("article", "c4-article"), ("random", "c4-random"), ("solver", "c4-solver")];

/// Keys of the experiment itself.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Keys {
    /// The heuristic's features: a named set or a list; default `threats`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub features: Option<FeatureChoice>,
    /// The search as genes beside the weights; default none: the scenario's search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchGenes>,
}

/// Which parts of the search are genes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchGenes {
    /// The least and the greatest depth.
    pub depth: [u32; 2],
    /// The devices that may be on or off; default none. The others are as in the default.
    #[serde(default)]
    pub devices: Vec<String>,
}

impl SearchGenes {
    fn check(&self) -> std::result::Result<(), String> {
        let [least, most] = self.depth;
        if !(1..=CELLS).contains(&least) || !(least..=CELLS).contains(&most) {
            return Err(format!(
                "depth = [{least}, {most}]: allowed is two numbers from 1 to {CELLS} that rise"
            ));
        }
        for (i, name) in self.devices.iter().enumerate() {
            if Devices::default().with(name, true).is_none() {
                return Err(format!("devices[{i}] = {name:?}: allowed is {}", Devices::NAMES.join(", ")));
            }
            if self.devices[..i].contains(name) {
                return Err(format!("devices[{i}] = {name:?}: it is there twice"));
            }
        }
        Ok(())
    }
}

impl Keys {
    /// The keys that an experiment gives.
    ///
    /// # Errors
    /// [`Error::Input`] with the key, its value and what is allowed.
    pub fn read(given: &Table) -> Result<Self> {
        let own: Self = keys::read(given).map_err(Error::Input)?;
        let checked = own.search.as_ref().map_or(Ok(()), SearchGenes::check);
        checked.map_err(|why| Error::Input(format!("search.{why}")))?;
        Ok(own)
    }

    /// The features.
    ///
    /// # Errors
    /// [`Error::Input`] naming one that is unknown.
    pub fn features(&self) -> Result<FeatureSet> {
        FeatureChoice::features(self.features.as_ref()).map_err(|e| e.about("features"))
    }
}

/// Keys of a scenario.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct ScenarioKeys {
    /// Moves to look ahead; default 4. With `nodes`, or with a search of genes, it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    /// Nodes of a search, in place of a depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    /// The stones on the board from which moves are graded by the solver; default 12, none: 42.
    agreement_from: Whole<0, { CELLS as u64 }>,
    /// Who plays the other side: `article`, `random`, `solver`, a policy file, or a policy itself; default `article`.
    opponent: Opponent,
    /// How deep the opponent `article` looks; default as deep as the candidate, else 4.
    #[serde(skip_serializing_if = "Option::is_none")]
    opponent_depth: Option<u32>,
    /// Nodes of the opponent `article`, in place of a depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    opponent_nodes: Option<u64>,
    /// The shortcuts of the search; default all.
    devices: Devices,
}

/// An opponent by name, or whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "article, random, solver, the path of a policy file, or a policy")]
enum Opponent {
    Named(String),
    Policy(Table),
}

impl Default for ScenarioKeys {
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            agreement_from: Whole::new(12),
            opponent: Opponent::Named(OPPONENTS[0].0.into()),
            opponent_depth: None,
            opponent_nodes: None,
            devices: Devices::default(),
        }
    }
}

/// The depth of a search for which nothing is said.
const DEPTH: u32 = 4;

/// How candidates are scored.
pub(super) struct Setting {
    /// The search of a candidate that has none of its own.
    pub search: SearchOptions,
    /// Who plays the other side.
    pub opponent: PolicySpec,
    /// The stones from which moves are graded.
    pub agreement_from: u32,
}

impl ScenarioKeys {
    fn search(&self) -> SearchOptions {
        let depth = self.depth.or(self.nodes.is_none().then_some(DEPTH));
        SearchOptions { depth, nodes: self.nodes, devices: self.devices }
    }

    /// The search of the opponent `article`.
    fn opponent_search(&self) -> SearchOptions {
        let own = self.search();
        match (self.opponent_depth, self.opponent_nodes) {
            (None, None) => SearchOptions { devices: Devices::default(), ..own },
            (depth, nodes) => SearchOptions { depth, nodes, devices: Devices::default() },
        }
    }

    /// Reads the policy file that `opponent` names, so that the keys say all.
    fn completed(mut self, has_search_genes: bool) -> std::result::Result<Self, String> {
        let search = self.search();
        search.limits()?;
        if has_search_genes {
            self.refuse_search()?;
        } else {
            self.depth = search.depth;
        }
        if let Opponent::Named(name) = &self.opponent
            && OPPONENTS.iter().all(|(known, _)| known != name)
        {
            self.opponent =
                Opponent::Policy(of_file(name).map_err(|why| format!("opponent = {name:?}: {why}"))?);
        }
        if self.opponent == Opponent::Named("article".into()) {
            let search = self.opponent_search();
            search.limits().map_err(|why| format!("opponent_{why}"))?;
            (self.opponent_depth, self.opponent_nodes) = (search.depth, search.nodes);
        } else if self.opponent_depth.is_some() || self.opponent_nodes.is_some() {
            let key = if self.opponent_depth.is_some() { "opponent_depth" } else { "opponent_nodes" };
            return Err(format!(
                "{key}: allowed is nothing: only the opponent article is told how to search"
            ));
        }
        self.opponent_policy().map_err(|e| format!("opponent: {e}"))?;
        Ok(self)
    }

    /// Genes decide the search, so nothing else may.
    fn refuse_search(&self) -> std::result::Result<(), String> {
        let refuse = |key: &str, value: String| {
            Err(format!("{key} = {value}: allowed is nothing with [search], whose genes decide the search"))
        };
        match (self.depth, self.nodes) {
            (Some(depth), _) => refuse("depth", depth.to_string()),
            (_, Some(nodes)) => refuse("nodes", nodes.to_string()),
            _ => Ok(()),
        }
    }

    fn opponent_policy(&self) -> Result<PolicySpec> {
        match &self.opponent {
            Opponent::Named(name) => {
                let preset = OPPONENTS.iter().find(|(known, _)| known == name);
                let preset = preset.and_then(|(_, preset)| PRESETS.iter().find(|it| it.name == *preset));
                let unknown = || Error::Input(format!("{name:?}: allowed is {}", opponents()));
                let mut spec = PolicySpec::of(&preset.ok_or_else(unknown)?.policy()?)?;
                let search = self.opponent_search();
                spec.members.iter_mut().for_each(|member| member.search = search);
                Ok(spec)
            }
            Opponent::Policy(table) => {
                let json = serde_json::to_string(table).map_err(|e| Error::Internal(format!("JSON: {e}")))?;
                PolicySpec::of(&PolicyFile::parse(&json).map_err(Error::Input)?)
            }
        }
    }
}

fn opponents() -> String {
    let names = OPPONENTS.map(|(name, _)| name).join(", ");
    format!("{names}, or the path of a policy file of {GAME}")
}

/// The policy in the file `path`, as a table without what is not read.
fn of_file(path: &str) -> std::result::Result<Table, String> {
    let file = Path::new(path);
    if !file.is_file() {
        return Err(format!("no such file: allowed is {}", opponents()));
    }
    let policy = PolicyFile::read(file).map_err(|e| e.to_string())?;
    let mut spec = PolicySpec::of(&policy).map_err(|e| e.to_string())?;
    spec.measured.clear();
    spec.in_words.clear();
    match Value::try_from(&spec) {
        Ok(Value::Table(table)) => Ok(table),
        _ => Err("the policy has no form in TOML".into()),
    }
}

/// The complete keys of a scenario that sets `given`; with genes of the search it is theirs.
///
/// # Errors
/// The key, its value and what is allowed.
pub(super) fn scenario(given: &Table, has_search_genes: bool) -> std::result::Result<Table, String> {
    let own: ScenarioKeys = keys::read(given)?;
    Table::try_from(own.completed(has_search_genes)?).map_err(|e| e.to_string())
}

/// How candidates are scored in `scenario`.
///
/// # Errors
/// [`Error::Input`] with the key, its value and what is allowed.
pub(super) fn setting(scenario: &Scenario) -> Result<Setting> {
    let named = |why: String| Error::Input(format!("scenario {}: {why}", scenario.name));
    let own: ScenarioKeys = keys::read(&scenario.keys).map_err(named)?;
    let opponent = own.opponent_policy().map_err(|e| named(format!("opponent: {e}")))?;
    let search = own.search();
    search.limits().map_err(named)?;
    Ok(Setting { search, opponent, agreement_from: own.agreement_from.get() as u32 })
}
