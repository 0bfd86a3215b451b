//! The keys of an experiment that belong to 2048, with their defaults and ranges.

use super::heuristic::FeatureSet;
use super::policy::DepthConfig;
use super::search::{MAX_PLY, SearchOptions};
use crate::error::{Error, Result};
use crate::problem::{FeatureChoice, Scenario, keys};
use crate::whole::Whole;
use serde::{Deserialize, Serialize};
use toml::Table;

/// Keys of the experiment itself.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Keys {
    /// The heuristic's features: a named set or a list; default `lines`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub features: Option<FeatureChoice>,
    /// Search depth as genes beside the weights; default none: the scenario's depth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<DepthConfig>,
}

impl Keys {
    /// The keys that an experiment gives.
    ///
    /// # Errors
    /// [`Error::Input`] with the key, its value and what is allowed.
    pub fn read(given: &Table) -> Result<Self> {
        let own: Self = keys::read(given).map_err(Error::Input)?;
        let checked = own.depth.as_ref().map_or(Ok(()), DepthConfig::validate);
        checked.map_err(|why| Error::Input(format!("depth.{why}")))?;
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
    /// Search depth; default 1.
    ply: Whole<1, { MAX_PLY as u64 }>,
    /// Probability below which a spawn is valued by 1-ply instead of searched; default 0, exact.
    cutoff: f64,
    /// Whether search values are cached within a game; default false.
    cache: bool,
}

impl Default for ScenarioKeys {
    fn default() -> Self {
        Self { ply: Whole::new(1), cutoff: 0.0, cache: false }
    }
}

impl ScenarioKeys {
    fn search(&self) -> SearchOptions {
        SearchOptions { ply: self.ply.get() as u8, cutoff: self.cutoff, cache: self.cache }
    }

    /// Genes decide the depth, so nothing else may.
    fn refuse_depth(&self) -> std::result::Result<(), String> {
        let plain = Self::default();
        let refuse = |key: &str, value: String, allowed: String| {
            Err(format!("{key} = {value}: allowed is {allowed} with [depth], whose genes decide the search"))
        };
        if self.ply != plain.ply {
            refuse("ply", self.ply.get().to_string(), plain.ply.get().to_string())
        } else if self.cutoff != plain.cutoff {
            refuse("cutoff", self.cutoff.to_string(), plain.cutoff.to_string())
        } else if self.cache {
            refuse("cache", "true".into(), "depth.cache".into())
        } else {
            Ok(())
        }
    }
}

/// The complete keys of a scenario that sets `given`; with depth genes the search is theirs.
///
/// # Errors
/// The key, its value and what is allowed.
pub(super) fn scenario(given: &Table, has_depth: bool) -> std::result::Result<Table, String> {
    let own: ScenarioKeys = keys::read(given)?;
    own.search().validate()?;
    if has_depth {
        own.refuse_depth()?;
    }
    Table::try_from(&own).map_err(|e| e.to_string())
}

/// The search that `scenario` asks for.
///
/// # Errors
/// [`Error::Input`] with the key, its value and what is allowed.
pub fn search_options(scenario: &Scenario) -> Result<SearchOptions> {
    let named = |why: String| Error::Input(format!("scenario {}: {why}", scenario.name));
    let own: ScenarioKeys = keys::read(&scenario.keys).map_err(named)?;
    let search = own.search();
    search.validate().map_err(named)?;
    Ok(search)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str, has_depth: bool) -> String {
        scenario(&text.parse().unwrap(), has_depth).unwrap_err()
    }

    #[test]
    fn a_scenario_is_completed_and_checked() {
        let complete = scenario(&Table::new(), false).unwrap();
        assert_eq!(complete.to_string(), "cache = false\ncutoff = 0.0\nply = 1\n");
        assert!(
            refused("ply = 0", false).starts_with("ply: invalid value: integer `0`"),
            "{}",
            refused("ply = 0", false)
        );
        assert_eq!(refused("cutoff = 0.7", false), "cutoff = 0.7: allowed is a number from 0 to 0.5");
        assert_eq!(
            refused("ply = 2", true),
            "ply = 2: allowed is 1 with [depth], whose genes decide the search"
        );
        assert!(refused("cache = true", true).contains("allowed is depth.cache"));
    }
}
