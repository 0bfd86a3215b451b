//! The value of a position by whole coefficients.

use super::super::rules::Position;
use super::super::search::Evaluate;
use super::feature::{COUNTS, counts};
use super::{Coefficients, FeatureSet};
use crate::error::{Error, Result};

/// The largest coefficient of a weight vector; the others are rounded to whole numbers beside it.
const LARGEST: f64 = 10_000.0;

/// Weights of features as coefficients of counts, for one of the two players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heuristic {
    own: [i32; COUNTS],
    their: [i32; COUNTS],
    /// The player by whose weights positions are valued: 0 the first, 1 the second.
    player: usize,
}

impl Heuristic {
    /// The heuristic of the first player that weighs each feature of `set`, divided by its scale, by its weight ≥ 0. Only the
    /// ratios of weights matter.
    ///
    /// # Errors
    /// [`Error::Input`] naming a weight that is no number from 0 on, or if all are 0.
    pub fn new(set: &FeatureSet, weights: &[f64]) -> Result<Self> {
        let is_bad = |weight: &&f64| !(weight.is_finite() && **weight >= 0.0);
        if let Some(weight) = weights.iter().find(is_bad) {
            return Err(Error::Input(format!("weight {weight}: allowed is a number from 0 on")));
        }
        let coefficients = Coefficients::of(set, weights);
        let most = coefficients.largest();
        if most <= 0.0 || !most.is_finite() {
            return Err(Error::Input("weights: allowed is a list with one above 0".into()));
        }
        let [own, their] = coefficients.rounded(LARGEST / most);
        Ok(Self { own, their, player: 0 })
    }

    /// The same weights for the first or the second player.
    pub fn play_as(&mut self, is_first: bool) {
        self.player = usize::from(!is_first);
    }
}

impl Evaluate for Heuristic {
    fn value(&self, position: Position) -> i32 {
        let counts = counts(position);
        let sum = |coefficients: &[i32; COUNTS], counts: &[i32; COUNTS]| -> i32 {
            coefficients.iter().zip(counts).map(|(coefficient, count)| coefficient * count).sum()
        };
        let value = sum(&self.own, &counts[self.player]) - sum(&self.their, &counts[1 - self.player]);
        let to_move = (position.stones() % 2) as usize;
        if to_move == self.player { value } else { -value }
    }
}
