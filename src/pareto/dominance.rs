//! Pareto dominance.

use std::cmp::Ordering;

/// Whether `a` Pareto-dominates `b`: no worse in any objective and better in one, both
/// minimised and of equal length. A vector with a NaN neither dominates nor is dominated.
pub fn dominates(a: &[f64], b: &[f64]) -> bool {
    let mut better = false;
    for (x, y) in a.iter().zip(b) {
        match x.partial_cmp(y) {
            Some(Ordering::Less) => better = true,
            Some(Ordering::Equal) => {}
            Some(Ordering::Greater) | None => return false,
        }
    }
    better
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dominance_needs_one_better_and_none_worse() {
        assert!(dominates(&[0.0, 1.0], &[0.0, 2.0]));
        assert!(!dominates(&[0.0, 1.0], &[0.0, 1.0]));
        assert!(!dominates(&[0.0, 1.0], &[1.0, 0.0]));
        assert!(dominates(&[f64::NEG_INFINITY, 1.0], &[0.0, 1.0]));
        assert!(!dominates(&[0.0, f64::NAN], &[1.0, 1.0]));
    }
}
