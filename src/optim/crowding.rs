//! Crowding: how lonely each point of a front is.

/// Crowding distance (Deb et al. 2002, §III-B): for each objective the distance between the two
/// neighbours, over the objective's range. Extremes are infinite; a flat objective contributes
/// nothing; an infinite range contributes to extremes only.
pub fn crowding_distance<P: AsRef<[f64]>>(points: &[P]) -> Vec<f64> {
    let mut distances = vec![0.0; points.len()];
    let n_obj = points.first().map_or(0, |point| point.as_ref().len());
    for j in 0..n_obj {
        let at = |i: usize| points[i].as_ref()[j];
        let mut order: Vec<usize> = (0..points.len()).collect();
        order.sort_by(|&a, &b| at(a).total_cmp(&at(b)));
        let (first, last) = (order[0], order[points.len() - 1]);
        let range = at(last) - at(first);
        if range.is_nan() || range <= 0.0 {
            continue;
        }
        (distances[first], distances[last]) = (f64::INFINITY, f64::INFINITY);
        if range.is_finite() {
            for triple in order.windows(3) {
                distances[triple[1]] += (at(triple[2]) - at(triple[0])) / range;
            }
        }
    }
    distances
}

/// The order in which points leave a front when the most crowded goes first and distances are
/// taken anew after each (Kukkonen & Deb 2006): the `remove` points to drop, by index.
///
/// With two objectives crowding distance is meant, with more the product of the distances to as
/// many nearest neighbours as there are objectives (their "M-NN"), on normalised objectives. Of
/// equals the later goes.
pub fn prune<P: AsRef<[f64]>>(points: &[P], remove: usize) -> Vec<usize> {
    let mut pruner = Pruner::new(points);
    (0..remove.min(points.len())).filter_map(|_| pruner.remove_most_crowded()).collect()
}

/// How lonely each point is by the measure of [`prune`].
pub fn loneliness<P: AsRef<[f64]>>(points: &[P]) -> Vec<f64> {
    if points.first().is_some_and(|point| point.as_ref().len() <= 2) {
        crowding_distance(points)
    } else {
        Pruner::new(points).distances
    }
}

/// A front that loses points one at a time.
struct Pruner {
    /// Objectives scaled to their range.
    points: Vec<Vec<f64>>,
    alive: Vec<usize>,
    extreme: Vec<bool>,
    distances: Vec<f64>,
    /// The nearest living neighbours a distance rests on.
    neighbours: Vec<Vec<usize>>,
}

impl Pruner {
    fn new<P: AsRef<[f64]>>(points: &[P]) -> Self {
        let points = normalised(points);
        let n = points.len();
        let mut pruner = Self {
            extreme: extremes(&points),
            alive: (0..n).collect(),
            distances: vec![0.0; n],
            neighbours: vec![Vec::new(); n],
            points,
        };
        (0..n).for_each(|i| pruner.measure(i));
        pruner
    }

    fn n_obj(&self) -> usize {
        self.points.first().map_or(0, Vec::len)
    }

    fn remove_most_crowded(&mut self) -> Option<usize> {
        let crowded =
            |&a: &usize, &b: &usize| self.distances[a].total_cmp(&self.distances[b]).then(b.cmp(&a));
        let gone = self.alive.iter().copied().min_by(crowded)?;
        self.alive.retain(|&i| i != gone);
        let affected: Vec<usize> =
            self.alive.iter().copied().filter(|&i| self.neighbours[i].contains(&gone)).collect();
        affected.into_iter().for_each(|i| self.measure(i));
        Some(gone)
    }

    /// Finds the neighbours of point `i` anew, and how far they are.
    fn measure(&mut self, i: usize) {
        if self.extreme[i] {
            self.distances[i] = f64::INFINITY;
        } else if self.n_obj() <= 2 {
            self.measure_along(i);
        } else {
            self.measure_around(i);
        }
    }

    /// Two objectives: the neighbours along each of them.
    fn measure_along(&mut self, i: usize) {
        let (mut distance, mut neighbours) = (0.0, Vec::new());
        for j in 0..self.n_obj() {
            let own = (self.points[i][j], i);
            let key = |k: usize| (self.points[k][j], k);
            let before = |a: (f64, usize), b: (f64, usize)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
            let others = || self.alive.iter().copied().filter(|&k| k != i);
            let below =
                others().filter(|&k| before(key(k), own).is_lt()).max_by(|&a, &b| before(key(a), key(b)));
            let above =
                others().filter(|&k| before(key(k), own).is_gt()).min_by(|&a, &b| before(key(a), key(b)));
            match (below, above) {
                (Some(below), Some(above)) => distance += self.points[above][j] - self.points[below][j],
                _ => distance = f64::INFINITY,
            }
            neighbours.extend(below.into_iter().chain(above));
        }
        (self.distances[i], self.neighbours[i]) = (distance, neighbours);
    }

    /// More objectives: the product of the squared distances to the nearest neighbours.
    fn measure_around(&mut self, i: usize) {
        let own = &self.points[i];
        let squared = |k: usize| own.iter().zip(&self.points[k]).map(|(x, y)| (x - y) * (x - y)).sum::<f64>();
        let mut nearest: Vec<(f64, usize)> =
            self.alive.iter().filter(|&&k| k != i).map(|&k| (squared(k), k)).collect();
        let count = self.n_obj().min(nearest.len());
        if count == 0 {
            self.distances[i] = f64::INFINITY;
            return;
        }
        let closer = |a: &(f64, usize), b: &(f64, usize)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
        nearest.select_nth_unstable_by(count - 1, closer);
        nearest.truncate(count);
        nearest.sort_by(closer);
        self.distances[i] = nearest.iter().map(|(distance, _)| distance).product();
        self.neighbours[i] = nearest.into_iter().map(|(_, k)| k).collect();
    }
}

/// Points with every objective scaled to its finite range; what is not finite goes to the ends.
fn normalised<P: AsRef<[f64]>>(points: &[P]) -> Vec<Vec<f64>> {
    let n_obj = points.first().map_or(0, |point| point.as_ref().len());
    let finite = |j: usize| points.iter().map(move |p| p.as_ref()[j]).filter(|x| x.is_finite());
    let bounds: Vec<(f64, f64)> = (0..n_obj)
        .map(|j| (finite(j).fold(f64::INFINITY, f64::min), finite(j).fold(f64::NEG_INFINITY, f64::max)))
        .collect();
    let scale = |x: f64, (low, high): (f64, f64)| match x {
        _ if low >= high => 0.0,
        x if x.is_finite() => (x - low) / (high - low),
        x if x > 0.0 => 2.0,
        _ => -1.0,
    };
    points.iter().map(|p| p.as_ref().iter().zip(&bounds).map(|(&x, &b)| scale(x, b)).collect()).collect()
}

/// Marks the first point with the lowest and with the highest value of each objective that is
/// not flat.
fn extremes(points: &[Vec<f64>]) -> Vec<bool> {
    let mut extreme = vec![false; points.len()];
    for j in 0..points.first().map_or(0, Vec::len) {
        let by = |&a: &usize, &b: &usize| points[a][j].total_cmp(&points[b][j]).then(a.cmp(&b));
        let low = (0..points.len()).min_by(by);
        let high = (0..points.len()).max_by(|a, b| points[*a][j].total_cmp(&points[*b][j]).then(b.cmp(a)));
        if let (Some(low), Some(high)) = (low, high)
            && points[low][j] < points[high][j]
        {
            (extreme[low], extreme[high]) = (true, true);
        }
    }
    extreme
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hand_worked() {
        let points = [[0.0, 4.0], [1.0, 2.0], [2.0, 1.5], [4.0, 0.0]];
        let distances = crowding_distance(&points);
        assert_eq!(distances[0], f64::INFINITY);
        assert_eq!(distances[3], f64::INFINITY);
        assert!((distances[1] - (2.0 / 4.0 + 2.5 / 4.0)).abs() < 1e-12);
        assert!((distances[2] - (3.0 / 4.0 + 2.0 / 4.0)).abs() < 1e-12);
    }

    #[test]
    fn a_flat_objective_contributes_nothing() {
        let points = [[0.0, 1.0, 7.0], [0.5, 0.5, 7.0], [0.6, 0.4, 7.0], [1.0, 0.0, 7.0]];
        let flat: Vec<[f64; 2]> = points.iter().map(|p| [p[0], p[1]]).collect();
        assert_eq!(crowding_distance(&points), crowding_distance(&flat));
        assert!(crowding_distance(&[[7.0], [7.0]]).iter().all(|d| *d == 0.0));
    }

    #[test]
    fn infinities_give_no_nan() {
        let points = [[f64::NEG_INFINITY, 1.0], [0.0, 0.5], [1.0, 0.0]];
        assert!(crowding_distance(&points).iter().all(|d| !d.is_nan()));
        assert!(loneliness(&points).iter().all(|d| !d.is_nan()));
        assert_eq!(crowding_distance(&points)[0], f64::INFINITY);
        let three = [[f64::NEG_INFINITY, 1.0, 0.0], [0.0, 0.5, f64::INFINITY], [1.0, 0.0, 3.0]];
        assert!(loneliness(&three).iter().all(|d| !d.is_nan()));
    }

    #[test]
    fn truncation_keeps_the_extremes_and_splits_the_tight_pair() {
        let points = [[0.0, 1.0], [0.3, 0.7], [0.5, 0.5], [0.51, 0.49], [1.0, 0.0]];
        let gone = prune(&points, 1);
        assert!(gone == [2] || gone == [3], "{gone:?}");
        let three = [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.5, 0.5, 0.1], [0.5, 0.49, 0.11]];
        let gone = prune(&three, 1);
        assert!(gone == [3] || gone == [4], "{gone:?}");
    }

    #[test]
    fn distances_are_taken_anew_after_each_removal() {
        // Classic crowding would drop both of the pair at 0.5; one at a time drops one of them.
        let points = [[0.0, 1.0], [0.25, 0.75], [0.5, 0.5], [0.52, 0.48], [0.78, 0.22], [1.0, 0.0]];
        let gone = prune(&points, 2);
        assert_eq!(gone.iter().filter(|i| [2, 3].contains(i)).count(), 1, "{gone:?}");
    }
}
