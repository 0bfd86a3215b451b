//! The order of objective vectors: which one dominates which, the fronts that they form, and how good a
//! front is. All objectives are minimised. It knows no optimiser and no game.

pub mod dominance;
pub mod first_front;
pub mod hypervolume;
pub mod indicators;
pub mod order;
pub mod sorting;
