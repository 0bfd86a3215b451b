//! How the errors of a candidate's estimates are correlated.

use crate::statistics::Statistic;

/// One estimated objective: the games it rests on, told by a number, its statistic and its values.
pub struct SampleOf {
    /// Objectives of the same games have the same number.
    pub games: usize,
    /// What is estimated.
    pub statistic: Statistic,
    /// One value a game.
    pub sample: Vec<f64>,
}

/// The correlations of the errors of the estimates from `sources`: those of their influence
/// functions over the games (Hampel, *JASA* 69, 1974, §2), which is what estimates are sums of in large
/// samples; 0 between different games or where a source does not vary.
pub fn correlations(sources: &[SampleOf]) -> Vec<Vec<f64>> {
    let influences: Vec<Vec<f64>> = sources.iter().map(|it| it.statistic.influence(&it.sample)).collect();
    let entry = |i: usize, j: usize| match i == j {
        true => 1.0,
        false if sources[i].games != sources[j].games => 0.0,
        false => correlation(&influences[i], &influences[j]),
    };
    let indices = 0..sources.len();
    indices.clone().map(|i| indices.clone().map(|j| entry(i, j)).collect()).collect()
}

/// Pearson's correlation, 0 where it is not defined.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let mean = |x: &[f64]| x.iter().sum::<f64>() / x.len() as f64;
    let (centre_a, centre_b) = (mean(a), mean(b));
    let sum = |of: fn(f64, f64) -> f64| -> f64 {
        a.iter().zip(b).map(|(x, y)| of(x - centre_a, y - centre_b)).sum()
    };
    let spread = (sum(|x, _| x * x) * sum(|_, y| y * y)).sqrt();
    let value = sum(|x, y| x * y) / spread;
    if value.is_finite() { value.clamp(-1.0, 1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{Mean, Quantile, Share};

    #[test]
    fn correlations_by_hand() {
        let source = |games, statistic: Statistic, sample: &[f64]| SampleOf {
            games,
            statistic,
            sample: sample.to_vec(),
        };
        let scores = [1.0, 2.0, 3.0, 4.0];
        let sources = [
            source(0, Mean.into(), &scores),
            source(0, Share { at: 3.0 }.into(), &scores),
            source(1, Mean.into(), &scores),
            source(0, Mean.into(), &[5.0; 4]),
            source(0, Quantile { percent: 50 }.into(), &scores),
        ];
        let found = correlations(&sources);
        // (−1.5, −.5, .5, 1.5)·(−½, −½, ½, ½) = 2, over √(5·1).
        assert!((found[0][1] - 2.0 / 5.0_f64.sqrt()).abs() < 1e-12, "{found:?}");
        assert_eq!((found[0][2], found[0][3], found[3][3]), (0.0, 0.0, 1.0));
        assert!((found[1][4] - 1.0).abs() < 1e-12);
    }
}
