//! Small files replaced whole: written beside, synced, renamed.

use crate::error::{Error, Result};
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Links that are followed before they count as a circle, as in Linux.
const MOST_LINKS: usize = 40;

/// Replaces `path` by `bytes`; a reader sees the old file or the new one, never a part.
///
/// A link stays and its target is replaced; a file keeps its mode. What is no regular file (a pipe,
/// a device, `/dev/stdout`) is written to as it stands, and that its reader went away is no error.
///
/// # Errors
/// [`Error::Io`] naming `path`; the old file is then still there.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    put(path, bytes).map_err(|e| Error::io("write", path, e))
}

fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = followed(path)?;
    match fs::metadata(&target) {
        Ok(known) if !known.is_file() || is_open_file(&target) => write_through(&target, bytes),
        Ok(known) => rename_over(&target, bytes, Some(known.permissions())),
        Err(e) if e.kind() == ErrorKind::NotFound => rename_over(&target, bytes, None),
        Err(e) => Err(e),
    }
}

/// Where the links at `path` lead in the end, whether or not something is there.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(target) if !is_open_file(&path) => path = path.with_file_name("").join(target),
            _ => return Ok(path),
        }
    }
    Err(io::Error::other("too many links"))
}

/// Whether `path` stands for a file that this process has open already, such as its stdout.
fn is_open_file(path: &Path) -> bool {
    path.starts_with("/proc") || path.starts_with("/dev/fd")
}

fn write_through(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match OpenOptions::new().append(true).open(path)?.write_all(bytes) {
        Err(e) if e.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn rename_over(path: &Path, bytes: &[u8], permissions: Option<Permissions>) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    // Made here and not by tempfile: with the mode that the user's mask gives, and with errors that
    // do not name the temporary file.
    let mut file =
        tempfile::Builder::new().prefix(".paretune-").make_in(folder, |path| File::create_new(path))?;
    file.as_file_mut().write_all(bytes)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    file.persist(path).map(|_| ()).map_err(|e| e.error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_whole_and_leaves_nothing_behind() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.json");
        replace(&path, b"one").unwrap();
        replace(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
        let error = replace(&dir.path().join("none/a.json"), b"x").unwrap_err().to_string();
        assert!(error.contains("none/a.json: cannot write: No such file"), "{error}");
        assert!(!error.contains(".paretune-"), "{error}");
        let error = replace(dir.path(), b"x").unwrap_err().to_string();
        assert!(error.contains("cannot write: Is a directory"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn links_and_modes_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let dir = tempfile::tempdir().unwrap();
        let [file, link, other] = ["secret", "link", "other"].map(|name| dir.path().join(name));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o600)).unwrap();
        symlink("link", &other).unwrap();
        symlink("secret", &link).unwrap();
        replace(&other, b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        assert!([&link, &other].iter().all(|path| path.is_symlink()));
        // A link to nothing yet: its target is made.
        fs::remove_file(&file).unwrap();
        replace(&link, b"again").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"again");
        let circle = dir.path().join("circle");
        symlink("circle", &circle).unwrap();
        assert!(replace(&circle, b"x").unwrap_err().to_string().contains("circle: cannot write"));
    }
}
