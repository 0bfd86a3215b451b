//! The games of a run's own game, for policies that switch between members of its front.

use super::games::Games;
use super::tally::{FIGURES, Tally};
use crate::error::{Error, Result};
use crate::problem::{Game, NamedGenome, Scenario, Switch, Switchable};
use crate::rng::Purpose;
use crate::tuner::scoring::{self, Scorer};
use crate::tuner::{Context, End, Phase};
use std::ops::Range;

/// Where policies that switch are played.
pub(super) struct Table<'t, 'c> {
    end: End<'t>,
    game: &'t dyn Game,
    members: &'t [NamedGenome],
    scenario: &'t Scenario,
    columns: [usize; FIGURES],
    purpose: Purpose,
    context: &'t mut Context<'c>,
    /// How often it is expected to be played at, and how often it was.
    times: [usize; 2],
    /// Steps and work so far, for the observer: the search is one phase.
    told: (usize, f64),
}

impl<'t, 'c> Table<'t, 'c> {
    /// The table for `members`; it is expected to be played at so many `times`.
    ///
    /// # Errors
    /// [`Error::Internal`] if the game is measured by what is none of its metrics.
    pub fn new(
        end: End<'t>,
        (game, switchable): (&'t dyn Game, &Switchable),
        members: &'t [NamedGenome],
        scenario: &'t Scenario,
        times: usize,
        context: &'t mut Context<'c>,
    ) -> Result<Self> {
        let column = |name: &str| {
            let found = game.metrics().iter().position(|metric| metric.name == name);
            found.ok_or_else(|| {
                Error::Internal(format!("policies are measured by {name}, which is no metric"))
            })
        };
        let columns = [column(switchable.metric)?, column(switchable.cost)?, column(switchable.steps)?];
        let (purpose, times, told) = (Purpose::SwitchingSearch, [times, 0], (0, 0.0));
        Ok(Self { end, game, members, scenario, columns, purpose, context, times, told })
    }

    /// From here on test games are played.
    pub fn turn_to_test_games(&mut self) {
        self.purpose = Purpose::Switching;
    }

    /// Tells the observer of as many `steps`; returns the work of each.
    fn announce(&mut self, steps: usize) -> f64 {
        let outlook = self.end.outlook();
        let share = outlook.work_of_switching() / self.times[0].max(1) as f64;
        self.times[1] += 1;
        self.told = (self.told.0 + steps, self.told.1 + share);
        let later = share * self.times[0].saturating_sub(self.times[1]) as f64;
        self.context.observer.forecast(&outlook.forecast(self.told.0, self.told.1, later));
        self.context.observer.begin(Phase::Switching, steps);
        share / steps.max(1) as f64
    }
}

impl Games for Table<'_, '_> {
    fn play(&mut self, entries: &[(Switch, Range<u64>)]) -> Result<Vec<Tally>> {
        let work = self.announce(entries.len());
        let scenarios = std::slice::from_ref(self.scenario);
        let job = |(switch, range): &(Switch, Range<u64>)| {
            let policy = self.game.switching(self.members, switch, self.scenario)?;
            Ok(scoring::games(self.game.player(&policy)?, scenarios, range))
        };
        let jobs = entries.iter().map(job).collect::<Result<_>>()?;
        let scorer = Scorer::new(self.end.setup(), self.context);
        let observer = &mut *self.context.observer;
        let mut tallies = Vec::new();
        let done = scorer.score(jobs, scenarios, self.purpose, |_, records, _| {
            tallies.extend(records.iter().map(|table| Tally::of(table, self.columns)));
            observer.step(records.iter().map(|table| table.len() as u64).sum(), work);
            Ok(())
        })?;
        if done { Ok(tallies) } else { Err(self.end.data().interrupted()) }
    }
}
