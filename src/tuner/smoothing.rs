//! What the optimiser hears of a candidate: its games, and those of its neighbours.

use super::ask_tell::Loop;
use super::belief::{Belief, minimised_variance};
use super::sampling::outcomes;
use crate::error::{Error, Result};
use crate::inference::Neighbourhood;
use crate::inference::kriging::{self, Kriging, Noisy, Smoothed};
use crate::objective::{Evaluation, Objective, Outcomes};
use crate::statistics::{Influence, Shape};
use rayon::prelude::*;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The most candidates that are neighbours of each other: those in play, and the last of the others.
const NEIGHBOURS: usize = 512;

/// What is believed of each objective of a candidate; `None` where values are no finite numbers.
pub(crate) type Beliefs = Vec<Option<Belief>>;

/// Candidates in play with the last of the others, and what their games gave.
struct Neighbours<'l> {
    evaluations: Vec<&'l Evaluation>,
    outcomes: Vec<Outcomes>,
    neighbourhood: Neighbourhood,
    /// How many of them are in play; these come first.
    in_play: usize,
}

impl Loop {
    /// What is believed of each of those in play, by its own games and those of all candidates that were evaluated
    /// lately. Where more are in play than can be neighbours, they are dealt out into several neighbourhoods.
    pub(super) fn believe(&self, in_play: &[u64]) -> Result<BTreeMap<u64, Beliefs>> {
        let parts = in_play.len().div_ceil(NEIGHBOURS).max(1);
        let mut all = BTreeMap::new();
        for part in 0..parts {
            let dealt: Vec<u64> = in_play.iter().skip(part).step_by(parts).copied().collect();
            let neighbours = self.neighbours(&dealt)?;
            let objectives = self.data.setup.objectives.par_iter();
            let by_objective: Vec<Option<Vec<Belief>>> =
                objectives.map(|objective| self.believed(&neighbours, objective)).collect();
            all.extend(dealt.iter().enumerate().map(|(i, id)| {
                (*id, by_objective.iter().map(|beliefs| beliefs.as_ref().map(|it| it[i])).collect())
            }));
        }
        Ok(all)
    }

    /// What is to be expected of the objectives of `id`, minimised, by its games so far.
    pub(super) fn expected(&self, id: u64) -> Result<Vec<Smoothed>> {
        let evaluation = self.evaluation(id)?;
        let beliefs = self.beliefs.get(&id);
        let played = beliefs.map(|_| self.outcomes(id)).unwrap_or_default();
        let setup = &self.data.setup;
        let expected = |(j, objective): (usize, &Objective)| match beliefs.and_then(|it| it[j]) {
            Some(belief) => belief.after(objective, &setup.used_metrics.sample(objective, &played)),
            None => Smoothed {
                value: objective.minimised(evaluation.objectives[j].value),
                std_error: objective.minimised_error(&evaluation.objectives[j]),
            },
        };
        Ok(setup.objectives.iter().enumerate().map(expected).collect())
    }

    /// The last evaluation of a candidate in play.
    ///
    /// # Errors
    /// [`Error::Internal`] if it was never evaluated.
    pub(super) fn evaluation(&self, id: u64) -> Result<&Evaluation> {
        let standing = self.state.standings.get(&id);
        let evaluation = standing.and_then(|standing| self.data.log.get(standing.number()));
        evaluation.ok_or_else(|| Error::Internal(format!("candidate {id} was not evaluated")))
    }

    fn outcomes(&self, id: u64) -> Outcomes {
        outcomes(&self.data.log, self.evaluated.get(&id).into_iter().flatten())
    }

    /// The last evaluations of `ids`, and after them of the last others that were evaluated. Only what
    /// has been asked for counts: after an interruption the log may know more.
    fn neighbours(&self, ids: &[u64]) -> Result<Neighbours<'_>> {
        let mut evaluations = ids.iter().map(|id| self.evaluation(*id)).collect::<Result<Vec<_>>>()?;
        let mut taken: BTreeSet<u64> = self.state.standings.keys().copied().collect();
        let asked =
            self.data.log.records().range(..self.state.numbers).rev().map(|(_, evaluation)| evaluation);
        let others = NEIGHBOURS.saturating_sub(evaluations.len());
        evaluations.extend(asked.filter(|e| taken.insert(e.id)).take(others));
        let outcomes = evaluations.iter().map(|e| self.outcomes(e.id)).collect();
        let genomes: Vec<&[f64]> = evaluations.iter().map(|e| e.genome.as_slice()).collect();
        let neighbourhood = Neighbourhood::new(&genomes);
        Ok(Neighbours { evaluations, outcomes, neighbourhood, in_play: ids.len() })
    }

    /// What is believed of `objective` of those in play; `None` where not every value is a finite number.
    fn believed(&self, neighbours: &Neighbours<'_>, objective: &Objective) -> Option<Vec<Belief>> {
        let columns = &self.data.setup.used_metrics;
        let samples: Vec<Cow<[f64]>> =
            neighbours.outcomes.iter().map(|outcomes| columns.sample(objective, outcomes)).collect();
        let samples: Vec<&[f64]> = samples.iter().map(Cow::as_ref).collect();
        let values: Vec<&[f64]> =
            neighbours.outcomes.iter().map(|outcomes| columns.values(objective, outcomes)).collect();
        let is_positive = is_positive(&values);
        if samples.iter().any(|sample| sample.is_empty() || sample.iter().any(|x| !x.is_finite())) {
            return None;
        }
        let influences = neighbours.influences(objective, &samples, is_positive)?;
        let said = influences
            .iter()
            .zip(&samples)
            .map(|(influence, sample)| sample.iter().map(|value| influence.of(*value)).collect::<Vec<f64>>());
        let said: Vec<Vec<f64>> = said.collect();
        let by_ratio = objective.statistic.facts().by_ratio && is_positive;
        let variances = neighbours.neighbourhood.variances(&said, by_ratio);
        let minimised = |((sample, influence), variance): ((&&[f64], &Influence), &f64)| {
            let value = influence.mean(sample);
            let variance = minimised_variance(objective, value, *variance, sample.len());
            (Noisy { value: objective.minimised(value), variance: variance / sample.len() as f64 }, variance)
        };
        let known = samples.iter().zip(&influences).zip(&variances).map(minimised);
        let (known, variances): (Vec<Noisy>, Vec<f64>) = known.unzip();
        let kriging = Kriging::new(&neighbours.neighbourhood, &known);
        let belief =
            |i: usize| Belief::new(objective, influences[i], variances[i], samples[i], kriging.smoothed(i));
        Some((0..neighbours.in_play).into_par_iter().map(belief).collect())
    }
}

impl Neighbours<'_> {
    /// What a game of each says of the statistic of `objective`.
    fn influences(
        &self,
        objective: &Objective,
        samples: &[&[f64]],
        is_positive: bool,
    ) -> Option<Vec<Influence>> {
        let statistic = objective.statistic;
        if !statistic.facts().needs_shape {
            return vec![statistic.one_step(None); self.evaluations.len()].into_iter().collect();
        }
        let games: Vec<Vec<f64>> = samples.iter().map(|sample| sample.to_vec()).collect();
        let levels = kriging::levels(&self.neighbourhood, &games, is_positive);
        let by_ratio = is_positive && levels.iter().all(|level| *level > 0.0);
        let influence = |_, shape: Shape| statistic.one_step(Some(&shape));
        self.neighbourhood.shapes(samples, &levels, by_ratio, influence).into_iter().collect()
    }
}

/// Whether values have one sign, and every candidate has one above 0.
fn is_positive(samples: &[&[f64]]) -> bool {
    samples.iter().all(|sample| sample.iter().all(|x| *x >= 0.0) && sample.iter().any(|x| *x > 0.0))
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
        [
            run.evolution.state.history.last().unwrap().heard().best[0],
            -run.evolution.state.frame.unwrap().best[0],
        ]
    }

    #[test]
    fn the_lucky_are_known_for_it() {
        // 1,200 are in play, more than one neighbourhood holds.
        let ([raw, of_raw], [smoothed, of_smoothed]) =
            (best_of_noise("none", 2), best_of_noise("kriging", 2));
        assert!(raw - 1000.0 > 280.0 && (smoothed - 1000.0).abs() < 200.0, "{raw} {smoothed}");
        // The box of the first generation is that of its own games.
        assert!(of_smoothed > 1200.0 && of_raw > 1200.0, "{of_smoothed} {of_raw}");
        assert_eq!(best_of_noise("kriging", 1), [smoothed, of_smoothed]);
    }
}
