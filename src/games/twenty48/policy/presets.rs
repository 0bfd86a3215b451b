//! Policies that come with the program, known by name.

use super::PolicySpec;
use crate::error::{Error, Result};

/// A policy that comes with the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preset {
    /// What it is called.
    pub name: &'static str,
    /// How it plays, in a few words.
    pub plays: &'static str,
    /// Where its weights are from.
    pub found: &'static str,
    /// The policy file, with what it measured.
    json: &'static str,
}

/// Every preset policy, from the cheapest to the dearest.
pub const PRESETS: [Preset; 5] = [
    Preset {
        name: "quick",
        plays: "1-ply",
        found: "tuned at 1-ply by experiments/strength-1-ply.toml",
        json: include_str!("../../../../experiments/policies/quick.json"),
    },
    Preset {
        name: "middle",
        plays: "2-ply",
        found: "tuned at 2-ply by experiments/strength-2-ply.toml",
        json: include_str!("../../../../experiments/policies/middle.json"),
    },
    Preset {
        name: "nneonneo",
        plays: "3-ply, cut-off 0.1",
        found: "the weights that nneonneo/2048-ai publishes",
        json: include_str!("../../../../experiments/policies/nneonneo.json"),
    },
    Preset {
        name: "strong",
        plays: "3-ply, cut-off 0.1",
        found: "tuned at 3-ply by experiments/strength-3-ply.toml",
        json: include_str!("../../../../experiments/policies/strong.json"),
    },
    Preset {
        name: "strongest",
        plays: "4-ply, cut-off 0.1",
        found: "the weights of strong, searched one ply deeper",
        json: include_str!("../../../../experiments/policies/strongest.json"),
    },
];

impl Preset {
    /// The preset called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        PRESETS.into_iter().find(|preset| preset.name == name)
    }

    /// All names, for messages.
    pub fn names() -> String {
        PRESETS.map(|preset| preset.name).join(", ")
    }

    /// The policy itself.
    ///
    /// # Errors
    /// [`Error::Internal`] if the file that was built in is no policy.
    pub fn policy(&self) -> Result<PolicySpec> {
        let broken = |why: String| Error::Internal(format!("preset {}: {why}", self.name));
        let spec: PolicySpec = serde_json::from_str(self.json).map_err(|e| broken(e.to_string()))?;
        spec.check().map_err(broken)?;
        Ok(spec)
    }
}
