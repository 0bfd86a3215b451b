//! What can be set about the optimiser, as the `[optimiser]` table of an experiment.

use super::Survival;
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};

/// The least population size.
pub const MIN_POP_SIZE: usize = 2;

/// The greatest population size.
pub const MAX_POP_SIZE: usize = 100_000;

/// Simulated binary crossover.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Crossover {
    /// Distribution index, finite, ≥ 0: the larger, the closer children are to parents.
    pub eta: f64,
    /// Probability that a pair is crossed at all, in [0, 1].
    pub prob: f64,
}

impl Default for Crossover {
    fn default() -> Self {
        Self { eta: 15.0, prob: 0.9 }
    }
}

/// Polynomial mutation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Mutation {
    /// Distribution index, finite, ≥ 0: the larger, the smaller the steps.
    pub eta: f64,
    /// Probability that a gene mutates, in [0, 1]; one in the number of genes if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prob_var: Option<f64>,
}

impl Default for Mutation {
    fn default() -> Self {
        Self { eta: 20.0, prob_var: None }
    }
}

/// The settings of every algorithm; [`Algorithm`](super::Algorithm) says which leave what
/// unused.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Individuals in every generation, [`MIN_POP_SIZE`] to [`MAX_POP_SIZE`], odd or even.
    pub pop_size: usize,
    /// How parents are crossed.
    pub crossover: Crossover,
    /// How children are mutated.
    pub mutation: Mutation,
    /// How a front that does not fit is cut.
    pub survival: Survival,
}

impl Default for Settings {
    fn default() -> Self {
        let (crossover, mutation) = (Crossover::default(), Mutation::default());
        Self { pop_size: 100, crossover, mutation, survival: Survival::default() }
    }
}

impl Settings {
    /// Checks every range.
    ///
    /// # Errors
    /// [`Error::Input`] that names the key under `optimiser`, the value and the range.
    pub fn validate(&self) -> Result<()> {
        if !(MIN_POP_SIZE..=MAX_POP_SIZE).contains(&self.pop_size) {
            let text = format!(
                "optimiser.pop_size is {}; allowed is {MIN_POP_SIZE} to {MAX_POP_SIZE}",
                self.pop_size
            );
            return Err(Error::Input(text));
        }
        operators(&self.crossover, &self.mutation)
            .into_iter()
            .try_for_each(|(key, value, upper)| check_range(key, value, upper))
    }
}

/// What is set of the operators: the key under `optimiser`, the value, and the largest allowed one. The least is
/// 0, and a value is finite even where there is no largest.
pub fn operators(crossover: &Crossover, mutation: &Mutation) -> [(&'static str, f64, f64); 4] {
    [
        ("crossover.eta", crossover.eta, f64::INFINITY),
        ("crossover.prob", crossover.prob, 1.0),
        ("mutation.eta", mutation.eta, f64::INFINITY),
        ("mutation.prob_var", mutation.prob_var.unwrap_or_default(), 1.0),
    ]
}

fn check_range(key: &str, value: f64, upper: f64) -> Result<()> {
    if (0.0..=upper).contains(&value) && value.is_finite() {
        return Ok(());
    }
    let range = if upper == 1.0 { "0 to 1" } else { "any finite number from 0" };
    Err(Error::Input(format!("optimiser.{key} is {value}; allowed is {range}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(settings: Settings) -> String {
        settings.validate().unwrap_err().to_string()
    }

    #[test]
    fn defaults_are_valid() {
        Settings::default().validate().unwrap();
    }

    #[test]
    fn errors_name_the_key_and_the_value() {
        for pop_size in [0, 1, MAX_POP_SIZE + 1] {
            let text = message(Settings { pop_size, ..Settings::default() });
            assert_eq!(text, format!("optimiser.pop_size is {pop_size}; allowed is 2 to 100000"));
        }
        for (eta, prob, key) in [(-1.0, 0.9, "eta"), (f64::NAN, 0.9, "eta"), (1.0, 1.5, "prob")] {
            let text = message(Settings { crossover: Crossover { eta, prob }, ..Settings::default() });
            assert!(text.starts_with(&format!("optimiser.crossover.{key} is ")), "{text}");
        }
        for (eta, prob, key) in [(f64::INFINITY, 0.5, "eta"), (20.0, -0.1, "prob_var")] {
            let mutation = Mutation { eta, prob_var: Some(prob) };
            let text = message(Settings { mutation, ..Settings::default() });
            assert!(text.starts_with(&format!("optimiser.mutation.{key} is ")), "{text}");
        }
    }

    #[test]
    fn unknown_keys_are_refused() {
        assert!(toml::from_str::<Settings>("pop_sise = 4").is_err());
        let settings: Settings = toml::from_str("survival = \"crowding\"\nmutation = { eta = 3.0 }").unwrap();
        assert_eq!(settings.survival, Survival::Crowding);
        assert_eq!(settings.mutation, Mutation { eta: 3.0, prob_var: None });
    }
}
