//! A sample of the records, played again.

use super::{Folder, spread};
use crate::error::{Error, Result};
use crate::finals::figures_of;
use crate::objective::{Evaluation, Figures};
use crate::rng::Purpose;
use crate::run::{LogFile, seal};
use crate::tuner::scoring::{self, Scorer};
use crate::tuner::{Context, Phase, Setup};
use std::collections::BTreeMap;

/// Validation and test records of more games than this are not played again, so that checking a run
/// stays quick.
const MOST_GAMES: u64 = 20_000;

/// How many evaluations were played again, and a line on each that came out differently.
pub(super) fn evaluations(
    folder: &Folder<'_>,
    setup: &Setup,
    sample: usize,
    context: &mut Context<'_>,
) -> Result<(usize, Vec<String>)> {
    let records: Vec<Evaluation> = folder.evaluations.records().values().cloned().collect();
    let chosen = spread(&records, sample);
    let a_round = setup.games_a_round().max(1);
    let scenarios = setup.scenarios();
    let job = |e: &Evaluation| {
        let rounds = setup.rounds(e.generation, 0..(e.games / a_round).max(1));
        Ok(scoring::rounds(setup.problem.candidate(&e.genome)?, &scenarios, &rounds))
    };
    let jobs = chosen.iter().map(job).collect::<Result<_>>()?;
    context.observer.begin(Phase::Replay(LogFile::Evaluations), chosen.len());
    let scorer = Scorer::new(setup, context);
    let observer = &mut *context.observer;
    let mut faults = Vec::new();
    let done = scorer.score(jobs, &scenarios, Purpose::Train, |i, records, _| {
        let old = &chosen[i];
        let played = setup.used_metrics.take(&records);
        let (objectives, violation) = setup.used_metrics.estimates(&setup.objectives, &played);
        let outcomes = played.tail(&old.outcomes);
        let new = Evaluation { objectives, violation, outcomes, ..old.clone() };
        if seal::seal(&new)? != seal::seal(old)? {
            let file = folder.evaluations.path().display();
            faults.push(format!("{file}: evaluation {} plays differently now", old.number));
        }
        observer.step(old.games, old.games.max(1) as f64);
        Ok(())
    })?;
    if done { Ok((chosen.len(), faults)) } else { Err(stopped()) }
}

/// The same for at most `sample` validation and as many test records.
pub(super) fn later(
    folder: &Folder<'_>,
    setup: &Setup,
    sample: usize,
    context: &mut Context<'_>,
) -> Result<([usize; 2], Vec<String>)> {
    let validation: Vec<Figures> = folder.validation.records().values().cloned().collect();
    let test: Vec<Figures> = folder.tested.records().values().map(|c| c.figures.clone()).collect();
    let genomes: BTreeMap<u64, &[f64]> =
        folder.evaluations.records().values().map(|e| (e.id, e.genome.as_slice())).collect();
    let chosen = [validation, test].map(|mut records| {
        records.retain(|record| record.games <= MOST_GAMES && genomes.contains_key(&record.id));
        spread(&records, sample)
    });
    let mut faults = Vec::new();
    let logs = [(Purpose::Validation, LogFile::Validation), (Purpose::Test, LogFile::Test)];
    for (records, (purpose, log)) in chosen.iter().zip(logs) {
        context.observer.begin(Phase::Replay(log), records.len());
        for old in records {
            let new = play(setup, genomes[&old.id], old, purpose, context)?;
            if seal::seal(&new)? != seal::seal(old)? {
                let file = log.found_in(folder.path);
                faults.push(format!("{}: candidate {} plays differently now", file.display(), old.id));
            }
            context.observer.step(old.games, old.games.max(1) as f64);
        }
    }
    Ok((chosen.map(|records| records.len()), faults))
}

/// The figures of `genome` on as many games as `old` rests on.
fn play(
    setup: &Setup,
    genome: &[f64],
    old: &Figures,
    purpose: Purpose,
    context: &Context<'_>,
) -> Result<Figures> {
    let scenarios = setup.scenarios();
    let games = old.games / scenarios.len().max(1) as u64;
    let mut new = None;
    let jobs = vec![scoring::games(setup.problem.candidate(genome)?, &scenarios, &(0..games))];
    Scorer::new(setup, context).score(jobs, &scenarios, purpose, |_, records, _| {
        new = Some(figures_of(setup, old.id, &records));
        Ok(())
    })?;
    new.ok_or_else(stopped)
}

fn stopped() -> Error {
    Error::Interrupted("nothing was changed".into())
}
