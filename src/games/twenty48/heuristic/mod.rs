//! The value of a board: a weighted sum of features, each divided by its typical spread.
//!
//! Line features depend on one row or column alone, so their weighted sum is one table look-up
//! a line; board-wide features are added to that.

mod board_features;
mod feature;
mod line_values;
mod search_tables;
mod set;
mod spares;
mod table;

pub use board_features::BoardWeights;
pub(crate) use board_features::steps_of_line;
pub use feature::Feature;
pub(crate) use line_values::{LOW_RANK, LOW_RANKS, rows};
pub(crate) use search_tables::{SearchTables, ShapeTables, crossing_places, layout, shape_tables};
pub use set::FeatureSet;
pub(crate) use spares::{Spare, Spares};
pub use table::{DEAD, Evaluator, Heuristic};

#[cfg(test)]
mod tests;
