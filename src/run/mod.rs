//! The run folder: layout, evaluation log, checkpoint, lock, reader.
//!
//! ```text
//! <run>/experiment.toml    the resolved experiment     manifest.json  program, times, platform
//!   evaluations.jsonl      every finished evaluation   validation.jsonl  figures the front was chosen on
//!   test.jsonl        figures of the chosen front on test games
//!   checkpoint.json(.prev) state between generations   history.csv    one line a generation
//!   front.csv front.json population.csv policy.json policies/*.json plots/*.png  lock
//! ```

pub mod atomic;
pub mod checkpoint;
pub mod files;
mod folder;
mod front;
pub mod log;
mod manifest;
mod named_pick;
pub mod older;
pub mod seal;
mod switching;
mod test_figures;

pub use folder::{RunFolder, read_run};
pub use front::{FrameInfo, FrontFile, FrontMember, Gain, ObjectiveInfo, Stopped, WinnersCurse};
pub use log::{Log, LogFile};
pub use manifest::Manifest;
pub use named_pick::NamedPick;
pub use switching::{MemberAtCost, MixtureAtCost, ShownPolicy, ShownRule, SwitchingPolicies};
pub use test_figures::TestFigures;
