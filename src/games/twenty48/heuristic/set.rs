//! Named feature sets and lists of features.

use super::Feature;
use crate::problem::{FeatureList, NamedFeature};

/// An ordered list of distinct features: what the genes of a weight vector mean. The sets are `lines`, the default, and
/// `article`.
pub type FeatureSet = FeatureList<Feature>;

/// Eight line features: published ones and some that a search liked.
const LINES: [Feature; 8] = [
    Feature::Empty,
    Feature::Merges,
    Feature::Mono4,
    Feature::Mono1,
    Feature::Sum35,
    Feature::Smooth,
    Feature::Edge,
    Feature::Value,
];

/// The four features of "2048 weights by NSGA-II", corrected. As printed, its monotonicity is
/// clamped to 1 from the 125th move on, so that all moves tie, and it rewards rough lines; its
/// corner term looks at the first of the largest tiles only. Here monotonicity is in ranks, is
/// never clamped, charges both descents and ascents against the better direction of the whole
/// board, and any largest tile in a corner counts. Empties and merges are as meant.
const ARTICLE: [Feature; 4] = [Feature::BoardMono, Feature::Empty, Feature::Pairs, Feature::Corner];

impl NamedFeature for Feature {
    const SETS: &'static [(&'static str, &'static [Self])] = &[("lines", &LINES), ("article", &ARTICLE)];

    fn all() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter()
    }

    fn name(self) -> &'static str {
        Self::name(self)
    }
}
