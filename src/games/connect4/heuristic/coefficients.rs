//! What weights say of the counts of each side, whatever features they belong to.

use super::feature::COUNTS;
use super::{Count, Feature, FeatureSet, Side};

/// What each count of the player and of the other side is multiplied by: real numbers, of which only ratios matter.
#[derive(Debug, Clone, PartialEq)]
pub struct Coefficients {
    own: [f64; COUNTS],
    their: [f64; COUNTS],
}

impl Coefficients {
    /// Those of `weights`, one a feature of `set`.
    pub fn of(set: &FeatureSet, weights: &[f64]) -> Self {
        let mut coefficients = Self { own: [0.0; COUNTS], their: [0.0; COUNTS] };
        for (feature, weight) in set.features().iter().zip(weights) {
            let (count, coefficient) = (feature.count as usize, weight / feature.scale());
            if feature.side != Side::Their {
                coefficients.own[count] += coefficient;
            }
            if feature.side != Side::Own {
                coefficients.their[count] += coefficient;
            }
        }
        coefficients
    }

    /// The largest, 0 if all are.
    pub(super) fn largest(&self) -> f64 {
        self.own.iter().chain(&self.their).copied().fold(0.0, f64::max)
    }

    /// Those of the player and of the other side as whole numbers, multiplied by `factor`.
    pub(super) fn rounded(&self, factor: f64) -> [[i32; COUNTS]; 2] {
        [self.own, self.their].map(|of_side| of_side.map(|it| (it * factor).round() as i32))
    }

    /// As much as `feature` can say of what is there, as its weight; that much is taken away.
    pub fn take(&mut self, feature: Feature) -> f64 {
        let count = feature.count as usize;
        let (own, their) = (&mut self.own[count], &mut self.their[count]);
        let taken = match feature.side {
            Side::Both => own.min(*their),
            Side::Own => *own,
            Side::Their => *their,
        };
        if feature.side != Side::Their {
            *own -= taken;
        }
        if feature.side != Side::Own {
            *their -= taken;
        }
        taken * feature.scale()
    }

    /// A feature of which something is left, if there is one.
    pub fn remaining(&self) -> Option<Feature> {
        Count::ALL.into_iter().find_map(|count| {
            match (self.own[count as usize], self.their[count as usize]) {
                (0.0, 0.0) => None,
                (own, their) if own == their => Some(Feature { count, side: Side::Both }),
                (own, _) => Some(Feature { count, side: if own > 0.0 { Side::Own } else { Side::Their } }),
            }
        })
    }
}
