//! A line of `test.jsonl`: a chosen candidate on test games.

use super::log::{LogFile, Logged};
use crate::inference::Interval;
use crate::objective::Figures;
use serde::{Deserialize, Serialize};

/// The figures of a candidate on games that were played after it had been chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TestFigures {
    /// Its figures.
    pub figures: Figures,
    /// Confidence of each of the intervals alone.
    pub level: f64,
    /// One interval an objective, in the user's direction.
    pub intervals: Vec<Interval>,
    /// How the errors of the objectives' estimates are correlated: a correlation matrix.
    pub correlations: Vec<Vec<f64>>,
}

impl Logged for TestFigures {
    const FILE: LogFile = LogFile::Test;
    type Key = u64;

    fn key(&self) -> u64 {
        self.figures.id
    }
}
