//! `manifest.json`: what wrote the run folder, when, and the experiment it belongs to.

use super::{atomic, seal};
use crate::config::Experiment;
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::SystemTime;

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
    /// Games per member and scenario that `validate` adds to the fresh figures of the front.
    #[serde(default)]
    pub validated: u64,
    /// Operating system and processor family.
    pub platform: String,
    /// The resolved experiment; `experiment.toml` must agree with it.
    pub experiment: Experiment,
}

impl Manifest {
    /// The manifest of a run that begins now.
    pub fn new(question: String, experiment: Experiment) -> Self {
        Self {
            format: seal::FORMAT,
            version: env!("CARGO_PKG_VERSION").into(),
            question,
            seed: experiment.seed.get(),
            started: now(),
            finished: None,
            validated: 0,
            platform: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            experiment,
        }
    }

    /// Notes that the run finished now.
    pub fn finish(&mut self) {
        self.finished = Some(now());
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
        let text = std::fs::read_to_string(path).map_err(|e| match e.kind() {
            std::io::ErrorKind::NotFound => {
                let folder = path.parent().unwrap_or(path).display().to_string();
                Error::RunFolder(format!("{folder}: no run there (manifest.json is missing)"))
            }
            _ => Error::io("read", path, e),
        })?;
        let damaged = |why: String| Error::RunFolder(format!("{}: damaged: {why}", path.display()));
        let mut manifest: Self = serde_json::from_str(&text).map_err(|e| damaged(e.to_string()))?;
        manifest.experiment.fill_as_before();
        if manifest.format != seal::FORMAT {
            let why = format!("format {}, this program reads {}", manifest.format, seal::FORMAT);
            return Err(damaged(why));
        }
        Ok(manifest)
    }
}

fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}
