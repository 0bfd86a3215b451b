//! The run folder: layout, evaluation log, checkpoint, lock, reader.
//!
//! ```text
//! <run>/experiment.toml    the resolved experiment     manifest.json  program, times, platform
//!   evaluations.jsonl      every finished evaluation   holdout.jsonl  held-out figures
//!   checkpoint.json(.prev) state between generations   history.csv    one line a generation
//!   front.csv front.json population.csv policy.json plots/*.png  lock
//! ```

pub mod atomic;
pub mod checkpoint;
mod folder;
mod front;
pub mod log;
mod manifest;
mod pick;
pub mod seal;

pub use folder::{RunFolder, read_run};
pub use front::{
    FrameInfo, FrontFile, FrontMember, Interval, MeasuredPolicy, ObjectiveInfo, Stopped, Switching,
    WinnersCurse,
};
pub use log::Log;
pub use manifest::Manifest;
pub use pick::Pick;
