//! What the members of a front are worth alone: what every policy that switches between them has to beat.

use super::games::{Allowance, Games, LEAST};
use super::mixture::Rivals;
use super::tally::Tally;
use crate::error::Result;
use crate::problem::Switch;
// Not the system's functions: front.json has to be the same bytes on every machine.
use libm::{exp, log};

/// Of the allowance of a policy, the part that each member gets, and the further part of those that may be needed.
const PARTS: [f64; 2] = [0.05, 0.2];

/// The most members that rules are made of.
const POOL: usize = 12;

/// Costs that differ by less than this factor are one budget.
const SPREAD: f64 = 1.1;

/// A range of costs, of which one policy is to be found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Budget {
    /// Costs from this one on.
    pub low: f64,
    /// Costs up to this one.
    pub high: f64,
    /// The middle.
    pub centre: f64,
}

impl Budget {
    /// Whether `cost` lies in it.
    pub fn holds(&self, cost: f64) -> bool {
        self.low <= cost && cost < self.high
    }
}

/// `count` budgets between the cheapest and the dearest of `costs`, equally wide on a log scale; both ends are left
/// to the members themselves. One that holds everything where all cost the same.
pub(crate) fn budgets(costs: &[f64], count: usize) -> Vec<Budget> {
    let least = costs.iter().copied().fold(f64::INFINITY, f64::min);
    let most = costs.iter().copied().fold(0.0, f64::max);
    if most <= SPREAD * least || !most.is_finite() {
        return vec![Budget { low: 0.0, high: f64::INFINITY, centre: most }];
    }
    let at = |share: f64| exp(log(least) + share / (count + 1) as f64 * log(most / least));
    let budget = |k: usize| {
        let k = k as f64;
        Budget { low: at(k - 0.5), high: at(k + 0.5), centre: at(k) }
    };
    (1..=count).map(budget).collect()
}

/// The members, measured.
#[derive(Debug, Clone)]
pub(crate) struct Members {
    /// What is known of each.
    pub tallies: Vec<Tally>,
    /// Those that rules are made of, from the cheapest to the dearest: none of the others is as good by much at its
    /// cost.
    pub pool: Vec<usize>,
    /// The budgets, from the cheapest on.
    pub budgets: Vec<Budget>,
    /// What a policy of the dearest budget may play.
    pub allowance: Allowance,
}

impl Members {
    /// Measures `count` members, at least one, with the allowance of `games` games in the dearest of as many
    /// budgets as are `wanted`.
    ///
    /// # Errors
    /// What the games report.
    pub fn measured(games: &mut dyn Games, count: usize, wanted: usize, allowed: u64) -> Result<Self> {
        let mut tallies = vec![Tally::default(); count];
        let all: Vec<usize> = (0..count).collect();
        play_up_to(games, &mut tallies, &all, |_| LEAST.min(allowed))?;
        let costs: Vec<f64> = tallies.iter().map(|it| it.cost().value).collect();
        let budgets = budgets(&costs, wanted);
        let dearest = budgets.last().map_or(1.0, |budget| budget.centre);
        let allowance = Allowance { games: allowed, work: allowed as f64 * cost_of_game(&tallies, dearest) };
        play_up_to(games, &mut tallies, &all, |t| allowance.games_at(t.cost_of_game(), PARTS[0]))?;
        let good = ranked(&tallies);
        play_up_to(games, &mut tallies, &good, |t| {
            allowance.games_at(t.cost_of_game(), PARTS[0] + PARTS[1])
        })?;
        let pool = pool(&tallies);
        Ok(Self { tallies, pool, budgets, allowance })
    }

    /// What a step of member `index` costs.
    pub fn cost(&self, index: usize) -> f64 {
        self.tallies[index].cost().value
    }

    /// What a game of a policy costs about, a step of which costs `cost`.
    pub fn cost_of_game(&self, cost: f64) -> f64 {
        cost_of_game(&self.tallies, cost)
    }
}

/// A game of `cost` a step has about as many steps as one of the member that is nearest in cost.
fn cost_of_game(tallies: &[Tally], cost: f64) -> f64 {
    let off = |tally: &&Tally| log(tally.cost().value / cost).abs();
    let nearest = tallies.iter().min_by(|a, b| off(a).total_cmp(&off(b)));
    cost * nearest.map_or(1.0, |tally| tally.means()[2])
}

fn play_up_to(
    games: &mut dyn Games,
    tallies: &mut [Tally],
    members: &[usize],
    wanted: impl Fn(&Tally) -> u64,
) -> Result<()> {
    let range = |&member: &usize| tallies[member].games()..wanted(&tallies[member]);
    let open: Vec<usize> = members.iter().copied().filter(|member| !range(member).is_empty()).collect();
    let entries: Vec<_> = open.iter().map(|member| (Switch::only(*member), range(member))).collect();
    let played = games.play(&entries)?;
    open.iter().zip(&played).for_each(|(&member, more)| tallies[member].append(more));
    Ok(())
}

/// By how many standard errors each member lies above what the others can do at its cost.
fn margins(tallies: &[Tally]) -> Vec<f64> {
    let margin = |index: usize| {
        let others: Vec<Tally> =
            tallies.iter().enumerate().filter(|(i, _)| *i != index).map(|(_, tally)| tally.clone()).collect();
        let cost = tallies[index].cost().value;
        let is_cheapest = others.iter().all(|other| other.cost().value > cost);
        if is_cheapest {
            return f64::INFINITY;
        }
        let compared = Rivals::at(cost, &others).compared(&tallies[index], &others);
        compared.gain.value / compared.gain.std_error
    };
    (0..tallies.len()).map(margin).collect()
}

/// The members that may be as good as any at their cost, or some more.
fn ranked(tallies: &[Tally]) -> Vec<usize> {
    let margins = margins(tallies);
    let mut places: Vec<usize> = (0..tallies.len()).collect();
    places.sort_by(|&a, &b| margins[b].total_cmp(&margins[a]).then(a.cmp(&b)));
    let good = places.iter().take_while(|&&place| margins[place] > -1.0).count();
    places.truncate(good.max(POOL / 2));
    places
}

/// The members that rules are made of.
fn pool(tallies: &[Tally]) -> Vec<usize> {
    let mut pool = ranked(tallies);
    pool.truncate(POOL);
    let cost = |&index: &usize| tallies[index].cost().value;
    pool.sort_by(|a, b| cost(a).total_cmp(&cost(b)).then(a.cmp(b)));
    pool
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_as_wide_as_one_another_on_a_log_scale() {
        let found = budgets(&[10.0, 1.0, 1000.0], 2);
        let near = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-9;
        assert_eq!(found.len(), 2);
        assert!(near(found[0].centre, 10.0) && near(found[1].centre, 100.0));
        assert!(near(found[0].high, found[1].low) && near(found[0].high, 10.0 * 10_f64.sqrt()));
        assert!(found[0].holds(10.0) && !found[0].holds(1.0) && !found[1].holds(1000.0));
        let same = budgets(&[2.0, 2.1], 4);
        assert!(same.len() == 1 && same[0].holds(2.05));
    }

    #[test]
    fn a_cheap_player_plays_more_for_the_same_work() {
        let allowance = Allowance { games: 100, work: 1000.0 };
        let games = [10.0, 5.0, 0.001, 1e9].map(|cost| allowance.games_at(cost, 1.0));
        assert_eq!(games, [100, 200, 5000, LEAST]);
    }
}
