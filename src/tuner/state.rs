//! The state of a run between two generations.

use super::sampling::Standing;
use super::{Frame, HistoryRow, Setup};
use crate::error::Result;
use crate::optim::Optimiser;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a checkpoint holds.
#[derive(Debug, Serialize, Deserialize)]
#[serde(from = "super::stored::State")]
pub(crate) struct State {
    pub(super) optimiser: Optimiser,
    pub(super) history: Vec<HistoryRow>,
    pub(super) frame: Option<Frame>,
    /// How many evaluations were asked for.
    pub(super) numbers: u64,
    /// Training games played.
    pub(super) games: u64,
    /// How far every member of the population is known.
    pub(super) standings: BTreeMap<u64, Standing>,
    /// What the optimiser heard last of every candidate, minimised; empty where it hears of own games alone.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) heard: BTreeMap<u64, Values>,
    /// Whether the last generation began with what the optimiser offered; absent where an algorithm offers
    /// nothing, and in checkpoints of older programs.
    #[serde(rename = "begins_with_centroid", skip_serializing_if = "Option::is_none")]
    pub(super) begins_with_offered: Option<bool>,
}

/// A value of each objective.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Values(#[serde(with = "crate::json_float::exact::list")] pub Vec<f64>);

impl State {
    /// That of a run before its first generation.
    ///
    /// # Errors
    /// What [`Setup::optimiser`] reports.
    pub fn fresh(setup: &Setup) -> Result<Self> {
        Ok(Self {
            optimiser: setup.optimiser()?,
            history: Vec::new(),
            frame: None,
            numbers: 0,
            games: 0,
            standings: BTreeMap::new(),
            heard: BTreeMap::new(),
            begins_with_offered: None,
        })
    }

    /// Evaluations that were told.
    pub fn evaluations(&self) -> u64 {
        self.history.last().map_or(0, |row| row.evaluations)
    }
}
