//! Small files replaced whole: written beside, synced, renamed.

use crate::error::{Error, Result};
use std::io::Write;
use std::path::Path;
use tempfile::NamedTempFile;

/// Replaces `path` by `bytes`; a reader sees the old file or the new one, never a part.
///
/// # Errors
/// [`Error::Io`] naming `path`; the old file is then still there.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let write = |e| Error::io("write", path, e);
    let mut file = NamedTempFile::with_prefix_in(".paretune-", folder).map_err(write)?;
    file.write_all(bytes).map_err(write)?;
    file.as_file().sync_all().map_err(write)?;
    set_default_permissions(&file);
    file.persist(path).map_err(|e| write(e.error))?;
    Ok(())
}

/// Temporary files are private to their owner; results are ordinary files.
#[cfg(unix)]
fn set_default_permissions(file: &NamedTempFile) {
    use std::os::unix::fs::PermissionsExt;
    // Failing only leaves the file private, which is no reason to lose it.
    let _ = file.as_file().set_permissions(std::fs::Permissions::from_mode(0o644));
}

#[cfg(not(unix))]
fn set_default_permissions(_: &NamedTempFile) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_whole_and_leaves_nothing_behind() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.json");
        replace(&path, b"one").unwrap();
        replace(&path, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
        let error = replace(&dir.path().join("none/a.json"), b"x").unwrap_err();
        assert!(error.to_string().contains("a.json"));
    }
}
