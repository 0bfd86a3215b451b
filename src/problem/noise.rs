//! For tests alone: a game in which no genome is better than another.

use super::{Game, Metric, Player, PolicyFile, Problem, Scenario, View};
use crate::error::{Error, Result};
use crate::objective::{Goal, Records};
use crate::optim::{Gene, Space};
use crate::rng::{Purpose, stream};
use rand::RngExt;

/// Scores are gamma distributed with mean 1,000 and coefficient of variation ½, whatever the genome.
#[derive(Debug)]
pub struct Noise {
    space: Space,
    metrics: Vec<Metric>,
}

impl Noise {
    /// A problem of three genes.
    pub fn new() -> Self {
        let gene = |name: &str| Gene::real(name, 0.0, 1.0);
        Self::with_genes(["a", "b", "c"].map(gene).to_vec())
    }

    /// A problem of these genes.
    pub fn with_genes(genes: Vec<Gene>) -> Self {
        let space = Space { genes, simplexes: vec![] };
        let metric = |name: &str| Metric::number(name, "points");
        Self { space, metrics: ["score", "luck"].map(metric).to_vec() }
    }
}

impl Problem for Noise {
    fn name(&self) -> &str {
        "noise"
    }

    fn space(&self) -> &Space {
        &self.space
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn candidate(&self, genome: &[f64]) -> Result<Box<dyn Player + '_>> {
        // The genome, as a number that its games depend on.
        let own = genome.iter().fold(0, |hash, gene| u64::wrapping_mul(hash, 31) ^ (gene.to_bits() >> 3));
        Ok(Box::new(move |_: &Scenario, seeds: &[u64]| {
            let mut records = Records::new(2);
            for seed in seeds {
                let mut rng = stream(seed ^ own, Purpose::Measure, 0);
                let mut uniform = || 1.0 - rng.random::<f64>();
                let mut gamma = || -250.0 * libm::log(uniform() * uniform() * uniform() * uniform());
                records.push(&[gamma(), gamma()]);
            }
            Ok(records)
        }))
    }

    fn as_game(&self) -> Option<&dyn Game> {
        Some(self)
    }

    fn word_for_best(&self, measures: &str, _: Goal) -> Option<&'static str> {
        (measures == "mean_score").then_some("strongest")
    }
}

impl Game for Noise {
    fn decode(&self, _: &str, genome: &[f64], _: &Scenario) -> Result<PolicyFile> {
        PolicyFile::new("noise", &serde_json::json!({ "genome": genome }))
    }

    fn player(&self, policy: &PolicyFile) -> Result<Box<dyn Player + '_>> {
        #[derive(serde::Deserialize)]
        struct Body {
            genome: Vec<f64>,
        }
        self.candidate(&policy.decode::<Body>().map_err(Error::Input)?.genome)
    }

    fn view(&self) -> &dyn View {
        self
    }
}

impl View for Noise {}
