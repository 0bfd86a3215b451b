//! A policy as a command names it: a preset, a policy file, a run folder, or a member of its front.

use super::finished;
use crate::error::{Error, Result};
use crate::export;
use crate::pick::Pick;
use crate::problem::{PolicyFile, PresetPolicy, View, game};
use crate::registry;
use crate::run::FrontFile;
use crate::run::files;
use std::ffi::OsStr;
use std::path::Path;

/// The policy that `text` names: a file, a folder, a preset where there is neither of this name, or FOLDER:PICK,
/// where the folder ends at the first colon before which there is one.
///
/// # Errors
/// What the file, the folder or the pick reports.
pub fn policy(text: &OsStr) -> Result<PolicyFile> {
    let path = Path::new(text);
    if path.is_dir() {
        of_folder(path)
    } else if path.is_file() {
        PolicyFile::read(path)
    } else if let Some(preset) = text.to_str().and_then(preset) {
        preset.policy()
    } else {
        picked(text)
    }
}

/// The policy that `text` names: a file, or a preset where there is no file of this name.
///
/// # Errors
/// [`Error::Input`] naming the file and what is wrong with it.
pub fn file_or_preset(text: &OsStr) -> Result<PolicyFile> {
    if Path::new(text).exists() {
        return PolicyFile::read(Path::new(text));
    }
    let (shown, presets) = (text.display(), preset_names().join(", "));
    let refused = || {
        Error::Input(format!(
            "{shown}: no such file: allowed is a policy file, a run folder for play, or a preset: {presets}"
        ))
    };
    text.to_str().and_then(preset).ok_or_else(refused)?.policy()
}

/// The policy.json of a run folder.
///
/// # Errors
/// [`Error::RunFolder`] if there is none or it is damaged, [`Error::Input`] if the run is of no game.
pub fn of_folder(folder: &Path) -> Result<PolicyFile> {
    let path = folder.join(files::POLICY);
    if path.exists() {
        return PolicyFile::read(&path).map_err(Error::in_run_folder);
    }
    FrontFile::read(folder)?;
    let shown = folder.display();
    game(finished::problem(folder)?.as_ref()).map_err(|e| e.about(folder.display()))?;
    Err(Error::RunFolder(format!("{}: missing; `paretune resume {shown}` writes it", path.display())))
}

/// The policies that come with the program, of all games.
pub fn presets() -> Vec<PresetPolicy> {
    registry::views().flat_map(View::presets).copied().collect()
}

/// The preset called `name`.
pub fn preset(name: &str) -> Option<PresetPolicy> {
    presets().into_iter().find(|preset| preset.name == name)
}

/// The names of all presets.
pub fn preset_names() -> Vec<&'static str> {
    presets().into_iter().map(|preset| preset.name).collect()
}

/// The name of the first preset, which costs least.
pub fn cheapest() -> &'static str {
    presets().first().map_or("", |preset| preset.name)
}

fn picked(text: &OsStr) -> Result<PolicyFile> {
    let (folder, pick) = split(text).ok_or_else(|| {
        let (text, presets) = (text.display(), preset_names().join(", "));
        Error::Input(format!(
            "{text}: no such file or folder: allowed is a policy file, a run folder, FOLDER:PICK, or a preset: {presets}"
        ))
    })?;
    let pick: Pick = pick.to_string_lossy().parse()?;
    let (front, problem) = finished::read(Path::new(folder))?;
    export::policy(&front, problem.as_ref(), pick.from(&front)?)
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
