//! Pruning one at a time: the most crowded point of a front goes, the room of those around
//! it is measured again, and so on. Cutting a front by distances that were measured once
//! leaves whole regions without points instead, because close neighbours fall together.
//!
//! Two measures of room: the crowding distance, right for two objectives, where the
//! neighbours of a point are known; and the product of the distances to the nearest
//! neighbours, for three and more.

use super::crowding::{ascending, normalised_columns};
pub use super::vicinity::{prune_by_vicinity, vicinities};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The `keep` points of a front that stay when the one with the least crowding distance
/// is removed again and again. Points are rows of equal length without NaN; the result
/// ascends. The extremes of every objective stay as long as anything else can go.
pub fn prune_by_crowding<P: AsRef<[f64]>>(front: &[P], keep: usize) -> Vec<usize> {
    let columns = normalised_columns(front);
    let mut chains: Vec<Chain> =
        columns.into_iter().filter(|column| !is_flat(column)).map(Chain::new).collect();
    let room = |chains: &[Chain], i: usize| chains.iter().map(|chain| chain.gap(i)).sum::<f64>();
    let mut queue = Queue::new((0..front.len()).map(|i| room(&chains, i)).collect());
    while queue.len() > keep {
        let Some(gone) = queue.pop() else { break };
        let touched: Vec<usize> = chains.iter_mut().flat_map(|chain| chain.remove(gone)).flatten().collect();
        for i in touched {
            queue.update(i, room(&chains, i));
        }
    }
    queue.remaining()
}

pub(super) fn is_flat(column: &[f64]) -> bool {
    column.windows(2).all(|pair| pair[0] == pair[1])
}

/// The points of one objective in ascending order, as a doubly linked list.
pub(super) struct Chain {
    pub column: Vec<f64>,
    pub previous: Vec<Option<usize>>,
    pub next: Vec<Option<usize>>,
}

impl Chain {
    pub fn new(column: Vec<f64>) -> Self {
        let mut previous = vec![None; column.len()];
        let mut next = vec![None; column.len()];
        for pair in ascending(&column).windows(2) {
            next[pair[0]] = Some(pair[1]);
            previous[pair[1]] = Some(pair[0]);
        }
        Self { column, previous, next }
    }

    /// The gap between the neighbours of `i`; infinite at the ends.
    fn gap(&self, i: usize) -> f64 {
        match (self.previous[i], self.next[i]) {
            (Some(previous), Some(next)) => self.column[next] - self.column[previous],
            _ => f64::INFINITY,
        }
    }

    /// Takes `i` out and returns its former neighbours.
    pub fn remove(&mut self, i: usize) -> [Option<usize>; 2] {
        let (previous, next) = (self.previous[i], self.next[i]);
        if let Some(previous) = previous {
            self.next[previous] = next;
        }
        if let Some(next) = next {
            self.previous[next] = previous;
        }
        [previous, next]
    }
}

/// The points that are left, the one with the least room first; ties are broken by the latest.
pub(super) struct Queue {
    room: Vec<f64>,
    entries: BTreeSet<(u64, Reverse<usize>)>,
}

impl Queue {
    pub fn new(room: Vec<f64>) -> Self {
        let entries = room.iter().zip(0..).map(|(room, i)| (room.to_bits(), Reverse(i))).collect();
        Self { room, entries }
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn least(&self) -> Option<usize> {
        self.entries.first().map(|&(_, Reverse(i))| i)
    }

    pub fn pop(&mut self) -> Option<usize> {
        self.entries.pop_first().map(|(_, Reverse(i))| i)
    }

    /// Sets the room of a point that is still in the queue. Non-negative floats are
    /// ordered as their bits are.
    pub fn update(&mut self, i: usize, room: f64) {
        if self.entries.remove(&(self.room[i].to_bits(), Reverse(i))) {
            self.entries.insert((room.to_bits(), Reverse(i)));
            self.room[i] = room;
        }
    }

    pub fn remaining(self) -> Vec<usize> {
        let mut left: Vec<usize> = self.entries.into_iter().map(|(_, Reverse(i))| i).collect();
        left.sort_unstable();
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optim::crowding::crowding_distances;
    use crate::optim::slow_pruning::{arc, pruned_slowly};

    #[test]
    fn crowding_is_measured_again_after_every_removal() {
        for keep in [2, 10, 29] {
            let front = arc(30, 2);
            let slow = pruned_slowly(&front, keep, crowding_distances::<Vec<f64>>);
            assert_eq!(prune_by_crowding(&front, keep), slow);
        }
    }

    #[test]
    fn vicinities_are_measured_again_after_every_removal() {
        for (m, keep) in [(3, 7), (3, 20), (4, 15), (2, 12), (3, 2), (3, 1), (4, 3), (5, 9), (6, 5)] {
            let front = arc(40, m);
            let slow = pruned_slowly(&front, keep, vicinities);
            assert_eq!(prune_by_vicinity(&front, keep), slow, "{m} objectives, keep {keep}");
        }
    }

    #[test]
    fn vicinities_are_those_worked_by_hand() {
        let front = [[0.0, 1.0], [0.25, 0.75], [0.5, 0.5], [1.0, 0.0]];
        let inf = f64::INFINITY;
        // Squared distances: 1/8 to each neighbour; then 1/8 and 1/2.
        assert_eq!(vicinities(&front), [inf, 0.125 * 0.125, 0.125 * 0.5, inf]);
        assert_eq!(vicinities(&front[..2]), [inf, inf]);
    }

    #[test]
    fn repeated_points_go_first() {
        let front = [[0.0, 1.0, 0.0], [0.5, 0.5, 0.1], [0.5, 0.5, 0.1], [0.6, 0.2, 0.3], [1.0, 0.0, 1.0]];
        assert_eq!(prune_by_vicinity(&front, 4), [0, 1, 3, 4]);
        assert_eq!(prune_by_vicinity(&[[1.0, 1.0, 1.0]; 4], 2), [0, 1]);
        assert_eq!(prune_by_crowding(&[[1.0, 1.0]; 4], 2), [0, 1]);
    }

    #[test]
    fn fewer_places_than_extremes_are_still_filled_exactly() {
        let front = arc(20, 3);
        assert_eq!(prune_by_vicinity(&front, 1).len(), 1);
        assert_eq!(prune_by_crowding(&front, 0).len(), 0);
        assert_eq!(prune_by_vicinity(&front, 50).len(), 20);
    }
}
