//! What games gave in the metrics that objectives look at.

use super::{Objective, Records};
use crate::json_float;
use crate::statistics::{Estimate, linearised};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

/// The metrics that objectives look at: pairs of scenario and metric, each once, ascending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsedMetrics(Vec<(usize, usize)>);

impl UsedMetrics {
    /// Those of `objectives`.
    pub fn of(objectives: &[Objective]) -> Self {
        let of = |it: &Objective| [Some(it.metric), it.weight].map(|column| (it.scenario, column));
        let columns = objectives.iter().flat_map(of);
        let mut columns: Vec<_> =
            columns.filter_map(|(scenario, column)| Some((scenario, column?))).collect();
        columns.sort_unstable();
        columns.dedup();
        Self(columns)
    }

    /// The values of these columns in `records`, one table a scenario.
    pub fn take(&self, records: &[Records]) -> Outcomes {
        Outcomes(
            self.0.iter().map(|&(scenario, metric)| records[scenario].column(metric).collect()).collect(),
        )
    }

    /// The estimate of each of `objectives`, and by how much they miss the floors.
    pub fn estimates(&self, objectives: &[Objective], outcomes: &Outcomes) -> (Vec<Estimate>, f64) {
        let estimate = |it: &Objective| it.statistic.estimate(&self.sample(it, outcomes));
        let estimates: Vec<Estimate> = objectives.iter().map(estimate).collect();
        let violation = objectives.iter().zip(&estimates).map(|(o, e)| o.violation(e.value)).sum();
        (estimates, violation)
    }

    /// What the games in `outcomes` say of `objective`, one value a game.
    pub fn sample<'o>(&self, objective: &Objective, outcomes: &'o Outcomes) -> Cow<'o, [f64]> {
        let values = self.values(objective, outcomes);
        match objective.weight {
            Some(weight) => linearised(values, self.column(objective.scenario, weight, outcomes)).into(),
            None => values.into(),
        }
    }

    /// What the metric of `objective` was in each of the games.
    pub fn values<'o>(&self, objective: &Objective, outcomes: &'o Outcomes) -> &'o [f64] {
        self.column(objective.scenario, objective.metric, outcomes)
    }

    fn column<'o>(&self, scenario: usize, metric: usize, outcomes: &'o Outcomes) -> &'o [f64] {
        let place = self.0.binary_search(&(scenario, metric));
        place.ok().and_then(|place| outcomes.0.get(place)).map_or(&[], Vec::as_slice)
    }
}

/// Values of games, one list a column.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outcomes(Vec<Vec<f64>>);

impl Outcomes {
    /// Whether it has no columns.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds the values of more games in the same columns.
    pub fn extend(&mut self, more: &Self) {
        self.0.resize(more.0.len().max(self.0.len()), Vec::new());
        self.0.iter_mut().zip(&more.0).for_each(|(own, more)| own.extend_from_slice(more));
    }

    /// As many of the last values of each column as `other` has.
    pub fn tail(&self, other: &Self) -> Self {
        let end =
            |(own, other): (&Vec<f64>, &Vec<f64>)| own[own.len().saturating_sub(other.len())..].to_vec();
        Self(self.0.iter().zip(&other.0).map(end).collect())
    }
}

#[derive(Deserialize)]
struct List(#[serde(with = "json_float::exact::list")] Vec<f64>);

/// A value as it is written: most are whole, and need no decimal point.
#[derive(Serialize)]
#[serde(untagged)]
enum Written {
    Whole(i64),
    Other(#[serde(with = "json_float::exact")] f64),
}

impl From<f64> for Written {
    fn from(value: f64) -> Self {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        let is_whole = value.fract() == 0.0 && value.abs() < EXACT && value.to_bits() != (-0.0_f64).to_bits();
        if is_whole { Self::Whole(value as i64) } else { Self::Other(value) }
    }
}

impl Serialize for Outcomes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let list = |values: &Vec<f64>| values.iter().map(|value| Written::from(*value)).collect::<Vec<_>>();
        serializer.collect_seq(self.0.iter().map(list))
    }
}

impl<'de> Deserialize<'de> for Outcomes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(Vec::<List>::deserialize(deserializer)?.into_iter().map(|list| list.0).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_all_of_it_over_all_that_counts() {
        let rate = Objective { metric: 2, weight: Some(1), ..Objective::mean_of("mean_work") };
        let mut records = Records::new(3);
        // Score, steps, cost a step: 10 in 5 steps and 60 in 15.
        [[1.0, 5.0, 2.0], [1.0, 15.0, 4.0]].iter().for_each(|row| records.push(row));
        let objectives = [rate];
        let used = UsedMetrics::of(&objectives);
        let outcomes = used.take(std::slice::from_ref(&records));
        assert_eq!(outcomes, Outcomes(vec![vec![5.0, 15.0], vec![2.0, 4.0]]));
        assert_eq!(used.estimates(&objectives, &outcomes).0[0], objectives[0].estimate(&records));
        assert_eq!(objectives[0].estimate(&records).value, 3.5);
        assert_eq!(used.values(&objectives[0], &outcomes), [2.0, 4.0]);
    }

    #[test]
    fn rounds_are_put_together_and_survive_the_round_trip() {
        let mut outcomes = Outcomes::default();
        outcomes.extend(&Outcomes(vec![vec![1.0, 2.5], vec![f64::NAN, -1.0]]));
        outcomes.extend(&Outcomes(vec![vec![4.0], vec![f64::INFINITY]]));
        let text = serde_json::to_string(&outcomes).unwrap();
        assert_eq!(text, r#"[[1,2.5,4],[null,-1,"inf"]]"#);
        let back: Outcomes = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string(&back).unwrap(), text);
        let last = Outcomes(vec![vec![0.0], vec![0.0]]);
        assert_eq!(outcomes.tail(&last), Outcomes(vec![vec![4.0], vec![f64::INFINITY]]));
    }
}
