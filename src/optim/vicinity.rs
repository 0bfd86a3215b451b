//! Pruning by nearest neighbours (Kukkonen & Deb, "A fast and effective method for pruning of
//! non-dominated solutions in many-objective problems", 2006): the room of a point is the
//! product of the distances to its nearest neighbours.
//!
//! While points go, the room of the others only grows. So a room measured earlier is a lower
//! bound, and it is measured again only when it is the least and a neighbour in it has gone.

use super::crowding::{ascending, normalised_columns};
use super::pruning::is_flat;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

/// Nearest neighbours that are kept in store for each one that counts: most points lose
/// some neighbours while a front is pruned, and looking for new ones is what takes time.
const STORE: usize = 2;

/// The `keep` points of a front that stay when the one with the least
/// [vicinity](vicinities) is removed again and again. Points are rows of equal length
/// without NaN; the result ascends. One point at each end of every objective stays as long
/// as anything else can go.
pub fn prune_by_vicinity<P: AsRef<[f64]>>(front: &[P], keep: usize) -> Vec<usize> {
    prune_with_room(front, keep).0
}

/// How much room every point of one front has: the product of the squared distances to its
/// M nearest neighbours, M the number of objectives, each objective scaled to [0, 1];
/// infinite for one point at each end of every objective and in fronts of one or two.
/// Points are rows of equal length without NaN.
pub fn vicinities<P: AsRef<[f64]>>(front: &[P]) -> Vec<f64> {
    match Cloud::new(front) {
        Some(mut cloud) => (0..front.len()).map(|i| cloud.measure(i)).collect(),
        None => vec![f64::INFINITY; front.len()],
    }
}

/// [`prune_by_vicinity`], and the vicinities of those that stay among each other, where these
/// are known: as long as the ends of all objectives are there and finite, so is the scale.
pub(super) fn prune_with_room<P: AsRef<[f64]>>(front: &[P], keep: usize) -> (Vec<usize>, Option<Vec<f64>>) {
    let Some(mut cloud) = Cloud::new(front) else { return ((0..front.len().min(keep)).collect(), None) };
    let mut queue: BinaryHeap<Entry> = (0..front.len()).map(|i| entry(cloud.measure(i), i)).collect();
    let mut has_ends = true;
    while queue.len() > keep {
        if queue.len() <= cloud.field.width + 1 {
            // Fewer neighbours than factors: a room may shrink.
            queue = queue.into_iter().map(|(_, i)| entry(cloud.measure(i), i)).collect();
        }
        let Some(mut least) = queue.peek_mut() else { break };
        let (room, i) = *least;
        if cloud.is_current(i) {
            PeekMut::pop(least);
            has_ends &= room != Reverse(f64::INFINITY.to_bits());
            cloud.field.remove(i);
        } else {
            *least = entry(cloud.measure(i), i);
        }
    }
    let mut left: Vec<usize> = queue.into_iter().map(|(_, i)| i).collect();
    left.sort_unstable();
    let is_known =
        has_ends && left.len() > 2 && front.iter().all(|p| p.as_ref().iter().all(|v| v.is_finite()));
    let room = is_known.then(|| left.iter().map(|&i| cloud.measure(i)).collect());
    (left, room)
}

/// A room and its point; the greatest entry has the least room; ties are broken by the latest.
/// Non-negative floats are ordered as their bits are.
type Entry = (Reverse<u64>, usize);

fn entry(room: f64, i: usize) -> Entry {
    (Reverse(room.to_bits()), i)
}

/// A shrinking set of points that knows its nearest neighbours.
struct Cloud {
    field: Field,
    is_extreme: Vec<bool>,
    /// For each point room for the points closest to it, ascending.
    lists: Vec<Neighbour>,
    /// How many there are in each list.
    known: Vec<usize>,
    /// The room for one list.
    size: usize,
}

/// A squared distance, and the point at it.
type Neighbour = (f64, u32);

impl Cloud {
    /// `None` if the points cannot be told apart by distance: at most two, or all equal.
    fn new<P: AsRef<[f64]>>(front: &[P]) -> Option<Self> {
        let columns = normalised_columns(front);
        let guide = columns.iter().find(|column| !is_flat(column)).filter(|_| front.len() > 2)?;
        let mut is_extreme = vec![false; front.len()];
        for column in columns.iter().filter(|column| !is_flat(column)) {
            let order = |&a: &usize, &b: &usize| column[a].total_cmp(&column[b]);
            let ends = [(0..front.len()).min_by(order), (0..front.len()).max_by(order)];
            ends.into_iter().flatten().for_each(|i| is_extreme[i] = true);
        }
        let size = STORE * columns.len();
        let lists = vec![(0.0, 0); size * front.len()];
        let known = vec![0; front.len()];
        Some(Self { field: Field::new(&columns, guide), is_extreme, lists, known, size })
    }

    fn list(&self, i: usize) -> &[Neighbour] {
        &self.lists[i * self.size..i * self.size + self.known[i]]
    }

    /// Whether the room of `i` as it was measured last still holds.
    fn is_current(&self, i: usize) -> bool {
        let nearest = self.list(i).iter().take(self.field.width);
        nearest.into_iter().all(|&(_, neighbour)| !self.field.is_gone[neighbour as usize])
    }

    /// The vicinity of `i`, after a look for its nearest neighbours if too few are known.
    fn measure(&mut self, i: usize) -> f64 {
        if self.is_extreme[i] {
            return f64::INFINITY;
        }
        let list = &mut self.lists[i * self.size..(i + 1) * self.size];
        let mut kept = 0;
        for k in 0..self.known[i] {
            if !self.field.is_gone[list[k].1 as usize] {
                list[kept] = list[k];
                kept += 1;
            }
        }
        if kept < self.field.width {
            kept = self.field.find_nearest(i, list);
        }
        self.known[i] = kept;
        self.list(i).iter().take(self.field.width).map(|(distance, _)| distance).product()
    }
}

/// The points in the order of the first objective that is not flat. Neighbours are looked for
/// in that order, outward until that objective alone is too far.
struct Field {
    width: usize,
    /// Normalised, row-major, in order; infinite where a point has gone.
    rows: Vec<f64>,
    /// The values of the guiding objective, ascending.
    guide: Vec<f64>,
    /// Which point is where in order.
    order: Vec<u32>,
    /// Where each point is.
    places: Vec<u32>,
    is_gone: Vec<bool>,
    /// How many of those in order have gone.
    gone: usize,
}

impl Field {
    fn new(columns: &[Vec<f64>], guide: &[f64]) -> Self {
        let order = ascending(guide);
        let mut places = vec![0; order.len()];
        order.iter().zip(0..).for_each(|(&i, place)| places[i] = place);
        Self {
            width: columns.len(),
            rows: order.iter().flat_map(|&i| columns.iter().map(move |column| column[i])).collect(),
            guide: order.iter().map(|&i| guide[i]).collect(),
            order: order.into_iter().map(|i| i as u32).collect(),
            is_gone: vec![false; places.len()],
            places,
            gone: 0,
        }
    }

    fn remove(&mut self, i: usize) {
        self.is_gone[i] = true;
        let place = self.places[i] as usize;
        self.rows[place * self.width..(place + 1) * self.width].fill(f64::INFINITY);
        self.gone += 1;
        if 2 * self.gone > self.order.len() {
            self.close_ranks();
        }
    }

    /// Lets go of the places of those that have gone.
    fn close_ranks(&mut self) {
        let mut end = 0;
        for place in 0..self.order.len() {
            let i = self.order[place];
            if !self.is_gone[i as usize] {
                self.rows.copy_within(place * self.width..(place + 1) * self.width, end * self.width);
                (self.guide[end], self.order[end]) = (self.guide[place], i);
                self.places[i as usize] = end as u32;
                end += 1;
            }
        }
        self.rows.truncate(end * self.width);
        self.guide.truncate(end);
        self.order.truncate(end);
        self.gone = 0;
    }

    /// Fills `list` with the points nearest to `i` and returns how many there are.
    fn find_nearest(&self, i: usize, list: &mut [Neighbour]) -> usize {
        match self.width {
            2 => self.look_around::<2>(i, list),
            3 => self.look_around::<3>(i, list),
            4 => self.look_around::<4>(i, list),
            _ => {
                let row = |place: usize| &self.rows[place * self.width..(place + 1) * self.width];
                self.look_outward(i, list, |a, b| squared_distance(row(a), row(b)))
            }
        }
    }

    /// [`find_nearest`](Self::find_nearest) for `M` objectives.
    fn look_around<const M: usize>(&self, i: usize, list: &mut [Neighbour]) -> usize {
        let (rows, _) = self.rows.as_chunks::<M>();
        self.look_outward(i, list, |a, b| squared_distance(&rows[a], &rows[b]))
    }

    #[inline(always)]
    fn look_outward(
        &self,
        i: usize,
        list: &mut [Neighbour],
        distance: impl Fn(usize, usize) -> f64,
    ) -> usize {
        let here = self.places[i] as usize;
        let mut found = Nearest { list, known: 0, limit: f64::INFINITY };
        let mut visit = |place: usize| {
            let along = self.guide[here] - self.guide[place];
            let is_within_reach = along * along <= found.limit;
            if is_within_reach {
                found.offer(distance(here, place), self.order[place]);
            }
            is_within_reach
        };
        let (mut left, mut right) = (here, here + 1);
        while left > 0 || right < self.order.len() {
            if left > 0 {
                left = if visit(left - 1) { left - 1 } else { 0 };
            }
            if right < self.order.len() {
                right = if visit(right) { right + 1 } else { self.order.len() };
            }
        }
        found.known
    }
}

fn squared_distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

/// The closest points found so far, ascending by squared distance.
struct Nearest<'a> {
    list: &'a mut [Neighbour],
    known: usize,
    /// The greatest distance in a full list; nothing farther can enter.
    limit: f64,
}

impl Nearest<'_> {
    fn offer(&mut self, distance: f64, point: u32) {
        if distance >= self.limit {
            return;
        }
        let mut place = self.known.min(self.list.len() - 1);
        while place > 0 && self.list[place - 1].0 > distance {
            self.list[place] = self.list[place - 1];
            place -= 1;
        }
        self.list[place] = (distance, point);
        self.known = (self.known + 1).min(self.list.len());
        if self.known == self.list.len() {
            self.limit = self.list[self.known - 1].0;
        }
    }
}
