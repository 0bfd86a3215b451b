//! What a run shows a person: table, summary, CSV, PNG plots.

mod compare;
pub mod csv;
mod features;
mod importance;
mod picks;
#[cfg(feature = "plots")]
mod plot_data;
#[cfg(feature = "plots")]
pub mod plots;
mod presets;
mod statistics;
mod summary;
mod switching;
mod table;

pub use compare::CompareReport;
pub use features::features_table;
pub use importance::importance_table;
pub use picks::{picks, quoted};
#[cfg(feature = "plots")]
pub use plot_data::plots;
pub use presets::presets_table;
pub use statistics::game_statistics;
pub use summary::summary;
pub use switching::switching_table;
pub use table::front_table;

use crate::error::{Error, Result};
use crate::finals::Outcome;
use crate::run::atomic;
use crate::run::files;
use std::path::Path;

/// Writes every result file of a finished run but the plots into its `folder`.
///
/// # Errors
/// [`crate::error::Error::Io`] naming the file.
pub fn write(folder: &Path, outcome: &Outcome) -> Result<()> {
    let policies = folder.join(files::POLICIES);
    if !outcome.policies.is_empty() {
        std::fs::create_dir_all(&policies).map_err(|e| Error::io("make", &policies, e))?;
    }
    files(outcome)?.iter().try_for_each(|(name, bytes)| atomic::replace(&folder.join(name), bytes))
}

/// Name and content of every result file of a finished run but the plots; `front.json`, which marks
/// it as finished, comes last.
///
/// # Errors
/// [`crate::error::Error::Internal`] if a figure has no such form.
pub fn files(outcome: &Outcome) -> Result<Vec<(String, Vec<u8>)>> {
    let mut files = vec![
        (files::FRONT_CSV.into(), csv::front(&outcome.front)?),
        (files::POPULATION.into(), csv::population(&outcome.front, &outcome.population)?),
    ];
    for (name, policy) in &outcome.policies {
        files.push((format!("{}/{name}.json", files::POLICIES), policy.to_json()?.into_bytes()));
    }
    if let Some(policy) = &outcome.policy {
        files.push((files::POLICY.into(), policy.to_json()?.into_bytes()));
    }
    files.push((files::FRONT.into(), outcome.front.to_json()?.into_bytes()));
    Ok(files)
}
