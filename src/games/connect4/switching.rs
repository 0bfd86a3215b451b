//! Policies of Connect Four that switch between members of a front: the conditions that rules may have.

use super::policy::{Condition, PolicySpec, Rule};
use crate::error::{Error, Result};
use crate::problem::{NamedGenome, Switch};

/// The conditions that rules are made of: the game is well on, or in its opening, or one side threatens something.
pub(super) fn conditions() -> Vec<Condition> {
    let plain = Condition::default();
    let late = |n: u32| Condition { stones_at_least: Some(n), ..plain };
    let early = |n: u32| Condition { stones_at_most: Some(n), ..plain };
    let own = |n: u32| Condition { own_threats_at_least: Some(n), ..plain };
    let their = |n: u32| Condition { their_threats_at_least: Some(n), ..plain };
    let both = |stones: u32, n: u32| Condition { their_threats_at_least: Some(n), ..early(stones) };
    vec![
        late(16),
        early(12),
        their(1),
        own(1),
        late(24),
        early(20),
        both(20, 1),
        their(2),
        own(2),
        late(20),
        early(16),
        late(28),
        early(24),
    ]
}

/// The policy that plays as `switch` says with `members`, whose own policies are `specs`, each of one member.
///
/// # Errors
/// [`Error::Input`] if it names a member or a condition that is not there.
pub(super) fn policy(members: &[NamedGenome], specs: Vec<PolicySpec>, switch: &Switch) -> Result<PolicySpec> {
    let missing = || Error::Input("a rule names a member or a condition that is not there".into());
    let conditions = conditions();
    let mut rules = Vec::new();
    for rule in &switch.rules {
        let member = members.get(rule.member).ok_or_else(missing)?.name.clone();
        let when = *conditions.get(rule.condition).ok_or_else(missing)?;
        rules.push(Rule { member, when });
    }
    // The first member plays where no rule holds.
    let others = switch.members().into_iter().filter(|&index| index != switch.otherwise);
    let order: Vec<usize> = [switch.otherwise].into_iter().chain(others).collect();
    let features = specs.first().map(|spec| spec.features.clone()).unwrap_or_default();
    let member = |index: usize| specs.get(index)?.members.first().cloned();
    let used: Option<Vec<_>> = order.into_iter().map(member).collect();
    Ok(PolicySpec::of_members(features, used.ok_or_else(missing)?, rules))
}
