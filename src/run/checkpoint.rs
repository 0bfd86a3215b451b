//! `checkpoint.json` and its predecessor: the state of the run between two generations.

use super::{atomic, log, seal};
use crate::error::{Error, Result};
use crate::run::files;
use crate::text;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::Path;

const CURRENT: &str = files::CHECKPOINT;
const PREVIOUS: &str = files::CHECKPOINT_BEFORE;

/// Replaces the checkpoint in `folder`; the one before is kept as `checkpoint.json.prev`.
///
/// # Errors
/// [`Error::Io`] naming the file; one sound checkpoint is then still there.
pub fn write<T: Serialize>(folder: &Path, state: &T) -> Result<()> {
    let current = folder.join(CURRENT);
    let mut text = seal::seal(state)?;
    text.push('\n');
    match std::fs::rename(&current, folder.join(PREVIOUS)) {
        Ok(()) => {}
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => {}
        Err(e) => return Err(Error::io("rename", &current, e)),
    }
    atomic::replace(&current, text.as_bytes())
}

/// The newest sound checkpoint in `folder`, if there is one, and a line on each damaged file: one
/// that cannot be read, or with which `fault` finds something wrong. A damaged checkpoint is kept as a
/// copy beside it when `keep` is set.
///
/// # Errors
/// [`Error::Io`] if a file is there but cannot be read.
pub fn read<T: DeserializeOwned>(
    folder: &Path,
    keep: bool,
    fault: impl Fn(&T) -> Option<String>,
) -> Result<(Option<T>, Vec<String>)> {
    let mut notices = Vec::new();
    for name in [CURRENT, PREVIOUS] {
        let path = folder.join(name);
        let bytes = text::bytes(&path).map_err(|e| Error::io("read", &path, e))?;
        let Some(bytes) = bytes else { continue };
        let state = seal::unseal(String::from_utf8_lossy(&bytes).trim_end_matches('\n'));
        match state.and_then(|state| fault(&state).map_or(Ok(state), Err)) {
            Ok(state) => return Ok((Some(state), notices)),
            Err(why) => {
                let mut notice = format!("{}: damaged ({why})", path.display());
                if keep {
                    let copy = log::keep_damaged(&path)?;
                    notice.push_str(&format!("; it is kept as {}", copy.display()));
                    std::fs::remove_file(&path).map_err(|e| Error::io("remove", &path, e))?;
                }
                notices.push(notice);
            }
        }
    }
    Ok((None, notices))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_checkpoint_falls_back_to_the_one_before() {
        let dir = tempfile::tempdir().unwrap();
        write(dir.path(), &1).unwrap();
        write(dir.path(), &2).unwrap();
        let sound = |_: &i32| None;
        assert_eq!(read(dir.path(), false, sound).unwrap(), (Some(2), vec![]));
        let path = dir.path().join(CURRENT);
        let text = std::fs::read(&path).unwrap();
        std::fs::write(&path, &text[..text.len() / 2]).unwrap();
        let (state, notices) = read(dir.path(), true, sound).unwrap();
        assert_eq!(state, Some(1));
        assert!(notices[0].contains("checkpoint.json: damaged"), "{notices:?}");
        write(dir.path(), &3).unwrap();
        assert_eq!(read(dir.path(), false, sound).unwrap(), (Some(3), vec![]));
    }

    #[test]
    fn a_checkpoint_that_does_not_fit_falls_back_too() {
        let dir = tempfile::tempdir().unwrap();
        write(dir.path(), &1).unwrap();
        write(dir.path(), &2).unwrap();
        let (state, notices) =
            read(dir.path(), true, |n| (*n == 2).then(|| "of another run".into())).unwrap();
        assert_eq!(state, Some(1));
        assert!(notices[0].contains("checkpoint.json: damaged (of another run); it is kept"), "{notices:?}");
    }
}
