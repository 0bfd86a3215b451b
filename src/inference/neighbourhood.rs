//! Individuals with the distances between their genomes, and what neighbours have in common: how much their games
//! scatter, and how they are distributed.

use super::importance::standardised;
use super::ridge::dot;
use crate::statistics::Shape;
use rayon::prelude::*;

/// The distance within which games are alike, in units of the typical distance between two individuals.
const ALIKE: f64 = 0.5;

/// Individuals with the distances between them.
#[derive(Debug)]
pub struct Neighbourhood {
    /// For each pair half the mean squared difference of standardised genes; a lower triangle.
    squared: Vec<Vec<f64>>,
    /// How much the games of each individual count for each: 1 for its own, less with the distance.
    alike: Vec<Vec<f64>>,
}

impl Neighbourhood {
    /// From `genomes` of equal length. Genes that do not vary do not count; labels do by their numbers.
    pub fn new(genomes: &[&[f64]]) -> Self {
        let rows = standardised(&genomes.iter().map(|genome| genome.to_vec()).collect::<Vec<_>>());
        let genes = rows.first().map_or(0, Vec::len);
        let varying = (0..genes).filter(|&j| rows.iter().any(|row| row[j] != 0.0)).count();
        let squared = |(a, b): (&Vec<f64>, &Vec<f64>)| {
            let sum: f64 = a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum();
            sum / (2.0 * varying.max(1) as f64)
        };
        let row = |i: usize| rows[..i].iter().map(|other| squared((&rows[i], other))).collect();
        let mut known =
            Self { squared: (0..rows.len()).into_par_iter().map(row).collect(), alike: Vec::new() };
        let weight = |(i, j)| libm::exp(-known.squared(i, j) / (2.0 * ALIKE * ALIKE));
        let weights = |i: usize| (0..rows.len()).map(|j| weight((i, j))).collect();
        known.alike = (0..rows.len()).into_par_iter().map(weights).collect();
        known
    }

    /// Number of individuals.
    pub fn len(&self) -> usize {
        self.squared.len()
    }

    /// True without individuals.
    pub fn is_empty(&self) -> bool {
        self.squared.is_empty()
    }

    /// The squared distance of two of them; 1 is typical.
    pub fn squared(&self, i: usize, j: usize) -> f64 {
        if i == j { 0.0 } else { self.squared[i.max(j)][i.min(j)] }
    }

    /// The variance of one game of each individual, from the games of its neighbours: few games of one's own would
    /// tell too little, and tell it in step with their mean. `games` are those of each individual, as values whose
    /// mean is of interest. `by_ratio` says that they scatter in proportion to their level, so that this is what
    /// neighbours have in common; levels are then above 0.
    pub fn variances(&self, games: &[Vec<f64>], by_ratio: bool) -> Vec<f64> {
        let means: Vec<f64> = games.iter().map(|own| mean(own)).collect();
        let counts: Vec<f64> = games.iter().map(|own| own.len() as f64).collect();
        let level = |weights: &Vec<f64>| {
            let sums = weights
                .iter()
                .zip(&counts)
                .zip(&means)
                .fold((0.0, 0.0), |(sum, total), ((w, n), m)| (sum + w * n * m, total + w * n));
            sums.0 / sums.1
        };
        let levels: Vec<f64> =
            if by_ratio { self.alike.par_iter().map(level).collect() } else { vec![1.0; means.len()] };
        let scatter = |((own, mean), level): ((&Vec<f64>, &f64), &f64)| {
            own.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (level * level)
        };
        let scatters: Vec<f64> = games.iter().zip(&means).zip(&levels).map(scatter).collect();
        let degrees: Vec<f64> = counts.iter().map(|n| n - 1.0).collect();
        // Everybody counts a little, so that luck in a small neighbourhood is not taken for certainty.
        let common = scatters.iter().sum::<f64>() / degrees.iter().sum::<f64>().max(1.0);
        let pooled = |(weights, level): (&Vec<f64>, &f64)| {
            level * level * (dot(weights, &scatters) + common) / (dot(weights, &degrees) + 1.0)
        };
        self.alike.par_iter().zip(&levels).map(pooled).collect()
    }

    /// How the games of each individual are distributed: those of its neighbours, with each individual's `level`
    /// moved to its own; by its ratio where `by_ratio` says that they scatter in proportion to it, else by its
    /// difference. `each` gets the individual's index and its shape.
    pub fn shapes<T: Send>(
        &self,
        games: &[&[f64]],
        levels: &[f64],
        by_ratio: bool,
        each: impl Fn(usize, Shape) -> T + Sync,
    ) -> Vec<T> {
        let level = |value: f64, level: f64| if by_ratio { value / level } else { value - level };
        let own =
            |(i, own): (usize, &&[f64])| own.iter().map(|x| (level(*x, levels[i]), i)).collect::<Vec<_>>();
        let mut sorted: Vec<(f64, usize)> = games.iter().enumerate().flat_map(own).collect();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        let shape = |i: usize| {
            let weights = &self.alike[i];
            let back = |value: f64| if by_ratio { value * levels[i] } else { value + levels[i] };
            each(i, Shape::new(sorted.iter().map(|&(value, owner)| (back(value), weights[owner]))))
        };
        (0..self.len()).into_par_iter().map(shape).collect()
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two places, far apart in the only gene.
    fn places() -> Neighbourhood {
        Neighbourhood::new(&[&[0.0], &[0.0], &[1.0], &[1.0]])
    }

    #[test]
    fn equal_genomes_share_their_scatter() {
        // Standardised, the places are 2 apart, so half the square is 2 and the weight exp(−2 / 0.5) = exp(−4).
        let games = [vec![1.0, 3.0], vec![2.0, 2.0], vec![10.0, 50.0], vec![30.0, 30.0]];
        let far = (-4.0_f64).exp();
        let common = (2.0 + 800.0) / 4.0;
        let near = |own: f64, other: f64| (own + far * other + common) / (2.0 + 2.0 * far + 1.0);
        let found = places().variances(&games, false);
        let expected = [near(2.0, 800.0), near(2.0, 800.0), near(800.0, 2.0), near(800.0, 2.0)];
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-9 * expected, "{found} {expected}");
        }
    }

    #[test]
    fn what_scatters_by_ratio_is_known_at_every_level() {
        // Both places scatter by the same share of their levels: by 2 and by 20,000 in variance.
        let games = [vec![1.0, 3.0], vec![1.0, 3.0], vec![100.0, 300.0], vec![100.0, 300.0]];
        let [by_ratio, by_size] = [true, false].map(|by_ratio| places().variances(&games, by_ratio));
        assert!(by_ratio[0] < 10.0 && (10_000.0..20_000.0).contains(&by_ratio[2]), "{by_ratio:?}");
        assert!(by_size[0] > 1000.0, "{by_size:?}");
    }

    #[test]
    fn shapes_are_moved_to_each_level() {
        let games: [&[f64]; 4] = [&[1.0, 3.0], &[1.0, 3.0], &[100.0, 300.0], &[100.0, 300.0]];
        let levels = [2.0, 2.0, 200.0, 200.0];
        let median = |_, shape: Shape| shape.anchor(0.5).unwrap().value;
        assert_eq!(places().shapes(&games, &levels, true, median), [1.0, 1.0, 100.0, 100.0]);
        // By difference the games of the other place would be 100 below and above.
        let ends = |_, shape: Shape| shape.moments().unwrap().0;
        let means = places().shapes(&games, &levels, false, ends);
        assert!(means.iter().zip(levels).all(|(mean, level)| (mean - level).abs() < 1e-9), "{means:?}");
    }
}
