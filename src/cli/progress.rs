//! Progress on stderr: a bar on a terminal, now and then a line elsewhere.

use super::output;
use crate::tuner::{HistoryRow, Observer};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// How often a line is printed where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Shows a run's progress.
pub struct Progress {
    bar: ProgressBar,
    terminal: bool,
    quiet: bool,
    last_line: Instant,
    evolved: String,
}

impl Progress {
    /// Progress on stderr, or none if `quiet`; notices are printed in any case.
    pub fn new(quiet: bool) -> Self {
        let terminal = std::io::stderr().is_terminal() && !quiet;
        let target = if terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        let template = "{elapsed_precise} {bar:24} {pos}/{len} {msg}";
        bar.set_style(
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        Self { bar, terminal, quiet, last_line: Instant::now(), evolved: String::new() }
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Observer for Progress {
    fn begin(&mut self, phase: &str, total: usize) {
        self.bar.set_length(total as u64);
        self.bar.set_position(0);
        self.bar.set_message(format!("{phase}{}", std::mem::take(&mut self.evolved)));
    }

    fn step(&mut self) {
        self.bar.inc(1);
    }

    fn generation(&mut self, row: &HistoryRow, of: u64) {
        let best: Vec<String> = row.best.iter().map(|best| crate::report::plain(*best)).collect();
        self.evolved = format!("; front {}, best in training {}", row.front_size, best.join(", "));
        if !self.terminal && !self.quiet && self.last_line.elapsed() >= LINE_EVERY {
            self.last_line = Instant::now();
            output::message(&format!("generation {} of {of}{}", row.generation, self.evolved));
        }
    }

    fn notice(&mut self, line: &str) {
        self.bar.suspend(|| output::message(line));
    }
}
