//! Cutting a front by hypervolume: the point that contributes least goes, the contributions of
//! the others are measured again, and so on (Beume, Naujoks & Emmerich, "SMS-EMOA:
//! multiobjective selection based on dominated hypervolume", 2007, here for a whole
//! generation at a time).
//!
//! Objectives are scaled to [0, 1] over the front. With two objectives one point at each end
//! stays as long as anything else can go; with more, the reference lies an eighth of the range
//! beyond the worst of each objective (the paper: a distance of 1, unscaled).

use super::crowding::{ascending, normalised_columns};
use super::pruning::{Chain, Queue};
use crate::pareto::hypervolume::{exclusive, exclusive_of_all, last_order};

/// How far beyond the worst value the reference lies, in ranges. A whole range loses
/// hypervolume on DTLZ7 and gains nothing elsewhere.
const BEYOND: f64 = 0.125;

/// The `keep` points of a front that stay when the one that contributes least is removed
/// again and again; ties are broken by the latest. Points are rows of equal length without NaN;
/// the result ascends.
///
/// O(n log n) for two objectives. For more only contributions that may be the least are
/// measured again: milliseconds for 200 points of three objectives.
pub fn prune_by_contribution<P: AsRef<[f64]>>(front: &[P], keep: usize) -> Vec<usize> {
    let columns = normalised_columns(front);
    match Plane::new(&columns) {
        Some(plane) => plane.prune(keep),
        None => prune_rows(&rows(&columns, front.len()), &reference(&columns), keep),
    }
}

/// What each point of a front contributes to its hypervolume, scaled as for
/// [`prune_by_contribution`]; infinite for the two ends of two objectives. Points are rows of
/// equal length without NaN.
pub fn front_contributions<P: AsRef<[f64]>>(front: &[P]) -> Vec<f64> {
    let columns = normalised_columns(front);
    match Plane::new(&columns) {
        Some(plane) => (0..front.len()).map(|i| plane.contribution(i)).collect(),
        // A front of no objectives has no volume to share.
        None if columns.is_empty() => vec![0.0; front.len()],
        None => {
            let rows = rows(&columns, front.len());
            let counted = rows.iter().map(Vec::as_slice).enumerate().collect();
            exclusive_of_all(counted, rows.len(), &reference(&columns))
        }
    }
}

fn rows(columns: &[Vec<f64>], n: usize) -> Vec<Vec<f64>> {
    (0..n).map(|i| columns.iter().map(|column| column[i]).collect()).collect()
}

fn reference(columns: &[Vec<f64>]) -> Vec<f64> {
    let worst = |column: &Vec<f64>| column.iter().copied().fold(0.0, f64::max);
    columns.iter().map(|column| worst(column) + BEYOND).collect()
}

/// A front of two objectives: a contribution is the product of the gaps to the neighbours.
struct Plane {
    first: Chain,
    second: Chain,
}

impl Plane {
    /// `None` unless there are two objectives and no point covers another.
    fn new(columns: &[Vec<f64>]) -> Option<Self> {
        let [first, second] = columns else { return None };
        let order = ascending(first);
        let is_front =
            order.windows(2).all(|pair| first[pair[0]] < first[pair[1]] && second[pair[0]] > second[pair[1]]);
        is_front.then(|| Self { first: Chain::new(first.clone()), second: Chain::new(second.clone()) })
    }

    fn contribution(&self, i: usize) -> f64 {
        match (self.first.next[i], self.second.next[i]) {
            (Some(right), Some(above)) => {
                let width = self.first.column[right] - self.first.column[i];
                width * (self.second.column[above] - self.second.column[i])
            }
            _ => f64::INFINITY,
        }
    }

    fn prune(mut self, keep: usize) -> Vec<usize> {
        let n = self.first.column.len();
        let mut queue = Queue::new((0..n).map(|i| self.contribution(i)).collect());
        while queue.len() > keep {
            let Some(gone) = queue.pop() else { break };
            self.second.remove(gone);
            for i in self.first.remove(gone).into_iter().flatten() {
                queue.update(i, self.contribution(i));
            }
        }
        queue.remaining()
    }
}

/// Any number of objectives. Contributions only grow while points go, so an outdated one is a
/// lower bound: it is measured again only when it is the least.
fn prune_rows(rows: &[Vec<f64>], reference: &[f64], keep: usize) -> Vec<usize> {
    let mut left: Vec<usize> = (0..rows.len()).collect();
    left.sort_by(|&a, &b| last_order(&rows[a], &rows[b]));
    let share = |left: &[usize], i: usize| {
        let points: Vec<&[f64]> = left.iter().map(|&j| rows[j].as_slice()).collect();
        let before = left.iter().take_while(|&&j| j != i).count();
        exclusive(&points, before, reference)
    };
    let mut queue = Queue::new((0..rows.len()).map(|i| share(&left, i)).collect());
    let mut measured = vec![rows.len(); rows.len()];
    while queue.len() > keep {
        let Some(least) = queue.least() else { break };
        if measured[least] == left.len() {
            queue.pop();
            left.retain(|&i| i != least);
        } else {
            measured[least] = left.len();
            queue.update(least, share(&left, least));
        }
    }
    queue.remaining()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optim::slow_pruning::{arc, pruned_slowly};
    use crate::pareto::hypervolume::contributions;

    const INF: f64 = f64::INFINITY;

    /// What is left where every point contributes to what all of `front` span.
    fn cut_slowly(front: &[Vec<f64>], keep: usize) -> Vec<usize> {
        let columns = normalised_columns(front);
        let reference = if columns.len() == 2 { vec![1e9; 2] } else { reference(&columns) };
        let shares = |points: &[Vec<f64>]| contributions(points, &reference).unwrap();
        pruned_slowly(&rows(&columns, front.len()), keep, shares)
    }

    #[test]
    fn contributions_are_those_worked_by_hand() {
        let plane = [[0.0, 4.0], [1.0, 2.0], [2.0, 1.0], [4.0, 0.0]];
        // Quarters: [1, 2) × [2, 4) and [2, 4) × [1, 2).
        assert_eq!(front_contributions(&plane), [INF, 0.25 * 0.5, 0.5 * 0.25, INF]);
        // Of the two with the same share the later goes; the other then has [1, 4) × [2, 4).
        assert_eq!(prune_by_contribution(&plane, 3), [0, 1, 3]);
        let space = [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
        // In eighths, reference 9: a box of 9 × 9 × 1, of which the others cover 9 + 9 − 1.
        assert_eq!(front_contributions(&space), [64.0 / 512.0; 3]);
        assert_eq!(prune_by_contribution(&space, 2), [0, 1]);
    }

    #[test]
    fn contributions_are_measured_again_after_every_removal() {
        for (m, n, keep) in [(2, 30, 2), (2, 30, 11), (3, 30, 4), (3, 40, 20), (4, 20, 8), (5, 12, 5)] {
            let front = arc(n, m);
            assert_eq!(prune_by_contribution(&front, keep), cut_slowly(&front, keep), "{m} objectives");
        }
    }

    #[test]
    fn degenerate_fronts_are_cut_exactly() {
        assert_eq!(prune_by_contribution(&[[1.0, 1.0]; 4], 2), [0, 1]);
        assert_eq!(prune_by_contribution(&[[3.0], [1.0], [2.0]], 1), [1]);
        assert_eq!(prune_by_contribution(&[[f64::NEG_INFINITY, 1.0], [0.0, 0.5], [INF, 0.0]], 2), [0, 2]);
        assert!(prune_by_contribution::<Vec<f64>>(&[], 3).is_empty());
        assert_eq!(prune_by_contribution(&arc(5, 3), 9).len(), 5);
    }
}
