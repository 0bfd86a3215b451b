//! Which genes matter among the finalists.

use super::PopulationRow;
use crate::inference::{self, Importance};
use crate::objective::Objective;
use crate::rng::{self, Purpose};

/// For each of `objectives` how much each gene matters for its value on validation games, on the scale of
/// the objective, among the finalists; `None` where nothing can be said.
pub(crate) fn importances(
    population: &[PopulationRow],
    objectives: &[Objective],
    seed: u64,
) -> Vec<Option<Importance>> {
    let importance = |(j, objective): (usize, &Objective)| {
        let validated = |row: &PopulationRow| row.member.validation.get(j).map_or(f64::NAN, |e| e.value);
        let value = |row: &PopulationRow| objective.scale.apply(validated(row));
        let sound = population.iter().filter(|row| value(row).is_finite());
        let rows: Vec<(&[f64], f64)> = sound.map(|row| (row.member.genome.as_slice(), value(row))).collect();
        let (genomes, values): (Vec<&[f64]>, Vec<f64>) = rows.into_iter().unzip();
        // Stream 0 is that of the probabilities.
        let mut rng = rng::stream(seed, Purpose::Inference, 1 + j as u64);
        inference::importance(&genomes, &values, &mut rng)
    };
    objectives.iter().enumerate().map(importance).collect()
}
