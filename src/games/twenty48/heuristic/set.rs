//! Named feature sets and lists of features.

use super::Feature;
use crate::error::{Error, Result};

/// An ordered list of distinct features: what the genes of a weight vector mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeatureSet {
    features: Vec<Feature>,
}

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

/// The sets by name, the default one first.
const SETS: [(&str, &[Feature]); 2] = [("lines", &LINES), ("article", &ARTICLE)];

impl FeatureSet {
    /// The set called `lines` (the default) or `article`.
    ///
    /// # Errors
    /// [`Error::Input`] naming what is allowed.
    pub fn from_name(name: &str) -> Result<Self> {
        let sets = SETS.map(|(name, _)| name).join(", ");
        let refuse = || Error::Input(format!("{name:?}: allowed is {sets}, or a list of {}", names()));
        let found = SETS.iter().find(|(known, _)| *known == name).ok_or_else(refuse)?;
        Ok(Self { features: found.1.to_vec() })
    }

    /// The names of the sets that hold `feature`.
    pub fn sets_with(feature: Feature) -> Vec<&'static str> {
        SETS.iter().filter(|(_, features)| features.contains(&feature)).map(|(name, _)| *name).collect()
    }

    /// The features called `names`, in this order.
    ///
    /// # Errors
    /// [`Error::Input`] naming a feature that is unknown or there twice, or an empty list.
    pub fn from_names(names_wanted: &[&str]) -> Result<Self> {
        let mut features = Vec::new();
        for name in names_wanted {
            let unknown = || Error::Input(format!("feature {name:?}: allowed is {}", names()));
            let feature = Feature::from_name(name).ok_or_else(unknown)?;
            if features.contains(&feature) {
                return Err(Error::Input(format!("feature {name:?} is there twice")));
            }
            features.push(feature);
        }
        if features.is_empty() {
            return Err(Error::Input(format!("no feature: allowed is {}", names())));
        }
        Ok(Self { features })
    }

    /// Their names, in order.
    pub fn names(&self) -> Vec<String> {
        self.features.iter().map(|feature| feature.name().to_owned()).collect()
    }

    /// The features in order.
    pub fn features(&self) -> &[Feature] {
        &self.features
    }
}

fn names() -> String {
    Feature::ALL.map(Feature::name).join(", ")
}
