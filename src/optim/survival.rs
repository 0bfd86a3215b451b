//! Survival: from parents and offspring to a population of exact size.

use super::Individual;
use super::contribution::{front_contributions, prune_by_contribution};
use super::crowding::crowding_distances;
use super::pruning::{prune_by_crowding, vicinities};
use super::ranking::assign_ranks;
use super::vicinity::prune_with_room;
use crate::pareto::order::lexicographic;
use crate::pareto::sorting::fronts;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// How the front that does not fit as a whole is cut, and how room is measured in the
/// mating tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Survival {
    /// By crowding distances that are measured once, as in NSGA-II (Deb et al. 2002).
    Crowding,
    /// One at a time with distances measured again, by crowding distance for up to two
    /// objectives and by nearest neighbours for more (see [`pruning`](super::pruning)).
    #[default]
    Pruned,
    /// The point that contributes least to the hypervolume goes, one at a time, as in SMS-EMOA
    /// (see [`prune_by_contribution`]). Slow from five objectives on.
    Hypervolume,
}

impl Survival {
    /// The room of every point of one front.
    fn room(self, front: &[&[f64]]) -> Vec<f64> {
        match self {
            Self::Pruned if width(front) > 2 => vicinities(front),
            Self::Crowding | Self::Pruned => crowding_distances(front),
            Self::Hypervolume => front_contributions(front),
        }
    }

    /// The indices of the `keep` points of one front that stay, ascending, and their room where
    /// that is known.
    fn cut(self, front: &[&[f64]], keep: usize) -> (Vec<usize>, Option<Vec<f64>>) {
        let left = match self {
            Self::Pruned if width(front) > 2 => return prune_with_room(front, keep),
            Self::Pruned => prune_by_crowding(front, keep),
            Self::Hypervolume => prune_by_contribution(front, keep),
            Self::Crowding => {
                let distances = crowding_distances(front);
                let mut order: Vec<usize> = (0..front.len()).collect();
                order.sort_by(|&a, &b| distances[b].total_cmp(&distances[a]));
                order.truncate(keep);
                order.sort_unstable();
                order
            }
        };
        (left, None)
    }
}

fn width(front: &[&[f64]]) -> usize {
    front.first().map_or(0, |point| point.len())
}

/// The `pop_size` survivors of `merged` (all if there are fewer), front by front, with rank and
/// crowding set. An individual that repeats the objectives and the violation of an earlier
/// one lives on only if there are too few distinct ones, and a failed one only after that.
pub fn survivors(mut merged: Vec<Individual>, pop_size: usize, survival: Survival) -> Vec<Individual> {
    let pop_size = pop_size.min(merged.len());
    assign_ranks(&mut merged);
    let (distinct, mut spare) = split_repeats(&merged);
    let mut chosen: Vec<usize> = Vec::with_capacity(pop_size);
    let mut known_room = Vec::new();
    for front in by_rank(&merged, &distinct) {
        let room = pop_size - chosen.len();
        if room == 0 {
            break;
        }
        if front.len() <= room {
            chosen.extend(front);
        } else {
            let points = objectives(&merged, &front);
            let (left, left_room) = survival.cut(&points, room);
            chosen.extend(left.into_iter().map(|i| front[i]));
            known_room = left_room.unwrap_or_default();
            break;
        }
    }
    spare.sort_by_key(|&i| merged[i].rank);
    let missing = pop_size - chosen.len();
    chosen.extend(spare.into_iter().take(missing));
    chosen.sort_by_key(|&i| merged[i].rank);
    let mut merged: Vec<Option<Individual>> = merged.into_iter().map(Some).collect();
    let mut population: Vec<Individual> = chosen.into_iter().filter_map(|i| merged[i].take()).collect();
    let (others, cut) = population.split_at_mut(pop_size - known_room.len());
    assign_crowding(others, survival);
    cut.iter_mut().zip(known_room).for_each(|(individual, room)| individual.crowding = room);
    population
}

/// Sets the crowding of every individual from the ranks; 0 for failed evaluations.
pub(super) fn assign_crowding(population: &mut [Individual], survival: Survival) {
    let all: Vec<usize> = (0..population.len()).collect();
    for front in by_rank(population, &all) {
        let is_failed = front.first().is_some_and(|&i| population[i].is_failed());
        let room =
            if is_failed { vec![0.0; front.len()] } else { survival.room(&objectives(population, &front)) };
        for (&i, room) in front.iter().zip(room) {
            population[i].crowding = room;
        }
    }
}

/// The members of `chosen` grouped by their ranks, which must be set.
fn by_rank(population: &[Individual], chosen: &[usize]) -> Vec<Vec<usize>> {
    let ranks: Vec<u32> = chosen.iter().map(|&i| population[i].rank).collect();
    let mut grouped = fronts(&ranks);
    grouped.iter_mut().flatten().for_each(|i| *i = chosen[*i]);
    grouped
}

fn objectives<'a>(population: &'a [Individual], chosen: &[usize]) -> Vec<&'a [f64]> {
    chosen.iter().map(|&i| population[i].objectives.as_slice()).collect()
}

/// The first of each set of equal evaluations, and all others together with the failed
/// ones; both ascend.
fn split_repeats(population: &[Individual]) -> (Vec<usize>, Vec<usize>) {
    let mut order: Vec<usize> = (0..population.len()).collect();
    order.sort_by(|&a, &b| evaluation_order(&population[a], &population[b]));
    let mut is_distinct = vec![false; population.len()];
    for run in order.chunk_by(|&a, &b| evaluation_order(&population[a], &population[b]).is_eq()) {
        is_distinct[run[0]] = !population[run[0]].is_failed();
    }
    (0..population.len()).partition(|&i| is_distinct[i])
}

/// Any total order that makes equal evaluations neighbours.
pub(super) fn evaluation_order(a: &Individual, b: &Individual) -> Ordering {
    lexicographic(&a.objectives, &b.objectives).then(a.violation.total_cmp(&b.violation))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn population(objectives: &[&[f64]]) -> Vec<Individual> {
        let individual = |(objectives, id): (&&[f64], u64)| Individual {
            id,
            genome: vec![],
            objectives: objectives.to_vec(),
            violation: 0.0,
            rank: 0,
            crowding: 0.0,
        };
        objectives.iter().zip(0..).map(individual).collect()
    }

    fn ids(population: &[Individual]) -> Vec<u64> {
        population.iter().map(|individual| individual.id).collect()
    }

    const ALL: [Survival; 3] = [Survival::Crowding, Survival::Pruned, Survival::Hypervolume];

    #[test]
    fn of_a_tight_pair_one_goes_and_the_extremes_stay() {
        let plane: [&[f64]; 5] = [&[0.0, 1.0], &[0.5, 0.5], &[0.51, 0.49], &[0.75, 0.25], &[1.0, 0.0]];
        for survival in ALL {
            let left = ids(&survivors(population(&plane), 4, survival));
            assert!(left == [0, 1, 3, 4] || left == [0, 2, 3, 4], "{survival:?}: {left:?}");
        }
        let space: [&[f64]; 5] =
            [&[0.0, 1.0, 0.0], &[0.5, 0.5, 0.5], &[0.51, 0.49, 0.5], &[0.1, 0.1, 1.0], &[1.0, 0.0, 0.2]];
        let left = ids(&survivors(population(&space), 4, Survival::Pruned));
        assert!(left == [0, 1, 3, 4] || left == [0, 2, 3, 4], "{left:?}");
    }

    #[test]
    fn one_by_one_a_cluster_keeps_a_member() {
        let front: [&[f64]; 6] =
            [&[0.0, 1.0], &[0.49, 0.51], &[0.5, 0.5], &[0.51, 0.49], &[0.8, 0.2], &[1.0, 0.0]];
        let left = ids(&survivors(population(&front), 4, Survival::Pruned));
        assert_eq!((left[0], left[2], left[3]), (0, 4, 5), "{left:?}");
    }

    #[test]
    fn repeated_objectives_live_on_only_where_distinct_ones_are_missing() {
        let merged: [&[f64]; 6] =
            [&[0.0, 1.0], &[0.0, 1.0], &[1.0, 0.0], &[0.0, 1.0], &[2.0, 2.0], &[f64::NAN, 0.0]];
        for survival in ALL {
            assert_eq!(ids(&survivors(population(&merged), 3, survival)), [0, 2, 4]);
            assert_eq!(ids(&survivors(population(&merged), 4, survival)), [0, 2, 1, 4]);
            assert_eq!(ids(&survivors(population(&merged), 6, survival)), [0, 2, 1, 3, 4, 5]);
        }
    }

    #[test]
    fn ranks_and_crowding_are_those_of_the_survivors_alone() {
        let merged: [&[f64]; 7] = [
            &[0.0, 9.0, 0.0],
            &[1.0, 1.0, 1.0],
            &[2.0, 2.0, 2.0],
            &[f64::NEG_INFINITY, 3.0, 3.0],
            &[f64::NAN, 1.0, 1.0],
            &[3.0, 3.0, 3.0],
            &[4.0, 1.0, 5.0],
        ];
        for (survival, size) in ALL.into_iter().flat_map(|survival| [(survival, 4), (survival, 7)]) {
            let left = survivors(population(&merged), size, survival);
            let mut again = left.clone();
            assign_ranks(&mut again);
            assign_crowding(&mut again, survival);
            let measures =
                |list: &[Individual]| list.iter().map(|i| (i.rank, i.crowding)).collect::<Vec<_>>();
            assert_eq!(measures(&left), measures(&again));
            assert!(left.iter().all(|individual| !individual.crowding.is_nan()));
        }
    }
}
