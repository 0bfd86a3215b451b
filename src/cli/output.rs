//! Data goes to stdout, messages to stderr; a closed pipe is no error.

use crate::error::{Error, Result};
use std::io::{ErrorKind, Write};

/// Prints data, with colours only where they are wanted.
///
/// # Errors
/// [`Error::Io`] if stdout cannot be written, unless its reader went away.
pub fn data(text: &str) -> Result<()> {
    let mut stdout = anstream::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => Err(Error::io("write", "stdout", e)),
        _ => Ok(()),
    }
}

/// Prints one line for a person. If even that fails there is nobody to tell.
pub fn message(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
