//! Indicators of the quality of a front besides [`hypervolume`](super::hypervolume).

/// Inverted generational distance (Coello Coello & Reyes Sierra, "A study of the
/// parallelization of a coevolutionary multi-objective evolutionary algorithm", 2004): the
/// mean Euclidean distance from the points of `reference`, a sample of the true front, to
/// their nearest point of `front`. Smaller is better; infinite if `front` is empty, NaN if
/// `reference` is.
pub fn igd<P: AsRef<[f64]>, R: AsRef<[f64]>>(front: &[P], reference: &[R]) -> f64 {
    let nearest = |target: &[f64]| {
        let squares = front.iter().map(|point| squared_distance(point.as_ref(), target));
        squares.fold(f64::INFINITY, f64::min).sqrt()
    };
    reference.iter().map(|target| nearest(target.as_ref())).sum::<f64>() / reference.len() as f64
}

fn squared_distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn igd_is_the_mean_of_the_nearest_distances() {
        let front = [[0.0, 0.0], [3.0, 0.0]];
        assert_eq!(igd(&front, &[[0.0, 1.0], [3.0, 3.0], [3.0, 0.0]]), (1.0 + 3.0) / 3.0);
        assert_eq!(igd::<Vec<f64>, _>(&[], &[[0.0, 1.0]]), f64::INFINITY);
    }
}
