//! The first front alone: which points no other one dominates, without ranks for the rest.
//!
//! Points are put in lexicographic order, so that only earlier ones can dominate later ones, and
//! of distinct points one dominates a later one if it is nowhere worse (Kung, Luccio & Preparata,
//! "On finding the maxima of a set of vectors", *J. ACM* 22, 1975, §2 and 3):
//!
//! - up to two objectives, from the least second objective so far;
//! - three, from the staircase of the second and third objectives so far, in O(N log N);
//! - more: first everything goes that a few good points dominate, those of the least sum of ranks in
//!   the objectives (a sort that puts likely dominators first, as in Chomicki, Godfrey, Gryz & Liang,
//!   "Skyline with presorting", 2003). The rest is sorted by bit sets ([`sorting`](super::sorting)),
//!   which is faster up to tens of thousands of points than divide and conquer.

use super::sorting::{Rows, bit_set_ranks};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Good points that everything is first compared with.
const GOOD: usize = 64;

/// For each of `points`, rows of equal length that are minimised, whether no other one dominates
/// it. Rows with a NaN neither dominate nor are dominated.
///
/// ```
/// use paretune::pareto::first_front::non_dominated;
///
/// let points = [[1.0, 3.0], [2.0, 2.0], [2.0, 3.0], [3.0, f64::NAN]];
/// assert_eq!(non_dominated(&points), [true, true, false, true]);
/// ```
pub fn non_dominated<P: AsRef<[f64]>>(points: &[P]) -> Vec<bool> {
    let rows = Rows::new(points);
    let dominated = match rows.width {
        0..=2 => sweep_plane(&rows),
        3 => sweep_space(&rows),
        _ => sift(&rows),
    };
    let mut first = vec![true; points.len()];
    for &(point, row) in &rows.members {
        first[point] = !dominated[row];
    }
    first
}

fn sweep_plane(rows: &Rows) -> Vec<bool> {
    let mut least = f64::NAN;
    let mut is_dominated = |row: usize| {
        let second = if rows.width == 2 { rows.value(row, 1) } else { 0.0 };
        let is_dominated = least <= second;
        if !is_dominated {
            least = second;
        }
        is_dominated
    };
    (0..rows.len()).map(&mut is_dominated).collect()
}

fn sweep_space(rows: &Rows) -> Vec<bool> {
    let mut stairs = Stairs::default();
    (0..rows.len()).map(|row| !stairs.admit(rows.value(row, 1), rows.value(row, 2))).collect()
}

/// Points of the plane of which none is nowhere worse than another: the first coordinate ascends,
/// the second descends.
#[derive(Default)]
struct Stairs(BTreeMap<Key, f64>);

impl Stairs {
    /// Whether a point is nowhere worse than (`x`, `y`).
    fn covers(&self, x: f64, y: f64) -> bool {
        self.0.range(..=Key(x)).next_back().is_some_and(|(_, &below)| below <= y)
    }

    /// Adds (`x`, `y`) unless it is covered; whether it was added.
    fn admit(&mut self, x: f64, y: f64) -> bool {
        if self.covers(x, y) {
            return false;
        }
        while let Some((&key, _)) = self.0.range(Key(x)..).next().filter(|(_, above)| **above >= y) {
            self.0.remove(&key);
        }
        self.0.insert(Key(x), y);
        true
    }
}

/// A number without −0 and NaN, so that the total order is the usual one.
#[derive(Debug, Clone, Copy)]
struct Key(f64);

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Key {}

/// Compares everything with a few good rows, then by bit sets what these leave.
fn sift(rows: &Rows) -> Vec<bool> {
    let good = good(rows);
    let covers = |&one: &usize, other: usize| one != other && rows.covers(one, other);
    let mut dominated: Vec<bool> =
        (0..rows.len()).map(|row| good.iter().any(|one| covers(one, row))).collect();
    let left: Vec<usize> = (0..rows.len()).filter(|&row| !dominated[row]).collect();
    for (&row, rank) in left.iter().zip(bit_set_ranks(&rows.part(&left))) {
        dominated[row] = rank > 0;
    }
    dominated
}

/// The rows with the least sum of ranks in the objectives, at most a quarter of all.
fn good(rows: &Rows) -> Vec<usize> {
    let mut sums = vec![(0_usize, 0_usize); rows.len()];
    sums.iter_mut().enumerate().for_each(|(row, sum)| sum.1 = row);
    for objective in 0..rows.width {
        let mut order: Vec<(f64, usize)> =
            (0..rows.len()).map(|row| (rows.value(row, objective), row)).collect();
        order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        order.iter().enumerate().for_each(|(rank, &(_, row))| sums[row].0 += rank);
    }
    sums.sort_unstable();
    sums.into_iter().take(GOOD.min(rows.len() / 4)).map(|(_, row)| row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pareto::dominance::dominates;
    use proptest::prelude::*;

    #[test]
    fn first_fronts_are_those_worked_by_hand() {
        assert!(non_dominated::<Vec<f64>>(&[]).is_empty());
        assert_eq!(non_dominated(&[[3.0], [1.0], [1.0], [2.0]]), [false, true, true, false]);
        let plane = [[1.0, 5.0], [2.0, 3.0], [4.0, 1.0], [2.0, 5.0], [3.0, 4.0], [5.0, 5.0], [2.0, 3.0]];
        assert_eq!(non_dominated(&plane), [true, true, true, false, false, false, true]);
        let space = [[1.0, 1.0, 1.0], [1.0, 1.0, 2.0], [2.0, 0.0, 2.0], [2.0, 1.0, 2.0], [1.0, 1.0, 1.0]];
        assert_eq!(non_dominated(&space), [true, false, true, false, true]);
        let four = [[0.0, 0.0, 1.0, 1.0], [-0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 1.0, 2.0], [1.0, 0.0, 0.0, 9.0]];
        assert_eq!(non_dominated(&four), [true, true, false, true]);
    }

    /// Of the lattice of whole numbers every point of Σ = 12 is non-dominated and every one of Σ = 13 is not.
    #[test]
    fn large_fronts_of_many_objectives() {
        for m in 3..7_u32 {
            let lattice = |sum: u32| {
                let rest = |i: u32| (0..m - 1).map(move |j| f64::from(i / 13_u32.pow(j) % 13)).collect();
                let points = (0..13_u32.pow(m - 1)).map(rest);
                points.filter_map(move |mut point: Vec<f64>| {
                    let last = f64::from(sum) - point.iter().sum::<f64>();
                    (last >= 0.0).then(|| {
                        point.push(last);
                        point
                    })
                })
            };
            let (front, behind): (Vec<_>, Vec<_>) = (lattice(12).collect(), lattice(13).collect());
            let mut points = behind.clone();
            points.extend(front.iter().cloned());
            let first = non_dominated(&points);
            let expected = (0..points.len()).map(|i| i >= behind.len());
            assert!(first.into_iter().eq(expected), "{m} objectives");
        }
    }

    proptest! {
        #[test]
        fn it_is_what_comparing_everything_with_everything_says(
            points in (1..7_usize).prop_flat_map(|m| {
                let value = prop_oneof![
                    6 => (-3..4_i32).prop_map(f64::from), 4 => -2.0..2.0_f64,
                    1 => prop::sample::select(vec![f64::INFINITY, f64::NEG_INFINITY, -0.0, f64::NAN]),
                ];
                prop::collection::vec(prop::collection::vec(value, m), 0..150)
            })
        ) {
            let judged: Vec<bool> =
                points.iter().map(|own| !points.iter().any(|other| dominates(other, own))).collect();
            prop_assert_eq!(non_dominated(&points), judged);
        }
    }
}
