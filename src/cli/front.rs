//! `paretune front`.

use super::width::Wide;
use super::{finished, output};
use crate::error::{Error, Result};
use crate::problem::Problem;
use crate::report;
use crate::run::FrontFile;
use crate::table::Width;
use std::path::{Path, PathBuf};

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
    #[command(flatten)]
    wide: Wide,
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
    let (front, problem) = finished::read(&args.dir)?;
    let width = args.wide.columns();
    let text = match args.format {
        _ if args.importance => report::importance_table(&front, width, "--wide"),
        Format::Table => text(&front, problem.as_ref(), &args.dir, width, ["--wide, --format csv", "--wide"]),
        Format::Json => front.to_json()?,
        Format::Csv => {
            let bytes = report::csv::front(&front)?;
            String::from_utf8(bytes).map_err(|e| Error::Internal(format!("front.csv: {e}")))?
        }
    };
    output::data(&text)
}

/// Tables, summary and picks of the run in `folder`; `hints` say how to see what a narrow table hides, of the
/// front and of the switching policies.
pub fn text(
    front: &FrontFile,
    problem: &dyn Problem,
    folder: &Path,
    width: Width,
    hints: [&str; 2],
) -> String {
    let policies = front.policies.as_ref();
    let parts = [
        report::front_table(front, problem, width, hints[0]),
        policies.map(|it| report::switching_table(it, width, hints[1])).unwrap_or_default(),
        report::summary(front, width),
        report::picks(front, problem, folder, width),
    ];
    let parts: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    parts.join("\n")
}
