//! The shortcuts of a search, which change its work but no value.

use serde::{Deserialize, Serialize};

/// Which shortcuts a search takes. What is left out of a file is as in the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Devices {
    /// Alpha-beta: moves that cannot change the choice above are left out (Knuth & Moore 1975).
    pub alpha_beta: bool,
    /// Columns from the centre outwards instead of from left to right. Of moves with equal values the first
    /// in this order is taken, so that this device alone can change the move.
    pub centre_order: bool,
    /// A transposition table: values are kept by position (Greenblatt et al. 1967; Slate & Atkin 1977).
    pub table: bool,
    /// The best move of an earlier visit is tried first: at the start of the search that of the last depth,
    /// elsewhere that of the table.
    pub table_move: bool,
    /// Mirror images share one entry of the table, for a heuristic that gives them equal values.
    pub mirror: bool,
    /// Two moves that cut off at the same number of stones are tried early: killer moves (Akl & Newborn
    /// 1977).
    pub killers: bool,
    /// Other moves are tried in the order of their cut-offs so far: history heuristic (Schaeffer 1983).
    pub history: bool,
    /// Wins at once and the moves that answer a threat are found without stepping into positions.
    pub threats: bool,
}

impl Devices {
    /// Plain minimax.
    pub const NONE: Self = Self {
        alpha_beta: false,
        centre_order: false,
        table: false,
        table_move: false,
        mirror: false,
        killers: false,
        history: false,
        threats: false,
    };

    /// Every device.
    pub const ALL: Self = Self {
        alpha_beta: true,
        centre_order: true,
        table: true,
        table_move: true,
        mirror: true,
        killers: true,
        history: true,
        threats: true,
    };
}

impl Devices {
    /// The devices by name.
    pub const NAMES: [&'static str; 8] =
        ["alpha_beta", "centre_order", "table", "table_move", "mirror", "killers", "history", "threats"];

    /// The same set with the device called `name` on or off; `None` if there is none of this name.
    #[must_use]
    pub fn with(mut self, name: &str, is_on: bool) -> Option<Self> {
        let device = match name {
            "alpha_beta" => &mut self.alpha_beta,
            "centre_order" => &mut self.centre_order,
            "table" => &mut self.table,
            "table_move" => &mut self.table_move,
            "mirror" => &mut self.mirror,
            "killers" => &mut self.killers,
            "history" => &mut self.history,
            "threats" => &mut self.threats,
            _ => return None,
        };
        *device = is_on;
        Some(self)
    }
}

impl Default for Devices {
    /// Every device: over openings of 8 stones each saves nodes beside the others
    /// (`cargo run --release --example connect4-ablation`).
    fn default() -> Self {
        Self::ALL
    }
}
