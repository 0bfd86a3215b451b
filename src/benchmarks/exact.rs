//! Benchmark problems as domains: no games, no seeds, a known front.

use super::Problem;
use crate::error::{Error, Result};
use crate::experiment::{Experiment, ObjectiveConfig, Scenario};
use crate::objective::{Goal, Records, Scale};
use crate::optim::Space;
use crate::problem::{Candidate, Domain, Metric, apply_bounds};

/// A benchmark problem as a domain; its metrics are `f1`, `f2`, …
#[derive(Debug)]
pub struct Benchmark {
    problem: Problem,
    space: Space,
    metrics: Vec<Metric>,
}

impl Benchmark {
    /// The problem called `name`, or `None` if there is none.
    ///
    /// # Errors
    /// [`Error::Input`] naming a key that makes no sense without games.
    pub fn new(name: &str, experiment: &Experiment) -> Result<Option<Self>> {
        if !Problem::names().any(|known| known == name) {
            return Ok(None);
        }
        let mut problem = Problem::from_name(name)?;
        if let Some(n_var) = experiment.n_var {
            let named = |e: Error| Error::Input(format!("n_var: {e}"));
            problem = problem.with_n_var(n_var.size()).map_err(named)?;
        }
        refuse_games(name, experiment)?;
        let mut space = problem.space();
        apply_bounds(&mut space, experiment)?;
        let metric = |i: usize| Metric { name: format!("f{}", i + 1), unit: String::new() };
        let metrics = (0..problem.n_obj).map(metric).collect();
        Ok(Some(Self { problem, space, metrics }))
    }
}

fn refuse_games(name: &str, experiment: &Experiment) -> Result<()> {
    let keys = [
        ("features", experiment.features.is_some()),
        ("depth", experiment.depth.is_some()),
        ("scenario", !experiment.scenario.is_empty()),
        ("holdout", experiment.holdout.is_some()),
        ("switching", experiment.switching.is_some()),
        ("sampling", experiment.sampling.is_some()),
        ("stop.games", experiment.stop.as_ref().is_some_and(|stop| stop.games.is_some())),
    ];
    match keys.iter().find(|(_, given)| *given) {
        Some((key, _)) => Err(Error::Input(format!("{key}: allowed is nothing: {name} plays no games"))),
        None => Ok(()),
    }
}

impl Domain for Benchmark {
    fn space(&self) -> &Space {
        &self.space
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn preset(&self, name: Option<&str>) -> Option<Vec<ObjectiveConfig>> {
        let objective = |metric: &Metric| ObjectiveConfig {
            name: Some(metric.name.clone()),
            metric: metric.name.clone(),
            statistic: "value".into(),
            at: None,
            goal: Goal::Min,
            scale: Scale::Linear,
            floor: None,
            scenario: None,
        };
        name.is_none_or(|name| name == "front").then(|| self.metrics.iter().map(objective).collect())
    }

    fn presets(&self) -> &'static [&'static str] {
        &["front"]
    }

    fn plays_games(&self) -> bool {
        false
    }

    fn prepare(&self, genome: &[f64]) -> Result<Box<dyn Candidate>> {
        Ok(Box::new(Point(self.problem.evaluate(genome))))
    }

    fn true_front(&self, n: usize) -> Option<Vec<Vec<f64>>> {
        let front = self.problem.true_front(n);
        (!front.is_empty()).then_some(front)
    }
}

/// An evaluated genome.
struct Point(Vec<f64>);

impl Candidate for Point {
    fn play(&self, _: &Scenario, _: &[u64]) -> Records {
        let mut records = Records::new(self.0.len());
        records.push(&self.0);
        records
    }
}
