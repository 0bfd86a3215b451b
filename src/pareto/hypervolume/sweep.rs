//! Volumes and exclusive contributions by sweeping the last objective.

use super::last_order;
use super::staircase::Staircase;

/// The volume that finite `points`, all strictly better than `reference`, dominate.
pub(super) fn volume(mut points: Vec<&[f64]>, reference: &[f64]) -> f64 {
    points.sort_by(|a, b| last_order(a, b));
    match *reference {
        [limit] => points.first().map_or(0.0, |point| limit - point[0]),
        [x, y] => sweep_plane(&points, [x, y]),
        [x, y, z] => sweep_space(&points, [x, y, z]),
        [x, y, z, w] => sweep_four(&points, [x, y, z, w]),
        _ => sweep_many(&points, reference),
    }
}

/// Two objectives, ascending in the second.
fn sweep_plane(points: &[&[f64]], [mut least, limit]: [f64; 2]) -> f64 {
    let mut total = 0.0;
    for point in points {
        if point[0] < least {
            total += (least - point[0]) * (limit - point[1]);
            least = point[0];
        }
    }
    total
}

/// Three objectives, ascending in the third.
fn sweep_space(points: &[&[f64]], [x, y, z]: [f64; 3]) -> f64 {
    let mut stairs = Staircase::new([x, y]);
    points.iter().map(|point| stairs.insert([point[0], point[1]]) * (z - point[2])).sum()
}

/// Four objectives, ascending in the fourth.
fn sweep_four(points: &[&[f64]], [x, y, z, w]: [f64; 4]) -> f64 {
    let mut stairs = Staircase::new([x, y]);
    let mut swept: Vec<[f64; 3]> = Vec::with_capacity(points.len());
    let mut total = 0.0;
    for point in points {
        let head = [point[0], point[1], point[2]];
        let volume = space_contribution(head, swept.iter().copied(), &mut stairs, [x, y, z]);
        if volume > 0.0 {
            total += volume * (w - point[3]);
            let place = swept.partition_point(|other| other[2] < head[2]);
            swept.extract_if(place.., |other| head[0] <= other[0] && head[1] <= other[1]).for_each(drop);
            swept.insert(place, head);
        }
    }
    total
}

/// Five objectives or more, ascending in the last.
fn sweep_many(points: &[&[f64]], reference: &[f64]) -> f64 {
    let last = reference.len() - 1;
    let depth = |point: &[f64]| reference[last] - point[last];
    (0..points.len())
        .map(|i| {
            let earlier = points[..i].iter().map(|other| &other[..last]);
            contribution(&points[i][..last], earlier, &reference[..last]) * depth(points[i])
        })
        .sum()
}

/// The volume that `point` dominates and none of `others` does. With three objectives,
/// `others` must ascend in the last.
pub(super) fn contribution<'a>(
    point: &[f64],
    others: impl Iterator<Item = &'a [f64]> + Clone,
    reference: &[f64],
) -> f64 {
    if let (&[x, y, z], &[a, b, c]) = (reference, point) {
        let others = others.map(|other| [other[0], other[1], other[2]]);
        return space_contribution([a, b, c], others, &mut Staircase::new([x, y]), [x, y, z]);
    }
    if let (&[x, y], &[a, b]) = (reference, point) {
        let mut stairs = Staircase::new([x, y]);
        let covered = others.map(|other| stairs.insert([other[0].max(a), other[1].max(b)]));
        return ((x - a) * (y - b) - covered.sum::<f64>()).max(0.0);
    }
    let mut limited: Vec<Vec<f64>> = Vec::new();
    for other in others {
        let new: Vec<f64> = other.iter().zip(point).map(|(a, b)| a.max(*b)).collect();
        if new == point {
            return 0.0;
        }
        let covers = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(x, y)| x <= y);
        if !limited.iter().any(|old| covers(old, &new)) {
            limited.retain(|old| !covers(&new, old));
            limited.push(new);
        }
    }
    let whole: f64 = point.iter().zip(reference).map(|(value, limit)| limit - value).product();
    (whole - volume(limited.iter().map(Vec::as_slice).collect(), reference)).max(0.0)
}

/// The volume that `point` dominates and none of `others`, ascending in the third
/// objective, does: the uncovered part of its rectangle in the first two objectives,
/// integrated over the third. `stairs` only lends its memory.
///
/// The rectangle ends where others that reach across it begin; the few that start inside
/// of what is left cut steps into it.
fn space_contribution(
    point: [f64; 3],
    others: impl Iterator<Item = [f64; 3]> + Clone,
    stairs: &mut Staircase,
    limit: [f64; 3],
) -> f64 {
    let [x, y, z] = point;
    let [mut right, mut top, end] = limit;
    for other in others.clone().take_while(|other| other[2] <= z) {
        top = if other[0] <= x { top.min(other[1]) } else { top };
        right = if other[1] <= y { right.min(other[0]) } else { right };
    }
    if right <= x || top <= y {
        return 0.0;
    }
    stairs.reset([right, top]);
    let mut uncovered = (right - x) * (top - y);
    let (mut height, mut total) = (z, 0.0);
    for other in others {
        if other[0] >= right || other[1] >= top {
            continue;
        }
        if other[2] > height {
            total += uncovered * (other[2] - height);
            height = other[2];
        }
        match (other[0] <= x, other[1] <= y) {
            (true, true) => return total,
            (true, false) => top = other[1],
            (false, true) => right = other[0],
            (false, false) => {}
        }
        uncovered = (uncovered - stairs.insert([other[0].max(x), other[1].max(y)])).max(0.0);
    }
    total + uncovered * (end - height)
}
