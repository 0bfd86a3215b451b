//! `evaluations.jsonl` and `holdout.jsonl`: append-only logs of sealed records.

use super::{atomic, seal};
use crate::error::{Error, Result};
use crate::objective::{Evaluation, Holdout};
use crate::text;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// A record that a log can hold.
pub trait Logged: Serialize + DeserializeOwned + Clone {
    /// What the records are ordered by.
    type Key: Ord + Copy + Debug;

    /// Its key; a log holds one record a key.
    fn key(&self) -> Self::Key;
}

impl Logged for Evaluation {
    type Key = u64;

    fn key(&self) -> u64 {
        self.number
    }
}

/// Games and id: a finalist has a record for every stage of the race that it took part in.
impl Logged for Holdout {
    type Key = (u64, u64);

    fn key(&self) -> (u64, u64) {
        (self.games, self.id)
    }
}

/// What a log file holds: its sound records and what is wrong with the rest.
#[derive(Debug)]
pub struct LogContent<T: Logged> {
    /// Sound records by key.
    pub records: BTreeMap<T::Key, T>,
    /// Line number (from 1) and fault of every line that is lost.
    pub faults: Vec<(usize, String)>,
    in_order: bool,
    /// Whether its lines end in LF, without a byte order mark before them.
    is_plain: bool,
}

impl<T: Logged> LogContent<T> {
    /// One line that says what was lost and what is left; `None` for a sound file.
    pub fn damage(&self, path: &Path) -> Option<String> {
        let (line, why) = self.faults.first()?;
        let more = match self.faults.len() {
            1 => String::new(),
            n => format!(" and {} more", n - 1),
        };
        let (lost, kept) = (self.faults.len(), self.records.len());
        Some(format!(
            "{}: line {line}{more} damaged ({why}): {lost} lost, {kept} sound records kept",
            path.display()
        ))
    }
}

/// Reads the log at `path`; a missing file is an empty log.
///
/// # Errors
/// [`Error::Io`] if the file cannot be read. Damage is no error: see [`LogContent::faults`].
pub fn read<T: Logged>(path: &Path) -> Result<LogContent<T>> {
    let stored = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(e) => return Err(Error::io("read", path, e)),
    };
    let length = stored.len();
    let bytes = text::plain(stored);
    let is_plain = bytes.len() == length && bytes.last().is_none_or(|&last| last == b'\n');
    let mut content = LogContent { records: BTreeMap::new(), faults: Vec::new(), in_order: true, is_plain };
    for (i, line) in bytes.split_inclusive(|&b| b == b'\n').enumerate() {
        let text = String::from_utf8_lossy(line);
        // A record whose line end is cut off is whole: its checksum says so.
        let record = match text.strip_suffix('\n') {
            Some(text) => seal::unseal::<T>(text),
            None => seal::unseal(&text).map_err(|_| "torn".into()),
        };
        match record {
            Ok(record) => {
                let last = content.records.last_key_value().map(|(&key, _)| key);
                content.in_order &= last.is_none_or(|last| last < record.key());
                content.records.insert(record.key(), record);
            }
            Err(why) => content.faults.push((i + 1, why)),
        }
    }
    Ok(content)
}

/// A log open for appending.
#[derive(Debug)]
pub struct Log<T: Logged> {
    path: PathBuf,
    file: File,
    /// Length in bytes up to which the file is sound.
    length: u64,
    records: BTreeMap<T::Key, T>,
    in_order: bool,
}

impl<T: Logged> Log<T> {
    /// Opens or creates the log at `path`. A damaged file is first kept as a copy beside it and
    /// then replaced by its sound records; the second value says so in one line. A file with CRLF or a
    /// byte order mark is not damaged, and is written again with LF before anything is appended.
    ///
    /// # Errors
    /// [`Error::Io`] naming the file.
    pub fn open(path: &Path) -> Result<(Self, Option<String>)> {
        let content = read::<T>(path)?;
        let mut notice = content.damage(path);
        if let Some(text) = &mut notice {
            let copy = keep_damaged(path)?;
            text.push_str(&format!("; the damaged file is kept as {}", copy.display()));
        }
        if notice.is_some() || !content.in_order || !content.is_plain {
            rewrite(path, &content.records)?;
        }
        let (file, length) = open_to_append(path)?;
        let log = Self { path: path.to_path_buf(), file, length, records: content.records, in_order: true };
        Ok((log, notice))
    }

    /// The record with `key`.
    pub fn get(&self, key: T::Key) -> Option<&T> {
        self.records.get(&key)
    }

    /// All records by key.
    pub fn records(&self) -> &BTreeMap<T::Key, T> {
        &self.records
    }

    /// Appends `record` and hands it to the system at once.
    ///
    /// # Errors
    /// [`Error::Io`] naming the file; what was appended before is still sound.
    pub fn append(&mut self, record: T) -> Result<()> {
        let mut line = seal::seal(&record)?;
        line.push('\n');
        if let Err(e) = self.file.write_all(line.as_bytes()) {
            // Half a line on a full disk would be damage. If it stays, the next `open` repairs it.
            let _ = self.file.set_len(self.length);
            return Err(Error::io("write", &self.path, e));
        }
        self.length += line.len() as u64;
        let last = self.records.last_key_value().map(|(&key, _)| key);
        self.in_order &= last.is_none_or(|last| last < record.key());
        self.records.insert(record.key(), record);
        Ok(())
    }

    /// Puts the file in the order of keys, if a gap had to be filled, and syncs it to the disk.
    ///
    /// # Errors
    /// [`Error::Io`] naming the file.
    pub fn sync(&mut self) -> Result<()> {
        if !self.in_order {
            rewrite(&self.path, &self.records)?;
            (self.file, self.length) = open_to_append(&self.path)?;
            self.in_order = true;
        }
        self.file.sync_data().map_err(|e| Error::io("sync", &self.path, e))
    }
}

impl Log<Evaluation> {
    /// True if every number below `end` is there.
    pub fn is_complete_below(&self, end: u64) -> bool {
        self.records.range(..end).count() as u64 == end
    }
}

/// The file at `path` and its length.
fn open_to_append(path: &Path) -> Result<(File, u64)> {
    let open = OpenOptions::new().create(true).append(true).open(path);
    let found = open.and_then(|file| file.metadata().map(|it| it.len()).map(|length| (file, length)));
    found.map_err(|e| Error::io("open", path, e))
}

fn rewrite<T: Logged>(path: &Path, records: &BTreeMap<T::Key, T>) -> Result<()> {
    let mut text = String::new();
    for record in records.values() {
        text.push_str(&seal::seal(record)?);
        text.push('\n');
    }
    atomic::replace(path, text.as_bytes())
}

/// Copies `path` to the first free `<name>.damaged-<n>` beside it, unless one of those before it is
/// equal. The copy is whole or not there.
///
/// # Errors
/// [`Error::Io`] naming the file that cannot be read, or the copy that cannot be written.
pub(super) fn keep_damaged(path: &Path) -> Result<PathBuf> {
    let read = |path: &Path| std::fs::read(path).map_err(|e| Error::io("read", path, e));
    let damaged = read(path)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut number = 1;
    loop {
        let copy = path.with_file_name(format!("{name}.damaged-{number}"));
        if !copy.exists() {
            return atomic::replace(&copy, &damaged).map(|()| copy);
        }
        if copy.is_file() && read(&copy)? == damaged {
            return Ok(copy);
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objective::Estimate;

    fn evaluation(id: u64) -> Evaluation {
        let objectives = vec![Estimate { value: id as f64, std_error: f64::NAN, games: 1 }];
        Evaluation { number: id, id, generation: 1, genome: vec![0.1], objectives, violation: 0.0, games: 1 }
    }

    fn written(path: &Path, ids: impl IntoIterator<Item = u64>) {
        let (mut log, notice) = Log::open(path).unwrap();
        assert_eq!(notice, None);
        for id in ids {
            log.append(evaluation(id)).unwrap();
        }
        log.sync().unwrap();
    }

    #[test]
    fn a_torn_last_line_costs_that_line_only() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("evaluations.jsonl");
        written(&path, 0..5);
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, &whole[..whole.len() - 20]).unwrap();
        let (mut log, notice) = Log::<Evaluation>::open(&path).unwrap();
        assert!(notice.unwrap().contains("line 5 damaged (torn): 1 lost, 4 sound records kept"));
        log.append(evaluation(4)).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), whole);
    }

    #[test]
    fn a_gap_in_the_middle_is_filled_to_the_same_bytes() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("evaluations.jsonl");
        written(&path, 0..5);
        let whole = std::fs::read(&path).unwrap();
        let mut damaged = whole.clone();
        damaged[whole.len() / 2] ^= 4;
        std::fs::write(&path, &damaged).unwrap();
        let (mut log, notice) = Log::<Evaluation>::open(&path).unwrap();
        assert!(notice.unwrap().contains("line 3 damaged"));
        assert!(!log.is_complete_below(5) && log.is_complete_below(2));
        log.append(evaluation(2)).unwrap();
        log.sync().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), whole);
        assert_eq!(std::fs::read(dir.path().join("evaluations.jsonl.damaged-1")).unwrap(), damaged);
    }
}
