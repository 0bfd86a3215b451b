//! Named feature sets and lists of features.

use super::{Count, Feature, Side};
use crate::problem::{FeatureList, NamedFeature};

/// An ordered list of distinct features: what the genes of a weight vector mean. The sets are `threats`, the default, and
/// `article`.
pub type FeatureSet = FeatureList<Feature>;

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

impl NamedFeature for Feature {
    const SETS: &'static [(&'static str, &'static [Self])] = &[("threats", &THREATS), ("article", &ARTICLE)];

    fn all() -> impl Iterator<Item = Self> {
        Self::all()
    }

    fn name(self) -> &'static str {
        Self::name(self)
    }
}
