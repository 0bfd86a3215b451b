//! `evaluations.jsonl`, `validation.jsonl` and `test.jsonl`: append-only logs of sealed records.

use super::{atomic, files, older, seal};
use crate::error::{Error, Result};
use crate::objective::{Evaluation, Figures};
use crate::text;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fmt::{self, Debug};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The logs of a run folder, in the order in which they are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogFile {
    /// Every evaluation: training games.
    Evaluations,
    /// The games that the front is chosen on.
    Validation,
    /// The games that the chosen front is shown with.
    Test,
}

impl LogFile {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Evaluations, Self::Validation, Self::Test];

    /// Its name in the run folder.
    pub fn name(self) -> &'static str {
        match self {
            Self::Evaluations => files::EVALUATIONS,
            Self::Validation => files::VALIDATION,
            Self::Test => files::TEST,
        }
    }

    /// Where it lies in the run folder `folder`.
    pub fn within(self, folder: &Path) -> PathBuf {
        folder.join(self.name())
    }

    /// Where it is found in the run folder `folder`: under its name, or under that of older programs where this one
    /// alone is there.
    pub fn found_in(self, folder: &Path) -> PathBuf {
        let older = match self {
            Self::Evaluations => None,
            Self::Validation => Some(older::VALIDATION),
            Self::Test => Some(older::TEST),
        };
        let (own, older) = (self.within(folder), older.map(|name| folder.join(name)));
        older.filter(|older| older.exists() && !own.exists()).unwrap_or(own)
    }
}

impl fmt::Display for LogFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A record that a log can hold.
pub trait Logged: Serialize + DeserializeOwned + Clone {
    /// The log that holds such records.
    const FILE: LogFile;

    /// What the records are ordered by.
    type Key: Ord + Copy + Debug;

    /// Its key; a log holds one record a key.
    fn key(&self) -> Self::Key;
}

impl Logged for Evaluation {
    const FILE: LogFile = LogFile::Evaluations;
    type Key = u64;

    fn key(&self) -> u64 {
        self.number
    }
}

/// Games and id: a finalist has a record for every stage of the race that it took part in.
impl Logged for Figures {
    const FILE: LogFile = LogFile::Validation;
    type Key = (u64, u64);

    fn key(&self) -> (u64, u64) {
        (self.games, self.id)
    }
}

/// What a log file holds: its sound records and what is wrong with the rest.
#[derive(Debug)]
struct Content<T: Logged> {
    records: BTreeMap<T::Key, T>,
    /// Line number (from 1) and fault of every line that is lost.
    faults: Vec<(usize, String)>,
    in_order: bool,
    /// Whether its lines end in LF, without a byte order mark before them.
    is_plain: bool,
}

/// A log: its sound records in memory, and the file behind them. One that was only [read](Self::read), or made
/// [of records](Self::of), never touches a file and takes no more records.
#[derive(Debug)]
pub struct Log<T: Logged> {
    path: PathBuf,
    content: Content<T>,
    file: Option<Appended>,
}

/// A file that records are appended to.
#[derive(Debug)]
struct Appended {
    file: File,
    /// Length in bytes up to which the file is sound.
    length: u64,
}

impl<T: Logged> Log<T> {
    /// Reads the log of the run in `folder` and leaves the file as it is; a missing file is an empty log.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read. Damage is no error: see [`Log::damage`].
    pub fn read(folder: &Path) -> Result<Self> {
        let path = T::FILE.found_in(folder);
        let content = content(&path)?;
        Ok(Self { path, content, file: None })
    }

    /// The log of the run in `folder` with `records` in the place of those in the file.
    pub fn of(folder: &Path, records: BTreeMap<T::Key, T>) -> Self {
        let content = Content { records, faults: Vec::new(), in_order: true, is_plain: true };
        Self { path: T::FILE.found_in(folder), content, file: None }
    }

    /// Opens or creates the log of the run in `folder`, see [`Log::make_appendable`].
    ///
    /// # Errors
    /// [`Error::Io`] naming the file.
    pub fn open(folder: &Path) -> Result<(Self, Option<String>)> {
        let mut log = Self::read(folder)?;
        let notice = log.make_appendable()?;
        Ok((log, notice))
    }

    /// Opens the file of a log that was read, so that records can be appended. A damaged file is first kept as a
    /// copy beside it and then replaced by its sound records; the returned line says so. A file with CRLF or a
    /// byte order mark is not damaged, and is written again with LF before anything is appended.
    ///
    /// # Errors
    /// [`Error::Io`] naming the file.
    pub fn make_appendable(&mut self) -> Result<Option<String>> {
        self.take_its_name()?;
        let mut notice = self.damage();
        if let Some(text) = &mut notice {
            let copy = keep_damaged(&self.path)?;
            text.push_str(&format!("; the damaged file is kept as {}", copy.display()));
        }
        if notice.is_some() || !self.content.in_order || !self.content.is_plain {
            rewrite(&self.path, &self.content.records)?;
        }
        self.file = Some(open_to_append(&self.path)?);
        let content = &mut self.content;
        content.faults.clear();
        (content.in_order, content.is_plain) = (true, true);
        Ok(notice)
    }

    /// Gives a file of an older program its name of today.
    fn take_its_name(&mut self) -> Result<()> {
        let own = self.path.with_file_name(T::FILE.name());
        if self.path != own {
            std::fs::rename(&self.path, &own).map_err(|e| Error::io("rename", &self.path, e))?;
            self.path = own;
        }
        Ok(())
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// One line that says what was lost and what is left; `None` for a sound file.
    pub fn damage(&self) -> Option<String> {
        let Content { records, faults, .. } = &self.content;
        let (line, why) = faults.first()?;
        let more = match faults.len() {
            1 => String::new(),
            n => format!(" and {} more", n - 1),
        };
        let (lost, kept) = (faults.len(), records.len());
        let path = self.path.display();
        Some(format!("{path}: line {line}{more} damaged ({why}): {lost} lost, {kept} sound records kept"))
    }

    /// The record with `key`.
    pub fn get(&self, key: T::Key) -> Option<&T> {
        self.content.records.get(&key)
    }

    /// All sound records by key.
    pub fn records(&self) -> &BTreeMap<T::Key, T> {
        &self.content.records
    }

    /// That `count` more records, of `phase`, can be appended.
    ///
    /// # Errors
    /// [`Error::Missing`] if there are some to append, and the log takes no more.
    pub fn expect(&self, count: usize, phase: impl fmt::Display) -> Result<()> {
        if count == 0 || self.file.is_some() {
            return Ok(());
        }
        Err(Error::Missing { log: self.path.clone(), records: count, phase: phase.to_string() })
    }

    /// Appends `record` and hands it to the system at once.
    ///
    /// # Errors
    /// [`Error::Io`] naming the file; what was appended before is still sound. [`Error::Internal`] if the log takes
    /// no more records.
    pub fn append(&mut self, record: T) -> Result<()> {
        let Some(Appended { file, length }) = &mut self.file else {
            return Err(Error::Internal(format!("{}: was opened to be read", self.path.display())));
        };
        let mut line = seal::seal(&record)?;
        line.push('\n');
        if let Err(e) = file.write_all(line.as_bytes()) {
            // Half a line on a full disk would be damage. If it stays, the next `open` repairs it.
            let _ = file.set_len(*length);
            return Err(Error::io("write", &self.path, e));
        }
        *length += line.len() as u64;
        self.content.add(record);
        Ok(())
    }

    /// Puts the file in the order of keys, if a gap had to be filled, and syncs it to the disk.
    ///
    /// # Errors
    /// [`Error::Io`] naming the file.
    pub fn sync(&mut self) -> Result<()> {
        let Some(appended) = &mut self.file else { return Ok(()) };
        if !self.content.in_order {
            rewrite(&self.path, &self.content.records)?;
            *appended = open_to_append(&self.path)?;
            self.content.in_order = true;
        }
        appended.file.sync_data().map_err(|e| Error::io("sync", &self.path, e))
    }
}

impl<T: Logged> Content<T> {
    fn add(&mut self, record: T) {
        let last = self.records.last_key_value().map(|(&key, _)| key);
        self.in_order &= last.is_none_or(|last| last < record.key());
        self.records.insert(record.key(), record);
    }
}

fn content<T: Logged>(path: &Path) -> Result<Content<T>> {
    let stored = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(e) => return Err(Error::io("read", path, e)),
    };
    let length = stored.len();
    let bytes = text::plain(stored);
    let is_plain = bytes.len() == length && bytes.last().is_none_or(|&last| last == b'\n');
    let mut content = Content { records: BTreeMap::new(), faults: Vec::new(), in_order: true, is_plain };
    for (i, line) in bytes.split_inclusive(|&b| b == b'\n').enumerate() {
        let text = String::from_utf8_lossy(line);
        // A record whose line end is cut off is whole: its checksum says so.
        let record = match text.strip_suffix('\n') {
            Some(text) => seal::unseal::<T>(text),
            None => seal::unseal(&text).map_err(|_| "torn".into()),
        };
        match record {
            Ok(record) => content.add(record),
            Err(why) => content.faults.push((i + 1, why)),
        }
    }
    Ok(content)
}

impl Log<Evaluation> {
    /// True if every number below `end` is there.
    pub fn is_complete_below(&self, end: u64) -> bool {
        self.content.records.range(..end).count() as u64 == end
    }
}

fn open_to_append(path: &Path) -> Result<Appended> {
    let open = OpenOptions::new().create(true).append(true).open(path);
    let length = |file: &File| file.metadata().map(|it| it.len());
    let found = open.and_then(|file| length(&file).map(|length| Appended { file, length }));
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
    use crate::objective::Outcomes;
    use crate::statistics::Estimate;

    fn evaluation(id: u64) -> Evaluation {
        let objectives = vec![Estimate { value: id as f64, std_error: f64::NAN, games: 1 }];
        Evaluation {
            number: id,
            id,
            generation: 1,
            genome: vec![0.1],
            objectives,
            violation: 0.0,
            games: 1,
            outcomes: Outcomes::default(),
        }
    }

    fn written(folder: &Path, ids: impl IntoIterator<Item = u64>) {
        let (mut log, notice) = Log::open(folder).unwrap();
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
        written(dir.path(), 0..5);
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, &whole[..whole.len() - 20]).unwrap();
        let (mut log, notice) = Log::<Evaluation>::open(dir.path()).unwrap();
        assert!(notice.unwrap().contains("line 5 damaged (torn): 1 lost, 4 sound records kept"));
        log.append(evaluation(4)).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), whole);
    }

    #[test]
    fn a_gap_in_the_middle_is_filled_to_the_same_bytes() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("evaluations.jsonl");
        written(dir.path(), 0..5);
        let whole = std::fs::read(&path).unwrap();
        let mut damaged = whole.clone();
        damaged[whole.len() / 2] ^= 4;
        std::fs::write(&path, &damaged).unwrap();
        let (mut log, notice) = Log::<Evaluation>::open(dir.path()).unwrap();
        assert!(notice.unwrap().contains("line 3 damaged"));
        assert!(!log.is_complete_below(5) && log.is_complete_below(2));
        log.append(evaluation(2)).unwrap();
        log.sync().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), whole);
        assert_eq!(std::fs::read(dir.path().join("evaluations.jsonl.damaged-1")).unwrap(), damaged);
    }
    #[test]
    fn a_log_that_was_read_takes_no_records_and_says_which_it_would_need() {
        let dir = tempfile::tempdir().unwrap();
        written(dir.path(), 0..3);
        let path = dir.path().join("evaluations.jsonl");
        let whole = std::fs::read(&path).unwrap();
        let mut log = Log::<Evaluation>::read(dir.path()).unwrap();
        assert!(log.expect(0, "nothing").is_ok());
        let missing = log.expect(2, "generation 3 of 4").unwrap_err();
        assert_eq!(
            (missing.to_string(), missing.exit_code()),
            (format!("{}: records are missing: 2 of generation 3 of 4", path.display()), 3)
        );
        assert!(log.append(evaluation(3)).is_err() && log.sync().is_ok());
        assert_eq!((log.records().len(), std::fs::read(&path).unwrap()), (3, whole));
        assert_eq!(log.make_appendable().unwrap(), None);
        assert!(log.expect(1, "generation 3 of 4").is_ok() && log.append(evaluation(3)).is_ok());
    }
}
