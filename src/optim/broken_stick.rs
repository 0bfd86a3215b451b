//! Weights that sum to 1, as shares of a stick that is broken piece by piece: each share is what a weight takes of
//! what the ones before it left. Shares are independent of each other where weights are uniform on the simplex
//! (Connor & Mosimann, *JASA* 64, 1969), so shares of two genomes may be mixed, and the sum stays 1. Weights that are
//! mixed one by one have to be scaled back to it, which draws a population to the middle.

/// The shares of `weights`, which sum to 1, if they are broken off in this `order`; the last one gets what is left.
pub(super) fn shares(weights: &[f64], order: &[usize]) -> Vec<f64> {
    let broken_off = order.len().saturating_sub(1);
    let mut left: f64 = 1.0;
    let share = |&place: &usize| {
        let share = if left > 0.0 { (weights[place] / left).clamp(0.0, 1.0) } else { 0.0 };
        left -= weights[place];
        share
    };
    order[..broken_off].iter().map(share).collect()
}

/// Puts the weights with these `shares` in this `order` into `weights`.
pub(super) fn break_off(shares: &[f64], order: &[usize], weights: &mut [f64]) {
    let mut left = 1.0;
    for (&place, share) in order.iter().zip(shares.iter().chain([&1.0])) {
        weights[place] = left * share;
        left *= 1.0 - share;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_by_hand_and_back() {
        let weights = [0.25, 0.5, 0.25];
        // Half of all, then half of what is left.
        assert_eq!(shares(&weights, &[1, 0, 2]), [0.5, 0.5]);
        assert_eq!(shares(&[0.0, 1.0, 0.0], &[1, 0, 2]), [1.0, 0.0]);
        let mut back = [0.0; 3];
        break_off(&[0.5, 0.5], &[1, 0, 2], &mut back);
        assert_eq!(back, weights);
        let mut one = [0.0];
        break_off(&shares(&[1.0], &[0]), &[0], &mut one);
        assert_eq!(one, [1.0]);
    }
}
