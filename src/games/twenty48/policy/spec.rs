//! The policy file: members, ordered rules, and how it measured.

use super::Condition;
use crate::error::{Error, Result};
use crate::games::twenty48::search::SearchOptions;
use crate::problem::{POLICY_FORMAT, PolicyFile};
use crate::statistics::Estimate;
use serde::{Deserialize, Serialize};
use std::path::Path;
use toml::{Table, Value};

/// What `game` says in a policy file of 2048.
pub(crate) const GAME: &str = "twenty48";

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
    /// The rules in words, a line each, for a person: nothing is read from them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub in_words: Vec<String>,
    /// How it measured, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<MeasuredPlay>,
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
/// In an exported policy they are the member's test figures. The front was not chosen on them, but a
/// pick is, so those of a pick are a little flattered. Those of a policy that a run found are from test games of its
/// own, on which nothing was chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeasuredPlay {
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

    /// The weights of the first member for `features`, with the sum 1.
    ///
    /// # Errors
    /// [`Error::Input`] with what is allowed, where it weighs a feature that is not among them.
    pub fn weights_for(&self, features: &[String]) -> Result<Vec<f64>> {
        let weights = self.members.first().map_or(&[][..], |member| &member.weights);
        let known: Vec<(&String, f64)> = self.features.iter().zip(weights.iter().copied()).collect();
        let is_lacking = |(name, weight): &&(&String, f64)| *weight != 0.0 && !features.contains(name);
        if let Some((feature, _)) = known.iter().find(is_lacking) {
            let allowed = "allowed is a preset whose features the experiment has";
            return Err(Error::Input(format!("{allowed}: it lacks {feature}")));
        }
        let weight =
            |feature: &String| known.iter().find(|(name, _)| *name == feature).map_or(0.0, |(_, w)| *w);
        let sum: f64 = weights.iter().sum();
        Ok(features.iter().map(|feature| weight(feature) / sum).collect())
    }

    /// Depth and cut-off where no rule applies, and those of every rule, in the order in which rules are tried.
    pub fn search(&self) -> Table {
        let options = |member: &Member| -> Table {
            let (ply, cutoff) = (member.search.ply.into(), member.search.cutoff);
            let values = [("ply", Value::Integer(ply)), ("cutoff", Value::Float(cutoff))];
            values.map(|(key, value)| (key.to_owned(), value)).into_iter().collect()
        };
        let rule = |rule: &Rule| {
            let member = self.members.iter().find(|member| member.name == rule.member);
            let mut table = member.map(options).unwrap_or_default();
            let empties = rule.when.empty_at_most.map(|n| Value::Integer(n.into()));
            table.extend(empties.map(|n| ("empty_at_most".to_owned(), n)));
            Value::Table(table)
        };
        let mut search = self.members.first().map(options).unwrap_or_default();
        if !self.rules.is_empty() {
            search.insert("deeper".into(), Value::Array(self.rules.iter().map(rule).collect()));
        }
        search
    }

    /// A policy with one member and no rules.
    pub fn single(features: Vec<String>, member: Member) -> Self {
        let members = vec![member];
        let (rules, in_words) = (vec![], vec![]);
        Self { format: POLICY_FORMAT, game: GAME.into(), features, members, rules, in_words, measured: None }
    }

    /// Reads a policy file and checks it.
    ///
    /// # Errors
    /// [`Error::Input`] naming the file, the key and what is allowed.
    pub fn read(path: &Path) -> Result<Self> {
        Self::of(&PolicyFile::read(path)?).map_err(|e| e.about(path.display()))
    }

    /// The policy that a file of 2048 holds, checked.
    ///
    /// # Errors
    /// [`Error::Input`] naming the key and what is allowed.
    pub fn of(file: &PolicyFile) -> Result<Self> {
        if file.game() != GAME {
            return Err(Error::Input(format!("game = {:?}: allowed is {GAME:?}", file.game())));
        }
        let spec: Self = file.decode().map_err(Error::Input)?;
        spec.check().map_err(Error::Input)?;
        Ok(spec)
    }

    /// The policy file that holds this one.
    ///
    /// # Errors
    /// [`Error::Internal`] if it has no JSON form.
    pub fn file(&self) -> Result<PolicyFile> {
        PolicyFile::new(GAME, self)
    }

    fn check(&self) -> std::result::Result<(), String> {
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
