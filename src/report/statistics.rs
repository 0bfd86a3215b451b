//! Statistics over the games of a policy.

use crate::error::Result;
use crate::objective::Records;
use crate::problem::{Game, Metric, MetricKind, Shown};
use crate::statistics::Statistic;
use crate::statistics::{Mean, linearised};
use crate::table::{Width, grouped, with_error, wrap};
use serde_json::{Map, Value, json};
use std::time::Duration;

/// What `records`, at least one game, say: what the game has to show of them, else the mean of each metric and
/// the share of each category.
///
/// # Errors
/// What the game reports.
pub fn game_statistics(game: &dyn Game, records: &Records, took: Duration) -> Result<Shown> {
    let own = game.view().statistics(records, took)?;
    Ok(own.unwrap_or_else(|| of_metrics(game.metrics(), records, took)))
}

fn of_metrics(metrics: &[Metric], records: &Records, took: Duration) -> Shown {
    let games = records.len();
    let mut json = Map::new();
    json.insert("games".into(), json!(games));
    let mut lines = vec![format!("{} games in {:.2} s", grouped(games as f64, 0), took.as_secs_f64())];
    for (column, metric) in metrics.iter().enumerate() {
        let mut values: Vec<f64> = records.column(column).collect();
        if let MetricKind::Rate { of } = &metric.kind
            && let Some(weight) = metrics.iter().position(|other| other.name == *of)
        {
            values = linearised(&values, &records.column(weight).collect::<Vec<_>>());
        }
        let (line, value) = of_metric(metric, &values);
        lines.push(line);
        json.insert(metric.name.clone(), value);
    }
    let text = move |width: Width| lines.iter().map(|line| wrap(line, width)).collect();
    Shown { text: Box::new(text), json: Value::Object(json) }
}

fn of_metric(metric: &Metric, values: &[f64]) -> (String, Value) {
    let MetricKind::Category { .. } = &metric.kind else {
        let mean = Statistic::from(Mean).estimate(values);
        return (format!("mean {} {}", metric.name, with_error(&mean)), json!({ "mean": mean }));
    };
    let mut counts = std::collections::BTreeMap::<i64, usize>::new();
    values.iter().for_each(|value| *counts.entry(*value as i64).or_default() += 1);
    let share = |(value, count): (&i64, &usize)| {
        (metric.label(*value), 100.0 * *count as f64 / values.len().max(1) as f64)
    };
    let shares: Vec<(String, f64)> = counts.iter().map(share).collect();
    let listed: Vec<String> = shares.iter().map(|(label, share)| format!("{label} {share:.1}%")).collect();
    let object: Map<String, Value> =
        shares.into_iter().map(|(label, share)| (label, json!(share / 100.0))).collect();
    (format!("{}: {}", metric.name, listed.join(", ")), Value::Object(object))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_have_means_and_categories_shares() {
        let metrics = [
            Metric::number("points", ""),
            Metric::category("result", "", "result", vec![(-1, "lost".into())]),
        ];
        let mut records = Records::new(2);
        [[1.0, -1.0], [2.0, 1.0], [3.0, -1.0], [6.0, 0.0]].iter().for_each(|row| records.push(row));
        let shown = of_metrics(&metrics, &records, Duration::from_millis(1500));
        let text = (shown.text)(None);
        assert_eq!(text, "4 games in 1.50 s\nmean points 3.0 ± 1.1\nresult: lost 50.0%, 0 25.0%, 1 25.0%\n");
        assert_eq!(shown.json["result"], json!({ "lost": 0.5, "0": 0.25, "1": 0.25 }));
        assert_eq!(shown.json["points"]["mean"]["value"], 3.0);
    }
}
