//! What the optimiser hears of a candidate: its games, and those of its neighbours.

use super::ask_tell::Loop;
use crate::inference::kriging::{Neighbourhood, Noisy};
use crate::objective::Evaluation;
use crate::optim::Evaluated;
use rayon::prelude::*;
use std::collections::BTreeSet;

/// So many candidates are neighbours of each other: those in play, and the last of the others.
const NEIGHBOURS: usize = 512;

impl Loop {
    /// Smooths the objectives of those in play over all candidates that were evaluated lately. Where
    /// more are in play than can be neighbours, they are dealt out into several neighbourhoods.
    pub(super) fn smooth(&self, in_play: &mut [Evaluated]) {
        let parts = in_play.len().div_ceil(NEIGHBOURS).max(1);
        for part in 0..parts {
            let mut dealt: Vec<&mut Evaluated> = in_play.iter_mut().skip(part).step_by(parts).collect();
            self.smooth_part(&mut dealt);
        }
    }

    fn smooth_part(&self, in_play: &mut [&mut Evaluated]) {
        let ids: Vec<u64> = in_play.iter().map(|e| e.id).collect();
        let evaluations = self.neighbours(&ids);
        let genomes: Vec<&[f64]> = evaluations.iter().map(|e| e.genome.as_slice()).collect();
        let neighbourhood = Neighbourhood::new(&genomes);
        let objectives: Vec<usize> = (0..self.data.setup.objectives.len()).collect();
        let smoothed: Vec<Option<Vec<f64>>> =
            objectives.par_iter().map(|&j| self.smoothed(&neighbourhood, &evaluations, j)).collect();
        for (j, values) in smoothed.into_iter().enumerate() {
            let values = values.into_iter().flatten();
            in_play.iter_mut().zip(values).for_each(|(e, value)| e.objectives[j] = value);
        }
    }

    /// The last evaluations of `ids`, and after them of the last others that were evaluated. Only what
    /// has been asked for counts: after an interruption the log may know more.
    fn neighbours(&self, ids: &[u64]) -> Vec<&Evaluation> {
        let standing = |id: &u64| self.data.log.get(self.state.standings.get(id)?.number());
        let mut evaluations: Vec<&Evaluation> = ids.iter().filter_map(standing).collect();
        let mut taken: BTreeSet<u64> = self.state.standings.keys().copied().collect();
        let asked =
            self.data.log.records().range(..self.state.numbers).rev().map(|(_, evaluation)| evaluation);
        let room = NEIGHBOURS.saturating_sub(evaluations.len());
        evaluations.extend(asked.filter(|e| taken.insert(e.id)).take(room));
        evaluations
    }

    /// Objective `j`, minimised; `None` where not every value is a finite number with an error.
    fn smoothed(
        &self,
        neighbourhood: &Neighbourhood,
        evaluations: &[&Evaluation],
        j: usize,
    ) -> Option<Vec<f64>> {
        let objective = &self.data.setup.objectives[j];
        let noisy = |evaluation: &&Evaluation| {
            let estimate = &evaluation.objectives[j];
            let (value, std_error) =
                (objective.minimised(estimate.value), objective.minimised_error(estimate));
            let is_known = value.is_finite() && std_error.is_finite() && estimate.games > 0;
            is_known.then_some(Noisy { value, std_error, games: estimate.games as f64 })
        };
        let known: Vec<Noisy> = evaluations.iter().map(noisy).collect::<Option<_>>()?;
        Some(neighbourhood.smooth(&known))
    }
}

#[cfg(test)]
mod tests {
    use crate::experiment;
    use crate::problem::noise::Noise;
    use crate::tuner::{Context, Run, Silent};
    use std::sync::atomic::AtomicBool;

    /// The best value that the optimiser knows after two generations of 600 on pure noise of mean 1000,
    /// and the best of the box of the first.
    fn best_of_noise(smoothing: &str, threads: usize) -> [f64; 2] {
        let experiment = format!(
            "domain = \"noise\"\nsampling = {{ smoothing = \"{smoothing}\" }}\n\
             [optimiser]\npop_size = 600\nn_gen = 2\n[[scenario]]\ngames = 4\n[[objective]]\nmetric = \"score\"\n"
        );
        let dir = tempfile::tempdir().unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let stop = AtomicBool::new(false);
        let source = experiment::parse("noise.toml", &experiment, &[]).unwrap();
        let mut run =
            Run::begin(source, &|_| Ok(Box::new(Noise::new())), &dir.path().join("run"), false, &mut Silent)
                .unwrap();
        run.evolve(&mut Context { pool: &pool, stop: &stop, observer: &mut Silent }).unwrap();
        [run.evolution.state.history.last().unwrap().best[0], -run.evolution.state.frame.unwrap().best[0]]
    }

    #[test]
    fn the_lucky_are_known_for_it() {
        // 1,200 are in play, more than one neighbourhood holds.
        let ([raw, of_raw], [smoothed, of_smoothed]) =
            (best_of_noise("none", 2), best_of_noise("kriging", 2));
        assert!(raw - 1000.0 > 300.0 && (smoothed - 1000.0).abs() < 100.0, "{raw} {smoothed}");
        // The box of the first generation is that of its own games.
        assert_eq!((of_smoothed, of_raw > 1200.0), (of_raw, true));
        assert_eq!(best_of_noise("kriging", 1), [smoothed, of_smoothed]);
    }
}
