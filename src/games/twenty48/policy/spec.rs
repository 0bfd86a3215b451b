//! The policy file: members, ordered rules, and how it measured.

use super::Condition;
use crate::error::{Error, Result};
use crate::games::twenty48::search::SearchOptions;
use crate::objective::Estimate;
use crate::text;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Version of the policy file.
pub const POLICY_FORMAT: u32 = 1;

/// A policy as data: what `tune` and `export` write and `play` loads.
///
/// A plain weight vector is a policy with one member and no rules.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a policy as `paretune export` writes it")]
pub struct PolicySpec {
    /// Version of the format, [`POLICY_FORMAT`].
    pub format: u32,
    /// The game it plays; `twenty48`.
    pub game: String,
    /// The heuristic's features, in the order of every member's weights.
    pub features: Vec<String>,
    /// At least one; the first plays where no rule applies.
    pub members: Vec<Member>,
    /// The first rule that holds picks the member.
    #[serde(default)]
    pub rules: Vec<Rule>,
    /// How it measured, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<Measured>,
}

/// A weight vector with a search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with name, weights and search")]
pub struct Member {
    /// What rules call it.
    pub name: String,
    /// One weight a feature, ≥ 0, of features divided by their scales.
    pub weights: Vec<f64>,
    /// Search depth and its shortcuts.
    pub search: SearchOptions,
}

/// `use` a member `when` the board is so.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with use and when")]
pub struct Rule {
    /// The member's name.
    #[serde(rename = "use")]
    pub member: String,
    /// All of it has to hold.
    pub when: Condition,
}

/// Figures from games on which no weights were chosen.
///
/// In an exported policy they are the member's fresh figures. The front was not chosen on them, but a
/// pick is, so those of a pick are a little flattered. In the `policy.json` of a run they come from the comparison of switching policies with the best single
/// member. That comparison also decides which of them the file holds: one that switches only
/// if it wins significantly. So its figures are a little flattered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// Mean score of a game.
    pub mean_score: Estimate,
    /// Boards looked at per move, if that was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work_per_move: Option<f64>,
}

impl PolicySpec {
    /// The depth of the deepest member.
    pub fn depth(&self) -> u8 {
        self.members.iter().map(|member| member.search.ply).max().unwrap_or(1)
    }

    /// A policy with one member and no rules.
    pub fn single(features: Vec<String>, member: Member) -> Self {
        let members = vec![member];
        Self {
            format: POLICY_FORMAT,
            game: "twenty48".into(),
            features,
            members,
            rules: vec![],
            measured: None,
        }
    }

    /// Reads a policy file and checks it.
    ///
    /// # Errors
    /// [`Error::Input`] naming the file, the key and what is allowed.
    pub fn read(path: &Path) -> Result<Self> {
        let refuse = |why: String| Error::Input(format!("{}: {why}", path.display()));
        let text = text::read(path).map_err(|e| refuse(format!("cannot read: {e}")))?;
        let mut json = serde_json::Deserializer::from_str(&text);
        let spec: Self = serde_path_to_error::deserialize(&mut json).map_err(|e| refuse(e.to_string()))?;
        json.end().map_err(|e| refuse(e.to_string()))?;
        spec.check().map_err(refuse)?;
        Ok(spec)
    }

    /// The file's text: indented JSON with a line end.
    ///
    /// # Errors
    /// [`Error::Internal`] if it has no JSON form.
    pub fn to_json(&self) -> Result<String> {
        let json = serde_json::to_string_pretty(self);
        json.map(|text| text + "\n").map_err(|e| Error::Internal(format!("policy: {e}")))
    }

    pub(super) fn check(&self) -> std::result::Result<(), String> {
        if self.format != POLICY_FORMAT {
            return Err(format!("format = {}: allowed is {POLICY_FORMAT}", self.format));
        }
        if self.game != "twenty48" {
            return Err(format!("game = {:?}: allowed is \"twenty48\"", self.game));
        }
        if self.members.is_empty() {
            return Err("members is empty: at least one is needed".into());
        }
        for (i, member) in self.members.iter().enumerate() {
            let (found, wanted) = (member.weights.len(), self.features.len());
            if found != wanted {
                return Err(format!(
                    "members[{i}].weights has {found} weights: allowed are {wanted}, one a feature"
                ));
            }
            member.search.validate().map_err(|e| format!("members[{i}].search: {e}"))?;
            if self.members[..i].iter().any(|m| m.name == member.name) {
                return Err(format!("members[{i}].name = {:?}: another member has it", member.name));
            }
        }
        for (i, rule) in self.rules.iter().enumerate() {
            if !self.members.iter().any(|m| m.name == rule.member) {
                let names: Vec<&str> = self.members.iter().map(|m| m.name.as_str()).collect();
                return Err(format!("rules[{i}].use = {:?}: allowed is {}", rule.member, names.join(", ")));
            }
        }
        Ok(())
    }
}
