//! A number with its standard error and the number of games behind it.

use serde::{Deserialize, Serialize};

/// An estimated value of a statistic. No number is shown to a person without the other two.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The estimate, in the unit of its metric, in the user's direction (not negated).
    #[serde(with = "crate::json_float::figure")]
    pub value: f64,
    /// Its standard error, ≥ 0; 0 for exact values, NaN where one game cannot tell.
    #[serde(with = "crate::json_float::figure")]
    pub std_error: f64,
    /// How many games it rests on; 0 for exact values.
    pub games: u64,
}

impl Estimate {
    /// A value that is known exactly: no games, no error.
    pub fn exact(value: f64) -> Self {
        Self { value, std_error: 0.0, games: 0 }
    }
}
