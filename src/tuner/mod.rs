//! The loop: ask → evaluate → tell → observers → stop.
//!
//! The evaluation log alone determines a run: the optimiser is deterministic, so any state can
//! be had again by telling it the logged evaluations. The checkpoint only saves that replay.

mod ask_tell;
mod belief;
pub(crate) mod checkpoint_fault;
mod data;
mod end;
pub(crate) mod forecast;
pub mod history;
mod observer;
pub(crate) mod own_log;
mod run;
pub(crate) mod sampling;
pub(crate) mod scoring;
mod session;
pub(crate) mod setup;
mod smoothing;
mod state;
pub(crate) mod stop;
mod stored;

pub(crate) use ask_tell::Loop;
pub(crate) use data::RunData;
pub(crate) use end::End;
pub use forecast::Forecast;
pub use history::{Frame, HistoryRow};
pub use observer::{Context, Observer, Phase, Silent};
pub use run::Run;
pub use setup::{FindProblem, Setup};
pub(crate) use state::State;
