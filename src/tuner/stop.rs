//! When a run ends.

use super::HistoryRow;
use crate::config::{Experiment, StalledConfig, StopConfig};
use crate::store::Stopped;

/// What ends the run with the last generation of `history`, if anything does.
pub(super) fn stopped(history: &[HistoryRow], experiment: &Experiment) -> Option<Stopped> {
    let last = history.last()?;
    let StopConfig { games, minutes, stalled } = experiment.stop.as_ref().unwrap_or(&NEVER);
    if last.generation >= experiment.optimiser.n_gen.get() {
        Some(Stopped::Generations)
    } else if games.is_some_and(|games| last.games >= games.get()) {
        Some(Stopped::Games)
    } else if stalled.as_ref().is_some_and(|stalled| has_stalled(history, stalled)) {
        Some(Stopped::Stalled)
    } else if minutes.is_some_and(|minutes| last.seconds >= 60.0 * minutes) {
        Some(Stopped::Minutes)
    } else {
        None
    }
}

const NEVER: StopConfig = StopConfig { games: None, minutes: None, stalled: None };

/// Whether the best hypervolume of the last generations is no better than the best one before them, by more
/// than the share that counts. Under noise the series goes up and down, so that two single
/// generations say little. Generations without a hypervolume, or without a feasible individual, have none
/// that could grow and are left out.
fn has_stalled(history: &[HistoryRow], stalled: &StalledConfig) -> bool {
    let start = history
        .iter()
        .position(|row| row.hypervolume.is_some() && row.front_size > 0)
        .unwrap_or(history.len());
    let rows = &history[start..];
    let before = rows.len().saturating_sub(stalled.generations.size());
    let best = |rows: &[HistoryRow]| rows.iter().filter_map(|row| row.hypervolume).fold(0.0, f64::max);
    let (then, now) = (best(&rows[..before]), best(&rows[before..]));
    before > 0 && now - then <= stalled.by * now
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config;

    fn rows(hypervolumes: &[f64]) -> Vec<HistoryRow> {
        let row = |(i, &hypervolume): (usize, &f64)| HistoryRow {
            generation: i as u64 + 1,
            evaluations: 10 * (i as u64 + 1),
            games: 1000 * (i as u64 + 1),
            hypervolume: Some(hypervolume),
            front_size: 1,
            best: vec![],
            seconds: 30.0 * (i as f64 + 1.0),
        };
        hypervolumes.iter().enumerate().map(row).collect()
    }

    fn after(stop: &str, hypervolumes: &[f64]) -> Option<Stopped> {
        let text = format!("[optimiser]\nn_gen = 5\n[stop]\n{stop}");
        let experiment = config::parse("x.toml", &text, &[]).unwrap().experiment;
        stopped(&rows(hypervolumes), &experiment)
    }

    #[test]
    fn whichever_comes_first() {
        let rising = [0.1, 0.2, 0.3, 0.4, 0.5];
        assert_eq!(after("", &rising[..4]), None);
        assert_eq!(after("", &rising), Some(Stopped::Generations));
        assert_eq!(after("games = 3000", &rising[..2]), None);
        assert_eq!(after("games = 3000", &rising[..3]), Some(Stopped::Games));
        assert_eq!(after("games = 3000\nminutes = 1", &rising[..2]), Some(Stopped::Minutes));
        assert_eq!(after("games = 9", &[]), None);
    }

    #[test]
    fn a_stall_is_measured_over_its_generations() {
        let stalled = "stalled = { generations = 2, by = 0.1 }";
        assert_eq!(after(stalled, &[0.5, 0.5]), None);
        assert_eq!(after(stalled, &[0.5, 0.5, 0.5]), Some(Stopped::Stalled));
        assert_eq!(after(stalled, &[0.40, 0.5, 0.5]), None);
        assert_eq!(after(stalled, &[0.46, 0.5, 0.5]), Some(Stopped::Stalled));
        assert_eq!(after("stalled = { generations = 1 }", &[0.3, 0.2]), Some(Stopped::Stalled));
    }

    #[test]
    fn a_stall_is_measured_between_bests() {
        let stalled = "stalled = { generations = 2 }";
        // The last generation is no better than the one two before it, but the one between was.
        assert_eq!(after(stalled, &[0.5, 0.6, 0.4]), None);
        // The last is better than the one two before it, but neither than the best of those before.
        assert_eq!(after(stalled, &[0.6, 0.3, 0.4, 0.5]), Some(Stopped::Stalled));
        assert_eq!(after(stalled, &[0.6, 0.3, 0.4, 0.61]), None);
    }

    #[test]
    fn a_stall_counts_from_the_first_feasible_generation() {
        let text = "[stop]\nstalled = { generations = 2 }";
        let experiment = config::parse("x.toml", text, &[]).unwrap().experiment;
        let after = |hypervolumes: &[f64], infeasible: usize| {
            let mut rows = rows(hypervolumes);
            rows[..infeasible].iter_mut().for_each(|row| row.front_size = 0);
            stopped(&rows, &experiment)
        };
        assert_eq!(after(&[0.0; 9], 9), None);
        assert_eq!(after(&[0.0, 0.0, 0.0, 0.5], 3), None);
        assert_eq!(after(&[0.0, 0.0, 0.0, 0.5, 0.4], 3), None);
        assert_eq!(after(&[0.0, 0.0, 0.0, 0.5, 0.4, 0.5], 3), Some(Stopped::Stalled));
    }

    #[test]
    fn generations_without_a_hypervolume_do_not_count() {
        let text = "[stop]\nstalled = { generations = 2 }";
        let experiment = config::parse("x.toml", text, &[]).unwrap().experiment;
        let after = |hypervolumes: &[Option<f64>]| {
            let mut rows = rows(&vec![0.0; hypervolumes.len()]);
            rows.iter_mut().zip(hypervolumes).for_each(|(row, volume)| row.hypervolume = *volume);
            stopped(&rows, &experiment)
        };
        assert_eq!(after(&[None; 9]), None);
        assert_eq!(after(&[None, None, None, Some(0.5), Some(0.4)]), None);
        assert_eq!(after(&[None, None, None, Some(0.5), Some(0.4), Some(0.5)]), Some(Stopped::Stalled));
    }
}
