//! Non-dominated sorting with constraints.
//!
//! Feasible individuals come first, by fronts; then infeasible ones by violation, equal
//! violations sharing a front (constrained domination, Deb et al. 2002, §VI); then failed ones,
//! in one last front. For two objectives fronts are found in one sweep, O(N log N) (Jensen 2003,
//! §III). For more, individuals are taken in lexicographic order and put into the first front,
//! found by binary search, that holds none that dominates them (ENS-BS, Zhang et al. 2015).

use super::Individual;
use super::individual::dominates;
use std::cmp::Ordering;

/// Sets the rank of every individual.
pub fn assign_ranks(individuals: &mut [Individual]) {
    let (feasible, mut rest): (Vec<usize>, Vec<usize>) =
        (0..individuals.len()).partition(|&i| individuals[i].feasible());
    let points: Vec<&[f64]> = feasible.iter().map(|&i| individuals[i].objectives.as_slice()).collect();
    let ranks = sort_points(&points);
    let mut next = ranks.iter().max().map_or(0, |last| last + 1);
    for (&i, rank) in feasible.iter().zip(ranks) {
        individuals[i].rank = rank;
    }
    let key = |i: &Individual| if i.failed() { f64::INFINITY } else { i.violation.min(f64::MAX) };
    rest.sort_by(|&a, &b| key(&individuals[a]).total_cmp(&key(&individuals[b])));
    let mut last: Option<f64> = None;
    for i in rest {
        let own = key(&individuals[i]);
        next += u32::from(last.is_some_and(|last| last != own));
        individuals[i].rank = next;
        last = Some(own);
    }
}

/// The rank of each point, minimised, without NaN; equal points share a rank.
pub fn sort_points<P: AsRef<[f64]>>(points: &[P]) -> Vec<u32> {
    let at = |i: usize| points[i].as_ref();
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|&a, &b| lexicographic(at(a), at(b)));
    let two = points.first().is_some_and(|p| p.as_ref().len() <= 2);
    let mut ranks = vec![0; points.len()];
    let mut fronts = Fronts::default();
    let mut last: Option<usize> = None;
    for &i in &order {
        ranks[i] = match last {
            Some(j) if at(i) == at(j) => ranks[j],
            _ if two => fronts.place_two(at(i)),
            _ => fronts.place(at(i)),
        };
        last = Some(i);
    }
    ranks
}

fn lexicographic(a: &[f64], b: &[f64]) -> Ordering {
    // Not total_cmp: −0 and 0 are one value to dominance.
    let compare = |(x, y): (&f64, &f64)| x.partial_cmp(y).unwrap_or(Ordering::Equal);
    a.iter().zip(b).map(compare).find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
}

/// The fronts so far, filled in lexicographic order.
#[derive(Default)]
struct Fronts<'p> {
    members: Vec<Vec<&'p [f64]>>,
    /// For two objectives: the last, and so lowest, second objective of each front.
    lowest: Vec<f64>,
}

impl<'p> Fronts<'p> {
    /// Of two objectives the second decides, since the first only grows: the fronts' lowest
    /// values rise from front to front.
    fn place_two(&mut self, point: &'p [f64]) -> u32 {
        let value = point.last().copied().unwrap_or_default();
        // A front of one objective holds one value, and no equal point gets here.
        let front = if point.len() < 2 {
            self.lowest.len()
        } else {
            self.lowest.partition_point(|low| *low <= value)
        };
        match self.lowest.get_mut(front) {
            Some(low) => *low = value,
            None => self.lowest.push(value),
        }
        front as u32
    }

    fn place(&mut self, point: &'p [f64]) -> u32 {
        // Newer members are closer in the order and so likelier to dominate.
        let dominated = |front: &Vec<&[f64]>| front.iter().rev().any(|member| dominates(member, point));
        let front = self.members.partition_point(dominated);
        match self.members.get_mut(front) {
            Some(members) => members.push(point),
            None => self.members.push(vec![point]),
        }
        front as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Peels fronts off one by one by the definition.
    fn naive(points: &[Vec<f64>]) -> Vec<u32> {
        let mut ranks = vec![u32::MAX; points.len()];
        for rank in 0.. {
            let left: Vec<usize> = (0..points.len()).filter(|&i| ranks[i] == u32::MAX).collect();
            if left.is_empty() {
                return ranks;
            }
            for &i in &left {
                if !left.iter().any(|&j| dominates(&points[j], &points[i])) {
                    ranks[i] = rank;
                }
            }
        }
        ranks
    }

    fn individual(objectives: &[f64], violation: f64) -> Individual {
        Individual::new(0, vec![], objectives.to_vec(), violation)
    }

    #[test]
    fn hand_worked() {
        let points = [[1.0, 5.0], [2.0, 3.0], [4.0, 1.0], [2.0, 5.0], [4.0, 4.0], [5.0, 5.0], [2.0, 3.0]];
        assert_eq!(sort_points(&points), [0, 0, 0, 1, 1, 2, 0]);
        assert_eq!(sort_points(&[[3.0], [1.0], [1.0], [2.0]]), [2, 0, 0, 1]);
        assert_eq!(sort_points::<[f64; 2]>(&[]), Vec::<u32>::new());
    }

    #[test]
    fn nan_is_ranked_last_and_disturbs_nobody() {
        let rows = [[0.0, 1.0], [1.0, 0.0], [f64::NAN, 0.5], [2.0, 2.0]];
        let mut all: Vec<Individual> = rows.iter().map(|row| individual(row, 0.0)).collect();
        assign_ranks(&mut all);
        assert_eq!(all.iter().map(|i| i.rank).collect::<Vec<_>>(), [0, 0, 2, 1]);
    }

    #[test]
    fn constraints_come_before_objectives() {
        let mut all = vec![
            individual(&[0.0, 0.0], 0.5),
            individual(&[9.0, 9.0], 0.0),
            individual(&[5.0, 5.0], 0.1),
            individual(&[0.0, f64::NAN], 0.1),
            individual(&[7.0, 7.0], 0.5),
        ];
        assign_ranks(&mut all);
        assert_eq!(all.iter().map(|i| i.rank).collect::<Vec<_>>(), [2, 0, 1, 3, 2]);
    }

    fn value() -> impl Strategy<Value = f64> {
        prop_oneof![8 => (0..6).prop_map(f64::from), 1 => Just(f64::INFINITY), 1 => Just(f64::NEG_INFINITY), 1 => Just(-0.0)]
    }

    proptest! {
        #[test]
        fn fronts_are_those_of_the_definition(
            points in (1_usize..5).prop_flat_map(|m| prop::collection::vec(prop::collection::vec(value(), m), 0..40))
        ) {
            prop_assert_eq!(sort_points(&points), naive(&points));
        }
    }
}
