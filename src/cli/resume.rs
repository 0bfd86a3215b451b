//! `paretune resume`.

use super::limits;
use super::progress::Progress;
use super::tune::{self, Shown};
use super::width::Wide;
use crate::error::Result;
use crate::experiment::Experiment;
use crate::tuner::Run;
use std::path::PathBuf;

/// Arguments of `resume`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The run folder
    dir: PathBuf,
    /// Evolve until so many generations in all [default: as the experiment says]; a run that [stop] has
    /// ended stays as it is
    #[arg(long, value_name = "N")]
    generations: Option<u64>,
    /// Threads that play [default: one a processor]; no result depends on it
    #[arg(long, value_name = "N", value_parser = limits::threads())]
    threads: Option<u32>,
    #[command(flatten)]
    wide: Wide,
}

/// Runs `resume`.
///
/// # Errors
/// What the folder or the run reports.
pub fn run(args: Args, quiet: bool) -> Result<()> {
    let mut progress = Progress::new(quiet);
    let run = Run::resume(&args.dir, &Experiment::problem, args.generations, &mut progress)?;
    tune::evolve(run, args.threads, progress, &Shown { quiet, wide: args.wide })
}
