//! Who is on the front, when figures are known with errors only: they are drawn anew again and again, and it is
//! counted how often each point is on the first front of what was drawn.

mod correlated;
mod independent;
mod posterior;

pub use correlated::{Uncertain, probability_non_dominated};
pub use independent::{Contender, front_shares};
pub use posterior::expected;

use crate::pareto::first_front::non_dominated;

/// For each of `points` uncertain points the share of `draws` in which it is on the first front of all that
/// are drawn. `draw` is asked for a value of every point in turn; one without a value, or with a NaN, is
/// not on the front and dominates no other.
fn first_front_shares(
    points: usize,
    draws: usize,
    mut draw: impl FnMut(usize) -> Option<Vec<f64>>,
) -> Vec<f64> {
    let mut counts = vec![0_u32; points];
    for _ in 0..draws {
        let mut sound = |i: usize| draw(i).filter(|point| !point.iter().any(|v| v.is_nan()));
        let drawn = (0..points).filter_map(|i| sound(i).map(|point| (i, point)));
        let (places, drawn): (Vec<usize>, Vec<Vec<f64>>) = drawn.unzip();
        for (i, is_first) in places.into_iter().zip(non_dominated(&drawn)) {
            counts[i] += u32::from(is_first);
        }
    }
    counts.into_iter().map(|count| f64::from(count) / draws.max(1) as f64).collect()
}

#[cfg(test)]
mod tests {
    use super::first_front_shares;

    #[test]
    fn shares_are_counts_over_the_draws() {
        // Point 0 is at 0, 1, 2, 3 in turn, point 1 always at 1; 2 has no value and 3 is not a number.
        let mut time = 0.0;
        let draw = |i: usize| match i {
            0 => {
                time += 1.0;
                Some(vec![time - 1.0])
            }
            1 => Some(vec![1.0]),
            2 => None,
            _ => Some(vec![f64::NAN]),
        };
        assert_eq!(first_front_shares(4, 4, draw), [0.5, 0.75, 0.0, 0.0]);
        assert_eq!(first_front_shares(1, 0, |_| None), [0.0]);
    }
}
