//! Policies that switch between members of the front by rules on the state of the game: searched for on games of
//! their own, one for each of several budgets of cost, and shown with test games beside what costs as much.
//!
//! None of these games is logged. A run that was interrupted in them plays them again, and comes to the same bytes.

mod candidates;
mod games;
mod members;
mod mixture;
mod search;
mod shown;
mod table;
mod tally;
#[cfg(test)]
mod tests;

use crate::error::{Error, Result};
use crate::experiment::SwitchingConfig;
use crate::problem::{Game, Measured, NamedGenome, PolicyFile, Scenario, Switchable};
use crate::run::{FrontFile, ShownPolicy, SwitchingPolicies};
use crate::tuner::{Context, End};
use games::Games;
use members::{Budget, Members};
use search::{Found, Search};
use shown::{Tested, comparisons};
use std::collections::BTreeSet;
use table::Table;

/// How often games are played for the members, and for each budget.
const TIMES: [usize; 2] = [3, 4];

/// The policies of a run.
#[derive(Debug, Clone, Default)]
pub(super) struct Policies {
    /// The recommended one.
    pub recommended: Option<PolicyFile>,
    /// All, by name.
    pub all: Vec<(String, PolicyFile)>,
}

/// Looks for policies that switch between the members of `front`, notes their figures in it, and returns them.
/// Where there are none, the first member is recommended; none where there is nothing to play.
///
/// # Errors
/// [`crate::error::Error::Interrupted`] if it was stopped; what the game reports.
pub(super) fn measure(end: End<'_>, front: &mut FrontFile, context: &mut Context<'_>) -> Result<Policies> {
    let Some(game) = end.setup().problem.as_game() else { return Ok(Policies::default()) };
    let Some(scenario) = front.scenarios.first().cloned() else { return Ok(Policies::default()) };
    let config = end.setup().experiment.switching.clone().filter(SwitchingConfig::is_wanted);
    if let (Some(switchable), Some(config)) = (game.switchable(), config)
        && front.is_feasible()
        && has_two(front)
    {
        let play = Play { game, switchable, scenario: &scenario, config };
        return play.measure(end, front, context);
    }
    let best = front.members.first().map(|member| game.decode("best", &member.genome, &scenario));
    Ok(Policies { recommended: best.transpose()?, all: Vec::new() })
}

/// Whether two members of `front` differ in their genes.
fn has_two(front: &FrontFile) -> bool {
    let bits = |genome: &Vec<f64>| genome.iter().map(|gene| gene.to_bits()).collect();
    let genomes: BTreeSet<Vec<u64>> = front.members.iter().map(|member| bits(&member.genome)).collect();
    genomes.len() > 1
}

/// What is played, and how much.
struct Play<'p> {
    game: &'p dyn Game,
    switchable: Switchable,
    scenario: &'p Scenario,
    config: SwitchingConfig,
}

impl Play<'_> {
    fn measure(self, end: End<'_>, front: &mut FrontFile, context: &mut Context<'_>) -> Result<Policies> {
        let named =
            |m: &crate::run::FrontMember| NamedGenome { name: m.id.to_string(), genome: m.genome.clone() };
        let members: Vec<NamedGenome> = front.members.iter().map(named).collect();
        let times = TIMES[0] + TIMES[1] * self.config.budgets.size() + 1;
        let of_game = (self.game, &self.switchable);
        let mut table = Table::new(end, of_game, &members, self.scenario, times, context)?;
        let conditions = self.switchable.conditions.len();
        let search = search(&mut table, members.len(), conditions, &self.config)?;
        table.turn_to_test_games();
        let tested = Tested::played(&mut table, &search.found, &search.members)?;
        let ids: Vec<u64> = front.members.iter().map(|m| m.id).collect();
        let names: Vec<String> = search.budgets.iter().map(|it| self.name(it)).collect();
        let shown = tested.shown(&search.found, &names, &ids, &self.switchable);
        let files = search.found.iter().zip(&shown).map(|(it, shown)| self.file(it, shown, &members));
        let all: Vec<(String, PolicyFile)> =
            names.into_iter().zip(files.collect::<Result<Vec<_>>>()?).collect();
        let Some((recommended, file)) = best(&search.found).and_then(|best| all.get(best)).cloned() else {
            let first = front.members.first().map(|it| self.game.decode("best", &it.genome, self.scenario));
            return Ok(Policies { recommended: first.transpose()?, all });
        };
        front.policies = Some(SwitchingPolicies {
            metric: self.switchable.metric.into(),
            cost: self.switchable.cost.into(),
            comparisons: comparisons(&search.found),
            recommended,
            shown,
        });
        Ok(Policies { recommended: Some(file), all })
    }

    /// What the policy of `budget` is called: by the cost that it stays below.
    fn name(&self, budget: &Budget) -> String {
        let decimals = usize::from(budget.high < 100.0) + usize::from(budget.high < 10.0);
        match budget.high.is_finite() {
            true => format!("{}-{:.decimals$}", self.switchable.cost, budget.high),
            false => "any".into(),
        }
    }

    /// The policy file, with its rules in words and its figures.
    fn file(&self, found: &Found, shown: &ShownPolicy, members: &[NamedGenome]) -> Result<PolicyFile> {
        let names: Vec<String> = members.iter().map(|member| format!("member {}", member.name)).collect();
        let broken = || Error::Internal("a policy names a condition or a member that is not there".into());
        let words = found.switch.in_words(&self.switchable.conditions, &names).ok_or_else(broken)?;
        let policy = self.game.switching(members, &found.switch, self.scenario)?.with_words(&words);
        let mean = |metric: &str, mean| Measured { metric: metric.into(), mean };
        let means = [mean(self.switchable.metric, shown.mean), mean(self.switchable.cost, shown.cost)];
        self.game.measured(policy, &means)
    }
}

/// What a search came to.
struct Searched {
    members: Members,
    /// The budgets for which a policy was found, and the policies.
    budgets: Vec<Budget>,
    found: Vec<Found>,
}

/// Looks for a policy for each budget among the rules with as many `conditions` and `members`.
fn search(
    games: &mut dyn Games,
    members: usize,
    conditions: usize,
    config: &SwitchingConfig,
) -> Result<Searched> {
    let members = Members::measured(games, members, config.budgets.size(), config.games.get())?;
    let mut search = Search::new(games, &members, conditions);
    let (mut budgets, mut found) = (Vec::new(), Vec::new());
    for budget in &members.budgets {
        if let Some(best) = search.best(budget)? {
            budgets.push(*budget);
            found.push(best);
        }
    }
    Ok(Searched { members, budgets, found })
}

/// The policy that most surely gains by the games of the search: the one to be recommended.
fn best(found: &[Found]) -> Option<usize> {
    let sure = |index: &usize| found[*index].promise[0] - found[*index].promise[1];
    (0..found.len()).max_by(|a, b| sure(a).total_cmp(&sure(b)))
}
