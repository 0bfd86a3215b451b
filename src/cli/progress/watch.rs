//! How far a run is and how long it will take, as text; the clock is the caller's.

use super::pace::Pace;
use crate::table::plain;
use crate::tuner::Forecast;
use std::time::Duration;

/// What is known of a run. Times are seconds since it began to be watched.
#[derive(Debug, Default)]
pub struct Watch {
    work: Pace,
    games: Pace,
    forecast: Option<Forecast>,
    /// Whether the forecast is for a phase that has not begun.
    is_announced: bool,
    phase: String,
    /// Steps of the phase, and how many of them are done.
    steps: usize,
    done: usize,
    /// Work of the phase that is done.
    work_done: f64,
}

impl Watch {
    /// What is still to be done is known, or known better.
    pub fn forecast(&mut self, forecast: &Forecast) {
        (self.forecast, self.is_announced) = (Some(*forecast), true);
    }

    /// A phase begins, or has more steps.
    pub fn begin(&mut self, phase: &str, steps: usize) {
        if self.phase != phase {
            if !self.is_announced {
                self.forecast = None;
            }
            (self.phase, self.steps, self.done, self.work_done) = (phase.into(), 0, 0, 0.0);
        }
        self.steps += steps;
        self.is_announced = false;
    }

    /// A step is done.
    pub fn step(&mut self, time: f64, games: u64, work: f64) {
        self.steps_done(time, 1, games, work);
    }

    /// Some steps are done.
    pub fn steps_done(&mut self, time: f64, steps: usize, games: u64, work: f64) {
        self.done += steps;
        self.work_done += work;
        self.work.add(time, work);
        self.games.add(time, games as f64);
        self.is_announced = false;
    }

    /// Steps of the phase in all, as far as is known.
    fn steps(&self) -> usize {
        self.forecast.map_or(0, |forecast| forecast.steps).max(self.steps)
    }

    /// Work that is left. While a step is left, something is: if the steps so far were dearer than
    /// foreseen, at least as much as the others were foreseen to be.
    fn work_left(&self) -> f64 {
        let (steps, done) = (self.steps() as f64, self.done as f64);
        let of_a_step = if done > 0.0 { self.work_done / done } else { 1.0 };
        let (now, later) = self.forecast.map_or((steps * of_a_step, 0.0), |it| (it.now, it.later));
        let least = (steps - done).max(0.0) * of_a_step.min(now / steps.max(1.0));
        (now - self.work_done).max(least) + later
    }

    /// Seconds that are left; `None` as long as there is no pace.
    pub fn left(&self) -> Option<f64> {
        self.work.a_second().map(|pace| self.work_left() / pace)
    }

    /// Share of the run's time that has passed at `time`, earlier sessions included; 0 to 1.
    pub fn share(&self, time: f64) -> f64 {
        let passed = time + self.forecast.map_or(0.0, |forecast| forecast.before);
        let share = self.left().map_or(0.0, |left| passed / (passed + left));
        if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 }
    }

    /// Share of the phase's steps that are done; 0 to 1.
    pub fn share_of_phase(&self) -> f64 {
        self.done as f64 / self.steps().max(1) as f64
    }

    /// `3m left, 8,214 games/s`.
    pub fn run(&self) -> String {
        let at_most = if self.forecast.is_some_and(|forecast| forecast.at_most) { "at most " } else { "" };
        let left = self.left().map(|left| format!("{at_most}{} left", rounded(left)));
        let pace = self.games.a_second().map(|games| format!("{} games/s", short(games)));
        let known: Vec<String> = left.into_iter().chain(pace).collect();
        if known.is_empty() { "time left is not known yet".into() } else { known.join(", ") }
    }

    /// `generation 17 of 40: 43 of 96`.
    pub fn now(&self) -> String {
        format!("{}: {} of {}", self.phase, self.done, self.steps())
    }
}

/// Seconds as a person tells them: to the second below two minutes, to the minute below two hours.
fn rounded(seconds: f64) -> String {
    let step = match seconds {
        s if s < 20.0 => 1.0,
        s if s < 120.0 => 5.0,
        s if s < 7200.0 => 60.0,
        s if s < 86_400.0 => 600.0,
        _ => 3600.0,
    };
    // A hundred years are enough.
    let whole = ((seconds / step).ceil() * step).clamp(1.0, 3e9);
    humantime::format_duration(Duration::from_secs(whole as u64)).to_string()
}

/// A number of three digits or more without digits after the point.
fn short(value: f64) -> String {
    match value {
        v if v >= 1000.0 => plain(v.round()),
        v if v >= 100.0 => format!("{v:.0}"),
        v => format!("{v:.1}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forecast(steps: usize, now: f64, later: f64) -> Forecast {
        Forecast { steps, now, later, at_most: false, before: 0.0 }
    }

    /// A run of two generations of 10 steps that cost 4 each, and a phase of 5 steps that cost 8, one step
    /// after the other, 2 of work a second: 20, 20 and 20 seconds.
    fn run(mut each: impl FnMut(f64, &Watch), slower: f64) -> Watch {
        let (mut watch, mut time) = (Watch::default(), 0.0);
        for (phase, steps, cost, later) in [("a", 10, 4.0, 80.0), ("b", 10, 4.0, 40.0), ("c", 5, 8.0, 0.0)] {
            watch.forecast(&forecast(steps, steps as f64 * cost, later));
            watch.begin(phase, steps);
            for _ in 0..steps {
                time += slower * cost / 2.0;
                watch.step(time, 16, cost);
                each(time, &watch);
            }
        }
        watch
    }

    #[test]
    fn what_is_foreseen_right_is_told_right() {
        let watch = run(
            |time, watch| {
                assert!((watch.left().unwrap() - (60.0 - time)).abs() < 1e-9, "{time}: {watch:?}");
                assert!((watch.share(time) - time / 60.0).abs() < 1e-9);
            },
            1.0,
        );
        assert_eq!((watch.left(), watch.share(60.0), watch.share_of_phase()), (Some(0.0), 1.0, 1.0));
        assert_eq!(watch.now(), "c: 5 of 5");
        // Half as fast, half as far.
        run(|time, watch| assert!((watch.left().unwrap() - (120.0 - time)).abs() < 1e-9), 2.0);
    }

    #[test]
    fn earlier_sessions_count_for_the_share() {
        let mut watch = Watch::default();
        watch.forecast(&Forecast { before: 70.0, ..forecast(10, 40.0, 0.0) });
        watch.begin("a", 10);
        assert_eq!((watch.left(), watch.share(5.0)), (None, 0.0));
        (1..=5).for_each(|n| watch.step(2.0 * f64::from(n), 1, 4.0));
        // 70 and 10 seconds passed, 10 are left.
        assert!((watch.share(10.0) - 80.0 / 90.0).abs() < 1e-12);
    }

    #[test]
    fn a_phase_that_costs_more_than_foreseen_is_not_over_before_its_end() {
        let mut watch = Watch::default();
        watch.forecast(&forecast(10, 10.0, 0.0));
        watch.begin("a", 10);
        (1..=5).for_each(|n| watch.step(60.0 * f64::from(n), 1, 6.0));
        // 30 of work instead of 5; the five that are left cost at least the one each that was foreseen.
        assert!((watch.left().unwrap() - 5.0 / 0.1).abs() < 1e-9, "{watch:?}");
        // Known better while it runs.
        watch.forecast(&forecast(10, 60.0, 0.0));
        assert!((watch.left().unwrap() - 30.0 / 0.1).abs() < 1e-9);
        watch.begin("a", 4);
        assert_eq!(watch.steps(), 14);
    }

    #[test]
    fn without_a_forecast_steps_are_told_by() {
        let mut watch = Watch::default();
        assert_eq!(watch.run(), "time left is not known yet");
        watch.begin("replay", 20);
        (1..=5).for_each(|n| watch.step(3.0 * f64::from(n), 30, 30.0));
        assert_eq!((watch.left(), watch.run().as_str()), (Some(45.0), "45s left, 10.0 games/s"));
        assert_eq!((watch.now().as_str(), watch.share_of_phase()), ("replay: 5 of 20", 0.25));
        // What was foreseen of an earlier phase says nothing of this one.
        watch.forecast(&Forecast { at_most: true, ..forecast(40, 1200.0, 1e6) });
        assert!(watch.run().starts_with("at most "));
        watch.begin("replay", 0);
        watch.step(15.0, 0, 0.0);
        watch.begin("next", 2);
        assert!(watch.left().unwrap() < 100.0, "{watch:?}");
    }

    #[test]
    fn nothing_is_nan_negative_or_endless() {
        for (now, later) in [(0.0, 0.0), (f64::NAN, 0.0), (f64::INFINITY, 1.0), (-5.0, -1.0)] {
            let mut watch = Watch::default();
            watch.forecast(&forecast(0, now, later));
            watch.begin("a", 0);
            watch.step(0.0, 0, 0.0);
            watch.step(1.0, 1, 1.0);
            assert!((0.0..=1.0).contains(&watch.share(1.0)) && (0.0..=1.0).contains(&watch.share(f64::NAN)));
            let said = watch.run();
            assert!(!said.contains("NaN") && !said.contains("inf") && !said.contains('-'), "{said}");
        }
    }

    #[test]
    fn seconds_are_rounded_as_a_person_would() {
        let told = [0.0, 0.2, 7.4, 61.0, 150.0, 3700.0, 8000.0, 2e5, f64::NAN, f64::INFINITY].map(rounded);
        let wanted = ["1s", "1s", "8s", "1m 5s", "3m", "1h 2m", "2h 20m", "2days 8h"];
        assert_eq!(told[..8], wanted);
        assert!(told[8..].iter().all(|text| !text.contains("NaN")), "{told:?}");
        assert_eq!([8214.4, 142.0, 12.34].map(short), ["8,214", "142", "12.3"]);
    }
}
