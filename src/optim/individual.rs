//! An individual and the order between two of them.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::cmp::Ordering;

/// A candidate that was evaluated.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Individual {
    /// Its number within the run.
    pub id: u64,
    /// Its genes.
    pub genome: Vec<f64>,
    /// Objective values, minimised; NaN is a failed evaluation.
    #[serde(serialize_with = "write_values", deserialize_with = "read_values")]
    pub objectives: Vec<f64>,
    /// By how much it misses its constraints; 0 is feasible.
    pub violation: f64,
    /// Front it is in, 0 the best.
    pub rank: u32,
    /// How far its neighbours in the same front are; larger is lonelier, infinite for
    /// extremes.
    #[serde(serialize_with = "write_value", deserialize_with = "read_value")]
    pub crowding: f64,
}

impl Individual {
    /// An individual that has not been ranked.
    pub fn new(id: u64, genome: Vec<f64>, objectives: Vec<f64>, violation: f64) -> Self {
        Self { id, genome, objectives, violation, rank: 0, crowding: 0.0 }
    }

    /// True if an objective or the violation is NaN: ranked behind everyone.
    pub fn failed(&self) -> bool {
        self.violation.is_nan() || self.objectives.iter().any(|f| f.is_nan())
    }

    /// True if it misses no constraint and did not fail.
    pub fn feasible(&self) -> bool {
        self.violation <= 0.0 && !self.failed()
    }

    /// Binary tournament order (Deb et al. 2002, §III-C): lower rank, then lonelier.
    pub fn preference(&self, other: &Self) -> Ordering {
        self.rank.cmp(&other.rank).then(other.crowding.total_cmp(&self.crowding))
    }
}

/// JSON has no infinities and no NaN; they are written as strings.
fn write_values<S: Serializer>(values: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(|&value| Value::from(value)))
}

fn write_value<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    Value::from(*value).serialize(serializer)
}

fn read_value<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Value::deserialize(deserializer)?.number().map_err(serde::de::Error::custom)
}

fn read_values<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<f64>, D::Error> {
    let values = Vec::<Value>::deserialize(deserializer)?;
    values.into_iter().map(|value| value.number().map_err(serde::de::Error::custom)).collect()
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Value {
    Finite(f64),
    Other(String),
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        if value.is_finite() { Self::Finite(value) } else { Self::Other(value.to_string()) }
    }
}

impl Value {
    fn number(self) -> Result<f64, std::num::ParseFloatError> {
        match self {
            Self::Finite(value) => Ok(value),
            Self::Other(text) => text.parse(),
        }
    }
}

/// True if point `a` dominates `b`: nowhere worse, somewhere better, minimised.
pub fn dominates(a: &[f64], b: &[f64]) -> bool {
    let mut better = false;
    for (x, y) in a.iter().zip(b) {
        if x > y {
            return false;
        }
        better |= x < y;
    }
    better
}
