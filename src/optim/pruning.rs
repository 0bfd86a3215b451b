//! Pruning one at a time: the most crowded point of a front goes, the room of those around
//! it is measured again, and so on. Cutting a front by distances that were measured once
//! empties whole regions instead, because close neighbours fall together.
//!
//! Two measures of room: the crowding distance, right for two objectives, where the
//! neighbours of a point are known; and the product of the distances to the nearest
//! neighbours (Kukkonen & Deb, "A fast and effective method for pruning of non-dominated
//! solutions in many-objective problems", 2006), for three and more.

use super::crowding::{ascending, normalised_columns};
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

/// The `keep` points of a front that stay when the one with the least
/// [vicinity](vicinities) is removed again and again. Points are rows of equal length
/// without NaN; the result ascends. One point at each end of every objective stays as long
/// as anything else can go.
pub fn prune_by_vicinity<P: AsRef<[f64]>>(front: &[P], keep: usize) -> Vec<usize> {
    let Some(mut cloud) = Cloud::new(front) else { return (0..front.len().min(keep)).collect() };
    let mut queue = Queue::new((0..front.len()).map(|i| cloud.connect(i)).collect());
    while queue.len() > keep {
        let Some(gone) = queue.pop() else { break };
        for i in cloud.remove(gone) {
            let vicinity = cloud.connect(i);
            queue.update(i, vicinity);
        }
    }
    queue.remaining()
}

/// How much room every point of one front has: the product of the squared distances to its
/// M nearest neighbours, M the number of objectives, each objective scaled to [0, 1];
/// infinite for one point at each end of every objective and in fronts of one or two.
/// Points are rows of equal length without NaN.
pub fn vicinities<P: AsRef<[f64]>>(front: &[P]) -> Vec<f64> {
    match Cloud::new(front) {
        Some(mut cloud) => (0..front.len()).map(|i| cloud.connect(i)).collect(),
        None => vec![f64::INFINITY; front.len()],
    }
}

fn is_flat(column: &[f64]) -> bool {
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

/// The points that are left, the one with the least room first; of equals, the latest.
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

/// Nearest neighbours that are kept in store for each one that counts: most points lose
/// some neighbours while a front is pruned, and looking for new ones is what takes time.
const STORE: usize = 3;

/// Users that a point has room for at first.
const USERS: usize = 16;

/// A shrinking set of points that knows its nearest neighbours. They are looked for along
/// the first objective that is not flat, outward until that objective alone is too far.
struct Cloud {
    width: usize,
    /// Normalised, row-major.
    points: Vec<f64>,
    chain: Chain,
    is_extreme: Vec<bool>,
    is_gone: Vec<bool>,
    /// For every point that was connected, the squared distances and indices of the points
    /// closest to it, ascending.
    nearest: Vec<Vec<(f64, usize)>>,
    /// For every point, those that had it among their nearest when last connected.
    users: Vec<Vec<usize>>,
}

impl Cloud {
    /// `None` if the points cannot be told apart by distance: at most two, or all equal.
    fn new<P: AsRef<[f64]>>(front: &[P]) -> Option<Self> {
        let columns = normalised_columns(front);
        let guide = columns.iter().find(|column| !is_flat(column)).filter(|_| front.len() > 2)?.clone();
        let mut is_extreme = vec![false; front.len()];
        for order in columns.iter().filter(|column| !is_flat(column)).map(|column| ascending(column)) {
            is_extreme[order[0]] = true;
            is_extreme[order[order.len() - 1]] = true;
        }
        Some(Self {
            width: columns.len(),
            points: (0..front.len()).flat_map(|i| columns.iter().map(move |column| column[i])).collect(),
            chain: Chain::new(guide),
            is_extreme,
            is_gone: vec![false; front.len()],
            nearest: vec![Vec::new(); front.len()],
            users: vec![Vec::with_capacity(USERS); front.len()],
        })
    }

    /// The vicinity of `i`, after a look for its nearest neighbours if too few are known.
    fn connect(&mut self, i: usize) -> f64 {
        if self.is_extreme[i] {
            return f64::INFINITY;
        }
        if self.nearest[i].len() < self.width {
            self.find_nearest(i);
        }
        self.nearest[i].iter().take(self.width).map(|(distance, _)| distance).product()
    }

    /// Takes `gone` out and returns the points whose vicinity it may have been part of.
    fn remove(&mut self, gone: usize) -> Vec<usize> {
        self.chain.remove(gone);
        self.is_gone[gone] = true;
        let mut users = std::mem::take(&mut self.users[gone]);
        users.retain(|&user| !self.is_gone[user]);
        users.sort_unstable();
        users.dedup();
        for &user in &users {
            self.nearest[user].retain(|&(_, neighbour)| neighbour != gone);
        }
        users
    }

    /// Fills the store of `i` and makes it a user of the points in it.
    fn find_nearest(&mut self, i: usize) {
        let mut found = Nearest::new(std::mem::take(&mut self.nearest[i]), STORE * self.width);
        let (mut left, mut right) = (self.chain.previous[i], self.chain.next[i]);
        while left.is_some() || right.is_some() {
            left = left.filter(|&j| self.visit(i, j, &mut found)).and_then(|j| self.chain.previous[j]);
            right = right.filter(|&j| self.visit(i, j, &mut found)).and_then(|j| self.chain.next[j]);
        }
        for &(_, neighbour) in &found.list {
            self.users[neighbour].push(i);
        }
        self.nearest[i] = found.list;
    }

    /// Offers `j` as a neighbour of `i`, unless it is too far along the chain alone.
    fn visit(&self, i: usize, j: usize, found: &mut Nearest) -> bool {
        let along = self.chain.column[i] - self.chain.column[j];
        let is_within_reach = along * along <= found.limit;
        if is_within_reach {
            let point = |k: usize| &self.points[k * self.width..(k + 1) * self.width];
            let squares = point(i).iter().zip(point(j)).map(|(a, b)| (a - b) * (a - b));
            found.offer(squares.sum(), j);
        }
        is_within_reach
    }
}

/// The closest points found so far, ascending by squared distance.
struct Nearest {
    list: Vec<(f64, usize)>,
    size: usize,
    /// The greatest distance in a full list; nothing farther can enter.
    limit: f64,
}

impl Nearest {
    fn new(mut list: Vec<(f64, usize)>, size: usize) -> Self {
        list.clear();
        list.reserve_exact(size);
        Self { list, size, limit: f64::INFINITY }
    }

    fn offer(&mut self, distance: f64, point: usize) {
        if distance >= self.limit {
            return;
        }
        self.list.truncate(self.size - 1);
        self.list.push((distance, point));
        let mut place = self.list.len() - 1;
        while place > 0 && self.list[place - 1].0 > distance {
            self.list.swap(place - 1, place);
            place -= 1;
        }
        if self.list.len() == self.size {
            self.limit = self.list[self.size - 1].0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The judge: measures everything again after every removal.
    fn pruned_slowly(front: &[Vec<f64>], keep: usize, room: fn(&[Vec<f64>]) -> Vec<f64>) -> Vec<usize> {
        let mut left: Vec<usize> = (0..front.len()).collect();
        while left.len() > keep {
            let points: Vec<Vec<f64>> = left.iter().map(|&i| front[i].clone()).collect();
            let room = room(&points);
            let crowded = (0..left.len()).rev().min_by(|&a, &b| room[a].total_cmp(&room[b])).unwrap();
            left.remove(crowded);
        }
        left
    }

    fn arc(n: usize, m: usize) -> Vec<Vec<f64>> {
        use rand::RngExt;
        let mut rng = crate::rng::stream(n as u64, crate::rng::Purpose::Measure, m as u64);
        let mut point = || {
            let raw: Vec<f64> = (0..m).map(|_| rng.random()).collect();
            let length = raw.iter().map(|v| v * v).sum::<f64>().sqrt();
            raw.iter().map(|v| v / length).collect()
        };
        (0..n).map(|_| point()).collect()
    }

    #[test]
    fn crowding_is_measured_again_after_every_removal() {
        for keep in [2, 10, 29] {
            let front = arc(30, 2);
            let slow = pruned_slowly(&front, keep, crate::optim::crowding::crowding_distances);
            assert_eq!(prune_by_crowding(&front, keep), slow);
        }
    }

    #[test]
    fn vicinities_are_measured_again_after_every_removal() {
        for (m, keep) in [(3, 7), (3, 20), (4, 15), (2, 12)] {
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
