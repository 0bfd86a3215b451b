//! The file of a book: a line of text, then blocks of scores.
//!
//! The line names the format and the number of stones. The positions are not in the file: from the most
//! stones to none, they come by number of stones and then by key. A block holds the scores of the next 64
//! positions, or of the fewer that are left with their number of stones, a signed byte each, and the XXH3
//! checksum of its number in the file and its scores. Numbers of 8 bytes, lowest byte first.

use super::{Book, MOST_STONES};
use std::ops::Range;
use xxhash_rust::xxh3::xxh3_64;

/// The first line without its end, up to the version of the format.
const NAME: &str = "paretune connect4 scores, format ";
const VERSION: &str = "1";
const STONES: &str = ", stones ";
/// Scores of a block.
const BLOCK: usize = 64;
const CHECKSUM: usize = size_of::<u64>();

/// Some positions of a book whose scores stand in the file together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Block {
    /// The place in the file, from 0.
    number: u64,
    /// The stones of the positions.
    pub(super) stones: usize,
    /// Their places in the level.
    pub(super) places: Range<usize>,
}

/// The first line of the file of a book of `stones` stones.
pub(super) fn header(stones: u32) -> String {
    format!("{NAME}{VERSION}{STONES}{stones:02}\n")
}

/// The stones in the first line of a file.
///
/// # Errors
/// What is wrong with it.
pub(super) fn stones(bytes: &[u8]) -> Result<u32, String> {
    let length = header(0).len().min(bytes.len());
    let line = String::from_utf8_lossy(&bytes[..length]);
    let Some(rest) = line.strip_prefix(NAME) else { return Err("is no book of Connect Four scores".into()) };
    let version = rest.split_once(STONES).map(|(version, _)| version);
    if let Some(other) = version.filter(|&version| version != VERSION) {
        return Err(format!("is of format {other:?}, and format {VERSION:?} is read"));
    }
    let known = (0..=MOST_STONES).find(|&stones| header(stones) == line);
    known.ok_or_else(|| format!("its first line is damaged: {line:?}"))
}

/// The blocks of `book` in the order of its file.
pub(super) fn blocks(book: &Book) -> Vec<Block> {
    let mut blocks = Vec::new();
    for (stones, level) in book.levels.iter().enumerate().rev() {
        for start in (0..level.positions.len()).step_by(BLOCK) {
            let places = start..level.positions.len().min(start + BLOCK);
            blocks.push(Block { number: blocks.len() as u64, stones, places });
        }
    }
    blocks
}

/// Takes the scores in `bytes`, a file with a sound first line, into `book`, which has none. Returns how many
/// bytes are sound; what stands behind them was being written when a call was killed.
///
/// # Errors
/// What is wrong if there is damage that is no such end.
pub(super) fn fill(book: &mut Book, bytes: &[u8]) -> Result<usize, String> {
    let mut sound = header(0).len();
    for block in blocks(book) {
        let rest = bytes.get(sound..).unwrap_or_default();
        let Some((stored, behind)) = rest.split_at_checked(block.places.len() + CHECKSUM) else { break };
        let scores = &stored[..block.places.len()];
        if block.stored(scores) != stored {
            if behind.is_empty() {
                break;
            }
            return Err(format!("damaged in the {} bytes from byte {sound}", stored.len()));
        }
        book.levels[block.stones].scores.extend(scores.iter().map(|&score| score as i8));
        sound += stored.len();
    }
    if book.missing() == 0 && sound < bytes.len() {
        return Err(format!("has {} bytes too many", bytes.len() - sound));
    }
    Ok(sound)
}

impl Block {
    /// The block in the file with these scores, as bytes.
    pub(super) fn stored(&self, scores: &[u8]) -> Vec<u8> {
        let sealed = [&self.number.to_le_bytes(), scores].concat();
        [scores, &xxh3_64(&sealed).to_le_bytes()].concat()
    }
}
