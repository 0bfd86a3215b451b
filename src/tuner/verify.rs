//! Does a run folder hold what its experiment gives? Checksums, a checkpoint to go on from, and a replay of
//! a sample.

use super::sampling::Samples;
use super::{Context, Job, Setup, State, scorer};
use crate::config::Source;
use crate::error::{Error, Result};
use crate::objective::{Evaluation, Holdout};
use crate::rng::Purpose;
use crate::store::{Confirmed, checkpoint, log, read_run, seal};
use std::path::Path;

/// What was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// Sound records in all logs.
    pub records: usize,
    /// Evaluations that were played again to the same bytes.
    pub replayed: usize,
    /// Every fault found, one line each.
    pub faults: Vec<String>,
}

/// Checks every checksum in the run folder `path`, reads its checkpoint as `resume` does, and plays
/// `sample` recorded evaluations again, spread evenly over the run.
///
/// # Errors
/// [`Error::RunFolder`] if there is no run, [`Error::Interrupted`] if stopped. Faults are no
/// error here: see [`Verified::faults`].
pub fn verify(path: &Path, sample: usize, context: &mut Context<'_>) -> Result<Verified> {
    let manifest = read_run(path)?;
    let origin = path.join("experiment.toml").display().to_string();
    let setup =
        Setup::resolve(Source { origin, question: manifest.question, experiment: manifest.experiment })?;
    let evaluations = path.join("evaluations.jsonl");
    let content = log::read::<Evaluation>(&evaluations)?;
    let held_out_path = path.join("holdout.jsonl");
    let held_out = log::read::<Holdout>(&held_out_path)?;
    let confirmed_path = path.join("confirmed.jsonl");
    let confirmed = log::read::<Confirmed>(&confirmed_path)?;
    let mut faults: Vec<String> = content.damage(&evaluations).into_iter().collect();
    faults.extend(held_out.damage(&held_out_path));
    faults.extend(confirmed.damage(&confirmed_path));
    faults.extend(checkpoint::read::<State>(path, false)?.1);
    let recorded: Vec<&Evaluation> = content.records.values().collect();
    let step = recorded.len().div_ceil(sample.max(1)).max(1);
    let chosen: Vec<&Evaluation> = recorded.iter().copied().step_by(step).take(sample).collect();
    faults.extend(replay(&setup, &evaluations, &chosen, context)?);
    let records = content.records.len() + held_out.records.len() + confirmed.records.len();
    Ok(Verified { records, replayed: chosen.len(), faults })
}

fn replay(
    setup: &Setup,
    file: &Path,
    chosen: &[&Evaluation],
    context: &mut Context<'_>,
) -> Result<Vec<String>> {
    let a_round = setup.games_a_round().max(1);
    let job = |e: &&Evaluation| {
        let rounds = setup.rounds(e.generation, 0..(e.games / a_round).max(1));
        (Job::Genome(e.genome.clone()), rounds)
    };
    let jobs: Vec<_> = chosen.iter().map(job).collect();
    context.observer.begin("replay", jobs.len());
    let scorer = scorer(setup, context);
    let observer = &mut *context.observer;
    let mut faults = Vec::new();
    let done = scorer.score_rounds(&jobs, &setup.scenarios(), Purpose::Train, |i, records| {
        let old = chosen[i];
        let mut samples = Samples::default();
        samples.add(&setup.objectives, &records);
        let (objectives, violation) = samples.estimates(&setup.objectives);
        let new = Evaluation { objectives, violation, ..old.clone() };
        if seal::seal(&new)? != seal::seal(old)? {
            faults.push(format!("{}: evaluation {} plays differently now", file.display(), old.number));
        }
        observer.step();
        Ok(())
    })?;
    if done { Ok(faults) } else { Err(Error::Interrupted("nothing was changed".into())) }
}
