//! What travels through the optimiser: candidates out, evaluations in, individuals inside.

use crate::json_float::exact;
use serde::{Deserialize, Serialize};

/// A genome that waits for its evaluation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// Its number in the run: consecutive from 0 in the order of asking.
    pub id: u64,
    /// One value per gene, inside the bounds of the space.
    pub genome: Vec<f64>,
}

/// The evaluation of one [`Candidate`].
#[derive(Debug, Clone, PartialEq)]
pub struct Evaluated {
    /// The id of the candidate.
    pub id: u64,
    /// One value per objective, minimised. A NaN marks a failed evaluation, which ranks
    /// behind everything else; infinities are ordinary, very good or very bad values.
    pub objectives: Vec<f64>,
    /// Total constraint violation: 0 for a feasible candidate, otherwise positive; NaN
    /// marks a failed evaluation.
    pub violation: f64,
}

/// A member of the population.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Individual {
    /// The id of the candidate it was.
    pub id: u64,
    /// One value per gene, inside the bounds of the space.
    pub genome: Vec<f64>,
    /// One value per objective, minimised; see [`Evaluated::objectives`].
    #[serde(with = "exact::list")]
    pub objectives: Vec<f64>,
    /// Total constraint violation, ≥ 0, or NaN; see [`Evaluated::violation`].
    #[serde(with = "exact")]
    pub violation: f64,
    /// The front it belongs to; 0 is the best.
    pub rank: u32,
    /// How much room it has in its front, in the measure of the survival: ≥ 0, larger is
    /// lonelier, infinite for the extremes. Not stored; recomputed when a state is read.
    #[serde(skip)]
    pub crowding: f64,
}

impl Individual {
    /// Whether its evaluation failed: an objective or the violation is NaN.
    pub fn is_failed(&self) -> bool {
        self.violation.is_nan() || self.objectives.iter().any(|value| value.is_nan())
    }

    /// Whether it was evaluated and keeps every constraint.
    pub fn is_feasible(&self) -> bool {
        self.violation == 0.0 && !self.is_failed()
    }
}
