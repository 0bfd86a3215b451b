//! Exact hypervolume by sweeping over the last objective.
//!
//! Two objectives: one sweep along a staircase. More: points are taken by their last objective,
//! and each adds, to what is dominated in the other objectives, its own exclusive part: its box
//! less what the points before it dominate of it (the dimension-sweep of Fleischer 2003 and
//! HV4D+, Guerreiro & Fonseca 2018, with limit sets as in WFG, While, Bradstreet & Barone 2012).

use super::individual::dominates;

/// The volume dominated by `points` and bounded by `reference`, all minimised. Points that are
/// not better than the reference point in every objective, or are NaN, add nothing.
///
/// Exact for any number of objectives; meant for 1 to 5.
pub fn hypervolume<P: AsRef<[f64]>>(points: &[P], reference: &[f64]) -> f64 {
    let within = |p: &&P| p.as_ref().iter().zip(reference).all(|(x, r)| x < r);
    let points: Vec<Vec<f64>> = points.iter().filter(within).map(|p| p.as_ref().to_vec()).collect();
    volume(points, reference)
}

/// What each point adds to the hypervolume of all: 0 for dominated and repeated points.
pub fn contributions<P: AsRef<[f64]>>(points: &[P], reference: &[f64]) -> Vec<f64> {
    let own = |i: usize| {
        let point = points[i].as_ref();
        if !point.iter().zip(reference).all(|(x, r)| x < r) {
            return 0.0;
        }
        let others = points.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, p)| p.as_ref());
        exclusive(point, others, reference)
    };
    (0..points.len()).map(own).collect()
}

/// The box of `point` less what `others` dominate of it.
fn exclusive<'p>(point: &[f64], others: impl Iterator<Item = &'p [f64]>, reference: &[f64]) -> f64 {
    let limit = |other: &[f64]| -> Vec<f64> { other.iter().zip(point).map(|(o, p)| o.max(*p)).collect() };
    let inside = |p: &Vec<f64>| p.iter().zip(reference).all(|(x, r)| x < r);
    let limited: Vec<Vec<f64>> = others.map(limit).filter(inside).collect();
    let whole: f64 = point.iter().zip(reference).map(|(p, r)| r - p).product();
    (whole - volume(limited, reference)).max(0.0)
}

/// All points are better than the reference point in every objective.
fn volume(mut points: Vec<Vec<f64>>, reference: &[f64]) -> f64 {
    let n_obj = reference.len();
    if points.is_empty() || n_obj == 0 {
        return 0.0;
    }
    let last = n_obj - 1;
    points.sort_by(|a, b| a[last].total_cmp(&b[last]).then_with(|| a[0].total_cmp(&b[0])));
    match n_obj {
        1 => reference[0] - points[0][0],
        2 => staircase_volume(&points, reference),
        3 => volume_3d(&points, reference),
        _ => sweep(&points, reference),
    }
}

/// Two objectives, points by the second.
fn staircase_volume(points: &[Vec<f64>], reference: &[f64]) -> f64 {
    let (mut total, mut lowest) = (0.0, reference[0]);
    for point in points.iter().filter(|p| !p[0].is_nan()) {
        if point[0] < lowest {
            total += (lowest - point[0]) * (reference[1] - point[1]);
            lowest = point[0];
        }
    }
    total
}

/// Three objectives, points by the third: a staircase of the first two grows, and with it the
/// area under it.
fn volume_3d(points: &[Vec<f64>], reference: &[f64]) -> f64 {
    // By the first objective, so descending in the second.
    let mut stairs: Vec<(f64, f64)> = Vec::new();
    let (mut total, mut area, mut height) = (0.0, 0.0, points[0][2]);
    for point in points {
        total += area * (point[2] - height);
        height = point[2];
        area += climb(&mut stairs, (point[0], point[1]), reference);
    }
    total + area * (reference[2] - height)
}

/// Adds a step to the staircase and returns by how much the area grew.
fn climb(stairs: &mut Vec<(f64, f64)>, (x, y): (f64, f64), reference: &[f64]) -> f64 {
    let start = stairs.partition_point(|step| step.0 < x);
    let ceiling = if start > 0 { stairs[start - 1].1 } else { reference[1] };
    if y >= ceiling {
        return 0.0;
    }
    let end = start + stairs[start..].partition_point(|step| step.1 >= y);
    let (mut grown, mut from, mut level) = (0.0, x, ceiling);
    for step in &stairs[start..end] {
        grown += (step.0 - from) * (level - y);
        (from, level) = *step;
    }
    let until = stairs.get(end).map_or(reference[0], |step| step.0);
    grown += (until - from) * (level - y);
    stairs.splice(start..end, [(x, y)]);
    grown
}

/// Four and more objectives.
fn sweep(points: &[Vec<f64>], reference: &[f64]) -> f64 {
    let last = reference.len() - 1;
    let below = &reference[..last];
    let mut front: Vec<&[f64]> = Vec::new();
    let (mut total, mut area, mut height) = (0.0, 0.0, points[0][last]);
    for point in points {
        total += area * (point[last] - height);
        height = point[last];
        let projected = &point[..last];
        if front.iter().any(|member| *member == projected || dominates(member, projected)) {
            continue;
        }
        area += exclusive(projected, front.iter().copied(), below);
        front.retain(|member| !dominates(projected, member));
        front.push(projected);
    }
    total + area * (reference[last] - height)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Inclusion and exclusion over all subsets.
    fn naive(points: &[Vec<f64>], reference: &[f64]) -> f64 {
        let within: Vec<&Vec<f64>> =
            points.iter().filter(|p| p.iter().zip(reference).all(|(x, r)| x < r)).collect();
        (1..1_u32 << within.len())
            .map(|subset| {
                let chosen: Vec<_> = (0..within.len()).filter(|i| subset >> i & 1 == 1).collect();
                let side =
                    |(j, r): (usize, &f64)| r - chosen.iter().map(|&i| within[i][j]).fold(f64::MIN, f64::max);
                let sign = if subset.count_ones() % 2 == 1 { 1.0 } else { -1.0 };
                sign * reference.iter().enumerate().map(side).product::<f64>()
            })
            .sum()
    }

    #[test]
    fn hand_worked() {
        assert_eq!(hypervolume(&[[1.0, 2.0], [2.0, 1.0]], &[3.0, 3.0]), 3.0);
        assert_eq!(hypervolume(&[[1.0, 1.0, 1.0], [0.0, 2.0, 2.0]], &[3.0, 3.0, 3.0]), 9.0);
        assert_eq!(hypervolume(&[[1.0], [2.0]], &[3.0]), 2.0);
        assert_eq!(hypervolume(&[[3.0, 0.0], [f64::NAN, 0.0]], &[3.0, 3.0]), 0.0);
        assert_eq!(hypervolume::<[f64; 2]>(&[], &[3.0, 3.0]), 0.0);
    }

    #[test]
    fn contributions_are_what_leaving_out_costs() {
        let points = [[1.0, 2.0], [2.0, 1.0], [2.5, 2.5], [1.0, 2.0]];
        assert_eq!(contributions(&points, &[3.0, 3.0]), [0.0, 1.0, 0.0, 0.0]);
    }

    fn sets() -> impl Strategy<Value = Vec<Vec<f64>>> {
        let value = prop_oneof![0.0..1.2_f64, (0..5).prop_map(|x| f64::from(x) / 4.0)];
        (2_usize..6)
            .prop_flat_map(move |m| prop::collection::vec(prop::collection::vec(value.clone(), m), 1..9))
    }

    proptest! {
        #[test]
        fn equals_inclusion_and_exclusion(points in sets()) {
            let reference = vec![1.1; points[0].len()];
            prop_assert!((hypervolume(&points, &reference) - naive(&points, &reference)).abs() < 1e-9);
        }

        #[test]
        fn contributions_agree_with_the_volume(points in sets()) {
            let reference = vec![1.1; points[0].len()];
            let whole = hypervolume(&points, &reference);
            for (i, own) in contributions(&points, &reference).into_iter().enumerate() {
                let mut rest = points.clone();
                rest.remove(i);
                prop_assert!((whole - hypervolume(&rest, &reference) - own).abs() < 1e-9);
            }
        }
    }
}
