//! The search over rules: for each budget, from the cheapest on, policies race on games of their own. What
//! conditions gained at a cheaper budget, where games are many, says which are tried first at a dearer one.

use super::candidates::{Learnt, near, pairs};
use super::games::Games;
use super::members::{Budget, Members};
use super::mixture::{Compared, Rivals};
use super::tally::Tally;
use crate::error::Result;
use crate::problem::Switch;
// Not the system's functions: front.json has to be the same bytes on every machine.
use libm::sqrt;
use std::collections::{BTreeMap, BTreeSet};

/// Relative gains of policies with the same condition differ by about this much: what a candidate is expected to
/// gain before it has played, and how far its games may move that.
const SPREAD: f64 = 0.03;

/// Parts of the allowance of a policy that the rounds of a budget take: pairs of members, twice what is near to the
/// best, and the best once more.
const ROUNDS: [f64; 4] = [0.6, 0.4, 0.4, 0.8];

/// Fewest games that a candidate is judged by.
const FIRST: u64 = 24;

/// Games that tell whether a rule decides anything.
const PROBED: u64 = 16;

/// Bounds on the number of candidates of a round. Where there is work for more, each plays more games.
const TRIED: [usize; 2] = [4, 40];

/// How many of the best are gone on with.
const KEPT: usize = 4;

/// A policy that a search found for a budget.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Found {
    /// The policy.
    pub switch: Switch,
    /// What it has to beat.
    pub rivals: Rivals,
    /// What a step costs it.
    pub cost: f64,
    /// What it is expected to gain, as a part of what its rivals score, and the error of that.
    pub promise: [f64; 2],
}

/// A search under way.
pub(super) struct Search<'a> {
    games: &'a mut dyn Games,
    members: &'a Members,
    learnt: Vec<Learnt>,
    played: BTreeMap<Switch, Tally>,
    /// What candidates gave in their first games, and those that gave the same as another: rules that never hold
    /// make no other policy.
    first: Vec<Tally>,
    repeated: BTreeSet<Switch>,
}

impl<'a> Search<'a> {
    /// A search for rules with as many `conditions`.
    pub fn new(games: &'a mut dyn Games, members: &'a Members, conditions: usize) -> Self {
        let learnt = vec![Learnt::default(); conditions];
        let (played, first, repeated) = (BTreeMap::new(), Vec::new(), BTreeSet::new());
        Self { games, members, learnt, played, first, repeated }
    }

    /// The best policy for `budget`; `None` if none was found.
    ///
    /// # Errors
    /// What the games report.
    pub fn best(&mut self, budget: &Budget) -> Result<Option<Found>> {
        let tried = pairs(self.members, &self.learnt, SPREAD, budget);
        self.play_first(tried, budget, ROUNDS[0])?;
        for part in &ROUNDS[1..3] {
            let best = self.ranked(budget);
            let around =
                best.iter().take(KEPT).map(|it| near(&it.switch, self.members, &self.learnt, SPREAD));
            self.play_first(in_turn(around.collect()), budget, *part)?;
        }
        let last: Vec<Switch> = self.ranked(budget).into_iter().take(KEPT).map(|it| it.switch).collect();
        let games = self.affordable(budget, ROUNDS[3], last.len());
        self.play_on(&last, games)?;
        let best = self.ranked(budget).into_iter().filter(|it| last.contains(&it.switch));
        self.learn();
        for found in best.collect::<Vec<_>>() {
            let switch = self.without_idle_rules(found.switch.clone())?;
            if switch.members().len() > 1 {
                return Ok(Some(Found { switch, ..found }));
            }
        }
        Ok(None)
    }

    /// `switch` without the rules that decide nothing in [`PROBED`] games, as those that ask for what an earlier rule
    /// does: without one of them the same games are played.
    fn without_idle_rules(&mut self, mut switch: Switch) -> Result<Switch> {
        let mut place = switch.rules.len();
        while place > 0 {
            place -= 1;
            let mut shorter = switch.clone();
            shorter.rules.remove(place);
            let tallies = self.games.play(&[(switch.clone(), 0..PROBED), (shorter.clone(), 0..PROBED)])?;
            if tallies[0] == tallies[1] {
                switch = shorter;
            }
        }
        Ok(switch)
    }

    /// Games for each of `players`, which share a `part` of the allowance.
    fn affordable(&self, budget: &Budget, part: f64, players: usize) -> u64 {
        let cost = self.members.cost_of_game(budget.centre);
        self.members.allowance.games_at(cost, part / players.max(1) as f64)
    }

    /// The first games of those of `tried` that the `part` of the allowance is enough for. In a budget the first
    /// games are the same for all.
    fn play_first(&mut self, mut tried: Vec<Switch>, budget: &Budget, part: f64) -> Result<()> {
        tried.retain(|switch| !self.played.contains_key(switch) && !self.repeated.contains(switch));
        let games = self.affordable(budget, ROUNDS[0], TRIED[1]).max(FIRST.min(self.members.allowance.games));
        let most = self.affordable(budget, part, 1) / games;
        tried.truncate((most as usize).clamp(TRIED[0], TRIED[1]));
        self.play_on(&tried, games)?;
        for switch in tried {
            self.learn_share(&switch);
            let Some(tally) = self.played.get(&switch) else { continue };
            if self.first.contains(tally) {
                self.played.remove(&switch);
                self.repeated.insert(switch);
            } else {
                self.first.push(tally.clone());
            }
        }
        Ok(())
    }

    /// `games` more games of each of `switches`.
    fn play_on(&mut self, switches: &[Switch], games: u64) -> Result<()> {
        let entry = |switch: &Switch| {
            let known = self.played.get(switch).map_or(0, Tally::games);
            (switch.clone(), known..known + games)
        };
        let entries: Vec<_> = switches.iter().map(entry).collect();
        let played = self.games.play(&entries)?;
        for ((switch, _), tally) in entries.into_iter().zip(&played) {
            self.played.entry(switch).or_default().append(tally);
        }
        Ok(())
    }

    /// Those that have played at the cost of `budget`, the most promising first.
    fn ranked(&self, budget: &Budget) -> Vec<Found> {
        let in_budget = |tally: &Tally| budget.holds(tally.cost().value);
        let mut found: Vec<Found> = self
            .played
            .iter()
            .filter(|(_, tally)| in_budget(tally))
            .map(|(switch, tally)| self.judged(switch, tally))
            .collect();
        found.sort_by(|a, b| b.promise[0].total_cmp(&a.promise[0]).then_with(|| a.switch.cmp(&b.switch)));
        found
    }

    fn judged(&self, switch: &Switch, tally: &Tally) -> Found {
        let cost = tally.cost().value;
        let rivals = Rivals::at(cost, &self.members.tallies);
        let [gain, error] = relative(&rivals.compared(tally, &self.members.tallies));
        let rules = switch.rules.iter().map(|rule| self.learnt[rule.condition].expected(SPREAD));
        let before = rules.sum::<f64>() / switch.rules.len().max(1) as f64;
        Found { switch: switch.clone(), rivals, cost, promise: shrunk([gain, error], before) }
    }

    /// Notes what the conditions of all that have played gained.
    fn learn(&mut self) {
        let mut learnt: Vec<Learnt> = self.learnt.iter().map(Learnt::without_gains).collect();
        for (switch, tally) in &self.played {
            let rivals = Rivals::at(tally.cost().value, &self.members.tallies);
            let [gain, error] = relative(&rivals.compared(tally, &self.members.tallies));
            switch.rules.iter().for_each(|rule| learnt[rule.condition].gain(gain, error, SPREAD));
        }
        self.learnt = learnt;
    }

    /// Notes how often the condition of a single rule holds, in terms of cost.
    fn learn_share(&mut self, switch: &Switch) {
        let ([rule], Some(tally)) = (switch.rules.as_slice(), self.played.get(switch)) else { return };
        let [low, high] = [switch.otherwise, rule.member].map(|member| self.members.cost(member));
        if high > low {
            self.learnt[rule.condition].share((tally.cost().value - low) / (high - low));
        }
    }
}

/// A gain and its error as parts of what the rivals score.
fn relative(compared: &Compared) -> [f64; 2] {
    [compared.gain.value, compared.gain.std_error].map(|it| it / compared.mean.abs())
}

/// A measured gain with its error, and the one that was expected, weighed by what they tell.
fn shrunk([gain, error]: [f64; 2], before: f64) -> [f64; 2] {
    let weights = [1.0 / (error * error).max(f64::MIN_POSITIVE), 1.0 / (SPREAD * SPREAD)];
    let sum = weights[0] + weights[1];
    [(weights[0] * gain + weights[1] * before) / sum, sqrt(1.0 / sum)]
}

/// The first of every list, then the second ones, each policy once.
fn in_turn(lists: Vec<Vec<Switch>>) -> Vec<Switch> {
    let longest = lists.iter().map(Vec::len).max().unwrap_or_default();
    let mut all: Vec<Switch> = Vec::new();
    for row in 0..longest {
        for switch in lists.iter().filter_map(|list| list.get(row)) {
            if !all.contains(switch) {
                all.push(switch.clone());
            }
        }
    }
    all
}
