//! What one algorithm does differently from another: the seam of [`Evolution`](super::Evolution).

use super::survival::survivors;
use super::{Individual, Settings, Space};
use crate::error::{Error, Result};
use crate::rng::Rng;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use std::ops::Range;

/// What a strategy sees when it is asked for something.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// The settings of the run.
    pub settings: &'a Settings,
    /// The space that is searched.
    pub space: &'a Space,
    /// The number of objectives, ≥ 1.
    pub n_obj: usize,
    /// The population, with ranks and crowding; empty before the first generation.
    pub population: &'a [Individual],
}

/// An algorithm: how candidates are bred and which individuals survive. Its value is what the algorithm
/// remembers besides the population; it is stored with the state, and its default is what it
/// knows at the start. All randomness comes from the stream it is handed.
pub trait Strategy: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned {
    /// Whether the algorithm can do with `pop_size` candidates a generation and `n_obj`
    /// objectives.
    ///
    /// # Errors
    /// [`Error::Input`] that names `optimiser.pop_size`, the value and what is allowed.
    fn check_size(_pop_size: usize, _n_obj: usize) -> Result<()> {
        Ok(())
    }

    /// Checks what was read from a file against the rest of the state.
    ///
    /// # Errors
    /// [`Error::Input`] that names what is wrong.
    fn check(&self, _scene: &Scene<'_>) -> Result<()> {
        Ok(())
    }

    /// The genome that [`Self::breed`] tries first, where the algorithm has one that is worth a place of its own
    /// whatever it draws. The scene has a population. It is left out if a member of the population has it
    /// already.
    fn offered(&self, _scene: &Scene<'_>) -> Option<Vec<f64>> {
        None
    }

    /// The `pop_size` genomes of the next generation, inside the space; none equal to another
    /// or to a member of the population unless the space has too few.
    fn breed(&mut self, scene: &Scene<'_>, rng: &mut Rng) -> Vec<Vec<f64>>;

    /// Hears the evaluations of all candidates that were asked for, in the order of asking;
    /// `scene` still holds the population before.
    fn learn(&mut self, _scene: &Scene<'_>, _told: &[Individual]) {}

    /// The next population from the one before and all candidates, ranks and crowding set,
    /// best front first.
    fn select(merged: Vec<Individual>, settings: &Settings, _n_obj: usize) -> Vec<Individual> {
        survivors(merged, settings.pop_size, settings.survival)
    }
}

/// The share of each objective in a generation, as positions in it: as equal as possible, the
/// first objectives get the rest.
pub(super) fn islands(pop_size: usize, n_obj: usize) -> Vec<Range<usize>> {
    let start = |k: usize| k * (pop_size / n_obj) + k.min(pop_size % n_obj);
    (0..n_obj).map(|k| start(k)..start(k + 1)).collect()
}

/// Refuses a population too small for `least` individuals per objective.
pub(super) fn check_share(name: &str, least: usize, pop_size: usize, n_obj: usize) -> Result<()> {
    if pop_size / n_obj >= least {
        return Ok(());
    }
    let allowed = least * n_obj;
    Err(Error::Input(format!(
        "optimiser.pop_size is {pop_size}; allowed with algorithm {name} and {n_obj} objectives is {allowed} or more"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn islands_share_everything() {
        assert_eq!(islands(11, 3), [0..4, 4..8, 8..11]);
        assert_eq!(islands(6, 2), [0..3, 3..6]);
        assert_eq!(islands(5, 1), vec![0..5]);
    }

    #[test]
    fn a_share_that_is_too_small_is_refused() {
        check_share("ga", 2, 6, 3).unwrap();
        assert_eq!(
            check_share("ga", 2, 5, 3).unwrap_err().to_string(),
            "optimiser.pop_size is 5; allowed with algorithm ga and 3 objectives is 6 or more"
        );
    }
}
