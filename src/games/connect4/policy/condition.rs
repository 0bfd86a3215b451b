//! Conditions on the state of the board.

use super::super::rules::Position;
use serde::{Deserialize, Serialize};
use std::fmt;

/// All the parts that are given have to hold; none given always holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Condition {
    /// At least this number of stones on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stones_at_least: Option<u32>,
    /// At most this number of stones on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stones_at_most: Option<u32>,
    /// At least this number of empty cells with which the player completes four.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own_threats_at_least: Option<u32>,
    /// At least this number of empty cells with which the other side completes four.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub their_threats_at_least: Option<u32>,
}

impl Condition {
    /// True if `position`, with the player to move, meets every given part.
    pub fn holds(&self, position: Position) -> bool {
        let stones = position.stones();
        self.stones_at_least.is_none_or(|n| stones >= n)
            && self.stones_at_most.is_none_or(|n| stones <= n)
            && self.own_threats_at_least.is_none_or(|n| position.threats().count_ones() >= n)
            && self.their_threats_at_least.is_none_or(|n| position.threats_of_others().count_ones() >= n)
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.stones_at_least.map(|n| format!("stones ≥ {n}")));
        parts.extend(self.stones_at_most.map(|n| format!("stones ≤ {n}")));
        parts.extend(self.own_threats_at_least.map(|n| format!("own threats ≥ {n}")));
        parts.extend(self.their_threats_at_least.map(|n| format!("their threats ≥ {n}")));
        f.write_str(&if parts.is_empty() { "always".to_owned() } else { parts.join(" and ") })
    }
}
