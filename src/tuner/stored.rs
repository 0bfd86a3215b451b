//! The stored form of a checkpoint. Older ones are of the time before games came in rounds: each candidate was
//! evaluated once.

use super::sampling::Standing;
use super::state::Values;
use super::{Frame, HistoryRow};
use crate::optim::Optimiser;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
pub(super) struct State {
    optimiser: Optimiser,
    history: Vec<HistoryRow>,
    frame: Option<Frame>,
    numbers: Option<u64>,
    games: Option<u64>,
    standings: Option<BTreeMap<u64, Standing>>,
    #[serde(default)]
    heard: BTreeMap<u64, Values>,
    #[serde(rename = "begins_with_centroid")]
    begins_with_offered: Option<bool>,
}

impl From<State> for super::state::State {
    fn from(stored: State) -> Self {
        let State { optimiser, history, frame, numbers, games, standings, heard, begins_with_offered } =
            stored;
        let last = history.last();
        let numbers = numbers.or(last.map(|row| row.evaluations)).unwrap_or(0);
        let games = games.or(last.map(|row| row.games)).unwrap_or(0);
        let standings = standings.unwrap_or_else(|| {
            optimiser.population().iter().map(|i| (i.id, Standing::evaluated_once(i.id))).collect()
        });
        Self { optimiser, history, frame, numbers, games, standings, heard, begins_with_offered }
    }
}
