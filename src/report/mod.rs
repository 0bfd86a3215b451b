//! What a run shows a person: table, summary, CSV, PNG plots.

mod bench;
mod compare;
pub mod csv;
mod importance;
mod number;
mod play;
mod plot_data;
pub mod plots;
mod summary;
mod table;

pub use bench::bench_table;
pub use compare::CompareReport;
pub use importance::importance_table;
pub use number::plain;
pub use play::PlayReport;
pub use plot_data::plots;
pub use summary::summary;
pub use table::{front_table, switching_table};

use crate::error::Result;
use crate::store::atomic;
use crate::tuner::Outcome;
use std::path::Path;

/// Writes every result file of a finished run but the plots into its `folder`.
///
/// # Errors
/// [`crate::error::Error::Io`] naming the file.
pub fn write(folder: &Path, outcome: &Outcome) -> Result<()> {
    atomic::replace(&folder.join("front.csv"), &csv::front(&outcome.front)?)?;
    atomic::replace(&folder.join("population.csv"), &csv::population(&outcome.front, &outcome.population)?)?;
    if let Some(policy) = &outcome.policy {
        atomic::replace(&folder.join("policy.json"), policy.to_json()?.as_bytes())?;
    }
    outcome.front.write(folder)
}
