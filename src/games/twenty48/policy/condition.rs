//! Conditions on the board state.

use crate::games::twenty48::rules::Board;
use serde::{Deserialize, Serialize};
use std::fmt;

/// All the parts that are given have to hold; none given always holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Condition {
    /// At most this number of empty cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub empty_at_most: Option<u32>,
    /// At least this number of empty cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub empty_at_least: Option<u32>,
    /// At most this number of pairs of equal tiles that are neighbours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merges_at_most: Option<u32>,
    /// The largest tile is at least this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_tile_at_least: Option<u32>,
    /// The largest tile is at most this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_tile_at_most: Option<u32>,
    /// Whether no largest tile stands in a corner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_not_in_corner: Option<bool>,
}

impl Condition {
    /// True if `board` meets every given part.
    #[inline]
    pub fn holds(&self, board: Board) -> bool {
        let empty = board.empty_count();
        self.empty_at_most.is_none_or(|n| empty <= n)
            && self.empty_at_least.is_none_or(|n| empty >= n)
            && self.merges_at_most.is_none_or(|n| board.merges() <= n)
            && self.max_tile_at_least.is_none_or(|tile| board.max_tile() >= tile)
            && self.max_tile_at_most.is_none_or(|tile| board.max_tile() <= tile)
            && self.max_not_in_corner.is_none_or(|away| away != board.largest_in_corner())
    }
}

impl Condition {
    /// Holds where this one and `other` both hold; where both ask for a corner, this one does.
    pub fn and(&self, other: &Self) -> Self {
        let least = |a: Option<u32>, b: Option<u32>| a.into_iter().chain(b).min();
        Self {
            empty_at_most: least(self.empty_at_most, other.empty_at_most),
            empty_at_least: self.empty_at_least.max(other.empty_at_least),
            merges_at_most: least(self.merges_at_most, other.merges_at_most),
            max_tile_at_least: self.max_tile_at_least.max(other.max_tile_at_least),
            max_tile_at_most: least(self.max_tile_at_most, other.max_tile_at_most),
            max_not_in_corner: self.max_not_in_corner.or(other.max_not_in_corner),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.empty_at_most.map(|n| format!("empty cells ≤ {n}")));
        parts.extend(self.empty_at_least.map(|n| format!("empty cells ≥ {n}")));
        parts.extend(self.merges_at_most.map(|n| format!("mergeable pairs ≤ {n}")));
        parts.extend(self.max_tile_at_least.map(|n| format!("largest tile ≥ {n}")));
        parts.extend(self.max_tile_at_most.map(|n| format!("largest tile ≤ {n}")));
        parts.extend(
            self.max_not_in_corner
                .map(|away| format!("largest tile {}in a corner", if away { "not " } else { "" })),
        );
        f.write_str(&if parts.is_empty() { "always".to_owned() } else { parts.join(" and ") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_has_to_hold() {
        let board: Board = "2 4 8 16/2 4 8 16/2 4 8 64/2 0 0 0".parse().unwrap();
        let when = |json: &str| serde_json::from_str::<Condition>(json).unwrap().holds(board);
        assert!(when("{}"));
        assert!(when(r#"{"empty_at_most":3}"#) && !when(r#"{"empty_at_most":2}"#));
        assert!(when(r#"{"empty_at_least":3}"#) && !when(r#"{"empty_at_least":4}"#));
        // Below one another: 2 three times, 4 and 8 twice, 16 once.
        assert!(when(r#"{"merges_at_most":8}"#) && !when(r#"{"merges_at_most":7}"#));
        assert!(when(r#"{"max_tile_at_least":64}"#) && !when(r#"{"max_tile_at_most":32}"#));
        assert!(when(r#"{"max_not_in_corner":true}"#) && !when(r#"{"max_not_in_corner":false}"#));
        assert!(!when(r#"{"empty_at_most":3,"max_tile_at_least":128}"#));
    }
}
