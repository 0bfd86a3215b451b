mod files;
mod resumed;
mod scores;

use super::super::outright;
use super::{Book, Position, Result, compute};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A score in the place of one that takes long to find.
fn made_up(position: Position) -> i32 {
    (position.mirror_key() % 37) as i32 - 18
}

/// A folder that goes with the test, and a file in it that is not there yet.
fn file() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    (folder, path)
}

/// Works out a book of made-up scores.
fn made_up_book(path: &Path, stones: u32) -> Result<Book> {
    compute::run(path, stones, &|position| Some(made_up(position)), &mut |_, _| {}, &|| false)
}

/// The bytes of a finished book of made-up scores.
fn finished(stones: u32) -> Vec<u8> {
    let (_folder, path) = file();
    made_up_book(&path, stones).unwrap();
    std::fs::read(path).unwrap()
}

/// The score by the recursion that the book unrolls: `made_up` for positions of `stones` stones.
fn expected(position: Position, stones: u32) -> i32 {
    if let Some(score) = outright::score(position) {
        return score;
    }
    if position.stones() == stones {
        return made_up(position);
    }
    super::positions::after_all(position).map(|after| -expected(after, stones)).max().unwrap()
}
