//! Objectives: the metrics of games, and what a statistic of one has to be in the eyes of the user.

mod config;
mod evaluation;
mod outcomes;
mod records;
mod spec;

pub use config::ObjectiveConfig;
pub use evaluation::{Evaluation, Figures};
pub use outcomes::{Outcomes, UsedMetrics};
pub use records::Records;
pub use spec::{Goal, Objective, Scale, violation};
