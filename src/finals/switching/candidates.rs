//! Policies that are worth a try: pairs of members with one rule, and what is near to a policy that is good.

use super::members::{Budget, Members};
use crate::problem::{Switch, SwitchRule};
use libm::log;
use std::collections::BTreeSet;

/// The most rules of a policy.
const MOST_RULES: usize = 3;

/// A rule wants a member that costs this many times as much: one that costs about the same plays about the same.
const APART: f64 = 1.3;

/// What has been learnt of a condition.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Learnt {
    /// Sum of weights, and of weights times gains.
    gains: [f64; 2],
    /// How often the share of the dear member was seen, and the sum of the shares.
    shares: [f64; 2],
}

impl Learnt {
    /// Notes a relative gain with its error, shrunk as far as gains of the same condition may differ by `spread`.
    pub fn gain(&mut self, gain: f64, error: f64, spread: f64) {
        let weight = 1.0 / (error * error + spread * spread);
        self.gains = [self.gains[0] + weight, self.gains[1] + weight * gain];
    }

    /// The same with no gain noted.
    pub fn without_gains(&self) -> Self {
        Self { gains: [0.0; 2], ..*self }
    }

    /// Notes which part of the way from the cheap to the dear member a rule went in cost.
    pub fn share(&mut self, share: f64) {
        self.shares = [self.shares[0] + 1.0, self.shares[1] + share.clamp(0.0, 1.0)];
    }

    /// The relative gain to be expected.
    pub fn expected(&self, spread: f64) -> f64 {
        self.gains[1] / (self.gains[0] + 1.0 / (spread * spread))
    }

    /// The share to be expected, if one is known.
    fn expected_share(&self) -> Option<f64> {
        (self.shares[0] > 0.0).then(|| self.shares[1] / self.shares[0])
    }
}

/// All policies of one rule whose cost may lie in `budget`, the most promising first: every condition with its
/// best pair of members, then every condition with the next one.
pub(super) fn pairs(members: &Members, learnt: &[Learnt], spread: f64, budget: &Budget) -> Vec<Switch> {
    let mut conditions: Vec<usize> = (0..learnt.len()).collect();
    let expected = |c: &usize| learnt[*c].expected(spread);
    conditions.sort_by(|a, b| expected(b).total_cmp(&expected(a)).then(a.cmp(b)));
    let columns: Vec<Vec<Switch>> =
        conditions.iter().map(|&c| with_condition(members, c, &learnt[c], budget)).collect();
    let longest = columns.iter().map(Vec::len).max().unwrap_or_default();
    (0..longest).flat_map(|row| columns.iter().filter_map(move |column| column.get(row).cloned())).collect()
}

/// Where `condition` holds a dearer member plays; the pairs that come nearest to the middle of the budget first.
fn with_condition(members: &Members, condition: usize, learnt: &Learnt, budget: &Budget) -> Vec<Switch> {
    let is_one = budget.low == 0.0;
    let mut found: Vec<(f64, Switch)> = Vec::new();
    for (place, &cheap) in members.pool.iter().enumerate() {
        let later = &members.pool[place + 1..];
        let earlier = if is_one { &members.pool[..place] } else { &[] };
        for &dear in later.iter().chain(earlier) {
            let (low, high) = (members.cost(cheap), members.cost(dear));
            let at = low + learnt.expected_share().unwrap_or(0.5) * (high - low);
            if !is_one && high < APART * low {
                continue;
            }
            let is_known = learnt.expected_share().is_some();
            let may_be = if is_known { budget.holds(at) } else { low < budget.high && high > budget.low };
            if may_be {
                let rules = vec![SwitchRule { condition, member: dear }];
                let off = if is_one { 0.0 } else { log(at / budget.centre).abs() };
                found.push((off, Switch { rules, otherwise: cheap }));
            }
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.into_iter().map(|(_, switch)| switch).collect()
}

/// What is near to `switch`: a member exchanged for its neighbour in cost, and one rule more, by the most promising
/// conditions first.
pub(super) fn near(switch: &Switch, members: &Members, learnt: &[Learnt], spread: f64) -> Vec<Switch> {
    let mut found = exchanged(switch, members);
    let mut conditions: Vec<usize> = (0..learnt.len()).collect();
    let expected = |c: &usize| learnt[*c].expected(spread);
    conditions.sort_by(|a, b| expected(b).total_cmp(&expected(a)).then(a.cmp(b)));
    if switch.rules.len() < MOST_RULES {
        found.extend(conditions.into_iter().flat_map(|condition| longer(switch, members, condition)));
    }
    let mut seen = BTreeSet::from([switch.clone()]);
    found.retain(|it| switches(it) && seen.insert(it.clone()));
    found
}

/// Whether it can play by two members at least.
fn switches(switch: &Switch) -> bool {
    switch.members().len() > 1 && switch.rules.last().is_none_or(|rule| rule.member != switch.otherwise)
}

/// The member of the pool that is `step` places dearer.
fn beside(members: &Members, member: usize, step: isize) -> Option<usize> {
    let place = members.pool.iter().position(|it| *it == member)?;
    members.pool.get(place.checked_add_signed(step)?).copied()
}

fn exchanged(switch: &Switch, members: &Members) -> Vec<Switch> {
    let mut found = Vec::new();
    for step in [-1, 1] {
        for (i, rule) in switch.rules.iter().enumerate() {
            let mut other = switch.clone();
            if let Some(member) = beside(members, rule.member, step) {
                other.rules[i].member = member;
                found.push(other);
            }
        }
        let otherwise = beside(members, switch.otherwise, step);
        found.extend(otherwise.map(|otherwise| Switch { otherwise, ..switch.clone() }));
    }
    found
}

/// One rule more: a dearer member before all others, or one a little dearer than the last after them.
fn longer(switch: &Switch, members: &Members, condition: usize) -> Vec<Switch> {
    if switch.rules.iter().any(|rule| rule.condition == condition) {
        return Vec::new();
    }
    let with = |place: usize, member: Option<usize>| {
        let mut other = switch.clone();
        other.rules.insert(place, SwitchRule { condition, member: member? });
        Some(other)
    };
    let first = switch.rules.first().map_or(switch.otherwise, |rule| rule.member);
    let last = switch.rules.len();
    let found = [
        with(0, beside(members, first, 1)),
        with(last, beside(members, switch.otherwise, 1)),
        with(0, beside(members, first, 2)),
        with(last, beside(members, switch.otherwise, -1)),
    ];
    found.into_iter().flatten().collect()
}
