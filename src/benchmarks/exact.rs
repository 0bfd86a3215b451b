//! Benchmark problems as problems to tune: no games, no seeds, a known front.

use super::Benchmark;
use crate::error::{Error, Result};
use crate::objective::{Goal, ObjectiveConfig, Records};
use crate::optim::Space;
use crate::problem::{self, Metric, Player, Problem, Scenario};
use crate::whole::Whole;
use serde::{Deserialize, Serialize};
use toml::Table;

/// A benchmark problem; its metrics are `f1`, `f2`, …
#[derive(Debug)]
pub struct Exact {
    benchmark: Benchmark,
    n_var: Option<Whole<2, 10_000>>,
    space: Space,
    metrics: Vec<Metric>,
}

/// The keys of an experiment that belong to benchmark problems.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Keys {
    /// Number of variables; default its standard size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    n_var: Option<Whole<2, 10_000>>,
}

impl Exact {
    /// The names of the keys of an experiment that it reads.
    pub const KEYS: [&'static str; 1] = ["n_var"];

    /// The problem called `name` with these keys of its own.
    ///
    /// # Errors
    /// [`Error::Input`] if there is none, or naming the key, its value and what is allowed.
    pub fn new(name: &str, keys: &Table) -> Result<Self> {
        let Keys { n_var } = problem::keys::read(keys).map_err(Error::Input)?;
        let mut benchmark = Benchmark::from_name(name)?;
        if let Some(n_var) = n_var {
            benchmark = benchmark.with_n_var(n_var.size()).map_err(|e| e.about("n_var"))?;
        }
        let space = benchmark.space();
        let metrics = (1..=benchmark.n_obj).map(|i| Metric::number(format!("f{i}"), "")).collect();
        Ok(Self { benchmark, n_var, space, metrics })
    }
}

impl Problem for Exact {
    fn name(&self) -> &str {
        self.benchmark.name
    }

    fn space(&self) -> &Space {
        &self.space
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn candidate(&self, genome: &[f64]) -> Result<Box<dyn Player + '_>> {
        let values = self.benchmark.evaluate(genome);
        Ok(Box::new(move |_: &Scenario, seeds: &[u64]| {
            let mut records = Records::new(values.len());
            seeds.iter().for_each(|_| records.push(&values));
            Ok(records)
        }))
    }

    fn plays_games(&self) -> bool {
        false
    }

    fn keys(&self) -> Table {
        self.n_var.map(|n_var| ("n_var".to_owned(), (n_var.get() as i64).into())).into_iter().collect()
    }

    fn has_key(&self, name: &str) -> bool {
        Self::KEYS.contains(&name)
    }

    fn objectives(&self, name: Option<&str>) -> Option<Vec<ObjectiveConfig>> {
        let objective = |metric: &Metric| {
            let name = Some(metric.name.clone());
            ObjectiveConfig { name, ..ObjectiveConfig::new(&metric.name, "value", Goal::Min) }
        };
        name.is_none_or(|name| name == "front").then(|| self.metrics.iter().map(objective).collect())
    }

    fn objective_sets(&self) -> &'static [&'static str] {
        &["front"]
    }

    fn true_front(&self, n: usize) -> Option<Vec<Vec<f64>>> {
        let front = self.benchmark.true_front(n);
        (!front.is_empty()).then_some(front)
    }
}
