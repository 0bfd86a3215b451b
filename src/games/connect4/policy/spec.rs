//! The policy file of Connect Four.

use super::super::heuristic::{Coefficients, FeatureSet};
use super::super::search::SearchOptions;
use super::Condition;
use crate::error::{Error, Result};
use crate::problem::{POLICY_FORMAT, PolicyFile};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What `game` says in a policy file of Connect Four.
pub const GAME: &str = "connect4";

/// What decides the moves of a policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Plays {
    /// Weights and a search.
    #[default]
    Weights,
    /// Chance: every move that is possible is as likely.
    Random,
    /// The exact solver.
    Solver,
}

/// A policy as data: what `tune` and `export` write and `play` loads.
///
/// A plain weight vector is a policy with one member and no rules. A policy that plays by chance or by the solver has
/// neither features nor members.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a policy as `paretune export` writes it")]
pub struct PolicySpec {
    /// Version of the format, [`POLICY_FORMAT`].
    pub format: u32,
    /// The game it plays; `connect4`.
    pub game: String,
    /// What decides its moves; left out for weights.
    #[serde(default, skip_serializing_if = "is_weights")]
    pub plays: Plays,
    /// A file of openings that `paretune book` has solved, for the solver.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book: Option<String>,
    /// The heuristic's features, in the order of every member's weights.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
    /// The first plays where no rule applies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Member>,
    /// The first rule that holds picks the member.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<Rule>,
    /// The rules in words, a line each, for a person: nothing is read from them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub in_words: Vec<String>,
    /// How it measured, if it was: nothing is read from it.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub measured: Map<String, Value>,
}

fn is_weights(plays: &Plays) -> bool {
    *plays == Plays::Weights
}

/// A weight vector with a search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with name, weights and search")]
pub struct Member {
    /// What rules call it.
    pub name: String,
    /// One weight a feature, ≥ 0, of features divided by their scales.
    pub weights: Vec<f64>,
    /// How deep it searches, and by which devices.
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

impl PolicySpec {
    /// A policy by weights.
    pub fn of_members(features: Vec<String>, members: Vec<Member>, rules: Vec<Rule>) -> Self {
        Self {
            format: POLICY_FORMAT,
            game: GAME.into(),
            plays: Plays::Weights,
            book: None,
            features,
            members,
            rules,
            in_words: Vec::new(),
            measured: Map::new(),
        }
    }

    /// The policy that a file of Connect Four holds, checked.
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

    /// The weights of the first member for `features`, with the sum 1. What weighs both sides alike may become a weight of
    /// each.
    ///
    /// # Errors
    /// [`Error::Input`] with what is allowed, where there is no member or `features` cannot say what it weighs.
    pub fn weights_for(&self, features: &FeatureSet) -> Result<Vec<f64>> {
        let allowed = "allowed is a preset that plays by weights of features that the experiment has";
        let member = self.members.first().ok_or_else(|| Error::Input(allowed.into()))?;
        let names: Vec<&str> = self.features.iter().map(String::as_str).collect();
        let mut left = Coefficients::of(&FeatureSet::from_names(&names)?, &member.weights);
        let weights: Vec<f64> = features.features().iter().map(|&feature| left.take(feature)).collect();
        let sum: f64 = weights.iter().sum();
        match left.remaining() {
            Some(feature) => Err(Error::Input(format!("{allowed}: it lacks {}", feature.name()))),
            None => Ok(weights.iter().map(|weight| weight / sum).collect()),
        }
    }

    fn check(&self) -> std::result::Result<(), String> {
        match (self.plays, self.members.is_empty()) {
            (Plays::Weights, true) => return Err("members is empty: at least one is needed".into()),
            (Plays::Weights, false) => {}
            (_, false) => return Err("members: allowed is none, as the policy plays by no weights".into()),
            (_, true) => {}
        }
        for (i, member) in self.members.iter().enumerate() {
            self.check_member(i, member)?;
        }
        for (i, rule) in self.rules.iter().enumerate() {
            if !self.members.iter().any(|m| m.name == rule.member) {
                let names: Vec<&str> = self.members.iter().map(|m| m.name.as_str()).collect();
                return Err(format!("rules[{i}].use = {:?}: allowed is {}", rule.member, names.join(", ")));
            }
        }
        Ok(())
    }

    fn check_member(&self, i: usize, member: &Member) -> std::result::Result<(), String> {
        let (found, wanted) = (member.weights.len(), self.features.len());
        if found != wanted {
            return Err(format!(
                "members[{i}].weights has {found} weights: allowed are {wanted}, one a feature"
            ));
        }
        member.search.limits().map_err(|why| format!("members[{i}].search.{why}"))?;
        if self.members[..i].iter().any(|m| m.name == member.name) {
            return Err(format!("members[{i}].name = {:?}: another member has it", member.name));
        }
        Ok(())
    }
}
