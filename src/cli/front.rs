//! `paretune front`.

use super::output;
use crate::error::{Error, Result};
use crate::report;
use crate::store::FrontFile;
use std::path::PathBuf;

/// Arguments of `front`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The run folder
    dir: PathBuf,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// Show which genes matter among the finalists instead
    #[arg(long, conflicts_with = "format")]
    importance: bool,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Format {
    Table,
    Csv,
    Json,
}

/// Runs `front`.
///
/// # Errors
/// What the folder reports.
pub fn run(args: &Args) -> Result<()> {
    let front = FrontFile::read(&args.dir)?;
    let text = match args.format {
        _ if args.importance => report::importance_table(&front),
        Format::Table => table(&front),
        Format::Json => front.to_json()?,
        Format::Csv => {
            let bytes = report::csv::front(&front)?;
            String::from_utf8(bytes).map_err(|e| Error::Internal(format!("front.csv: {e}")))?
        }
    };
    output::data(&text)
}

fn table(front: &FrontFile) -> String {
    let switching = front.switching.as_ref().map(report::switching_table).unwrap_or_default();
    format!("{}\n{switching}\n{}", report::front_table(front), report::summary(front))
}
