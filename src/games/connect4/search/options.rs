//! How a policy searches, as files say it.

use super::super::rules::CELLS;
use super::{Devices, Limits};
use serde::{Deserialize, Serialize};

/// The largest number of nodes that a search may be given.
const MAX_NODES: u64 = 1_000_000_000;

/// How deep, or through how many nodes, a policy searches, and with which devices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with depth or nodes, and devices")]
pub struct SearchOptions {
    /// So many moves ahead, 1 to 42.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Through so many nodes, in place of a depth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The shortcuts of the search; what is left out is as in the default.
    #[serde(default)]
    pub devices: Devices,
}

impl SearchOptions {
    /// A search to `depth` with the default devices.
    pub fn to_depth(depth: u32) -> Self {
        Self { depth: Some(depth), nodes: None, devices: Devices::default() }
    }

    /// When the search ends.
    ///
    /// # Errors
    /// What is wrong, beginning with the key.
    pub fn limits(&self) -> Result<Limits, String> {
        match (self.depth, self.nodes) {
            (Some(depth), None) if (1..=CELLS).contains(&depth) => Ok(Limits::Depth(depth)),
            (Some(depth), None) => Err(format!("depth = {depth}: allowed is 1 to {CELLS}")),
            (None, Some(nodes)) if (1..=MAX_NODES).contains(&nodes) => Ok(Limits::Nodes(nodes)),
            (None, Some(nodes)) => Err(format!("nodes = {nodes}: allowed is 1 to {MAX_NODES}")),
            (Some(_), Some(nodes)) => Err(format!("nodes = {nodes}: allowed is either depth or nodes")),
            (None, None) => Err("missing field `depth`: allowed is either depth or nodes".into()),
        }
    }
}
