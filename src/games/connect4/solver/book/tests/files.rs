//! Files that are no sound book.

use super::super::Book;
use super::{file, finished, made_up_book};
use std::fs::{self, File};

/// Both ways to open `bytes` as a book of 4 stones refuse with a line that names the file and says `why`; the
/// file stays as it is.
#[track_caller]
fn refused(bytes: &[u8], why: &str) {
    refused_by_compute(bytes, why);
    let (_folder, path) = file();
    fs::write(&path, bytes).unwrap();
    let read = Book::read(&path).unwrap_err();
    assert_eq!((read.to_string(), read.exit_code()), (format!("{}: {why}", path.display()), 2));
}

#[track_caller]
fn refused_by_compute(bytes: &[u8], why: &str) {
    let (_folder, path) = file();
    fs::write(&path, bytes).unwrap();
    let error = made_up_book(&path, 4).unwrap_err();
    assert_eq!((error.to_string(), error.exit_code()), (format!("{}: {why}", path.display()), 2));
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

/// A book of 4 stones with another first line of the same length.
fn with_first_line(from: &str, to: &str) -> Vec<u8> {
    let bytes = finished(4);
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap();
    let line = String::from_utf8(bytes[..end].to_vec()).unwrap();
    assert!(line.contains(from));
    [line.replace(from, to).as_bytes(), &bytes[end..]].concat()
}

#[test]
fn the_first_line_names_format_and_stones() {
    assert!(finished(4).starts_with(b"paretune connect4 scores, format 1, stones 04\n"));
}

#[test]
fn other_files_are_refused() {
    refused(
        b"What a file of text says is no score, whatever its length is.\n",
        "is no book of Connect Four scores",
    );
    refused(&[0xFF; 200], "is no book of Connect Four scores");
    refused(&with_first_line("connect4", "connect5"), "is no book of Connect Four scores");
}

#[test]
fn other_formats_are_refused() {
    refused(&with_first_line("format 1", "format 2"), "is of format \"2\", and format \"1\" is read");
    refused(&with_first_line("format 1", "format 10"), "is of format \"10\", and format \"1\" is read");
}

#[test]
fn a_damaged_first_line_is_refused() {
    let line = |stones: &str| {
        format!("its first line is damaged: \"paretune connect4 scores, format 1, {stones}\\n\"")
    };
    refused(&with_first_line("stones 04", "stones 4x"), &line("stones 4x"));
    refused(&with_first_line("stones 04", "stones 13"), &line("stones 13"));
    refused(&with_first_line("stones 04", "stonXs 04"), &line("stonXs 04"));
}

#[test]
fn a_book_of_other_stones_is_refused() {
    refused_by_compute(&finished(3), "is a book of 3 stones, not of 4");
}

#[test]
fn damage_in_the_middle_is_refused_wherever_it_is() {
    let whole = finished(4);
    let start = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    // The last block is the empty board and its checksum.
    for place in (start..whole.len() - 9).step_by(5) {
        let mut damaged = whole.clone();
        damaged[place] ^= 0x10;
        let (_folder, path) = file();
        fs::write(&path, &damaged).unwrap();
        let why = Book::read(&path).unwrap_err().to_string();
        assert!(why.starts_with(&format!("{}: damaged in the ", path.display())), "{why}");
        assert_eq!(made_up_book(&path, 4).unwrap_err().to_string(), why);
        assert_eq!(fs::read(&path).unwrap(), damaged, "the file stays as it is");
    }
    let mut first = whole.clone();
    first[start] ^= 0x10;
    refused(&first, &format!("damaged in the 72 bytes from byte {start}"));
}

#[test]
fn blocks_out_of_place_are_refused() {
    let whole = finished(4);
    let start = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let mut swapped = whole.clone();
    swapped[start..start + 144].rotate_left(72);
    refused(&swapped, &format!("damaged in the 72 bytes from byte {start}"));
}

#[test]
fn bytes_too_many_are_refused() {
    refused(&[finished(4), b"more".to_vec()].concat(), "has 4 bytes too many");
}

#[test]
fn an_unfinished_book_is_not_read() {
    let whole = finished(4);
    let (_folder, path) = file();
    fs::write(&path, &whole[..whole.len() - 9]).unwrap();
    let why = Book::read(&path).unwrap_err().to_string();
    let all = made_up_book(&path, 4).unwrap().len();
    assert_eq!(why, format!("{}: unfinished or damaged: 1 of {all} scores are missing", path.display()));
}

#[test]
fn a_file_in_use_is_refused() {
    let (_folder, path) = file();
    let user = File::create(&path).unwrap();
    user.lock().unwrap();
    let error = made_up_book(&path, 1).unwrap_err();
    let expected = format!("{}: another program works on this book", path.display());
    assert_eq!((error.to_string(), error.exit_code()), (expected, 2));
    drop(user);
    made_up_book(&path, 1).unwrap();
}

#[test]
fn a_file_that_cannot_be_opened_is_named() {
    let (folder, path) = file();
    let error = Book::read(&path).unwrap_err();
    assert!(error.to_string().starts_with(&format!("{}: cannot read: ", path.display())), "{error}");
    let error = made_up_book(&folder.path().join("none/book"), 1).unwrap_err();
    assert!(error.to_string().contains("none/book: cannot open: "), "{error}");
    assert_eq!(error.exit_code(), 3);
}
