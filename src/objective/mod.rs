//! Metrics of games, statistics over them, and estimates with their standard errors.

mod estimate;
pub mod nan_as_null;

pub use estimate::Estimate;
