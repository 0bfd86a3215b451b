//! The one error type of the library and the exit code each kind maps to.

use std::io;
use std::path::{Path, PathBuf};

/// Result of any fallible call in this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// Everything that can go wrong. Each message fits on one line and says what was
/// wrong, where, and what is allowed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A broken promise of the program itself.
    #[error("internal error: {0}")]
    Internal(String),
    /// A bad experiment, policy, position or command line.
    #[error("{0}")]
    Input(String),
    /// A run folder that is missing, damaged, locked, of another experiment, or taken.
    #[error("{0}")]
    RunFolder(String),
    /// A log lacks records, where no games may be played to have them.
    #[error("{}: records are missing: {records} of {phase}", log.display())]
    Missing {
        /// The log.
        log: PathBuf,
        /// How many records, at least.
        records: usize,
        /// Which records, for example `generation 3 of 40`.
        phase: String,
    },
    /// A file that could not be read or written.
    #[error("{}: cannot {action}: {source}", path.display())]
    Io {
        /// What was attempted, for example `write`.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Whatever read stdout closed it, as `head` does. Nothing is wrong, and nothing is said: the
    /// command ends with exit code 0.
    #[error("the reader of stdout left")]
    ReaderLeft,
    /// The run was interrupted and can be resumed.
    #[error("interrupted; {0}")]
    Interrupted(String),
}

impl Error {
    /// An [`Error::Io`] for `path`; `action` is a verb such as `read` or `write`.
    pub fn io(action: &'static str, path: impl AsRef<Path>, source: io::Error) -> Self {
        let path = path.as_ref().to_path_buf();
        Self::Io { action, path, source }
    }

    /// The same error about `what`, which stands before its message. Its kind stays, and so does its exit
    /// code; what the system or an interruption said is left as it is.
    pub fn about(self, what: impl std::fmt::Display) -> Self {
        match self {
            Self::Internal(why) => Self::Internal(format!("{what}: {why}")),
            Self::Input(why) => Self::Input(format!("{what}: {why}")),
            Self::RunFolder(why) => Self::RunFolder(format!("{what}: {why}")),
            other => other,
        }
    }

    /// The same error, where what was read lies in a run folder: bad input there is damage of the folder.
    pub fn in_run_folder(self) -> Self {
        match self {
            Self::Input(why) => Self::RunFolder(why),
            other => other,
        }
    }

    /// The documented exit code: 0 where the reader of stdout left, 1 internal, 2 bad input, 3 run
    /// folder or file system, 130 interrupted.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::ReaderLeft => 0,
            Self::Internal(_) => 1,
            Self::Input(_) => 2,
            Self::RunFolder(_) | Self::Missing { .. } | Self::Io { .. } => 3,
            Self::Interrupted(_) => 130,
        }
    }
}
