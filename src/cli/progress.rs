//! Progress on stderr: bars on a terminal, now and then a line elsewhere.

mod pace;
mod watch;

use super::output;
use crate::tuner::{Forecast, HistoryRow, Observer, Phase};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};
use watch::Watch;

/// How often bars are drawn.
const DRAW_EVERY: Duration = Duration::from_millis(100);

/// What is over sooner shows no bars.
const FIRST_DRAWN: Duration = Duration::from_millis(500);

/// Parts of a whole bar.
const WHOLE: u64 = 1000;

/// Shows how far a run is.
pub struct Progress {
    watch: Watch,
    shown: Shown,
    clock: Instant,
    next: Duration,
    evolved: String,
}

/// Where progress is shown.
enum Shown {
    Nowhere,
    /// A line on stderr now and then.
    Lines,
    /// One bar for the run, and one for what is under way if there are several phases.
    Bars(MultiProgress, ProgressBar, Option<ProgressBar>),
}

impl Progress {
    /// Progress of a run on stderr, or none if `quiet`; notices are printed in any case.
    pub fn new(quiet: bool) -> Self {
        Self::of(quiet, true)
    }

    /// The same of one phase called `name` that has `steps` steps of equal work, and may end sooner if
    /// these are `at_most` its steps.
    pub fn one_phase(quiet: bool, name: &str, steps: u64, at_most: bool) -> Self {
        let mut progress = Self::of(quiet, false);
        let (steps, now) = (steps as usize, steps as f64);
        progress.watch.forecast(&Forecast { steps, now, later: 0.0, at_most, before: 0.0 });
        progress.watch.begin(name, steps);
        progress
    }

    fn of(quiet: bool, has_phases: bool) -> Self {
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let shown = match std::io::stderr().is_terminal() && !is_dumb {
            _ if quiet => Shown::Nowhere,
            true => bars(has_phases),
            false => Shown::Lines,
        };
        let next = if matches!(shown, Shown::Lines) { lines_every(Duration::ZERO) } else { FIRST_DRAWN };
        Self { watch: Watch::default(), shown, clock: Instant::now(), next, evolved: String::new() }
    }

    /// Takes the bars away.
    pub fn clear(&self) {
        if let Shown::Bars(all, ..) = &self.shown {
            // What cannot be drawn needs no clearing.
            let _ = all.clear();
        }
    }

    /// Some steps are done, of `games` games.
    pub fn steps_done(&mut self, steps: u64, games: u64) {
        self.watch.steps_done(self.clock.elapsed().as_secs_f64(), steps as usize, games, steps as f64);
        self.show();
    }

    fn show(&mut self) {
        let passed = self.clock.elapsed();
        if passed < self.next || matches!(self.shown, Shown::Nowhere) {
            return;
        }
        let time = passed.as_secs_f64();
        let (run, now) = (self.watch.run(), format!("{}{}", self.watch.now(), self.evolved));
        match &self.shown {
            Shown::Nowhere => {}
            Shown::Lines => {
                let percent = (100.0 * self.watch.share(time)) as u64;
                output::message(&format!("{percent}%, {run}; {now}"));
                self.next = passed + lines_every(passed);
            }
            Shown::Bars(_, whole, phase) => {
                let said = if phase.is_some() { run } else { format!("{run}; {now}") };
                set(whole, self.watch.share(time), said);
                if let Some(phase) = phase {
                    set(phase, self.watch.share_of_phase(), now);
                }
                self.next = passed + DRAW_EVERY;
            }
        }
    }
}

/// Moves a bar to `share` and sets its text.
fn set(bar: &ProgressBar, share: f64, text: String) {
    bar.set_message(text);
    bar.set_position((share * WHOLE as f64) as u64);
}

/// How long after a line the next one comes: the longer a run takes, the fewer an hour.
fn lines_every(passed: Duration) -> Duration {
    Duration::from_secs(match passed.as_secs() {
        0..600 => 10,
        600..7200 => 60,
        _ => 600,
    })
}

/// Bars that cut what a narrow terminal has no room for.
fn bars(has_phases: bool) -> Shown {
    let all = MultiProgress::with_draw_target(ProgressDrawTarget::stderr());
    let bar = |name: &str| {
        let template = format!("{name}  [{{bar:12}}] {{percent:>3}}%  {{wide_msg}}");
        let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = all.add(ProgressBar::new(WHOLE));
        bar.set_style(style.progress_chars("=> "));
        bar
    };
    let (whole, phase) = (bar("run"), has_phases.then(|| bar("now")));
    Shown::Bars(all, whole, phase)
}

impl Observer for Progress {
    fn forecast(&mut self, forecast: &Forecast) {
        self.watch.forecast(forecast);
    }

    fn begin(&mut self, phase: Phase, steps: usize) {
        self.watch.begin(&phase.to_string(), steps);
        if !matches!(phase, Phase::Generation { .. }) {
            self.evolved.clear();
        }
        self.show();
    }

    fn step(&mut self, games: u64, work: f64) {
        self.watch.step(self.clock.elapsed().as_secs_f64(), games, work);
        self.show();
    }

    fn generation(&mut self, row: &HistoryRow, _: u64) {
        self.evolved = format!("; front of {}", row.front_size);
    }

    fn notice(&mut self, line: &str) {
        match &self.shown {
            Shown::Bars(all, ..) => all.suspend(|| output::message(line)),
            _ => output::message(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_less_often_in_a_long_run() {
        let after = |seconds| lines_every(Duration::from_secs(seconds)).as_secs();
        assert_eq!([0, 599, 600, 7199, 7200, 100_000].map(after), [10, 10, 60, 60, 600, 600]);
    }
}
