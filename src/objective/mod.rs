//! Metrics of games, statistics over them, and estimates with their standard errors.

mod columns;
mod config;
mod estimate;
mod evaluation;
mod influence;
mod outcomes;
mod records;
mod shape;
mod spec;
pub mod statistics;

pub use columns::{
    HEAD_COLUMNS, P_NON_DOMINATED, SUFFIXES, columns, figure_columns, interval_columns, other_columns,
};
pub use config::ObjectiveConfig;
pub use estimate::Estimate;
pub use evaluation::{Evaluation, Figures};
pub use influence::Influence;
pub use outcomes::{Columns, Outcomes};
pub use records::Records;
pub use shape::{Anchor, Shape};
pub use spec::{Goal, Objective, Scale, violation};
pub use statistics::Statistic;
