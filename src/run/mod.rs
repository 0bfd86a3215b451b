//! The run folder: layout, evaluation log, checkpoint, lock, reader.
//!
//! ```text
//! <run>/experiment.toml    the resolved experiment     manifest.json  program, times, platform
//!   evaluations.jsonl      every finished evaluation   holdout.jsonl  figures the front was chosen on
//!   confirmed.jsonl        figures of the chosen front on fresh games
//!   checkpoint.json(.prev) state between generations   history.csv    one line a generation
//!   front.csv front.json population.csv policy.json plots/*.png  lock
//! ```

pub mod atomic;
pub mod checkpoint;
mod confirmed;
pub mod files;
mod folder;
mod front;
pub mod log;
mod manifest;
pub mod seal;

pub use confirmed::Confirmed;
pub use folder::{RunFolder, read_run};
pub use front::{
    FrameInfo, FrontFile, FrontMember, Gain, MeasuredPolicy, ObjectiveInfo, Stopped, Switching, WinnersCurse,
};
pub use log::{Log, LogFile};
pub use manifest::Manifest;
