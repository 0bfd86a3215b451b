//! The file that a book is written to block by block.

use super::Book;
use super::file::{self, Block};
use crate::error::{Error, Result};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Blocks between two syncs to the disk; each is handed to the system at once.
const BLOCKS_A_SYNC: u32 = 16;

/// A file, locked and open behind its last sound block.
#[derive(Debug)]
pub(super) struct Output {
    path: PathBuf,
    file: File,
    unsynced: u32,
}

impl Output {
    /// Opens or makes the file `path`, takes the scores in it into `book` and cuts off what was being written
    /// when a call was killed.
    ///
    /// # Errors
    /// [`Error::Input`] naming the file if it is in use, belongs to another book, or is damaged before its
    /// end; [`Error::Io`].
    pub(super) fn open(path: &Path, book: &mut Book) -> Result<Self> {
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = open.map_err(|e| Error::io("open", path, e))?;
        lock(&file, path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|e| Error::io("read", path, e))?;
        let sound = sound(book, &bytes).map_err(|why| Error::Input(format!("{}: {why}", path.display())))?;
        let mut output = Self { path: path.to_path_buf(), file, unsynced: 0 };
        output.cut(sound)?;
        if sound == 0 {
            output.write(file::header(book.stones()).as_bytes())?;
        }
        Ok(output)
    }

    /// Appends the scores of `block`.
    ///
    /// # Errors
    /// [`Error::Io`]; what was written before is still sound.
    pub(super) fn append(&mut self, block: &Block, scores: &[i8]) -> Result<()> {
        let bytes: Vec<u8> = scores.iter().map(|&score| score as u8).collect();
        self.write(&block.stored(&bytes))?;
        self.unsynced += 1;
        if self.unsynced >= BLOCKS_A_SYNC { self.sync() } else { Ok(()) }
    }

    /// Waits until all is on the disk.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub(super) fn sync(&mut self) -> Result<()> {
        self.unsynced = 0;
        self.file.sync_data().map_err(|e| Error::io("sync", &self.path, e))
    }

    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.file.write_all(bytes).map_err(|e| Error::io("write", &self.path, e))
    }

    /// Leaves the first `length` bytes and goes behind them.
    fn cut(&mut self, length: usize) -> Result<()> {
        let length = length as u64;
        let cut = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::Start(length)));
        cut.map(|_| ()).map_err(|e| Error::io("write", &self.path, e))
    }
}

fn lock(file: &File, path: &Path) -> Result<()> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            Err(Error::Input(format!("{}: another program works on this book", path.display())))
        }
        Err(TryLockError::Error(e)) => Err(Error::io("lock", path, e)),
    }
}

/// Takes the scores in `bytes` into `book`; returns how many bytes are sound.
///
/// # Errors
/// What is wrong.
fn sound(book: &mut Book, bytes: &[u8]) -> std::result::Result<usize, String> {
    let header = file::header(book.stones());
    if header.as_bytes().starts_with(bytes) && bytes.len() < header.len() {
        return Ok(0);
    }
    match file::stones(bytes)? {
        stones if stones == book.stones() => file::fill(book, bytes),
        stones => Err(format!("is a book of {stones} stones, not of {}", book.stones())),
    }
}
