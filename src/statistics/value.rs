//! The value itself, for problems without games; it is exact.

use super::{Facts, Kind, Law};

/// The value itself, for problems without games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Value;

impl Kind for Value {
    const FACTS: Facts = Facts { over_games: false, ..Facts::of("value") };

    fn read(name: &str, _at: f64) -> Option<Self> {
        (name == "value").then_some(Self)
    }

    fn name(&self) -> String {
        "value".into()
    }

    fn estimate(&self, sample: &[f64]) -> (f64, f64) {
        (sample[0], 0.0)
    }

    fn law(&self) -> Law {
        Law::Exact
    }
}
