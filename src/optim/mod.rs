//! Multi-objective optimisation: individuals, sorting, variation, NSGA-II, hypervolume.
//!
//! Everything is minimised here, and nothing here knows a game.

mod crowding;
mod hypervolume;
mod indicators;
mod individual;
mod nsga2;
mod sorting;
mod space;
mod variation;

pub use crowding::{crowding_distance, loneliness, prune};
pub use hypervolume::{contributions, hypervolume};
pub use indicators::igd;
pub use individual::{Individual, dominates};
pub use nsga2::{Candidate, Evaluated, Nsga2, Settings, Survival, cut};
pub use sorting::{assign_ranks, sort_points};
pub use space::{Gene, Space};
pub use variation::{Crossover, Mutation};

#[cfg(test)]
mod tests;
