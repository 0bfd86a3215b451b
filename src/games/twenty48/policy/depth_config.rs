//! `[depth]`: the search depth as genes.

use crate::games::twenty48::search::MAX_CUTOFF;
use crate::whole::Whole;
use serde::{Deserialize, Serialize};

/// The most cut-offs to choose from.
const MAX_CUTOFFS: usize = 16;

/// `[depth]`: the search depth as genes beside the weights, so that a genome is a policy that
/// searches fuller boards deeper, with one weight vector or with one more for 1-ply.
///
/// With e empty cells a board is searched 4-ply if e ≤ `ply4_empties`, else 3-ply if
/// e ≤ `ply3_empties`, else 2-ply if e ≤ `ply2_empties`, else 1-ply. The genes are whole numbers:
///
/// | gene | values |
/// |---|---|
/// | `ply2_empties` | −1 never, 0 to 8 at most that number of empty cells, 9 always |
/// | `ply3_empties` | −1 never, 0 to 6 |
/// | `ply4_empties` | −1 never, 0 to 3 |
/// | `cutoff_level` | number of the cut-off in `cutoffs`, from 0; it holds for 3- and 4-ply |
///
/// Genes for depths above `max_ply` are not there, nor is `cutoff_level` where there is nothing
/// to choose. With two `vectors` a gene `ply1_<feature>` a feature follows the weights; those are
/// for the boards that are searched 1-ply.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DepthConfig {
    /// The deepest search, 2 to 4; default 4.
    pub max_ply: Whole<2, 4>,
    /// Weight vectors of a genome: 1 for all depths, or 2, of which one is for 1-ply alone; default
    /// 1. From 2-ply up one vector serves all depths, but 1-ply wants another.
    pub vectors: Whole<1, 2>,
    /// The cut-offs to choose from, 1 to 16 different numbers from 0 (exact) to 0.5: a spawn that
    /// is reached with a smaller probability is valued by 1-ply. From the coarsest to the finest
    /// they are neighbours in work; default 0.1, 0.03, 0.01.
    pub cutoffs: Vec<f64>,
    /// Whether search values are cached within a game, which counts less work for the same games;
    /// default false.
    pub cache: bool,
}

impl Default for DepthConfig {
    fn default() -> Self {
        Self { max_ply: Whole::new(4), vectors: Whole::new(1), cutoffs: vec![0.1, 0.03, 0.01], cache: false }
    }
}

impl DepthConfig {
    /// Checks the ranges.
    ///
    /// # Errors
    /// Key, value and what is allowed.
    pub fn validate(&self) -> Result<(), String> {
        let count = self.cutoffs.len();
        if !(1..=MAX_CUTOFFS).contains(&count) {
            return Err(format!("cutoffs has {count} numbers: allowed are 1 to {MAX_CUTOFFS}"));
        }
        for (i, cutoff) in self.cutoffs.iter().enumerate() {
            if !(0.0..=MAX_CUTOFF).contains(cutoff) {
                return Err(format!("cutoffs[{i}] = {cutoff}: allowed is a number from 0 to {MAX_CUTOFF}"));
            }
            if self.cutoffs[..i].contains(cutoff) {
                return Err(format!("cutoffs[{i}] = {cutoff}: allowed is a number that is not there yet"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_named() {
        let refused = |cutoffs: &[f64]| {
            DepthConfig { cutoffs: cutoffs.to_vec(), ..DepthConfig::default() }.validate().unwrap_err()
        };
        assert_eq!(refused(&[]), "cutoffs has 0 numbers: allowed are 1 to 16");
        assert_eq!(refused(&[0.1, 0.7]), "cutoffs[1] = 0.7: allowed is a number from 0 to 0.5");
        assert!(refused(&[f64::NAN]).contains("NaN"));
        assert!(refused(&[0.1, 0.1]).starts_with("cutoffs[1] = 0.1: allowed is a number that is not"));
        DepthConfig::default().validate().unwrap();
    }
}
