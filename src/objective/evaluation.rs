//! What the run records of one scored candidate.

use super::Outcomes;
use crate::statistics::Estimate;
use serde::{Deserialize, Serialize};

/// One finished evaluation: a line of `evaluations.jsonl`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "Stored")]
pub struct Evaluation {
    /// Number of the evaluation within its run, from 0: the order in which they were asked for.
    pub number: u64,
    /// Number of the candidate within its run, from 0. One candidate may be evaluated several
    /// times, on ever more games; the last evaluation holds what the earlier ones knew.
    pub id: u64,
    /// Generation it was created in, from 1.
    pub generation: u64,
    /// Its genes, in the problem's order.
    pub genome: Vec<f64>,
    /// One estimate an objective, in the user's direction.
    pub objectives: Vec<Estimate>,
    /// By how much it misses the floors; 0 is feasible.
    pub violation: f64,
    /// Games played for it so far, over all scenarios.
    pub games: u64,
    /// What the games gave that were played for this evaluation; no columns where values are exact, and in logs of
    /// format 1.
    #[serde(skip_serializing_if = "Outcomes::is_empty")]
    pub outcomes: Outcomes,
}

/// An evaluation as it was read. Before games came in rounds every candidate was evaluated once, and the
/// evaluation had its number.
#[derive(Deserialize)]
struct Stored {
    number: Option<u64>,
    id: u64,
    generation: u64,
    genome: Vec<f64>,
    objectives: Vec<Estimate>,
    violation: f64,
    games: u64,
    #[serde(default)]
    outcomes: Outcomes,
}

impl From<Stored> for Evaluation {
    fn from(stored: Stored) -> Self {
        let Stored { number, id, generation, genome, objectives, violation, games, outcomes } = stored;
        let number = number.unwrap_or(id);
        Self { number, id, generation, genome, objectives, violation, games, outcomes }
    }
}

/// The validation figures of a finalist after some games: a line of `validation.jsonl`. Where finalists race,
/// each has a line for every stage that it took part in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// The finalist's id.
    pub id: u64,
    /// One validation estimate an objective, in the user's direction.
    pub objectives: Vec<Estimate>,
    /// Validation violation of the floors; 0 is feasible.
    pub violation: f64,
    /// Games played so far, over all scenarios.
    pub games: u64,
    /// How often each value of the problem's first category came up in the first scenario, ascending; empty
    /// where the problem has none.
    pub distribution: Vec<(i64, u64)>,
}
