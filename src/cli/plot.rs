//! `paretune plot`.

use super::output;
use crate::error::Result;
use crate::experiment::Experiment;
use crate::report;
use std::path::PathBuf;

/// Arguments of `plot`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The run folder
    dir: PathBuf,
}

/// Runs `plot`.
///
/// # Errors
/// What the folder reports.
pub fn run(args: &Args, quiet: bool) -> Result<()> {
    for path in report::plots(&args.dir, &Experiment::problem)? {
        if !quiet {
            output::data(&format!("{}\n", path.display()))?;
        }
    }
    Ok(())
}
