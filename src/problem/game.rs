//! What games have beyond a problem: policies that can be kept, compared, shown and played.

use super::{NamedGenome, Player, PolicyFile, Problem, Scenario, Switch, Switchable, View};
use crate::error::{Error, Result};
use crate::statistics::Estimate;
use toml::Table;

/// A problem whose genomes are policies.
pub trait Game: Problem {
    /// The policy that plays `genome` in `scenario`. It is the one place where a genome becomes a policy.
    ///
    /// # Errors
    /// [`Error::Input`] if the genome or the scenario is not of this game.
    fn decode(&self, name: &str, genome: &[f64], scenario: &Scenario) -> Result<PolicyFile>;

    /// Gets a policy ready to be scored; it plays by its own search, whatever the scenario says.
    ///
    /// # Errors
    /// [`Error::Input`] naming what is wrong with the policy.
    fn player(&self, policy: &PolicyFile) -> Result<Box<dyn Player + '_>>;

    /// Policy `a` ready to be scored against `b`, in a game of two players: `None` where policies do not meet. Each seed is
    /// an opening that they play with both colours, and that is one row.
    ///
    /// # Errors
    /// [`Error::Input`] naming what is wrong with a policy.
    fn duel(&self, _a: &PolicyFile, _b: &PolicyFile) -> Result<Option<Box<dyn Player + '_>>> {
        Ok(None)
    }

    /// How the policy of `genome` searches in `scenario`, as keys for other programs; none where there is nothing
    /// to say.
    ///
    /// # Errors
    /// [`Error::Input`] if the genome or the scenario is not of this game.
    fn search(&self, _genome: &[f64], _scenario: &Scenario) -> Result<Table> {
        Ok(Table::new())
    }

    /// The conditions on the state of the game by which a policy can switch between members, and what such
    /// policies are measured by; `None` where members are not combined.
    fn switchable(&self) -> Option<Switchable> {
        None
    }

    /// The policy that plays `members` in `scenario` as `switch` says.
    ///
    /// # Errors
    /// [`Error::Input`] if a genome, the scenario or a rule is not of this game.
    fn switching(&self, members: &[NamedGenome], switch: &Switch, scenario: &Scenario) -> Result<PolicyFile> {
        let alone = members.get(switch.otherwise).filter(|_| switch.rules.is_empty());
        let refuse = || Error::Input(format!("{}: its members are not combined", self.name()));
        let member = alone.ok_or_else(refuse)?;
        self.decode(&member.name, &member.genome, scenario)
    }

    /// `policy` with what it measured. Without more to say, `mean_<metric>` with each estimate.
    ///
    /// # Errors
    /// [`Error::Internal`] if a figure has no JSON form.
    fn measured(&self, policy: PolicyFile, means: &[Measured]) -> Result<PolicyFile> {
        let broken = |e: serde_json::Error| Error::Internal(format!("policy: {e}"));
        let figure = |it: &Measured| {
            Ok((format!("mean_{}", it.metric), serde_json::to_value(it.mean).map_err(broken)?))
        };
        Ok(policy.with_measured(means.iter().map(figure).collect::<Result<_>>()?))
    }

    /// What a person sees of the game.
    fn view(&self) -> &dyn View;
}

/// The mean of a metric of a policy, on games on which it was not chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// The metric.
    pub metric: String,
    /// Its mean.
    pub mean: Estimate,
}

/// The game that `problem` is.
///
/// # Errors
/// [`Error::Input`] if there is nothing to play.
pub fn game(problem: &dyn Problem) -> Result<&dyn Game> {
    let refuse = || Error::Input(format!("{} is no game: there is nothing to play", problem.name()));
    problem.as_game().ok_or_else(refuse)
}
