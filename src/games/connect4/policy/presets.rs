//! Policies that come with the program.

use crate::problem::PresetPolicy;

/// All presets of Connect Four, from the cheapest to the dearest.
pub const PRESETS: [PresetPolicy; 4] = [
    PresetPolicy {
        name: "c4-random",
        plays: "any move that is possible",
        found: "no weights",
        json: include_str!("../../../../experiments/policies/c4-random.json"),
    },
    PresetPolicy {
        name: "c4-article",
        plays: "4 moves ahead",
        found: "set by hand: 50, 10 and 1 for lines of three, two and one, 2 for the centre",
        json: include_str!("../../../../experiments/policies/c4-article.json"),
    },
    PresetPolicy {
        name: "c4-tuned",
        plays: "4 moves ahead",
        found: "tuned at 4 moves against c4-article by experiments/connect4.toml",
        json: include_str!("../../../../experiments/policies/c4-tuned.json"),
    },
    PresetPolicy {
        name: "c4-solver",
        plays: "perfectly",
        found: "no weights: by the exact solver",
        json: include_str!("../../../../experiments/policies/c4-solver.json"),
    },
];
