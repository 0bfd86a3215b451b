//! The order that decides by one objective after the other.

use std::cmp::Ordering;

/// Compares `a` with `b`, of equal length, by the first pair of values that differ: lexicographic order.
/// It is total: −0 equals 0, and a NaN has its place beyond the infinities. Reversed iterators
/// compare the last objective first.
pub fn lexicographic<'a>(
    a: impl IntoIterator<Item = &'a f64>,
    b: impl IntoIterator<Item = &'a f64>,
) -> Ordering {
    let pairs = a.into_iter().zip(b).map(|(x, y)| (x + 0.0).total_cmp(&(y + 0.0)));
    pairs.into_iter().find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_decides() {
        use Ordering::{Equal, Greater, Less};
        assert_eq!(lexicographic(&[1.0, 9.0], &[2.0, 0.0]), Less);
        assert_eq!(lexicographic(&[1.0, 9.0], &[1.0, 0.0]), Greater);
        assert_eq!(lexicographic(&[0.0, 1.0], &[-0.0, 1.0]), Equal);
        assert_eq!(lexicographic(&[f64::INFINITY], &[f64::NAN]), Less);
        assert_eq!(lexicographic([1.0, 9.0].iter().rev(), [2.0, 0.0].iter().rev()), Greater);
    }
}
