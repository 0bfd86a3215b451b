//! `manifest.json`: what wrote the run folder, when, and the experiment it belongs to.

use super::{atomic, seal};
use crate::error::{Error, Result};
use crate::experiment::Experiment;
use crate::text;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The version of a run folder. Since version 2 the log holds what every game gave, which the optimiser hears anew
/// in every generation.
const FORMAT: u32 = 2;

/// The run's identity. Its presence marks a folder as a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of the folder's format.
    pub format: u32,
    /// Version of the program that began the run.
    pub version: String,
    /// The question on the experiment's first line.
    pub question: String,
    /// The run's seed.
    pub seed: u64,
    /// When it began (UTC, RFC 3339).
    pub started: String,
    /// When it last finished; absent while it has not.
    pub finished: Option<String>,
    /// Games per member and scenario that `validate` adds to the test figures of the front.
    #[serde(default, alias = "validated")]
    pub added_test_games: u64,
    /// How often test games are looked at; 0 in a run of an older program, which did not count.
    #[serde(default)]
    pub looks: u64,
    /// Operating system and processor family.
    pub platform: String,
    /// The resolved experiment; `experiment.toml` must agree with it.
    pub experiment: Experiment,
}

impl Manifest {
    /// The manifest of a run that begins now.
    pub fn new(question: String, experiment: Experiment) -> Self {
        Self {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").into(),
            question,
            seed: experiment.seed.get(),
            started: now(),
            finished: None,
            added_test_games: 0,
            looks: 1,
            platform: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            experiment,
        }
    }

    /// Notes that the run finished now.
    pub fn finish(&mut self) {
        self.finished = Some(now());
    }

    /// Whether an older program began the run, in another format than today's.
    pub fn is_older(&self) -> bool {
        self.format < FORMAT
    }

    /// Writes it to `path`.
    ///
    /// # Errors
    /// [`Error::Io`] naming the file.
    pub fn write(&self, path: &Path) -> Result<()> {
        let json = serde_json::to_string_pretty(self);
        let mut text = json.map_err(|e| Error::Internal(format!("manifest: {e}")))?;
        text.push('\n');
        atomic::replace(path, text.as_bytes())
    }

    /// Reads it from `path`.
    ///
    /// # Errors
    /// [`Error::RunFolder`] if it is missing, damaged or of another format.
    pub fn read(path: &Path) -> Result<Self> {
        let text = text::read(path).map_err(|e| match e.kind() {
            std::io::ErrorKind::NotFound => {
                let folder = path.parent().unwrap_or(path).display().to_string();
                Error::RunFolder(format!("{folder}: no run there (manifest.json is missing)"))
            }
            _ => Error::io("read", path, e),
        })?;
        let refused = |why: String| Error::RunFolder(format!("{}: {why}", path.display()));
        let mut manifest: Self = serde_json::from_str(&text).map_err(|e| refused(seal::fault_of_json(&e)))?;
        manifest.experiment.fill_as_before();
        if !(1..=FORMAT).contains(&manifest.format) {
            let why = format!("format {}, this program reads 1 to {FORMAT}", manifest.format);
            return Err(refused(why));
        }
        Ok(manifest)
    }
}

fn now() -> String {
    in_rfc_3339(SystemTime::now())
}

/// The last second that RFC 3339 can write, 9999-12-31T23:59:59Z, in seconds after 1970.
const LAST_SECOND: u64 = 253_402_300_799;

/// `time` in UTC. A clock that is set wrong may stand before 1970 or after 9999, which cannot be
/// written: the nearest time that can is.
fn in_rfc_3339(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let time = UNIX_EPOCH + since.min(Duration::from_secs(LAST_SECOND));
    humantime::format_rfc3339_seconds(time).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_clock_can_be_written() {
        let second = Duration::from_secs(1);
        let last = UNIX_EPOCH + Duration::from_secs(LAST_SECOND);
        for (time, text) in [
            (UNIX_EPOCH - Duration::from_secs(86_400 * 365), "1970-01-01T00:00:00Z"),
            (UNIX_EPOCH - second / 2, "1970-01-01T00:00:00Z"),
            (UNIX_EPOCH, "1970-01-01T00:00:00Z"),
            (UNIX_EPOCH + 951_782_400 * second, "2000-02-29T00:00:00Z"),
            (last, "9999-12-31T23:59:59Z"),
            (last + second, "9999-12-31T23:59:59Z"),
            (last + 1_000_000_000 * second, "9999-12-31T23:59:59Z"),
        ] {
            assert_eq!(in_rfc_3339(time), text);
        }
    }
}
