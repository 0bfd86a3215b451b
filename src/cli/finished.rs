//! A finished run, as the commands that show it read it.

use crate::error::Result;
use crate::problem::Problem;
use crate::run::files;
use crate::run::{FrontFile, read_run};
use std::path::Path;

/// The front of the finished run in `folder`, and the problem that it tuned.
///
/// # Errors
/// [`crate::error::Error::RunFolder`] if there is no finished run, [`crate::error::Error::Input`] if it tuned
/// what does not come with the program.
pub fn read(folder: &Path) -> Result<(FrontFile, Box<dyn Problem>)> {
    let front = FrontFile::read(folder)?;
    Ok((front, problem(folder)?))
}

/// The problem that the run in `folder` tunes.
///
/// # Errors
/// As [`read`].
pub fn problem(folder: &Path) -> Result<Box<dyn Problem>> {
    read_run(folder)?.experiment.problem().map_err(|e| e.about(folder.join(files::MANIFEST).display()))
}
