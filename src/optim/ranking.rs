//! Constrained domination (Deb, Pratap, Agarwal & Meyarivan, "A fast and elitist multiobjective
//! genetic algorithm: NSGA-II", 2002, §VI), and the ranks that individuals have by it.

use super::Individual;
use crate::pareto::dominance::dominates;
use crate::pareto::sorting::non_dominated_ranks;
use std::cmp::Ordering;

/// Whether `a` is ranked strictly before `b`: any sound evaluation before a failed one, a
/// feasible individual before an infeasible one, of two infeasible ones the one with less
/// violation, and of two feasible ones the one that Pareto-dominates the other.
pub fn constrained_dominates(a: &Individual, b: &Individual) -> bool {
    match (a.is_failed(), b.is_failed()) {
        (true, _) => false,
        (false, true) => true,
        (false, false) if a.violation == 0.0 && b.violation == 0.0 => dominates(&a.objectives, &b.objectives),
        (false, false) => a.violation < b.violation,
    }
}

/// Sets the rank of every individual by constrained domination
/// ([`constrained_dominates`]): feasible ones by their fronts, then infeasible ones by
/// violation, then failed ones, all in one front.
pub fn assign_ranks(population: &mut [Individual]) {
    let feasible: Vec<usize> = (0..population.len()).filter(|&i| population[i].is_feasible()).collect();
    let points: Vec<&[f64]> = feasible.iter().map(|&i| population[i].objectives.as_slice()).collect();
    let ranks = non_dominated_ranks(&points);
    let mut next = ranks.iter().max().map_or(0, |worst| worst + 1);
    for (&i, rank) in feasible.iter().zip(ranks) {
        population[i].rank = rank;
    }
    let mut others: Vec<usize> = (0..population.len()).filter(|&i| !population[i].is_feasible()).collect();
    others.sort_by(|&a, &b| violation_order(&population[a], &population[b]));
    for k in 0..others.len() {
        let i = others[k];
        if k > 0 && constrained_dominates(&population[others[k - 1]], &population[i]) {
            next += 1;
        }
        population[i].rank = next;
    }
}

/// Sound before failed evaluations, then by violation.
pub(super) fn violation_order(a: &Individual, b: &Individual) -> Ordering {
    a.is_failed().cmp(&b.is_failed()).then(a.violation.total_cmp(&b.violation))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn individual(objectives: &[f64], violation: f64) -> Individual {
        let objectives = objectives.to_vec();
        Individual { id: 0, genome: vec![], objectives, violation, rank: 0, crowding: 0.0 }
    }

    #[test]
    fn constraints_come_before_objectives() {
        let good = individual(&[5.0], 0.0);
        let slightly = individual(&[0.0], 0.5);
        let badly = individual(&[0.0], 2.0);
        let failed = individual(&[f64::NAN], 0.0);
        assert!(constrained_dominates(&good, &slightly));
        assert!(constrained_dominates(&slightly, &badly));
        assert!(!constrained_dominates(&slightly, &slightly));
        assert!(constrained_dominates(&badly, &failed));
        assert!(!constrained_dominates(&failed, &failed));
    }

    #[test]
    fn infeasible_individuals_follow_by_violation_and_failed_ones_come_last() {
        let mut population = [
            individual(&[9.0, 9.0], 0.0),
            individual(&[0.0, 0.0], 2.0),
            individual(&[f64::NAN, 0.0], 0.0),
            individual(&[0.0, 0.0], 1.0),
            individual(&[8.0, 8.0], 0.0),
            individual(&[5.0, 0.0], 1.0),
            individual(&[0.0, 0.0], f64::NAN),
        ];
        assign_ranks(&mut population);
        assert_eq!(population.map(|i| i.rank), [1, 3, 4, 2, 0, 2, 4]);
    }
}
