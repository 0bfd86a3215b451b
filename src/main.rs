//! The `paretune` program.

use paretune::cli::{Cli, report_error, usage_error};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = match Cli::read() {
        Ok(cli) => cli,
        Err(error) => return usage_error(&error),
    };
    match cli.run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => report_error(&error),
    }
}
