//! What a comparison came to.

use crate::compare::Comparison;
use crate::inference::Interval;
use crate::inference::sequential::{Decision, Verdict};
use crate::statistics::Estimate;
use crate::table::{Width, beside_zero, decimals_for, grouped, signed_interval, with_error, wrap};
use serde::Serialize;

/// Which side a comparison names, by the words of its JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Winner {
    A,
    B,
    /// They differ by less than the stated difference.
    Less,
    Undecided,
}

/// What `compare` reports.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CompareReport {
    a: String,
    b: String,
    metric: String,
    decision: Winner,
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
    pub fn new(comparison: &Comparison<'_>, outcome: &Verdict) -> Self {
        let [mean_a, mean_b] = outcome.means;
        let difference = outcome.difference;
        Self {
            a: comparison.sides[0].0.into(),
            b: comparison.sides[1].0.into(),
            metric: comparison.metric.into(),
            decision: match outcome.decision {
                Decision::First => Winner::A,
                Decision::Second => Winner::B,
                Decision::Less => Winner::Less,
                Decision::Undecided => Winner::Undecided,
            },
            games: mean_a.games,
            mean_a,
            mean_b,
            difference,
            difference_percent: percent(&outcome.ratio, mean_b.value),
            stated_difference: outcome.stated,
            alpha: comparison.plan.alpha,
            beta: comparison.plan.beta,
            seed: comparison.seed,
        }
    }

    /// A few sentences for a person, in lines of at most `width` columns. The verdict is the test's; the interval
    /// is wider, so where it does not bear the verdict out, that is said.
    pub fn to_text(&self, width: Width) -> String {
        let decimals = decimals_for(libm::hypot(self.mean_a.std_error, self.mean_b.std_error));
        let confidence = grouped(100.0 * (1.0 - self.alpha), decimals_of_percent(self.alpha));
        let (alpha, beta) = (self.alpha, self.beta);
        [
            format!("A  {}: mean {} {}", self.a, self.metric, with_error(&self.mean_a)),
            format!("B  {}: mean {} {}", self.b, self.metric, with_error(&self.mean_b)),
            format!("The test, after {} games a side: {}", grouped(self.games as f64, 0), self.verdict(decimals)),
            format!(
                "A less B: {}, in percent {} ({confidence}%, whenever the test stops)",
                signed_interval(&self.difference, decimals, ""),
                signed_interval(&self.difference_percent, 1, "%"),
            ),
            self.reservation(decimals),
            format!(
                "Error rates: where there is no difference one is declared with probability {alpha} at most; one \
                 of {} or more is missed with probability {beta} at most",
                beside_zero(self.stated_difference, decimals),
            ),
        ]
        .iter()
        .filter(|line| !line.is_empty())
        .map(|line| wrap(line, width))
        .collect()
    }

    fn verdict(&self, decimals: usize) -> String {
        let stated = beside_zero(self.stated_difference, decimals);
        match self.decision {
            Winner::A => format!("A has the higher mean {}", self.metric),
            Winner::B => format!("B has the higher mean {}", self.metric),
            Winner::Less => format!("they differ by less than {stated}"),
            Winner::Undecided => {
                format!("undecided: these games cannot tell a difference of {stated} from none")
            }
        }
    }

    /// How far the interval, which is more careful than the test, does not bear out the verdict.
    fn reservation(&self, decimals: usize) -> String {
        let Interval { low, high, .. } = self.difference;
        let stated = self.stated_difference;
        match self.decision {
            Winner::A if low <= 0.0 => "The interval is more careful than the test: it still holds 0".into(),
            Winner::B if high >= 0.0 => "The interval is more careful than the test: it still holds 0".into(),
            Winner::Less if low <= -stated || high >= stated => format!(
                "The interval is more careful than the test: it still holds differences of {} and more",
                beside_zero(stated, decimals)
            ),
            _ => String::new(),
        }
    }
}

/// By how many percent of the size of `second` the first is more, where `ratio` is first over second.
fn percent(ratio: &Interval, second: f64) -> Interval {
    let ends = [ratio.low, ratio.high].map(|r| 100.0 * (r - 1.0) * second.signum());
    let [low, high] = if second < 0.0 { [ends[1], ends[0]] } else { ends };
    Interval { value: 100.0 * (ratio.value - 1.0) * second.signum(), low, high }
}

fn decimals_of_percent(alpha: f64) -> usize {
    if alpha >= 0.01 { 0 } else { 4 }
}
