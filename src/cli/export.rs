//! `paretune export`.

use super::{finished, output};
use crate::error::Result;
use crate::export::{self, Format};
use crate::pick::{PICKS, Pick};
use crate::run::atomic;
use std::path::PathBuf;

/// Arguments of `export`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The run folder
    dir: PathBuf,
    #[arg(long, help = format!("The member: {PICKS}"), default_value = "knee")]
    pick: String,
    /// The format
    #[arg(long, value_enum, default_value_t = Format::Json)]
    format: Format,
    /// The file to write [default: stdout]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Runs `export`.
///
/// # Errors
/// What the folder or the pick reports.
pub fn run(args: &Args) -> Result<()> {
    let pick: Pick = args.pick.parse()?;
    let (front, problem) = finished::read(&args.dir)?;
    let text = export::export(&front, problem.as_ref(), pick.from(&front)?, args.format)?;
    match &args.output {
        None => output::data(&text),
        Some(path) => atomic::replace(path, text.as_bytes()),
    }
}
