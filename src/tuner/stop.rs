//! When a run ends.

use super::HistoryRow;
use super::forecast::{RECENT, median};
use crate::experiment::{Experiment, StalledConfig, StopConfig};
use crate::run::Stopped;

/// What ends the run with the last generation of `history`, if anything does.
pub(crate) fn stopped(history: &[HistoryRow], experiment: &Experiment) -> Option<Stopped> {
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

/// How many generations are still to come by what can be foreseen, at least 1 until the run has ended:
/// by `optimiser.n_gen`, by the games that are left where a generation plays `games`, and by the minutes.
pub(crate) fn generations_left(history: &[HistoryRow], experiment: &Experiment, games: f64) -> f64 {
    let StopConfig { games: most, minutes, .. } = experiment.stop.as_ref().unwrap_or(&NEVER);
    let (told, played, seconds) =
        history.last().map_or((0, 0, 0.0), |row| (row.generation, row.games, row.seconds));
    let by_number = experiment.optimiser.n_gen.get().saturating_sub(told) as f64;
    let enough =
        |left: f64, each: f64| if each > 0.0 { (left / each).ceil().max(1.0) } else { f64::INFINITY };
    let by_games = most.map(|most| enough(most.get().saturating_sub(played) as f64, games));
    let took = a_generation(history, |row| row.seconds);
    let by_minutes = minutes.zip(took).map(|(minutes, took)| enough(60.0 * minutes - seconds, took));
    [by_games, by_minutes].into_iter().flatten().fold(by_number, f64::min)
}

/// The median of what the last generations added to a sum that the history holds.
pub(crate) fn a_generation(history: &[HistoryRow], sum: impl Fn(&HistoryRow) -> f64) -> Option<f64> {
    let sums: Vec<f64> = std::iter::once(0.0).chain(history.iter().map(sum)).collect();
    let added: Vec<f64> = sums.windows(2).map(|pair| pair[1] - pair[0]).collect();
    median(added[added.len().saturating_sub(RECENT)..].iter().copied())
}

const NEVER: StopConfig = StopConfig { games: None, minutes: None, stalled: None };

/// Whether the best hypervolume of the last generations is no better than the best one before them, by more
/// than the share that counts. Under noise the series goes up and down, so that two single
/// generations say little. Generations without a hypervolume, or without a feasible individual, have none
/// that could grow and are left out.
fn has_stalled(history: &[HistoryRow], stalled: &StalledConfig) -> bool {
    let start = history
        .iter()
        .position(|row| row.heard().hypervolume.is_some() && row.front_size > 0)
        .unwrap_or(history.len());
    let rows = &history[start..];
    let before = rows.len().saturating_sub(stalled.generations.size());
    let best =
        |rows: &[HistoryRow]| rows.iter().filter_map(|row| row.heard().hypervolume).fold(0.0, f64::max);
    let (then, now) = (best(&rows[..before]), best(&rows[before..]));
    before > 0 && now - then <= stalled.by * now
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment;
    use crate::tuner::history::FrontFigures;

    fn rows(hypervolumes: &[f64]) -> Vec<HistoryRow> {
        let row = |(i, &hypervolume): (usize, &f64)| HistoryRow {
            generation: i as u64 + 1,
            evaluations: 10 * (i as u64 + 1),
            games: 1000 * (i as u64 + 1),
            front_size: 1,
            own: FrontFigures { hypervolume: Some(hypervolume), best: vec![] },
            smoothed: None,
            seconds: 30.0 * (i as f64 + 1.0),
        };
        hypervolumes.iter().enumerate().map(row).collect()
    }

    fn after(stop: &str, hypervolumes: &[f64]) -> Option<Stopped> {
        let text = format!("[optimiser]\nn_gen = 5\n[stop]\n{stop}");
        let experiment = experiment::parse("x.toml", &text, &[]).unwrap().experiment;
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
    fn what_is_left_ends_with_whatever_comes_first() {
        let left = |stop: &str, generations: usize| {
            let text = format!("[optimiser]\nn_gen = 5\n[stop]\n{stop}");
            let experiment = experiment::parse("x.toml", &text, &[]).unwrap().experiment;
            generations_left(&rows(&vec![0.1; generations]), &experiment, 1000.0)
        };
        assert_eq!([left("", 0), left("", 2), left("", 5)], [5.0, 3.0, 0.0]);
        // 1,000 games and half a minute a generation.
        assert_eq!([left("games = 2500", 0), left("games = 2500", 1)], [3.0, 2.0]);
        assert_eq!([left("minutes = 1.2", 0), left("minutes = 1.2", 1)], [5.0, 2.0]);
        assert_eq!(left("games = 4000\nminutes = 1.2", 2), 1.0);
        // One that takes longer does not count.
        let mut rows = rows(&[0.1; 7]);
        rows[4..].iter_mut().for_each(|row| row.seconds += 3600.0);
        assert_eq!(a_generation(&rows, |row| row.seconds), Some(30.0));
        assert_eq!(a_generation(&[], |row| row.seconds), None);
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
        let experiment = experiment::parse("x.toml", text, &[]).unwrap().experiment;
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
        let experiment = experiment::parse("x.toml", text, &[]).unwrap().experiment;
        let after = |hypervolumes: &[Option<f64>]| {
            let mut rows = rows(&vec![0.0; hypervolumes.len()]);
            rows.iter_mut().zip(hypervolumes).for_each(|(row, volume)| row.own.hypervolume = *volume);
            stopped(&rows, &experiment)
        };
        assert_eq!(after(&[None; 9]), None);
        assert_eq!(after(&[None, None, None, Some(0.5), Some(0.4)]), None);
        assert_eq!(after(&[None, None, None, Some(0.5), Some(0.4), Some(0.5)]), Some(Stopped::Stalled));
    }
}
