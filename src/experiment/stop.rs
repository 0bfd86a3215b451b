//! `[stop]`: what ends a run before its last generation.

use super::Generations;
use crate::whole::Whole;
use serde::{Deserialize, Serialize};

/// `[stop]`. A run ends with the first generation that meets one of these, or with
/// `optimiser.n_gen`, whichever comes first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StopConfig {
    /// The number of training games after which the run ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<Whole<1, { i64::MAX as u64 }>>,
    /// The minutes of wall time after which the run ends, interruptions left out, above 0. The one setting
    /// by which a result depends on the speed of the machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minutes: Option<f64>,
    /// The hypervolume stalled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stalled: Option<StalledConfig>,
}

/// `stop.stalled`. What is compared is the best hypervolume of the last generations with the best one
/// before them, since under noise that of a single generation goes up and down. Only generations with a
/// feasible individual on the front count.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StalledConfig {
    /// How many generations are looked at.
    pub generations: Generations,
    /// The run ends if in these generations the best hypervolume grew by no more than this share of
    /// itself, ≥ 0; default 0.
    #[serde(default)]
    pub by: f64,
}
