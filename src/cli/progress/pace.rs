//! How fast work gets done, so that a pause or a slow spell does not count for long.

use std::collections::VecDeque;

/// Slices of time that count.
const SLICES: usize = 9;

/// A slice takes at least this many seconds,
const SHORTEST: f64 = 2.0;

/// and at least this share of the time so far, so that it holds quick and slow work alike.
const SHARE: f64 = 1.0 / 40.0;

/// The pace of the last while: the median over slices of time.
///
/// A pause lies within one slice and does not move the median. A lasting change of pace counts as soon as
/// more than half of the slices know it: after 10 seconds, or an eighth of the time so far.
#[derive(Debug, Default)]
pub struct Pace {
    /// What a second brought in each of the last slices.
    slices: VecDeque<f64>,
    /// Begin of the slice under way, and all that was done by then.
    begun: (f64, f64),
    /// The last time something was done, and all that was done by then.
    last: (f64, f64),
}

impl Pace {
    /// Notes that something was `done` at `time`, in seconds since the beginning.
    pub fn add(&mut self, time: f64, done: f64) {
        self.last = (time.max(self.last.0), self.last.1 + done);
        let took = self.last.0 - self.begun.0;
        if took >= SHORTEST.max(SHARE * self.last.0) {
            self.slices.push_back((self.last.1 - self.begun.1) / took);
            self.begun = self.last;
        }
        if self.slices.len() > SLICES {
            self.slices.pop_front();
        }
    }

    /// What a second brings; `None` before anything was done.
    pub fn a_second(&self) -> Option<f64> {
        let mut slices: Vec<f64> = self.slices.iter().copied().collect();
        if slices.is_empty() {
            slices.push(self.last.1 / self.last.0);
        }
        slices.sort_by(f64::total_cmp);
        let last = slices.len() - 1;
        let median = (slices[last / 2] + slices[last.div_ceil(2)]) / 2.0;
        (median.is_finite() && median > 0.0).then_some(median)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pace after steps of `work` that take so many seconds each, in turn.
    fn after(spells: &[(usize, f64, f64)]) -> f64 {
        let (mut pace, mut time) = (Pace::default(), 0.0);
        for &(steps, work, seconds) in spells {
            for _ in 0..steps {
                time += seconds;
                pace.add(time, work);
            }
        }
        pace.a_second().unwrap()
    }

    #[test]
    fn a_constant_pace_is_exact() {
        assert_eq!(after(&[(1, 3.0, 0.25)]), 12.0);
        assert_eq!(after(&[(1000, 3.0, 0.25)]), 12.0);
        assert_eq!(after(&[(40, 60.0, 30.0)]), 2.0);
        assert_eq!(Pace::default().a_second(), None);
    }

    #[test]
    fn a_change_of_pace_counts_when_most_slices_know_it() {
        // 100 seconds at 4, then at 2: slices of 3 seconds, nine of which reach back 27 seconds.
        assert_eq!(after(&[(100, 4.0, 1.0), (10, 2.0, 1.0)]), 4.0);
        assert_eq!(after(&[(100, 4.0, 1.0), (20, 2.0, 1.0)]), 2.0);
    }

    #[test]
    fn a_pause_does_not_count() {
        assert_eq!(after(&[(100, 4.0, 1.0), (1, 4.0, 3600.0)]), 4.0);
        assert_eq!(after(&[(100, 4.0, 1.0), (1, 4.0, 3600.0), (400, 4.0, 1.0)]), 4.0);
    }

    #[test]
    fn a_clock_that_stands_or_goes_back_gives_no_pace_that_is_none() {
        let mut pace = Pace::default();
        pace.add(0.0, 5.0);
        assert_eq!(pace.a_second(), None);
        pace.add(-3.0, 0.0);
        pace.add(1.0, 0.0);
        assert_eq!(pace.a_second(), Some(5.0));
    }
}
