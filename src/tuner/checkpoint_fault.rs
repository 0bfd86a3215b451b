//! Does the checkpoint in a run folder belong to its run?

use super::ask_tell::evaluated;
use super::{Setup, State};
use crate::objective::Evaluation;
use crate::optim::Individual;
use std::collections::BTreeMap;

/// Why the checkpoint is not one of the run with this log: every member of its population has to stand
/// there as it is. `None` if they do, as far as the log has them.
pub(crate) fn fault_of_state(
    setup: &Setup,
    log: &BTreeMap<u64, Evaluation>,
    state: &State,
) -> Option<String> {
    let optimiser = &state.optimiser;
    let generation = state.history.last().map_or(0, |row| row.generation);
    if generation != optimiser.generation() || state.history.len() as u64 != generation {
        return Some("its history is of another run".into());
    }
    let foreign = optimiser.population().iter().find(|individual| {
        let standing = state.standings.get(&individual.id);
        standing.is_none_or(|s| log.get(&s.number()).is_some_and(|e| !is_known(setup, e, individual)))
    });
    foreign.map(|individual| format!("of another run: candidate {} is not in the log", individual.id))
}

/// Whether the log knows `individual` as it is; smoothed values are in no log.
fn is_known(setup: &Setup, evaluation: &Evaluation, individual: &Individual) -> bool {
    let same = |a: &f64, b: &f64| a == b || (a.is_nan() && b.is_nan());
    let logged = evaluated(setup, evaluation).objectives;
    evaluation.id == individual.id
        && evaluation.genome == individual.genome
        && logged.len() == individual.objectives.len()
        && (setup.smooths() || logged.iter().zip(&individual.objectives).all(|(a, b)| same(a, b)))
}
