//! Policies that switch between members of a front by rules on the state of the game.

use serde::{Deserialize, Serialize};

/// What a game offers to those who look for rules: its conditions, and what a policy is measured by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Switchable {
    /// The metric whose means are compared; more is better.
    pub metric: &'static str,
    /// The metric of what a step of a game costs, above 0: its mean over the steps of the game.
    pub cost: &'static str,
    /// The metric that counts the steps of a game, such as its moves.
    pub steps: &'static str,
    /// Each condition on the state of the game in words; rules name conditions by their index here. Those that
    /// are most likely to pay come first.
    pub conditions: Vec<String>,
}

/// Which member plays: that of the first rule whose condition holds, else the one that is left. Members are named
/// by their index in a list of members.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Switch {
    /// The rules, in the order in which they are tried.
    pub rules: Vec<SwitchRule>,
    /// The member that plays where no rule holds.
    pub otherwise: usize,
}

/// A member plays where a condition holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SwitchRule {
    /// Index of the condition in [`Switchable::conditions`].
    pub condition: usize,
    /// Index of the member.
    pub member: usize,
}

/// A member of a front as a policy names it.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedGenome {
    /// Its name.
    pub name: String,
    /// Its genes.
    pub genome: Vec<f64>,
}

impl Switch {
    /// The member alone, without rules.
    pub fn only(member: usize) -> Self {
        Self { rules: Vec::new(), otherwise: member }
    }

    /// Each member that a rule or the end names, once, in the order of their indices.
    pub fn members(&self) -> Vec<usize> {
        let mut members: Vec<usize> = self.rules.iter().map(|rule| rule.member).collect();
        members.push(self.otherwise);
        members.sort_unstable();
        members.dedup();
        members
    }

    /// The rules in words, one a line: `it is late: member 7`, and at last `else: member 3`. `None` if it names a
    /// condition or a member that is not there.
    pub fn in_words(&self, conditions: &[String], names: &[String]) -> Option<Vec<String>> {
        let rule =
            |it: &SwitchRule| Some(format!("{}: {}", conditions.get(it.condition)?, names.get(it.member)?));
        let last = names.get(self.otherwise).map(|name| format!("else: {name}"));
        self.rules.iter().map(rule).chain([last]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_told_in_their_order() {
        let rules = vec![SwitchRule { condition: 1, member: 2 }, SwitchRule { condition: 0, member: 0 }];
        let switch = Switch { rules, otherwise: 2 };
        let conditions = ["full".to_owned(), "late".to_owned()];
        let names = ["a", "b", "c"].map(String::from);
        assert_eq!(switch.in_words(&conditions, &names).unwrap(), ["late: c", "full: a", "else: c"]);
        assert_eq!(switch.in_words(&conditions[..1], &names), None);
        assert_eq!((switch.members(), Switch::only(4).members()), (vec![0, 2], vec![4]));
    }
}
