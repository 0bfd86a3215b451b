//! Rules that choose one point of a front. Points are minimised and normalised to the box that the
//! front spans, so the ideal point is 0 and the nadir point 1 in every objective. Each rule gives one
//! value a point; the lowest is chosen.

use crate::pareto::first_front::non_dominated;
use libm::{fabs, pow};

/// Sums of normalised objectives that are closer than this are equal: a flat front does not bulge.
const ROUNDING: f64 = 1e-9;

/// The knee: the point farthest below the hyperplane through the unit points, where a front with
/// one corner an objective has its extremes; it has the smallest sum of objectives (Das, *Structural
/// Optimization* 18, 1999, §3).
///
/// A front whose non-dominated points bulge farther away from the ideal point than towards it is
/// concave, and a flat one does neither. There any trade-off loses more than it gains, and the farthest
/// point is an extreme or next to one. The choice is then the most balanced point, with
/// the smallest largest objective (Chebyshev distance to the ideal point; Zeleny 1973).
pub fn knee(points: &[Vec<f64>]) -> Vec<f64> {
    let sums: Vec<f64> = points.iter().map(|point| point.iter().sum()).collect();
    let is_first = non_dominated(points);
    let front = (0..points.len()).filter(|&i| is_first[i]).map(|i| sums[i]);
    let (least, most) =
        front.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), sum| (least.min(sum), most.max(sum)));
    let (towards, away) = (1.0 - least, most - 1.0);
    if towards > away + ROUNDING { sums } else { compromise(points, f64::INFINITY) }
}

/// The distance between the pseudo-weights of a point and `wanted`, both with sum 1 (Deb,
/// *Multi-Objective Optimization using Evolutionary Algorithms*, 2001, §10.2.1). A pseudo-weight is
/// the share of an objective in how far the point lies from the nadir point, which is 0 for an objective
/// that is the same for all points; the distance is the sum of absolute differences.
pub fn pseudo_weights(points: &[Vec<f64>], wanted: &[f64]) -> Vec<f64> {
    let total: f64 = wanted.iter().sum();
    let worst = |j: usize| points.iter().map(|point| point[j]).fold(0.0, f64::max);
    let nadir: Vec<f64> = (0..wanted.len()).map(worst).collect();
    let distance = |point: &Vec<f64>| {
        let gains = || point.iter().zip(&nadir).map(|(f, nadir)| nadir - f);
        let gained: f64 = gains().sum();
        if gained <= 0.0 {
            return f64::INFINITY;
        }
        let weights = gains().map(|gain| gain / gained);
        weights.zip(wanted).map(|(weight, wanted)| fabs(weight - wanted / total)).sum()
    };
    points.iter().map(distance).collect()
}

/// The L_p distance to the ideal point, p from 1 to infinity (compromise programming; Zeleny,
/// "Compromise programming", in *Multiple Criteria Decision Making*, 1973). Where the powers are too
/// small for a number the largest objective m is taken out of them: m·(Σ (fᵢ/m)ᵖ)^(1/p).
pub fn compromise(points: &[Vec<f64>], p: f64) -> Vec<f64> {
    let distance = |point: &Vec<f64>| {
        let largest = point.iter().copied().fold(0.0, f64::max);
        if p == f64::INFINITY {
            return largest;
        }
        let sum = |unit: f64| point.iter().map(|f| pow(f / unit, p)).sum::<f64>();
        let plain = sum(1.0);
        let is_lost = plain < f64::MIN_POSITIVE && largest > 0.0;
        if is_lost { largest * pow(sum(largest), 1.0 / p) } else { pow(plain, 1.0 / p) }
    };
    points.iter().map(distance).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(values: &[f64]) -> usize {
        (0..values.len()).min_by(|&a, &b| values[a].total_cmp(&values[b])).unwrap()
    }

    /// Eleven points of f₁ᵖ + f₂ᵖ = 1: convex below 1, concave above.
    fn front(p: f64) -> Vec<Vec<f64>> {
        (0..=10).map(|i| f64::from(i) / 10.0).map(|f| vec![f, pow(1.0 - pow(f, p), 1.0 / p)]).collect()
    }

    #[test]
    fn the_knee_of_a_convex_front_is_where_it_bulges() {
        // √f₁ + √f₂ = 1 bulges most at (¼, ¼); (0.2, 0.306) and (0.3, 0.205) are next to it.
        let values = knee(&front(0.5));
        assert_eq!(chosen(&values), 3);
        assert!((values[3] - 0.504_554_9).abs() < 1e-6, "{values:?}");
        // An L: two long arms and a corner at (0.1, 0.1).
        let corner = [vec![0.0, 1.0], vec![0.05, 0.5], vec![0.1, 0.1], vec![0.5, 0.05], vec![1.0, 0.0]];
        assert_eq!(chosen(&knee(&corner)), 2);
    }

    #[test]
    fn the_knee_of_a_concave_or_flat_front_is_its_middle() {
        // The circle: (0.7, 0.714) has the smallest largest objective.
        assert_eq!(chosen(&knee(&front(2.0))), 7);
        assert_eq!(chosen(&knee(&front(1.0))), 5);
        // A dent next to an extreme makes no knee.
        let dented = [vec![0.0, 1.0], vec![0.01, 0.98], vec![0.7, 0.71], vec![1.0, 0.0]];
        assert_eq!(chosen(&knee(&dented)), 2);
        // Nor does a dominated point make a front concave.
        let outlier = [vec![0.0, 1.0], vec![0.1, 0.3], vec![1.0, 1.0], vec![1.0, 0.0]];
        assert_eq!(chosen(&knee(&outlier)), 1);
        // An eighth of the sphere with its corners: the middle, not a corner.
        let third = 1.0 - libm::sqrt(1.0 / 3.0);
        let mut sphere = vec![vec![0.0, 1.0, 1.0], vec![1.0, 0.0, 1.0], vec![1.0, 1.0, 0.0]];
        sphere.push(vec![third; 3]);
        assert_eq!(chosen(&knee(&sphere)), 3);
        // One that is best in one objective and nearly so in the rest stays the choice.
        assert_eq!(chosen(&knee(&[vec![0.0, 0.1, 0.2], vec![0.9, 0.0, 1.0], vec![1.0, 1.0, 0.0]])), 0);
    }

    #[test]
    fn an_objective_that_is_the_same_for_all_gained_nothing() {
        // Without the third: gains (1, 0), (0.7, 0.7) and (0, 1), so weights (1, 0), (½, ½) and (0, 1).
        let points = [vec![0.0, 1.0, 0.0], vec![0.3, 0.3, 0.0], vec![1.0, 0.0, 0.0]];
        assert_eq!(pseudo_weights(&points, &[1.0, 1.0, 0.0]), [1.0, 0.0, 1.0]);
    }

    #[test]
    fn pseudo_weights_by_hand() {
        // Gains over the nadir (1, 0), (0.8, 0.5), (0, 1): weights (1, 0), (8/13, 5/13), (0, 1).
        let points = [vec![0.0, 1.0], vec![0.2, 0.5], vec![1.0, 0.0]];
        let distances = pseudo_weights(&points, &[3.0, 1.0]);
        let by_hand = [0.5, 2.0 * (0.75 - 8.0 / 13.0), 1.5];
        assert!(distances.iter().zip(by_hand).all(|(d, hand)| (d - hand).abs() < 1e-12), "{distances:?}");
        assert_eq!(chosen(&pseudo_weights(&points, &[9.0, 1.0])), 0);
    }

    #[test]
    fn compromises_by_hand() {
        let points = [vec![0.0, 1.0], vec![0.3, 0.4], vec![0.6, 0.0]];
        assert!((compromise(&points, 2.0)[1] - 0.5).abs() < 1e-15);
        assert_eq!(chosen(&compromise(&points, 1.0)), 2);
        assert_eq!(chosen(&compromise(&points, 2.0)), 1);
        assert_eq!(compromise(&points, f64::INFINITY), [1.0, 0.4, 0.6]);
    }

    #[test]
    fn high_powers_come_near_the_largest_objective_and_do_not_vanish() {
        let points = [vec![0.0, 1.0], vec![0.5, 0.5], vec![0.3, 0.4], vec![0.6, 0.0], vec![0.0, 0.0]];
        for p in [800.0, 2e3, 1e6, 1e300] {
            // Of two equal objectives 2^(1/p) times one of them, else the larger to all digits.
            let (found, by_hand) = (compromise(&points, p), [1.0, 0.5 * pow(2.0, 1.0 / p), 0.4, 0.6, 0.0]);
            let is_close = found.iter().zip(by_hand).all(|(d, hand)| (d - hand).abs() < 1e-12);
            assert!(is_close, "{p}: {found:?}");
            assert_eq!(chosen(&found[..4]), 2);
        }
        assert!(compromise(&[vec![f64::NAN, 0.5]], 2.0)[0].is_nan());
    }
}
