//! Data goes to stdout, messages to stderr. A closed pipe ends a command with exit code 0.

use crate::error::{Error, Result};
use std::io::{ErrorKind, Write};

/// Prints data, with colours only where they are wanted.
///
/// # Errors
/// [`Error::ReaderLeft`] if stdout was closed, [`Error::Io`] if it cannot be written for another reason.
pub fn data(text: &str) -> Result<()> {
    let mut stdout = anstream::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(e) if e.kind() == ErrorKind::BrokenPipe => Err(Error::ReaderLeft),
        result => result.map_err(|e| Error::io("write", "stdout", e)),
    }
}

/// Prints one line for a person, whatever a name in it holds. If even that fails there is no
/// one to tell.
pub fn message(line: &str) {
    let _ = writeln!(std::io::stderr(), "{}", one_line(line));
}

/// `text` with its line ends and other control characters escaped.
fn one_line(text: &str) -> String {
    let escaped = |c: char| if c.is_control() { c.escape_debug().to_string() } else { c.to_string() };
    text.chars().map(escaped).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped_and_nothing_else() {
        assert_eq!(one_line("a\nb\u{1b}[1m \"é…\" \\"), "a\\nb\\u{1b}[1m \"é…\" \\");
    }
}
