//! Policies that come with the program, known by name.

use crate::problem::PresetPolicy;

/// Every preset policy, from the cheapest to the dearest.
pub const PRESETS: [PresetPolicy; 5] = [
    PresetPolicy {
        name: "quick",
        plays: "1-ply",
        found: "tuned at 1-ply by experiments/strength-1-ply.toml",
        json: include_str!("../../../../experiments/policies/quick.json"),
    },
    PresetPolicy {
        name: "middle",
        plays: "2-ply",
        found: "tuned at 2-ply by experiments/strength-2-ply.toml",
        json: include_str!("../../../../experiments/policies/middle.json"),
    },
    PresetPolicy {
        name: "nneonneo",
        plays: "3-ply, cut-off 0.1",
        found: "the weights that nneonneo/2048-ai publishes",
        json: include_str!("../../../../experiments/policies/nneonneo.json"),
    },
    PresetPolicy {
        name: "strong",
        plays: "3-ply, cut-off 0.1",
        found: "tuned at 3-ply by experiments/strength-3-ply.toml",
        json: include_str!("../../../../experiments/policies/strong.json"),
    },
    PresetPolicy {
        name: "strongest",
        plays: "4-ply, cut-off 0.1",
        found: "the weights of strong, searched one ply deeper",
        json: include_str!("../../../../experiments/policies/strongest.json"),
    },
];
