//! Does combining members pay? Policies measured on games no member was chosen on.
//!
//! These games also decide which policy is chosen: one that combines members has to win on them significantly,
//! else it is the single member. The figures of the chosen one are therefore a little flattered.

use crate::error::{Error, Result};
use crate::objective::statistics::Mean;
use crate::objective::{Estimate, Records, Statistic};
use crate::problem::{Game, Measured, PolicyFile, Role, Scenario, Variant, VariantFront, Variants};
use crate::rng::Purpose;
use crate::run::{FrontFile, MeasuredPolicy, NamedPick, Switching};
use crate::stats::Interval;
use crate::tuner::scoring::{self, Scorer};
use crate::tuner::{Context, End, Phase};
use crate::whole::Whole;
// Not the system's functions: front.json has to be the same bytes on every machine.
use libm::{hypot, log};

/// Measures the game's variants, notes the figures in `front`, and returns the policy that measured best at its
/// cost; without variants the first member's; `None` where there is nothing to play.
pub(super) fn measure(
    end: &End<'_>,
    front: &mut FrontFile,
    context: &mut Context<'_>,
) -> Result<Option<PolicyFile>> {
    let Some(game) = end.setup().problem.as_game() else { return Ok(None) };
    let Some(scenario) = front.scenarios.first().cloned() else { return Ok(None) };
    let games = end.setup().experiment.switching.as_ref().map_or(0, |switching| switching.games.get());
    let variants = if games < 2 { None } else { variants(game, front, &scenario)? };
    let Some(variants) = variants else {
        let best = |member: &crate::run::FrontMember| game.decode("best", &member.genome, &scenario);
        return front.members.first().map(best).transpose();
    };
    let scenario = Scenario { games: Whole::new(games), ..scenario };
    let records = play(end, game, &variants.policies, &scenario, context)?;
    let columns = [variants.metric, variants.cost].map(|name| column(end, name));
    let [metric, cost] = columns;
    let (metric, cost) = (metric?, cost?);
    let figures: Vec<Figures> = records.iter().map(|r| Figures::of(r, metric, cost)).collect();
    let policies = report(&variants.policies, &figures);
    let chosen = choose(&variants.policies, &policies);
    let switching = Switching {
        games,
        metric: variants.metric.into(),
        cost: variants.cost.into(),
        policies,
        chosen: variants.policies[chosen].name.into(),
    };
    let policy = chosen_policy(game, &variants, &switching)?;
    front.switching = Some(switching);
    Ok(policy)
}

/// The game's variants of `front`.
///
/// # Errors
/// What the game reports.
pub(crate) fn variants(game: &dyn Game, front: &FrontFile, scenario: &Scenario) -> Result<Option<Variants>> {
    let genomes: Vec<Vec<f64>> = front.members.iter().map(|m| m.genome.clone()).collect();
    let knee =
        front.picks.get(&NamedPick::Knee).and_then(|id| front.members.iter().position(|m| m.id == *id));
    let knee = knee.ok_or_else(|| Error::Internal("the knee is no member of the front".into()))?;
    // Members are sorted by the first objective, so the first is the best one.
    game.variants(&VariantFront { genomes: &genomes, best: 0, knee, scenario })
}

/// The policy that `switching` chose, with its figures.
///
/// # Errors
/// What the game reports.
pub(crate) fn chosen_policy(
    game: &dyn Game,
    variants: &Variants,
    switching: &Switching,
) -> Result<Option<PolicyFile>> {
    let made = variants.policies.iter().find(|policy| policy.name == switching.chosen);
    let figures = switching.policies.iter().find(|policy| policy.name == switching.chosen);
    let (Some(made), Some(figures)) = (made, figures) else { return Ok(None) };
    let mean = |metric: &str, mean| Measured { metric: metric.into(), mean };
    let means = [mean(variants.metric, figures.mean), mean(variants.cost, figures.cost)];
    game.measured(made.policy.clone(), &means).map(Some)
}

fn column(end: &End<'_>, name: &str) -> Result<usize> {
    let found = end.setup().problem.metrics().iter().position(|metric| metric.name == name);
    found.ok_or_else(|| Error::Internal(format!("variants are measured by {name}, which is no metric")))
}

fn play(
    end: &End<'_>,
    game: &dyn Game,
    policies: &[Variant],
    scenario: &Scenario,
    context: &mut Context<'_>,
) -> Result<Vec<Records>> {
    let scenarios = std::slice::from_ref(scenario);
    let job = |it: &Variant| Ok(scoring::rounds(game.player(&it.policy)?, scenarios, &(0..1)));
    let jobs = policies.iter().map(job).collect::<Result<_>>()?;
    let outlook = end.outlook();
    let work = outlook.work_of_switching();
    context.observer.forecast(&outlook.forecast(policies.len(), work, 0.0));
    context.observer.begin(Phase::Variants, policies.len());
    let scorer = Scorer::new(end.setup(), context);
    let observer = &mut *context.observer;
    let mut tables = Vec::new();
    let done = scorer.score(jobs, scenarios, Purpose::Switching, |_, records, _| {
        tables.extend(records);
        observer.step(scenario.games.get(), work / policies.len() as f64);
        Ok(())
    })?;
    if done { Ok(tables) } else { Err(end.data().interrupted()) }
}

/// Mean of the metric and of the cost of a policy.
struct Figures {
    mean: Estimate,
    cost: Estimate,
}

impl Figures {
    fn of(records: &Records, metric: usize, cost: usize) -> Self {
        let mean =
            |column: usize| Statistic::from(Mean).estimate(&records.column(column).collect::<Vec<_>>());
        Self { mean: mean(metric), cost: mean(cost) }
    }
}

fn report(policies: &[Variant], figures: &[Figures]) -> Vec<MeasuredPolicy> {
    let find = |role: Role| policies.iter().position(|p| p.role == role).map(|i| &figures[i]);
    let (single, dearer) = (find(Role::Baseline), find(Role::Dearer));
    let row = |(policy, own): (&Variant, &Figures)| MeasuredPolicy {
        name: policy.name.into(),
        what: policy.what.clone(),
        role: Some(policy.role),
        mean: own.mean,
        cost: own.cost,
        difference: single.filter(|_| policy.role != Role::Baseline).map(|single| difference(own, single)),
        at_equal_cost_percent: match (policy.role, single, dearer) {
            (Role::BetweenCosts, Some(single), Some(dearer)) => at_equal_cost(own, single, dearer),
            _ => None,
        },
    };
    policies.iter().zip(figures).map(row).collect()
}

fn difference(own: &Figures, single: &Figures) -> Interval {
    let error = hypot(own.mean.std_error, single.mean.std_error);
    Interval::normal(own.mean.value - single.mean.value, error)
}

/// How far `own` lies above the line through the fixed depths, in percent of the line; the error
/// is that of the difference, with the line's own error carried along.
fn at_equal_cost(own: &Figures, single: &Figures, dearer: &Figures) -> Option<Interval> {
    let share = log(own.cost.value / single.cost.value) / log(dearer.cost.value / single.cost.value);
    if !share.is_finite() {
        return None;
    }
    let share = share.clamp(0.0, 1.0);
    let line = single.mean.value * (1.0 - share) + dearer.mean.value * share;
    let line_error = hypot(single.mean.std_error * (1.0 - share), dearer.mean.std_error * share);
    let error = hypot(own.mean.std_error, line_error * own.mean.value / line) / line;
    Some(Interval::normal(100.0 * (own.mean.value / line - 1.0), 100.0 * error))
}

/// The first that pays between the costs of the fixed ones, else the first that pays at the cost of the
/// baseline, else the baseline.
fn choose(policies: &[Variant], measured: &[MeasuredPolicy]) -> usize {
    let pays = |interval: Option<Interval>| interval.is_some_and(|i| i.low > 0.0);
    let find = |role: Role, interval: fn(&MeasuredPolicy) -> Option<Interval>| {
        (0..policies.len()).find(|&i| policies[i].role == role && pays(interval(&measured[i])))
    };
    find(Role::BetweenCosts, |m| m.at_equal_cost_percent)
        .or_else(|| find(Role::SameCost, |m| m.difference))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(value: f64, std_error: f64, work: f64) -> Figures {
        Figures { mean: Estimate { value, std_error, games: 100 }, cost: Estimate::exact(work) }
    }

    #[test]
    fn equal_cost_is_read_off_the_line_in_log_work() {
        // Half way between 1 and 100 in log cost is 10: the line stands at 30,000 there.
        let (single, dearer) = (figures(20_000.0, 0.0, 1.0), figures(40_000.0, 0.0, 100.0));
        let above = at_equal_cost(&figures(36_000.0, 300.0, 10.0), &single, &dearer).unwrap();
        assert!((above.value - 20.0).abs() < 1e-9, "{above:?}");
        assert!((above.high - above.value - 1.96).abs() < 1e-3, "{above:?}");
    }

    #[test]
    fn a_difference_has_the_error_of_both() {
        let interval = difference(&figures(110.0, 3.0, 1.0), &figures(100.0, 4.0, 1.0));
        assert_eq!(interval.value, 10.0);
        assert!((interval.low - (10.0 - 1.959_964 * 5.0)).abs() < 1e-12);
    }
}
