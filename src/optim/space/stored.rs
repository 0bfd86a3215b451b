//! The stored form of a space. Where all genes or none are weights, older checkpoints say so
//! by true or false; newer ones give the number of weights.

use super::Gene;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Space {
    genes: Vec<Gene>,
    #[serde(default)]
    simplex: Simplex,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "the number of weights, or true or false for all genes or none")]
enum Simplex {
    All(bool),
    First(usize),
}

impl Default for Simplex {
    fn default() -> Self {
        Self::First(0)
    }
}

impl From<Space> for super::Space {
    fn from(stored: Space) -> Self {
        let simplex = match stored.simplex {
            Simplex::All(true) => stored.genes.len(),
            Simplex::All(false) => 0,
            Simplex::First(n) => n,
        };
        Self { genes: stored.genes, simplex }
    }
}
