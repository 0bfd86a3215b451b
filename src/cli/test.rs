//! `paretune test`.

use super::limits;
use super::progress::Progress;
use super::tune::{self, Shown};
use super::width::Wide;
use crate::error::Result;
use crate::experiment::Experiment;
use crate::finals;
use crate::problem::MAX_GAMES;
use std::path::PathBuf;

/// Arguments of `test`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The run folder
    dir: PathBuf,
    /// Test games that every member of the front gets in each scenario, beside those it has
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_GAMES))]
    games: u64,
    /// Threads that play [default: one a processor]; no result depends on it
    #[arg(long, value_name = "N", value_parser = limits::threads())]
    threads: Option<u32>,
    #[command(flatten)]
    wide: Wide,
}

/// Runs `test`.
///
/// # Errors
/// What the folder or the run reports.
pub fn run(args: Args, quiet: bool) -> Result<()> {
    let mut progress = Progress::new(quiet);
    let run = finals::more_test_games(&args.dir, &Experiment::problem, args.games, &mut progress)?;
    tune::evolve(run, args.threads, progress, &Shown { quiet, wide: args.wide })
}
