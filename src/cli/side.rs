//! One side of a comparison: a policy file, a run folder, or a member of its front.

use crate::error::{Error, Result};
use crate::export;
use crate::policy::PolicySpec;
use crate::store::{FrontFile, Pick};
use std::path::Path;

/// The policy that `text` names: a file, a folder, or FOLDER:PICK, where the folder ends at the
/// first colon before which there is one.
///
/// # Errors
/// What the file, the folder or the pick reports.
pub fn policy(text: &str) -> Result<PolicySpec> {
    let path = Path::new(text);
    if path.is_dir() {
        of_folder(path)
    } else if path.is_file() {
        PolicySpec::read(path)
    } else {
        picked(text)
    }
}

/// The policy.json of a run folder.
///
/// # Errors
/// [`Error::RunFolder`] if there is none or it is damaged, [`Error::Input`] if the run is of no game.
pub fn of_folder(folder: &Path) -> Result<PolicySpec> {
    let path = folder.join("policy.json");
    if path.exists() {
        return PolicySpec::read(&path).map_err(|e| Error::RunFolder(e.to_string()));
    }
    let front = FrontFile::read(folder)?;
    let shown = folder.display();
    Err(match front.scenarios.is_empty() {
        true => Error::Input(format!("{shown}: {} is no game: there is nothing to play", front.domain)),
        false => {
            Error::RunFolder(format!("{}: missing; `paretune resume {shown}` writes it", path.display()))
        }
    })
}

fn picked(text: &str) -> Result<PolicySpec> {
    let colons = text.match_indices(':').map(|(at, _)| at);
    let split =
        colons.map(|at| (&text[..at], &text[at + 1..])).find(|(folder, _)| Path::new(folder).is_dir());
    let (folder, pick) = split.ok_or_else(|| {
        let allowed = "a policy file, a run folder, or FOLDER:PICK";
        Error::Input(format!("{text}: no such file or folder: allowed is {allowed}"))
    })?;
    let pick: Pick = pick.parse()?;
    let front = FrontFile::read(Path::new(folder))?;
    export::policy(&front, pick.from(&front)?)
}
