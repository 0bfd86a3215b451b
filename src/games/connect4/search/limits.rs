//! When a search ends.

use super::super::rules::{CELLS, Position};
use serde::{Deserialize, Serialize};

/// When a search ends. It also ends when all cells are looked ahead, or with a forced win or loss, which no
/// deeper search changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limits {
    /// After this depth, in moves.
    Depth(u32),
    /// Before more than this number of nodes. The last depth that was finished counts.
    Nodes(u64),
}

impl Limits {
    /// The deepest depth to search `position`.
    pub(super) fn depth(self, position: Position) -> u32 {
        let empty = CELLS - position.stones();
        match self {
            Self::Depth(depth) => depth.min(empty),
            Self::Nodes(_) => empty,
        }
    }

    /// The largest number of nodes.
    pub(super) const fn nodes(self) -> u64 {
        match self {
            Self::Depth(_) => u64::MAX,
            Self::Nodes(nodes) => nodes,
        }
    }
}
