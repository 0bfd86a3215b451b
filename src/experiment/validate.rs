//! Checks of an experiment that need no problem: real numbers, names, contradictions.

use super::Experiment;
use crate::error::{Error, Result};
use crate::objective::{ObjectiveConfig, Scale};
use crate::optim::operators;
use crate::statistics::Statistic;
use std::collections::BTreeSet;

/// Checks what the types alone do not.
///
/// # Errors
/// Names file, key, value and what is allowed.
pub fn check(origin: &str, experiment: &Experiment) -> Result<()> {
    let checker = Checker { origin };
    checker.optimiser(experiment)?;
    checker.effort(experiment)?;
    checker.genomes(experiment)?;
    checker.scenarios(experiment)?;
    checker.objectives(experiment)
}

struct Checker<'a> {
    origin: &'a str,
}

impl Checker<'_> {
    fn refuse(&self, key: &str, value: impl std::fmt::Display, allowed: &str) -> Error {
        Error::Input(format!("{}: {key} = {value}: allowed is {allowed}", self.origin))
    }

    fn real(&self, key: &str, value: f64, low: f64, high: f64) -> Result<()> {
        if value >= low && value <= high && value.is_finite() {
            return Ok(());
        }
        let range = if high.is_finite() {
            format!("a number from {low} to {high}")
        } else {
            format!("a number ≥ {low}")
        };
        Err(self.refuse(key, format!("{value:?}"), &range))
    }

    fn finite(&self, key: &str, value: f64) -> Result<()> {
        if value.is_finite() { Ok(()) } else { Err(self.refuse(key, value, "a finite number")) }
    }

    /// Names stand in columns, picks and keys; what else they may hold would be read as something else.
    fn name(&self, key: &str, name: &str) -> Result<()> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if !name.is_empty() && name.chars().all(is_plain) {
            return Ok(());
        }
        Err(self.refuse(key, format!("{name:?}"), "letters, digits, _ and -"))
    }

    fn optimiser(&self, experiment: &Experiment) -> Result<()> {
        let optimiser = &experiment.optimiser;
        operators(&optimiser.crossover, &optimiser.mutation)
            .into_iter()
            .try_for_each(|(key, value, upper)| self.real(&format!("optimiser.{key}"), value, 0.0, upper))
    }

    fn effort(&self, experiment: &Experiment) -> Result<()> {
        if let Some(sampling) = &experiment.sampling {
            self.real("sampling.extra", sampling.extra, 0.0, 1000.0)?;
        }
        if let Some(validation) = &experiment.validation {
            self.real("validation.share", validation.share, 0.0, 1000.0)?;
        }
        let Some(stop) = &experiment.stop else { return Ok(()) };
        if let Some(minutes) = stop.minutes.filter(|minutes| !(*minutes > 0.0 && minutes.is_finite())) {
            return Err(self.refuse("stop.minutes", minutes, "a number above 0"));
        }
        stop.stalled
            .as_ref()
            .map_or(Ok(()), |stalled| self.real("stop.stalled.by", stalled.by, 0.0, f64::INFINITY))
    }

    fn genomes(&self, experiment: &Experiment) -> Result<()> {
        for (name, [lower, upper]) in &experiment.bounds {
            let key = format!("bounds.{name}");
            self.finite(&key, *lower)?;
            self.finite(&key, *upper)?;
            if lower > upper {
                return Err(self.refuse(
                    &key,
                    format!("[{lower}, {upper}]"),
                    "[lower, upper] with lower ≤ upper",
                ));
            }
        }
        for (i, initial) in experiment.initial.iter().enumerate() {
            for (j, &value) in initial.genome().into_iter().flatten().enumerate() {
                self.finite(&format!("initial[{i}][{j}]"), value)?;
            }
        }
        if experiment.initial.len() > experiment.optimiser.pop_size.size() {
            let allowed = format!("at most optimiser.pop_size = {}", experiment.optimiser.pop_size.get());
            return Err(self.refuse("initial", format!("{} genomes", experiment.initial.len()), &allowed));
        }
        Ok(())
    }

    fn scenarios(&self, experiment: &Experiment) -> Result<()> {
        let mut names = BTreeSet::new();
        for (i, scenario) in experiment.scenario.iter().enumerate() {
            let key = format!("scenario[{i}].name");
            self.name(&key, &scenario.name)?;
            if !names.insert(&scenario.name) {
                return Err(self.refuse(
                    &key,
                    format!("{:?}", scenario.name),
                    "a name that no other scenario has",
                ));
            }
        }
        Ok(())
    }

    fn objectives(&self, experiment: &Experiment) -> Result<()> {
        if experiment.preset.is_some() && !experiment.objective.is_empty() {
            return Err(Error::Input(format!("{}: preset and objective exclude each other", self.origin)));
        }
        for (i, objective) in experiment.objective.iter().enumerate() {
            let key = |field: &str| format!("objective[{i}].{field}");
            objective.name.as_ref().map_or(Ok(()), |name| self.name(&key("name"), name))?;
            let statistic = self.statistic(key, objective)?;
            if let (Some(what), Scale::Log) = (statistic.facts().linear_for, objective.scale) {
                return Err(self.refuse(&key("scale"), "\"log\"", &format!("\"linear\" for {what}")));
            }
            objective.at.map_or(Ok(()), |at| self.finite(&key("at"), at))?;
            objective.floor.map_or(Ok(()), |floor| self.finite(&key("floor"), floor))?;
        }
        Ok(())
    }

    fn statistic(&self, key: impl Fn(&str) -> String, objective: &ObjectiveConfig) -> Result<Statistic> {
        Statistic::named(&objective.statistic, objective.at)
            .map_err(|it| self.refuse(&key(it.key), it.value, &it.allowed))
    }
}
