//! Contributions of points with two objectives.

/// A point with its index: first and second objective.
type Point = (f64, f64, usize);

/// What each of `points`, which are finite and strictly better than `reference`, alone
/// dominates, as (index, area); O(n log n).
///
/// The non-dominated points are steps of a staircase. What only step i dominates is the
/// rectangle between the steps beside it, less what the points inside of it dominate; they
/// are dominated by step i and no other.
pub(super) fn plane_contributions(mut points: Vec<Point>, reference: [f64; 2]) -> Vec<(usize, f64)> {
    points.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
    let mut least = f64::INFINITY;
    let is_step = |point: &Point| {
        let is_lower = point.1 < least;
        least = least.min(point.1);
        is_lower
    };
    let starts: Vec<usize> = points.iter().map(is_step).zip(0..).filter(|s| s.0).map(|s| s.1).collect();
    let mut top = reference[1];
    let mut result = Vec::with_capacity(starts.len());
    for (k, &start) in starts.iter().enumerate() {
        let end = starts.get(k + 1).copied();
        let right = end.map_or(reference[0], |next| points[next].0);
        let (x, y, index) = points[start];
        let mut area = (right - x) * (top - y);
        let mut height = top;
        for inner in &points[start + 1..end.unwrap_or(points.len())] {
            if inner.1 < height {
                area -= (right - inner.0) * (height - inner.1);
                height = inner.1;
            }
        }
        result.push((index, area.max(0.0)));
        top = y;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_are_those_worked_by_hand() {
        let points = vec![(1.0, 3.0, 0), (2.0, 1.0, 1), (3.0, 0.0, 2), (2.5, 2.0, 3), (2.0, 2.5, 4)];
        // Step 1 has [2, 3) × [1, 3): 2, of which the inner ones take ½·1 and 1·½ and share ½·½.
        let shares = plane_contributions(points, [4.0, 4.0]);
        assert_eq!(shares, [(0, 1.0), (1, 2.0 - 0.75), (2, 1.0)]);
    }

    #[test]
    fn repeats_have_nothing_alone() {
        let shares = plane_contributions(vec![(1.0, 1.0, 0), (1.0, 1.0, 1), (0.0, 2.0, 2)], [2.0, 3.0]);
        assert_eq!(shares, [(2, 1.0), (0, 0.0)]);
    }
}
