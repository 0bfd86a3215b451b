//! The games of the benchmark.

use crate::error::Result;
use crate::games::twenty48::heuristic::{Feature, FeatureSet, Heuristic};
use crate::games::twenty48::search::SearchOptions;
use crate::rng::{Purpose, seed};

/// A search with its name in reports.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Search {
    /// `exact`, or the shortcuts taken.
    pub name: &'static str,
    /// The search.
    pub options: SearchOptions,
    /// Games of a round.
    pub games: u64,
}

/// A fixed number of games on fixed seeds with fixed weights.
#[derive(Debug, Clone, PartialEq)]
pub struct Workload {
    /// The feature set.
    pub features: &'static str,
    /// The search.
    pub search: Search,
}

/// The searches that are measured.
const SEARCHES: [Search; 4] = [
    Search { name: "exact", options: SearchOptions::exact(1), games: 1000 },
    Search { name: "exact", options: SearchOptions::exact(2), games: 20 },
    Search { name: "exact", options: SearchOptions::exact(3), games: 1 },
    Search {
        name: "cut-off 0.1 + table",
        options: SearchOptions { ply: 3, cutoff: 0.1, cache: true },
        games: 2,
    },
];

/// Weights that a search found at 1-ply, for features that are not divided by their scales.
pub const LINES: [(Feature, f64); 8] = [
    (Feature::Empty, 2.75),
    (Feature::Merges, 3.33),
    (Feature::Mono4, 0.001_78),
    (Feature::Mono1, 1.2),
    (Feature::Sum35, 0.006_42),
    (Feature::Smooth, 0.466),
    (Feature::Edge, 0.104),
    (Feature::Value, 0.000_889),
];

/// The same for the four features of the articles, in the order of the set, with their scales.
const ARTICLE: [f64; 4] = [2.0, 3.0, 1.0, 0.5];

/// The names of the feature sets that are measured.
pub const SETS: [&str; 2] = ["lines", "article"];

/// The workloads of one depth and one feature set, or of all.
pub fn workloads(ply: Option<u8>, features: Option<&str>) -> Vec<Workload> {
    let searches = SEARCHES.iter().filter(|search| ply.is_none_or(|ply| ply == search.options.ply));
    SETS.iter()
        .filter(|name| features.is_none_or(|wanted| wanted == **name))
        .flat_map(|&features| searches.clone().map(move |&search| Workload { features, search }))
        .collect()
}

impl Workload {
    /// The heuristic that plays.
    ///
    /// # Errors
    /// None: the weights are fixed; see [`Heuristic::new`].
    pub fn heuristic(&self) -> Result<Heuristic> {
        if self.features == "article" {
            return Heuristic::new(FeatureSet::from_name(self.features)?.features(), &ARTICLE);
        }
        Heuristic::unscaled(&LINES)
    }

    /// Seeds of the games.
    pub fn seeds(&self) -> Vec<u64> {
        (0..self.search.games).map(|game| seed(1, Purpose::Measure, game)).collect()
    }

    /// What it is called in messages.
    pub fn name(&self) -> String {
        format!("{} {}-ply {}", self.features, self.search.options.ply, self.search.name)
    }
}
