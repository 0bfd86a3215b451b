//! The policies that a search found, on test games: beside the member of equal cost and the mixture that costs the
//! same, with intervals that hold together.

use super::games::Games;
use super::members::Members;
use super::mixture::{Pair, over_member, over_mixture, share};
use super::search::Found;
use super::tally::Tally;
use crate::error::Result;
use crate::inference::{CONFIDENCE, single_level};
use crate::problem::{Switch, Switchable};
use crate::run::{MemberAtCost, MixtureAtCost, ShownPolicy, ShownRule};
use std::collections::BTreeMap;
use std::ops::Range;

/// Each player has test games of its own: the first is this number times its place.
const APART: u64 = 1 << 32;

/// Policies and members on test games.
pub(crate) struct Tested {
    policies: Vec<Tally>,
    members: BTreeMap<usize, Tally>,
}

impl Tested {
    /// Plays test games with the policies `found` and their rivals.
    ///
    /// # Errors
    /// What the games report.
    pub fn played(games: &mut dyn Games, found: &[Found], members: &Members) -> Result<Self> {
        let mut rivals: Vec<usize> = found.iter().flat_map(named).collect();
        rivals.sort_unstable();
        rivals.dedup();
        let of_policy = |it: &Found| (it.switch.clone(), members.cost_of_game(it.cost));
        let of_member = |&index: &usize| (Switch::only(index), members.tallies[index].cost_of_game());
        let all = found.iter().map(of_policy).chain(rivals.iter().map(of_member));
        let entry = |(place, (switch, cost)): (u64, (Switch, f64))| -> (Switch, Range<u64>) {
            let first = place * APART;
            (switch, first..first + members.allowance.games_at(cost, 1.0))
        };
        let entries: Vec<_> = (0..).zip(all).map(entry).collect();
        let mut tallies = games.play(&entries)?;
        let of_members = tallies.split_off(found.len());
        Ok(Self { policies: tallies, members: rivals.into_iter().zip(of_members).collect() })
    }

    /// How each of the policies `found` compares, members being called by `ids`.
    pub fn shown(
        &self,
        found: &[Found],
        names: &[String],
        ids: &[u64],
        game: &Switchable,
    ) -> Vec<ShownPolicy> {
        let level = single_level(CONFIDENCE, comparisons(found));
        let row = |((it, tally), name): ((&Found, &Tally), &String)| {
            let rule = |rule: &crate::problem::SwitchRule| ShownRule {
                condition: rule.condition,
                when: game.conditions[rule.condition].clone(),
                member: ids[rule.member],
            };
            ShownPolicy {
                name: name.clone(),
                rules: it.switch.rules.iter().map(rule).collect(),
                otherwise: ids[it.switch.otherwise],
                mean: tally.score(),
                cost: tally.cost(),
                member: self.at_cost(it, tally, ids, level),
                mixture: it.rivals.pair.map(|pair| self.mixture(pair, tally, ids, level)),
            }
        };
        found.iter().zip(&self.policies).zip(names).map(row).collect()
    }

    fn at_cost(&self, found: &Found, tally: &Tally, ids: &[u64], level: f64) -> MemberAtCost {
        let member = &self.members[&found.rivals.member];
        let gain = over_member(tally, member).interval(level);
        MemberAtCost { id: ids[found.rivals.member], mean: member.score(), cost: member.cost(), gain }
    }

    fn mixture(&self, pair: Pair, tally: &Tally, ids: &[u64], level: f64) -> MixtureAtCost {
        let (cheap, dear) = (&self.members[&pair.cheap], &self.members[&pair.dear]);
        let compared = over_mixture(tally, cheap, dear);
        MixtureAtCost {
            cheap: ids[pair.cheap],
            dear: ids[pair.dear],
            share: share(tally.cost().value, cheap, dear),
            mean: compared.mean,
            gain: compared.interval(level),
        }
    }
}

/// The members that `found` is compared with.
fn named(found: &Found) -> Vec<usize> {
    let pair = found.rivals.pair.map(|pair| [pair.cheap, pair.dear]);
    pair.into_iter().flatten().chain([found.rivals.member]).collect()
}

/// How many intervals are shown.
pub(crate) fn comparisons(found: &[Found]) -> usize {
    found.iter().map(|it| 1 + usize::from(it.rivals.pair.is_some())).sum()
}
