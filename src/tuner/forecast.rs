//! What a run has still to do, as far as it can be foreseen.
//!
//! Work is counted in games, each by the time it takes: a game that takes a thread as long as the games of
//! the first generation did on average counts 1. Games of later generations may take longer, since
//! stronger players live longer and search deeper, and the front is played more often than the rest.

use super::data::RunData;
use super::session::Session;
use super::state::State;
use super::stop;
use crate::experiment::{SamplingConfig, SamplingMethod, ValidationMethod};
use crate::optim::Individual;
use std::collections::{BTreeMap, VecDeque};

/// How long all games of policies that switch take together, where `switching.games` games of a member of the front
/// count 1: a guess, for the time that is left.
const SWITCHING: f64 = 30.0;

/// Share of the last front that is expected to stay on the front by validation games.
const KEPT: f64 = 0.6;

/// Generations by which the next ones are foreseen.
pub(crate) const RECENT: usize = 5;

/// Where this number of candidates is known, one that takes this many times as long as the slowest was
/// interrupted, as when a machine sleeps: it counts as the slowest.
const PAUSE: (usize, f64) = (10, 4.0);

/// What earlier games of a candidate count each time it plays again: a machine may be slow for a while.
const FADING: f64 = 0.5;

/// What a run has still to do.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Forecast {
    /// Steps of the phase under way, from its begin to its end.
    pub steps: usize,
    /// Work of the phase under way, from its begin to its end; in games, see [`Observer::step`].
    ///
    /// [`Observer::step`]: super::Observer::step
    pub now: f64,
    /// Work of everything after it.
    pub later: f64,
    /// Whether the run may end sooner, as `stop.stalled` says: when cannot be foreseen.
    pub at_most: bool,
    /// Seconds that earlier sessions of the run took.
    pub before: f64,
}

/// How long games take.
#[derive(Debug, Default)]
pub(crate) struct Costs {
    /// Games and seconds of one thread, by candidate, those of earlier rounds faded.
    known: BTreeMap<u64, [f64; 2]>,
    /// Games and seconds of the generation under way.
    current: [f64; 2],
    /// Seconds of a game in each of the last generations of this session.
    recent: VecDeque<f64>,
    /// Seconds of a game in the first generation of this session: the unit of work.
    unit: Option<f64>,
}

impl Costs {
    /// Notes what `games` of a candidate took, in seconds of one thread; returns the work they were.
    pub fn note(&mut self, id: u64, games: f64, seconds: f64) -> f64 {
        let slowest = self.known.values().map(|[games, seconds]| seconds / games).fold(0.0, f64::max);
        let is_paused = self.known.len() >= PAUSE.0 && seconds > PAUSE.1 * slowest * games;
        let seconds = if is_paused { slowest * games } else { seconds };
        let known = self.known.entry(id).or_default();
        *known = [FADING * known[0] + games, FADING * known[1] + seconds];
        self.current = [self.current[0] + games, self.current[1] + seconds];
        self.unit.map_or(games, |unit| seconds / unit)
    }

    /// Notes that a generation is over.
    pub fn end_generation(&mut self) {
        let [games, seconds] = std::mem::take(&mut self.current);
        if seconds > 0.0 {
            self.recent.push_back(seconds / games);
            self.unit.get_or_insert(seconds / games);
        }
        if self.recent.len() > RECENT {
            self.recent.pop_front();
        }
    }

    /// Forgets every candidate except those of which `is_kept` holds.
    pub fn keep(&mut self, is_kept: impl Fn(&u64) -> bool) {
        self.known.retain(|id, _| is_kept(id));
    }

    /// Work of a game of the generations to come.
    fn of_training(&self) -> f64 {
        self.in_units(median(self.recent.iter().copied()))
    }

    /// Work of a game of candidate `id`.
    pub fn of(&self, id: u64) -> f64 {
        let seconds = self.known.get(&id).map(|[games, seconds]| seconds / games);
        seconds.map_or_else(|| self.of_training(), |seconds| self.in_units(Some(seconds)))
    }

    /// Mean work of a game of some candidates.
    fn of_all<'i>(&self, individuals: impl Iterator<Item = &'i Individual>) -> f64 {
        let costs: Vec<f64> = individuals.map(|individual| self.of(individual.id)).collect();
        if costs.is_empty() { self.of_training() } else { costs.iter().sum::<f64>() / costs.len() as f64 }
    }

    /// 1 as long as nothing is known.
    fn in_units(&self, seconds: Option<f64>) -> f64 {
        let work = seconds.zip(self.unit).map_or(1.0, |(seconds, unit)| seconds / unit);
        if work.is_finite() && work > 0.0 { work } else { 1.0 }
    }
}

/// The middle value; of an even number the mean of the two in the middle.
pub(crate) fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let last = values.len().checked_sub(1)?;
    Some((values[last / 2] + values[last.div_ceil(2)]) / 2.0)
}

/// What a run has still to do, foreseen from where it stands.
#[derive(Clone, Copy)]
pub(crate) struct Outlook<'r> {
    data: &'r RunData,
    state: &'r State,
    costs: &'r Costs,
    session: &'r Session,
}

impl<'r> Outlook<'r> {
    pub(super) fn new(data: &'r RunData, state: &'r State, costs: &'r Costs, session: &'r Session) -> Self {
        Self { data, state, costs, session }
    }

    /// Work of a game of candidate `id`.
    pub fn of_game(&self, id: u64) -> f64 {
        self.costs.of(id)
    }

    /// Tells of the generation that begins what it and everything after it will take.
    pub fn foresee_generation(&self) -> Forecast {
        let games =
            stop::a_generation(&self.state.history, |row| row.games as f64).filter(|games| *games > 0.0);
        let round = self.data.setup.games_a_round().max(1) as f64;
        let planned = self.rounds_of_a_generation();
        let rounds = games.map_or(planned, |games| games / round).max(1.0);
        let now = rounds * round * self.costs.of_training();
        let experiment = &self.data.setup.experiment;
        let left = stop::generations_left(&self.state.history, experiment, rounds * round);
        let steps = rounds.round() as usize;
        let trained = self.state.games as f64 + rounds * round * left;
        let after = self.work_of_validation(trained) + self.work_after_validation();
        self.forecast(steps, now, now * (left - 1.0).max(0.0) + after)
    }

    /// The forecast of a phase after training.
    pub fn forecast(&self, steps: usize, now: f64, later: f64) -> Forecast {
        let is_evolving = stop::stopped(&self.state.history, &self.data.setup.experiment).is_none();
        let has_limit = self.data.setup.experiment.stop.as_ref().is_some_and(|stop| stop.stalled.is_some());
        Forecast { steps, now, later, at_most: is_evolving && has_limit, before: self.session.before() }
    }

    /// Rounds of a generation by the experiment alone.
    fn rounds_of_a_generation(&self) -> f64 {
        let pop_size = self.data.setup.experiment.optimiser.pop_size.get() as f64;
        let extra = self.data.setup.experiment.sampling.as_ref().map_or(0.0, |sampling: &SamplingConfig| {
            match sampling.method {
                SamplingMethod::Fixed => 0.0,
                SamplingMethod::Growing => self.state.optimiser.population().len() as f64 / pop_size,
                SamplingMethod::Racing => sampling.extra,
            }
        });
        pop_size * (1.0 + extra)
    }

    /// Work of the validation games after `trained` training games.
    fn work_of_validation(&self, trained: f64) -> f64 {
        let population = self.state.optimiser.population();
        let pop_size = self.data.setup.experiment.optimiser.pop_size.size();
        let Some(validation) = &self.data.setup.experiment.validation else { return 0.0 };
        let finalists = validation.members.map_or(pop_size, |members| members.size().max(pop_size));
        let games = (validation.games.get() * self.data.setup.experiment.scenario.len() as u64) as f64;
        let all = finalists as f64 * games;
        let played = match validation.method {
            Some(ValidationMethod::Fixed) => all,
            _ => all.min((validation.share * trained).max(self.expected_members() * games)),
        };
        played * self.costs.of_all(population.iter())
    }

    /// Members of the front that are expected by the front of the last generation.
    fn expected_members(&self) -> f64 {
        match self.state.optimiser.front().len() {
            0 => self.data.setup.experiment.optimiser.pop_size.get() as f64 / 2.0,
            n => (n as f64 * KEPT).ceil(),
        }
    }

    /// Work of what comes after the validation games, by the front of the last generation.
    pub fn work_after_validation(&self) -> f64 {
        let Some(test) = &self.data.setup.experiment.test else { return 0.0 };
        let played = self.expected_members() + self.data.setup.objectives.len() as f64;
        let scenarios = self.data.setup.experiment.scenario.len() as u64;
        let games = (test.games.get() + self.data.added_test_games) * scenarios;
        let best = self.costs.of_all(self.state.optimiser.front().into_iter());
        played * games as f64 * best + self.work_of_switching()
    }

    /// Work of the switching policies, none of which has played yet.
    pub fn work_of_switching(&self) -> f64 {
        let games =
            self.data.setup.experiment.switching.as_ref().map_or(0, |switching| switching.games.get());
        let games = if games < 2 { 0 } else { games };
        let switches = self.data.setup.problem.as_game().is_some_and(|game| game.switchable().is_some());
        let effort = if switches { SWITCHING } else { 0.0 };
        games as f64 * effort * self.costs.of_all(self.state.optimiser.front().into_iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_counts_in_games_of_the_first_generation() {
        let mut costs = Costs::default();
        assert_eq!((costs.of(7), costs.of_training()), (1.0, 1.0));
        // 30 games in 6 s: 0.2 s a game.
        assert_eq!((costs.note(1, 10.0, 1.0), costs.note(2, 20.0, 5.0)), (10.0, 20.0));
        costs.end_generation();
        let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
        assert!(near(costs.of(1), 0.5) && near(costs.of(2), 1.25) && costs.of_training() == 1.0);
        // 8 s are 40 games of the first generation, and 0.8 s a game of this one four times as much.
        assert!(near(costs.note(3, 10.0, 8.0), 40.0));
        costs.end_generation();
        assert!(near(costs.of(3), 4.0) && near(costs.of_training(), 2.5));
        // A generation that was in the log tells nothing.
        costs.end_generation();
        assert!(near(costs.of_training(), 2.5));
        costs.keep(|id| *id == 3);
        assert!(near(costs.of(1), 2.5) && near(costs.of(3), 4.0));
    }

    #[test]
    fn a_pause_is_no_work() {
        let mut costs = Costs::default();
        for id in 0..10 {
            costs.note(id, 4.0, 2.0);
        }
        costs.end_generation();
        // An hour for games that take half a second.
        assert_eq!(costs.note(0, 4.0, 3600.0), 4.0);
        assert_eq!(costs.of(0), 1.0);
        // Three times as long is a deeper search.
        assert_eq!(costs.note(11, 4.0, 6.0), 12.0);
        // 4 games in 6 s count half beside 4 in 3 s.
        costs.note(11, 4.0, 3.0);
        assert_eq!(costs.of(11), 2.0);
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median([3.0, 1.0, 2.0].into_iter()), Some(2.0));
        assert_eq!(median([4.0, 1.0, 2.0, 3.0].into_iter()), Some(2.5));
        assert_eq!(median(std::iter::empty()), None);
    }
}
