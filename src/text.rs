//! Text inputs of the program. Whatever wrote them, they are read the same: UTF-8 with line ends LF or
//! CRLF, with or without a byte order mark.

use std::fs;
use std::io::{Error, ErrorKind, Result};
use std::path::Path;

/// U+FEFF as some editors put it before UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The two byte order marks of UTF-16.
const MARKS_OF_UTF_16: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];

/// The text of the file at `path` in its plain form: see [`plain`].
///
/// # Errors
/// What the system reports, or [`ErrorKind::InvalidData`] naming the line that is not UTF-8.
pub fn read(path: &Path) -> Result<String> {
    decode(fs::read(path)?).map_err(|why| Error::new(ErrorKind::InvalidData, why))
}

/// The bytes of the file at `path` in their plain form, or `None` if it is missing. They need not be
/// UTF-8: the lines of a log that are not are refused one by one.
///
/// # Errors
/// What the system reports.
pub fn bytes(path: &Path) -> Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(plain(bytes))),
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
        Err(e) => Err(e),
    }
}

/// The text that `bytes` are, in its plain form.
///
/// # Errors
/// The line that is not UTF-8, counted from 1.
pub fn decode(bytes: Vec<u8>) -> std::result::Result<String, String> {
    if MARKS_OF_UTF_16.iter().any(|mark| bytes.starts_with(mark)) {
        return Err("it is UTF-16: allowed is UTF-8".into());
    }
    String::from_utf8(plain(bytes)).map_err(|e| {
        let sound = &e.as_bytes()[..e.utf8_error().valid_up_to()];
        let line = 1 + sound.iter().filter(|&&byte| byte == b'\n').count();
        format!("line {line} is not UTF-8")
    })
}

/// `bytes` without a byte order mark at their start, and with LF for every CRLF.
pub fn plain(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.starts_with(MARK) {
        bytes.drain(..MARK.len());
    }
    let is_before_lf = |i: usize| bytes[i] == b'\r' && bytes.get(i + 1) == Some(&b'\n');
    if !(0..bytes.len()).any(is_before_lf) {
        return bytes;
    }
    (0..bytes.len()).filter(|&i| !is_before_lf(i)).map(|i| bytes[i]).collect()
}

/// `text` without a byte order mark at its start.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_carriage_returns_go_and_nothing_else() {
        for (given, expected) in [
            (&b"a\nb\n"[..], &b"a\nb\n"[..]),
            (b"\xef\xbb\xbfa\r\nb\r\n", b"a\nb\n"),
            (b"a\rb\r\n\r\nc\r", b"a\rb\n\nc\r"),
            (b"a\xef\xbb\xbf\n\xff\r\n", b"a\xef\xbb\xbf\n\xff\n"),
            (b"\xef\xbb\xbf", b""),
            (b"\r\n", b"\n"),
            (b"", b""),
        ] {
            assert_eq!(plain(given.to_vec()), expected);
        }
        assert_eq!((without_mark("\u{feff}a\u{feff}"), without_mark("a")), ("a\u{feff}", "a"));
    }

    #[test]
    fn what_is_not_utf_8_is_named_by_line() {
        assert_eq!(decode(b"\xef\xbb\xbf\xc3\xa9\r\n".to_vec()), Ok("é\n".into()));
        assert_eq!(decode(b"a\r\nb\n\xffc".to_vec()), Err("line 3 is not UTF-8".into()));
        assert_eq!(decode(b"\xff".to_vec()), Err("line 1 is not UTF-8".into()));
        assert_eq!(decode(b"\xff\xfea\0".to_vec()), Err("it is UTF-16: allowed is UTF-8".into()));
    }
}
