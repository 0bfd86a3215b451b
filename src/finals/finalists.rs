//! Who plays validation games: the finalists.

use super::validation_games;
use crate::optim::ranking::assign_ranks;
use crate::optim::{Individual, Survival, survivors};
use crate::tuner::End;
use std::collections::BTreeSet;

/// The last population, what the optimiser [`offered`] last, and of everything evaluated the best by training
/// figures, ranked among each other, in the order of ids. Exact values need no more than the population; a race
/// takes no more than it has games for.
pub(super) fn of(end: &End<'_>) -> Vec<Individual> {
    let mut finalists = end.population().to_vec();
    if let Some(most) = validation_games::most_finalists(end).filter(|&most| most < finalists.len()) {
        finalists = survivors(finalists, most, Survival::Pruned);
    }
    if let Some(offered) = offered(end)
        && end.setup().problem.plays_games()
        && finalists.iter().all(|i| i.id != offered.id)
    {
        finalists.push(offered);
    }
    add_the_best(end, &mut finalists);
    finalists.sort_by_key(|i| i.id);
    finalists
}

/// The best of everything evaluated, up to the number of finalists that is asked for.
fn add_the_best(end: &End<'_>, finalists: &mut Vec<Individual>) {
    let asked = end.setup().experiment.validation.as_ref().and_then(|validation| validation.members);
    let Some(asked) = asked.map(|members| members.size()) else { return };
    let members = validation_games::most_finalists(end).map_or(asked, |most| most.min(asked));
    let evaluated: Vec<Individual> = end.data().latest().values().map(|e| end.individual(e)).collect();
    let known: BTreeSet<u64> = finalists.iter().map(|i| i.id).collect();
    let best = survivors(evaluated, members, Survival::Pruned).into_iter();
    let room = members.saturating_sub(finalists.len());
    finalists.extend(best.filter(|i| !known.contains(&i.id)).take(room));
    assign_ranks(finalists);
}

/// What the optimiser offered first in the last generation, if no candidate had its genome. It is rarely as lucky as
/// those that survive, but often better.
fn offered(end: &End<'_>) -> Option<Individual> {
    let is_first = end.begins_with_offered().unwrap_or(true);
    let generation = end.history().last().filter(|row| row.generation > 1)?.generation;
    let latest = end.data().latest();
    let first = latest.values().find(|evaluation| evaluation.generation == generation)?;
    (end.offers() && is_first).then(|| end.individual(first))
}
