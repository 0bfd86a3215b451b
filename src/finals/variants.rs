//! Does switching between members pay? Policies measured on games no member was chosen on.
//!
//! These games also decide which policy is chosen: one that switches has to win on them significantly,
//! else it is the single member. The figures of the chosen one are therefore a little flattered.

use crate::error::{Error, Result};
use crate::experiment::{Scenario, Whole};
use crate::games::twenty48::policy::{Measured, PolicySpec};
use crate::objective::{Estimate, Records, Statistic};
use crate::problem::{NamedPolicy, PolicyRole, SwitchingFront};
use crate::rng::Purpose;
use crate::run::{FrontFile, MeasuredPolicy, Switching};
use crate::stats::Interval;
use crate::tuner::{Context, Job, Run, scorer};
// Not the system's functions: front.json has to be the same bytes on every machine.
use libm::{hypot, log};

/// Measures the domain's switching policies, notes the figures in `front`, and returns the
/// policy that measured best at its work; `None` for a benchmark problem.
pub(crate) fn measure(
    run: &Run,
    front: &mut FrontFile,
    context: &mut Context<'_>,
) -> Result<Option<PolicySpec>> {
    let Some(scenario) = front.scenarios.first().cloned() else { return Ok(None) };
    let games = run.setup.experiment.switching.as_ref().map_or(0, |switching| switching.games.get());
    if games < 2 {
        return Ok(front.members.first().and_then(|m| run.setup.domain.policy("best", &m.genome, &scenario)));
    }
    let policies = candidates(run, front, &scenario);
    let records = play(run, &policies, &Scenario { games: Whole::new(games), ..scenario }, context)?;
    let names: Vec<&str> = run.setup.domain.metrics().iter().map(|m| m.name.as_str()).collect();
    let column = |name: &str| names.iter().position(|n| *n == name).unwrap_or_default();
    let (score, work) = (column("score"), column("work"));
    let figures: Vec<Figures> = records.iter().map(|r| Figures::of(r, score, work)).collect();
    let measured = report(&policies, &figures);
    let chosen = choose(&policies, &measured);
    let mut policy = policies[chosen].policy.clone();
    let (mean_score, work_per_move) = (figures[chosen].score, Some(figures[chosen].work));
    policy.measured = Some(Measured { mean_score, work_per_move });
    let chosen = policies[chosen].name.to_owned();
    front.switching = Some(Switching { games, policies: measured, chosen });
    Ok(Some(policy))
}

fn candidates(run: &Run, front: &FrontFile, scenario: &Scenario) -> Vec<NamedPolicy> {
    let genomes: Vec<Vec<f64>> = front.members.iter().map(|m| m.genome.clone()).collect();
    let knee = front.picks.get("knee").and_then(|id| front.members.iter().position(|m| m.id == *id));
    // Members are sorted by the first objective, so the first is the best one.
    let front = SwitchingFront { genomes: &genomes, best: 0, knee: knee.unwrap_or_default(), scenario };
    run.setup.domain.switching(&front)
}

fn play(
    run: &Run,
    policies: &[NamedPolicy],
    scenario: &Scenario,
    context: &mut Context<'_>,
) -> Result<Vec<Records>> {
    let jobs: Vec<Job> = policies.iter().map(|p| Job::Policy(p.policy.clone())).collect();
    let work = run.work_of_switching();
    context.observer.forecast(&run.forecast(jobs.len(), work, 0.0));
    context.observer.begin("switching policies", jobs.len());
    let scorer = scorer(&run.setup, context);
    let observer = &mut *context.observer;
    let mut tables = Vec::new();
    let done = scorer.score(&jobs, std::slice::from_ref(scenario), Purpose::Switching, |_, records| {
        tables.extend(records);
        observer.step(scenario.games.get(), work / jobs.len() as f64);
        Ok(())
    })?;
    if !done {
        return Err(run.interrupted());
    }
    if tables.is_empty() { Err(Error::Internal("no policy was measured".into())) } else { Ok(tables) }
}

/// Mean score and work per move of a policy.
struct Figures {
    score: Estimate,
    work: f64,
}

impl Figures {
    fn of(records: &Records, score: usize, work: usize) -> Self {
        let mean = |column: usize| Statistic::Mean.estimate(&records.column(column).collect::<Vec<_>>());
        Self { score: mean(score), work: mean(work).value }
    }
}

fn report(policies: &[NamedPolicy], figures: &[Figures]) -> Vec<MeasuredPolicy> {
    let find = |role: PolicyRole| policies.iter().position(|p| p.role == role).map(|i| &figures[i]);
    let (single, deeper) = (find(PolicyRole::Single), find(PolicyRole::Deeper));
    let row = |(policy, own): (&NamedPolicy, &Figures)| MeasuredPolicy {
        name: policy.name.into(),
        what: policy.what.clone(),
        mean_score: own.score,
        work_per_move: own.work,
        difference: single
            .filter(|_| policy.role != PolicyRole::Single)
            .map(|single| difference(own, single)),
        at_equal_work_percent: match (policy.role, single, deeper) {
            (PolicyRole::Depth, Some(single), Some(deeper)) => at_equal_work(own, single, deeper),
            _ => None,
        },
    };
    policies.iter().zip(figures).map(row).collect()
}

fn difference(own: &Figures, single: &Figures) -> Interval {
    let error = hypot(own.score.std_error, single.score.std_error);
    Interval::normal(own.score.value - single.score.value, error)
}

/// How far `own` lies above the line through the fixed depths, in percent of the line; the error
/// is that of the difference, with the line's own error carried along.
fn at_equal_work(own: &Figures, single: &Figures, deeper: &Figures) -> Option<Interval> {
    let share = log(own.work / single.work) / log(deeper.work / single.work);
    if !share.is_finite() {
        return None;
    }
    let share = share.clamp(0.0, 1.0);
    let line = single.score.value * (1.0 - share) + deeper.score.value * share;
    let line_error = hypot(single.score.std_error * (1.0 - share), deeper.score.std_error * share);
    let error = hypot(own.score.std_error, line_error * own.score.value / line) / line;
    Some(Interval::normal(100.0 * (own.score.value / line - 1.0), 100.0 * error))
}

/// Depth if it pays at equal work, else weights if they beat the single member, else the single.
fn choose(policies: &[NamedPolicy], measured: &[MeasuredPolicy]) -> usize {
    let pays = |interval: Option<Interval>| interval.is_some_and(|i| i.low > 0.0);
    let find = |role: PolicyRole, interval: fn(&MeasuredPolicy) -> Option<Interval>| {
        (0..policies.len()).find(|&i| policies[i].role == role && pays(interval(&measured[i])))
    };
    find(PolicyRole::Depth, |m| m.at_equal_work_percent)
        .or_else(|| find(PolicyRole::Weights, |m| m.difference))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(value: f64, std_error: f64, work: f64) -> Figures {
        Figures { score: Estimate { value, std_error, games: 100 }, work }
    }

    #[test]
    fn equal_work_is_read_off_the_line_in_log_work() {
        // Half way between 1 and 100 in log work is 10: the line stands at 30,000 there.
        let (single, deeper) = (figures(20_000.0, 0.0, 1.0), figures(40_000.0, 0.0, 100.0));
        let above = at_equal_work(&figures(36_000.0, 300.0, 10.0), &single, &deeper).unwrap();
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
