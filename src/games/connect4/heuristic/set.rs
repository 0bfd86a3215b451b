//! Named feature sets and lists of features.

use super::{Count, Feature, Side};
use crate::error::{Error, Result};

/// An ordered list of distinct features: what the genes of a weight vector mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeatureSet {
    features: Vec<Feature>,
}

/// The four features of the article on Connect Four with alpha-beta: attack and defence weigh the same.
const ARTICLE: [Feature; 4] = [both(Count::Three), both(Count::Two), both(Count::One), both(Count::Centre)];

/// What players know beyond it: attack and defence apart, and threats by what they are worth at the end.
const THREATS: [Feature; 12] = [
    own(Count::Three),
    their(Count::Three),
    own(Count::Two),
    their(Count::Two),
    both(Count::One),
    both(Count::Centre),
    both(Count::Hanging),
    own(Count::Parity),
    their(Count::Parity),
    both(Count::Playable),
    both(Count::Stacked),
    both(Count::Tempo),
];

const fn both(count: Count) -> Feature {
    Feature { count, side: Side::Both }
}

const fn own(count: Count) -> Feature {
    Feature { count, side: Side::Own }
}

const fn their(count: Count) -> Feature {
    Feature { count, side: Side::Their }
}

/// The sets by name, the default one first.
const SETS: [(&str, &[Feature]); 2] = [("threats", &THREATS), ("article", &ARTICLE)];

impl FeatureSet {
    /// The set called `threats` (the default) or `article`.
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

    /// The features called `wanted`, in this order.
    ///
    /// # Errors
    /// [`Error::Input`] naming a feature that is unknown or there twice, or an empty list.
    pub fn from_names(wanted: &[&str]) -> Result<Self> {
        let mut features = Vec::new();
        for name in wanted {
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
    Feature::all().map(Feature::name).collect::<Vec<_>>().join(", ")
}
