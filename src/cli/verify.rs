//! `paretune verify`.

use super::limits;
use super::progress::Progress;
use super::{output, signals, width};
use crate::error::{Error, Result};
use crate::experiment::Experiment;
use crate::table::wrap;
use crate::threads;
use crate::tuner::Context;
use crate::verify::{self, Verified};
use std::path::PathBuf;

/// Arguments of `verify`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The run folder
    dir: PathBuf,
    /// How many recorded evaluations to play again, spread evenly over the run; of validation and test
    /// records one in twenty as many
    #[arg(long, value_name = "N", default_value_t = 20)]
    sample: usize,
    /// Threads that play [default: one a processor]
    #[arg(long, value_name = "N", value_parser = limits::threads())]
    threads: Option<u32>,
}

/// Runs `verify`.
///
/// # Errors
/// [`Error::RunFolder`] if anything is wrong with the folder.
pub fn run(args: &Args, quiet: bool) -> Result<()> {
    let pool = threads::pool(args.threads)?;
    let stop = signals::stop_flag()?;
    let mut progress = Progress::new(quiet);
    let mut context = Context { pool: &pool, stop: &stop, observer: &mut progress };
    let verified = verify::verify(&args.dir, &Experiment::problem, args.sample, &mut context);
    progress.clear();
    let verified = verified?;
    for fault in &verified.faults {
        output::message(fault);
    }
    if !verified.faults.is_empty() {
        let dir = args.dir.display();
        let faults = match verified.faults.len() {
            1 => "1 fault".into(),
            n => format!("{n} faults"),
        };
        return Err(Error::RunFolder(format!("{dir}: {faults} found")));
    }
    let Verified { records, replayed, replayed_after: [validation, test], .. } = verified;
    let results = if verified.finished {
        "the result files are what the logs give"
    } else {
        "the run has not finished"
    };
    let sentence = format!(
        "{records} records are sound; {replayed} evaluations played again to the same bytes, and {validation} validation \
         and {test} test records; {results}"
    );
    output::data(&wrap(&sentence, width::columns()))
}
