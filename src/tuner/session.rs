//! The time that a run takes, over all its sessions.

use super::{HistoryRow, stop};
use crate::experiment::Experiment;
use std::time::Instant;

/// A session of a run: from its start, or from where it is resumed.
pub(crate) struct Session {
    clock: Instant,
    /// Seconds that earlier sessions took.
    before: f64,
    /// Whether the last generation was there when it began.
    began_evolved: bool,
}

impl Session {
    /// One that begins now, after the generations of `history`.
    pub fn begun(history: &[HistoryRow], experiment: &Experiment) -> Self {
        let before = history.last().map_or(0.0, |row| row.seconds);
        let began_evolved = stop::stopped(history, experiment).is_some();
        Self { clock: Instant::now(), before, began_evolved }
    }

    /// Seconds that the run took until now.
    pub fn seconds(&self) -> f64 {
        self.before + self.clock.elapsed().as_secs_f64()
    }

    /// Seconds of earlier sessions that count for the share of the run that is done: none, if all that this one has
    /// to do comes after the last generation.
    pub fn before(&self) -> f64 {
        if self.began_evolved { 0.0 } else { self.before }
    }
}
