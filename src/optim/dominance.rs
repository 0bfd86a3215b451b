//! Pareto dominance and constrained domination (Deb, Pratap, Agarwal & Meyarivan, "A fast
//! and elitist multiobjective genetic algorithm: NSGA-II", 2002, §VI).

use super::Individual;
use std::cmp::Ordering;

/// Whether `a` Pareto-dominates `b`: no worse in any objective and better in one, both
/// minimised and of equal length. A vector with a NaN neither dominates nor is dominated.
pub fn dominates(a: &[f64], b: &[f64]) -> bool {
    let mut better = false;
    for (x, y) in a.iter().zip(b) {
        match x.partial_cmp(y) {
            Some(Ordering::Less) => better = true,
            Some(Ordering::Equal) => {}
            Some(Ordering::Greater) | None => return false,
        }
    }
    better
}

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

#[cfg(test)]
mod tests {
    use super::*;

    fn individual(objectives: &[f64], violation: f64) -> Individual {
        let objectives = objectives.to_vec();
        Individual { id: 0, genome: vec![], objectives, violation, rank: 0, crowding: 0.0 }
    }

    #[test]
    fn dominance_needs_one_better_and_none_worse() {
        assert!(dominates(&[0.0, 1.0], &[0.0, 2.0]));
        assert!(!dominates(&[0.0, 1.0], &[0.0, 1.0]));
        assert!(!dominates(&[0.0, 1.0], &[1.0, 0.0]));
        assert!(dominates(&[f64::NEG_INFINITY, 1.0], &[0.0, 1.0]));
        assert!(!dominates(&[0.0, f64::NAN], &[1.0, 1.0]));
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
}
