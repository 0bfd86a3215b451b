//! Policies of 2048 that switch between members of a front: the conditions that rules may have, and how members
//! with depths of their own become one policy.

use super::policy::{Condition, Member, PolicySpec, Rule};
use crate::error::{Error, Result};
use crate::problem::{NamedGenome, Switch};

/// The conditions that rules are made of: the board is nearly full, the game is well on, nothing can be merged,
/// the largest tile is astray; and full boards of a game that is well on.
pub(super) fn conditions() -> Vec<Condition> {
    let plain = Condition::default();
    let full = |most: u32| Condition { empty_at_most: Some(most), ..plain };
    let late = |tile: u32| Condition { max_tile_at_least: Some(tile), ..plain };
    let stuck = |most: u32| Condition { merges_at_most: Some(most), ..plain };
    let both = |most: u32, tile: u32| Condition { max_tile_at_least: Some(tile), ..full(most) };
    let mut all: Vec<Condition> = [2, 3].map(full).to_vec();
    all.extend([both(4, 512), both(2, 1024), stuck(0), both(3, 512), full(1), full(4), late(256)]);
    all.extend([late(512), Condition { merges_at_most: Some(1), ..full(3) }, late(1024)]);
    all.extend([Condition { max_not_in_corner: Some(true), ..plain }, stuck(1), late(2048)]);
    all
}

/// The policy that plays as `switch` says with `members`, whose own policies are `specs`. Within a rule the
/// rules of its member decide, so each becomes a rule that asks for both conditions.
///
/// # Errors
/// [`Error::Input`] if it names a member or a condition that is not there.
pub(super) fn policy(members: &[NamedGenome], specs: &[PolicySpec], switch: &Switch) -> Result<PolicySpec> {
    let missing = || Error::Input("a rule names a member or a condition that is not there".into());
    let conditions = conditions();
    let mut joined = Joined::default();
    let spec = |index: usize| Some((members.get(index)?, specs.get(index)?));
    let (last, last_spec) = spec(switch.otherwise).ok_or_else(missing)?;
    joined.member(last, last_spec, &last_spec.members[0]);
    for rule in &switch.rules {
        let (member, spec) = spec(rule.member).ok_or_else(missing)?;
        joined.rules_of(member, spec, *conditions.get(rule.condition).ok_or_else(missing)?);
    }
    joined.rules_of(last, last_spec, Condition::default());
    // Where no rule holds the first member plays anyway.
    joined.rules.retain(|rule| rule.when != Condition::default());
    joined.drop_unused();
    let mut policy = last_spec.clone();
    (policy.members, policy.rules) = (joined.members, joined.rules);
    Ok(policy)
}

/// Members and rules of several policies.
#[derive(Default)]
struct Joined {
    members: Vec<Member>,
    rules: Vec<Rule>,
}

impl Joined {
    /// Adds `part`, a member of the policy `spec`, if it is not there; returns its name.
    fn member(&mut self, of: &NamedGenome, spec: &PolicySpec, part: &Member) -> String {
        let name =
            if spec.members.len() == 1 { of.name.clone() } else { format!("{} {}", of.name, part.name) };
        if self.members.iter().all(|known| known.name != name) {
            self.members.push(Member { name: name.clone(), ..part.clone() });
        }
        name
    }

    /// Adds the rules of the policy `spec`, each only where `when` holds, and one for what they leave. A rule that
    /// asks for what an earlier one does never decides, and is left out.
    fn rules_of(&mut self, of: &NamedGenome, spec: &PolicySpec, when: Condition) {
        for rule in &spec.rules {
            if let Some(part) = spec.members.iter().find(|part| part.name == rule.member) {
                let member = self.member(of, spec, part);
                self.rule(member, when.and(&rule.when));
            }
        }
        let member = self.member(of, spec, &spec.members[0]);
        self.rule(member, when);
    }

    fn rule(&mut self, member: String, when: Condition) {
        if self.rules.iter().all(|rule| rule.when != when) {
            self.rules.push(Rule { member, when });
        }
    }

    /// Leaves out the members, except the first, that no rule names.
    fn drop_unused(&mut self) {
        let rules = &self.rules;
        let mut place = 0;
        self.members.retain(|member| {
            place += 1;
            place == 1 || rules.iter().any(|rule| rule.member == member.name)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::twenty48::search::SearchOptions;
    use crate::problem::SwitchRule;

    /// Member `name`: `ply` deep with at most `at` empty cells, else 1-ply.
    fn spec(name: &str, weight: f64, ply: u8, at: u32) -> (NamedGenome, PolicySpec) {
        let member = |ply: u8| Member {
            name: format!("{ply}-ply"),
            weights: vec![weight],
            search: SearchOptions::exact(ply),
        };
        let mut spec = PolicySpec::single(vec!["empty".into()], member(1));
        spec.members.push(member(ply));
        let when = Condition { empty_at_most: Some(at), ..Condition::default() };
        spec.rules.push(Rule { member: format!("{ply}-ply"), when });
        (NamedGenome { name: name.into(), genome: vec![] }, spec)
    }

    #[test]
    fn the_rules_of_a_member_hold_within_its_rule() {
        let (members, specs): (Vec<_>, Vec<_>) =
            [spec("a", 0.1, 2, 1), spec("b", 0.9, 3, 4)].into_iter().unzip();
        let of = |text: &str| conditions().iter().position(|it| it.to_string() == text).unwrap();
        let rules = vec![SwitchRule { condition: of("empty cells ≤ 2"), member: 1 }];
        let policy = policy(&members, &specs, &Switch { rules, otherwise: 0 }).unwrap();
        let rules: Vec<String> = policy.rules.iter().map(|r| format!("{}: {}", r.when, r.member)).collect();
        // With at most 2 cells empty b searches 3-ply whatever else, so its 1-ply never plays.
        assert_eq!(rules, ["empty cells ≤ 2: b 3-ply", "empty cells ≤ 1: a 2-ply"]);
        let names: Vec<&str> = policy.members.iter().map(|m| m.name.as_str()).collect();
        assert_eq!(names, ["a 1-ply", "b 3-ply", "a 2-ply"]);
        let rules = vec![SwitchRule { condition: of("largest tile ≥ 1024"), member: 1 }];
        let policy = super::policy(&members, &specs, &Switch { rules, otherwise: 0 }).unwrap();
        let rules: Vec<String> = policy.rules.iter().map(|r| format!("{}: {}", r.when, r.member)).collect();
        let late = "largest tile ≥ 1024";
        let first = format!("empty cells ≤ 4 and {late}: b 3-ply");
        assert_eq!(rules, [first, format!("{late}: b 1-ply"), "empty cells ≤ 1: a 2-ply".into()]);
        let one = Switch { rules: vec![SwitchRule { condition: 99, member: 1 }], otherwise: 0 };
        assert!(super::policy(&members, &specs, &one).is_err());
    }

    #[test]
    fn conditions_differ_and_have_words() {
        let words: Vec<String> = conditions().iter().map(ToString::to_string).collect();
        let distinct: std::collections::BTreeSet<&String> = words.iter().collect();
        assert_eq!(distinct.len(), words.len());
        assert!(words.contains(&"empty cells ≤ 3 and mergeable pairs ≤ 1".to_owned()), "{words:?}");
    }
}
