//! What a comparison came to.

use super::number::{decimals_for, grouped, with_error};
use super::table::interval;
use crate::compare::Comparison;
use crate::inference::Interval;
use crate::inference::sequential::{Decision, Outcome};
use crate::objective::Estimate;
use serde::Serialize;

/// What `compare` reports.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CompareReport {
    a: String,
    b: String,
    metric: String,
    /// `a`, `b`, `less` (than the stated difference) or `undecided`.
    decision: &'static str,
    /// Games a side.
    games: u64,
    mean_a: Estimate,
    mean_b: Estimate,
    /// a less b, with the interval that holds whenever the test stops.
    difference: Interval,
    /// The same in percent of the mean of b.
    difference_percent: Interval,
    /// The stated difference, in the unit of the metric.
    stated_difference: f64,
    alpha: f64,
    beta: f64,
    seed: u64,
}

impl CompareReport {
    /// The report of how `comparison` came out.
    pub fn new(comparison: &Comparison<'_>, outcome: &Outcome) -> Self {
        let [mean_a, mean_b] = outcome.means;
        let difference = outcome.difference;
        let percent = |x: f64| 100.0 * x / mean_b.value.abs();
        Self {
            a: comparison.sides[0].0.into(),
            b: comparison.sides[1].0.into(),
            metric: comparison.metric.into(),
            decision: match outcome.decision {
                Decision::First => "a",
                Decision::Second => "b",
                Decision::Less => "less",
                Decision::Undecided => "undecided",
            },
            games: mean_a.games,
            mean_a,
            mean_b,
            difference,
            difference_percent: Interval {
                value: percent(difference.value),
                low: percent(difference.low),
                high: percent(difference.high),
            },
            stated_difference: outcome.stated,
            alpha: comparison.plan.alpha,
            beta: comparison.plan.beta,
            seed: comparison.seed,
        }
    }

    /// A few lines for a person.
    pub fn to_text(&self) -> String {
        let decimals = decimals_for(libm::hypot(self.mean_a.std_error, self.mean_b.std_error));
        let confidence = grouped(100.0 * (1.0 - self.alpha), decimals_of_percent(self.alpha));
        [
            format!("A  {}: mean {} {}", self.a, self.metric, with_error(&self.mean_a)),
            format!("B  {}: mean {} {}", self.b, self.metric, with_error(&self.mean_b)),
            format!(
                "A less B  {}, {} ({confidence}%, whenever the test stops)",
                interval(&self.difference, decimals, ""),
                interval(&self.difference_percent, 1, "%"),
            ),
            format!("{} after {} games a side", self.verdict(decimals), grouped(self.games as f64, 0)),
            format!(
                "where there is no difference one is declared with probability {} at most, one of {} or more is \
                 missed with probability {} at most",
                self.alpha,
                grouped(self.stated_difference, decimals),
                self.beta
            ),
        ]
        .join("\n")
            + "\n"
    }

    fn verdict(&self, decimals: usize) -> String {
        let stated = grouped(self.stated_difference, decimals);
        match self.decision {
            "a" => format!("A has the higher mean {}", self.metric),
            "b" => format!("B has the higher mean {}", self.metric),
            "less" => format!("they differ by less than {stated}"),
            _ => format!("undecided: these games cannot tell a difference of {stated} from none"),
        }
    }
}

fn decimals_of_percent(alpha: f64) -> usize {
    if alpha >= 0.01 { 0 } else { 4 }
}
