//! The hypervolume indicator (Zitzler & Thiele, "Multiobjective optimization using
//! evolutionary algorithms", 1998): the volume of what a set of points dominates, up to a
//! reference point. All objectives are minimised; results are exact up to rounding.
//!
//! Points are swept by their last objective. When a point comes in, the volume grows by
//! what it alone dominates in the other objectives, times its distance from the reference:
//!
//! - two objectives: one pass over the sorted points;
//! - three: a staircase of the first two objectives, O(n log n) (Fonseca, Paquete &
//!   López-Ibáñez, "An improved dimension-sweep algorithm for the hypervolume indicator",
//!   2006);
//! - four: one staircase sweep per point, about O(n²) (after Guerreiro & Fonseca,
//!   "Computing and updating hypervolume contributions in up to four dimensions", 2018);
//! - five and more: recursively, over the points limited to the box of the new one (While,
//!   Bradstreet & Barone, "A fast way of calculating exact hypervolumes", 2012).

mod plane;
mod staircase;
mod sweep;

use super::order::lexicographic;
use crate::error::{Error, Result};
use plane::plane_contributions;
use std::cmp::Ordering;
use sweep::{contribution, volume};

/// The hypervolume of `points`, rows of as many objectives as `reference`. Points that are
/// not strictly better than the reference in every objective, or that have a NaN, are
/// dropped. 0 for no points; infinite if a point that counts has an objective of −∞.
///
/// Up to four objectives take milliseconds for thousands of points; each objective more
/// multiplies the time by up to the number of points.
///
/// # Errors
/// [`Error::Internal`] if the reference is empty or not finite, or if a point has another
/// number of objectives.
pub fn hypervolume<P: AsRef<[f64]>>(points: &[P], reference: &[f64]) -> Result<f64> {
    let counted = counted(points, reference)?;
    let counted: Vec<&[f64]> = counted.into_iter().map(|(_, point)| point).collect();
    if counted.iter().any(|point| is_unbounded(point)) {
        return Ok(f64::INFINITY);
    }
    Ok(volume(counted, reference) + 0.0) // an empty sum is −0
}

/// How much the hypervolume would shrink without each point: what it alone dominates. 0
/// for dropped, dominated and repeated points; see [`hypervolume`] for the arguments. A
/// point with an objective of −∞ that nothing dominates contributes infinity.
///
/// O(n log n) for two objectives, O(n²) and more for others.
///
/// # Errors
/// As [`hypervolume`].
pub fn contributions<P: AsRef<[f64]>>(points: &[P], reference: &[f64]) -> Result<Vec<f64>> {
    Ok(exclusive_of_all(counted(points, reference)?, points.len(), reference))
}

/// What each of `n` points alone dominates, 0 for those that are not `counted`. The counted ones have their
/// places, as many objectives as the reference (at least one), no NaN, and are better than it in each.
pub(crate) fn exclusive_of_all(mut counted: Vec<(usize, &[f64])>, n: usize, reference: &[f64]) -> Vec<f64> {
    let mut result = vec![0.0; n];
    if let [x, y] = *reference
        && !counted.iter().any(|(_, point)| is_unbounded(point))
    {
        let plane = counted.iter().map(|&(index, point)| (point[0], point[1], index)).collect();
        plane_contributions(plane, [x, y]).into_iter().for_each(|(index, share)| result[index] = share);
        return result;
    }
    counted.sort_by(|a, b| last_order(a.1, b.1));
    let rows: Vec<&[f64]> = counted.iter().map(|&(_, point)| point).collect();
    for (i, &(index, _)) in counted.iter().enumerate() {
        result[index] = exclusive(&rows, i, reference);
    }
    result
}

/// What point `i` of `rows`, which ascend in the last objective, alone dominates.
pub(crate) fn exclusive(rows: &[&[f64]], i: usize, reference: &[f64]) -> f64 {
    let others = || rows.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, row)| *row);
    let is_covered = |row: &[f64]| row.iter().zip(rows[i]).all(|(a, b)| a <= b);
    match (others().any(is_covered), is_unbounded(rows[i])) {
        (true, _) => 0.0,
        (false, true) => f64::INFINITY,
        (false, false) => contribution(rows[i], others(), reference),
    }
}

fn is_unbounded(point: &[f64]) -> bool {
    point.contains(&f64::NEG_INFINITY)
}

/// Ascending in the last objective, ties by the ones before it.
pub(crate) fn last_order(a: &[f64], b: &[f64]) -> Ordering {
    lexicographic(a.iter().rev(), b.iter().rev())
}

/// The points that are strictly better than the reference, with their indices.
fn counted<'a, P: AsRef<[f64]>>(points: &'a [P], reference: &[f64]) -> Result<Vec<(usize, &'a [f64])>> {
    if reference.is_empty() || reference.iter().any(|value| !value.is_finite()) {
        return Err(Error::Internal(format!("hypervolume: reference {reference:?} is not a finite point")));
    }
    let mut counted = Vec::with_capacity(points.len());
    for (index, point) in points.iter().map(AsRef::as_ref).enumerate() {
        if point.len() != reference.len() {
            let (has, needs) = (point.len(), reference.len());
            return Err(Error::Internal(format!(
                "hypervolume: point {index} has {has} objectives, the reference {needs}"
            )));
        }
        if point.iter().zip(reference).all(|(value, limit)| value < limit) {
            counted.push((index, point));
        }
    }
    Ok(counted)
}
