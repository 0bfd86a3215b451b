//! A policy as a command names it: a preset, a policy file, a run folder, or a member of its front.

use crate::error::{Error, Result};
use crate::export;
use crate::games::twenty48::policy::{PolicySpec, Preset};
use crate::pick::Pick;
use crate::run::FrontFile;
use std::ffi::OsStr;
use std::path::Path;

/// The policy that `text` names: a file, a folder, a preset where there is neither of this name, or FOLDER:PICK,
/// where the folder ends at the first colon before which there is one.
///
/// # Errors
/// What the file, the folder or the pick reports.
pub fn policy(text: &OsStr) -> Result<PolicySpec> {
    let path = Path::new(text);
    if path.is_dir() {
        of_folder(path)
    } else if path.is_file() {
        PolicySpec::read(path)
    } else if let Some(preset) = text.to_str().and_then(Preset::from_name) {
        preset.policy()
    } else {
        picked(text)
    }
}

/// The policy that `text` names: a file, or a preset where there is no file of this name.
///
/// # Errors
/// [`Error::Input`] naming the file and what is wrong with it.
pub fn file_or_preset(text: &OsStr) -> Result<PolicySpec> {
    if Path::new(text).exists() {
        return PolicySpec::read(Path::new(text));
    }
    let (shown, presets) = (text.display(), Preset::names());
    let refused = || {
        Error::Input(format!(
            "{shown}: no such file: allowed is a policy file, a run folder for play, or a preset: {presets}"
        ))
    };
    text.to_str().and_then(Preset::from_name).ok_or_else(refused)?.policy()
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

fn picked(text: &OsStr) -> Result<PolicySpec> {
    let (folder, pick) = split(text).ok_or_else(|| {
        let (text, presets) = (text.display(), Preset::names());
        Error::Input(format!(
            "{text}: no such file or folder: allowed is a policy file, a run folder, FOLDER:PICK, or a preset: {presets}"
        ))
    })?;
    let pick: Pick = pick.to_string_lossy().parse()?;
    let front = FrontFile::read(Path::new(folder))?;
    export::policy(&front, pick.from(&front)?)
}

/// What is before and after the first colon that follows a folder. The folder need not be UTF-8.
#[cfg(unix)]
fn split(text: &OsStr) -> Option<(&OsStr, &OsStr)> {
    use std::os::unix::ffi::OsStrExt;
    let bytes = text.as_bytes();
    let colons = (0..bytes.len()).filter(|&at| bytes[at] == b':');
    let mut halves = colons.map(|at| (OsStr::from_bytes(&bytes[..at]), OsStr::from_bytes(&bytes[at + 1..])));
    halves.find(|(folder, _)| Path::new(folder).is_dir())
}

#[cfg(not(unix))]
fn split(text: &OsStr) -> Option<(&OsStr, &OsStr)> {
    let text = text.to_str()?;
    let colons = text.match_indices(':').map(|(at, _)| at);
    let mut halves = colons.map(|at| (OsStr::new(&text[..at]), OsStr::new(&text[at + 1..])));
    halves.find(|(folder, _)| Path::new(folder).is_dir())
}
