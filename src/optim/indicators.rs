//! Indicators of how close a front is to a known one.

/// Inverted generational distance (Coello Coello & Reyes Sierra 2004): the mean Euclidean
/// distance from each point of the reference front to the nearest point of `front`; infinite for
/// an empty front.
pub fn igd<P: AsRef<[f64]>, R: AsRef<[f64]>>(front: &[P], reference: &[R]) -> f64 {
    let squared = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum::<f64>();
    let nearest = |r: &R| front.iter().map(|p| squared(p.as_ref(), r.as_ref())).fold(f64::INFINITY, f64::min);
    reference.iter().map(|r| nearest(r).sqrt()).sum::<f64>() / reference.len() as f64
}

#[cfg(test)]
mod tests {
    #[test]
    fn hand_worked() {
        assert_eq!(super::igd(&[[0.0, 0.0]], &[[3.0, 4.0], [0.0, 0.0]]), 2.5);
    }
}
