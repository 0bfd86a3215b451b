//! `[validation]` and `[test]`: the games after the last generation.

use crate::problem::Games;
use crate::whole::Whole;
use serde::{Deserialize, Serialize};

/// How many finalists may be asked for.
pub type Finalists = Whole<1, 1_000_000>;

/// `[validation]`: the front is chosen on these games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ValidationConfig {
    /// Games, in each scenario, that a finalist has to play to be a member of the front; default 2,000. In a race
    /// those that may be on the front play more while games are left.
    pub games: Games,
    /// Finalists at most: the last population, what the optimiser offered last,
    /// and the best of everything evaluated, since training figures cannot tell the lucky from the good;
    /// default four times the population.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub members: Option<Finalists>,
    /// How games are given to finalists; default `racing`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<ValidationMethod>,
    /// `racing`: most games of all finalists together, as a share of the training games, from 0
    /// to 1,000; default a third. The games that the expected members of the front need are played in any
    /// case.
    pub share: f64,
}

/// `[test]`: the chosen front is shown with these games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestConfig {
    /// Games of each member of the chosen front in each scenario; default as many as `validation.games`.
    pub games: Games,
}

impl ValidationConfig {
    /// Fills in what a run says that was begun before there was a race.
    pub(super) fn fill_as_before(&mut self) {
        self.method.get_or_insert(ValidationMethod::Fixed);
    }
}

/// `validation.method`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ValidationMethod {
    /// Every finalist plays all games.
    Fixed,
    /// Every finalist plays a few games; those that may be on the front play twice as many, and so on.
    #[default]
    Racing,
}

/// A third of the training games.
const SHARE: f64 = 1.0 / 3.0;

impl Default for ValidationConfig {
    fn default() -> Self {
        Self { games: Whole::new(2000), members: None, method: None, share: SHARE }
    }
}

/// `[holdout]`, as older experiments have it in the place of `[validation]` and `[test]`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Holdout {
    games: Option<Games>,
    confirm: Option<Games>,
    members: Option<Finalists>,
    method: Option<ValidationMethod>,
    share: Option<f64>,
}

impl Holdout {
    /// The same under its names of today.
    pub fn translated(self) -> (ValidationConfig, TestConfig) {
        let Self { games, confirm, members, method, share } = self;
        let games = games.unwrap_or(Whole::new(2000));
        let validation = ValidationConfig { games, members, method, share: share.unwrap_or(SHARE) };
        (validation, TestConfig { games: confirm.unwrap_or(games) })
    }
}
