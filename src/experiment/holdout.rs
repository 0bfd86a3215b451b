//! `[holdout]`: the games after the last generation.

use crate::whole::Whole;
use serde::{Deserialize, Serialize};

/// `[holdout]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "Fields")]
pub struct HoldoutConfig {
    /// Held-out games, in each scenario, that a finalist has to play to be a member of the front; default
    /// 2,000. In a race those that may be on the front play more while games are left.
    pub games: Whole<2, 100_000_000>,
    /// Fresh games per member of the chosen front and scenario, whose figures are shown; default
    /// as many as `games`.
    pub confirm: Whole<2, 100_000_000>,
    /// Finalists at most: the last population, what the optimiser offered last,
    /// and the best of everything evaluated, since training figures cannot tell the lucky from the good;
    /// default four times the population.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub members: Option<Whole<1, 1_000_000>>,
    /// How held-out games are given to finalists; default `racing`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<HoldoutMethod>,
    /// `racing`: most held-out games of all finalists together, as a share of the training games, from 0
    /// to 1,000; default a third. The games that the expected members of the front need are played in any
    /// case.
    pub share: f64,
}

impl HoldoutConfig {
    /// Fills in what a run says that was begun before there was a race.
    pub(super) fn fill_as_before(&mut self) {
        self.method.get_or_insert(HoldoutMethod::Fixed);
    }
}

/// `holdout.method`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HoldoutMethod {
    /// Every finalist plays all games.
    Fixed,
    /// Every finalist plays a few games; those that may be on the front play twice as many, and so on.
    #[default]
    Racing,
}

/// A third of the training games.
const SHARE: f64 = 1.0 / 3.0;

/// What the file may give of [`HoldoutConfig`].
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Fields {
    games: Option<Whole<2, 100_000_000>>,
    confirm: Option<Whole<2, 100_000_000>>,
    members: Option<Whole<1, 1_000_000>>,
    method: Option<HoldoutMethod>,
    share: Option<f64>,
}

impl From<Fields> for HoldoutConfig {
    fn from(fields: Fields) -> Self {
        let games = fields.games.unwrap_or(Whole::new(2000));
        let Fields { confirm, members, method, share, .. } = fields;
        Self { games, confirm: confirm.unwrap_or(games), members, method, share: share.unwrap_or(SHARE) }
    }
}

impl Default for HoldoutConfig {
    fn default() -> Self {
        Fields::default().into()
    }
}
