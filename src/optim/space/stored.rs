//! The stored form of a space. Older checkpoints know one simplex: all genes or none, or a number of
//! weights.

use super::Gene;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Space {
    genes: Vec<Gene>,
    #[serde(default)]
    simplexes: Vec<usize>,
    #[serde(default)]
    simplex: Option<Simplex>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "the number of weights, or true or false for all genes or none")]
enum Simplex {
    All(bool),
    First(usize),
}

impl From<Space> for super::Space {
    fn from(stored: Space) -> Self {
        let simplexes = match stored.simplex {
            None | Some(Simplex::All(false) | Simplex::First(0)) => stored.simplexes,
            Some(Simplex::All(true)) => vec![stored.genes.len()],
            Some(Simplex::First(n)) => vec![n],
        };
        Self { genes: stored.genes, simplexes }
    }
}
