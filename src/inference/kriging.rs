//! What neighbours tell of an individual: noisy values smoothed over the space of genomes.
//!
//! Gaussian process regression with a known noise for each value (Rasmussen & Williams, *Gaussian
//! Processes for Machine Learning*, MIT Press 2006, §2.2 and §5.4.1), which the geostatisticians call
//! kriging. That evaluations of an evolving population may be averaged over neighbours, instead of
//! repeated, is due to Branke, Schmidt & Schmeck ("Efficient fitness estimation in noisy
//! environments", GECCO 2001).

use super::importance::standardised;
use super::ridge::dot;
use rayon::prelude::*;

/// Correlation lengths that are tried, in units of the typical distance between two individuals.
const LENGTHS: [f64; 5] = [0.25, 0.5, 1.0, 2.0, 4.0];

/// Variances of the truth that are tried, in units of the variance of the values.
const SIGNALS: [f64; 4] = [0.0625, 0.25, 1.0, 4.0];

/// The length within which noise is alike.
const NOISE_LENGTH: f64 = 0.5;

/// Added to the variances, as a share of the signal: otherwise equal genomes without noise would be singular.
const JITTER: f64 = 1e-9;

/// The most individuals that decide which length and signal are likeliest.
const DECIDING: usize = 128;

/// A value with what is known of its noise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Noisy {
    /// The mean of some games.
    pub value: f64,
    /// Its standard error ≥ 0 as those games tell it; 0 for an exact value.
    pub std_error: f64,
    /// How many games, above 0.
    pub games: f64,
}

/// Individuals with the distances between them.
#[derive(Debug)]
pub struct Neighbourhood {
    /// For each pair half the mean squared difference of standardised genes; a lower triangle.
    squared: Vec<Vec<f64>>,
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
        Self { squared: (0..rows.len()).into_par_iter().map(row).collect() }
    }

    /// What is to be expected of each individual by its own value and those of all others, one
    /// [`Noisy`] an individual. The correlation falls with the distance, normally, and its length
    /// and the variance of the truth are the likeliest of a few. Exact values stay as they are.
    pub fn smooth(&self, known: &[Noisy]) -> Vec<f64> {
        let variances = self.variances(known);
        let values: Vec<f64> = known.iter().map(|noisy| noisy.value).collect();
        let step = values.len().div_ceil(DECIDING).max(1);
        let deciding: Vec<usize> = (0..values.len()).step_by(step).collect();
        let of = |all: &[f64]| deciding.iter().map(|&i| all[i]).collect::<Vec<f64>>();
        let (some_values, some_variances) = (of(&values), of(&variances));
        let spread = variance(&values);
        let tried: Vec<(f64, f64)> =
            LENGTHS.into_iter().flat_map(|length| SIGNALS.map(|signal| (length, signal * spread))).collect();
        let likelihoods: Vec<f64> = tried
            .par_iter()
            .map(|model| {
                Fit::new(self.covariance(&deciding, *model), &some_values, &some_variances).likelihood
            })
            .collect();
        let best =
            (0..tried.len()).max_by(|&a, &b| likelihoods[a].total_cmp(&likelihoods[b]).then(b.cmp(&a)));
        let all: Vec<usize> = (0..values.len()).collect();
        let model = best.map_or((1.0, spread), |best| tried[best]);
        let fit = Fit::new(self.covariance(&all, model), &values, &variances);
        // y − N·(K + N)⁻¹·(y − mean): the value less the noise that is to be expected in it.
        let expected = |((y, v), weight): ((&f64, &f64), &f64)| if *v > 0.0 { y - v * weight } else { *y };
        values.iter().zip(&variances).zip(&fit.weights).map(expected).collect()
    }

    /// The variance of each value. That of a few games is correlated with their mean, so each takes
    /// the average of its neighbourhood, weighted by games.
    fn variances(&self, known: &[Noisy]) -> Vec<f64> {
        let of_a_game: Vec<f64> = known.iter().map(|n| n.std_error * n.std_error * n.games).collect();
        let weight = |squared: f64| libm::exp(-squared / (2.0 * NOISE_LENGTH * NOISE_LENGTH));
        let (mut sums, mut weights) = (of_a_game.clone(), vec![1.0; known.len()]);
        for (i, row) in self.squared.iter().enumerate() {
            for (j, squared) in
                row.iter().enumerate().filter(|(j, _)| of_a_game[i] > 0.0 && of_a_game[*j] > 0.0)
            {
                let weight = weight(*squared);
                sums[i] += weight * of_a_game[j];
                sums[j] += weight * of_a_game[i];
                weights[i] += weight;
                weights[j] += weight;
            }
        }
        (0..known.len()).map(|i| sums[i] / weights[i] / known[i].games).collect()
    }

    /// The upper triangle of the covariances of the truths of `some`: rows from the diagonal on.
    fn covariance(&self, some: &[usize], (length, signal): (f64, f64)) -> Vec<Vec<f64>> {
        let of = |squared: f64| signal * libm::exp(-squared / (2.0 * length * length));
        let row = |(place, &i): (usize, &usize)| {
            let others = some[place + 1..].iter().map(|&j| of(self.squared[i.max(j)][i.min(j)]));
            std::iter::once(signal * (1.0 + JITTER) + f64::MIN_POSITIVE).chain(others).collect()
        };
        some.par_iter().enumerate().map(|(place, i)| row((place, i))).collect()
    }
}

fn variance(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter().map(|y| (y - mean) * (y - mean)).sum::<f64>() / values.len() as f64
}

/// Values under one model.
struct Fit {
    /// The logarithm of their density, up to a constant.
    likelihood: f64,
    /// (K + N)⁻¹·(values − mean).
    weights: Vec<f64>,
}

impl Fit {
    fn new(mut covariance: Vec<Vec<f64>>, values: &[f64], variances: &[f64]) -> Self {
        covariance.iter_mut().zip(variances).for_each(|(row, v)| row[0] += v);
        factor(&mut covariance);
        let upper = covariance;
        let ones = forward(&upper, vec![1.0; values.len()]);
        // The mean by generalised least squares.
        let mean = dot(&ones, &forward(&upper, values.to_vec())) / dot(&ones, &ones);
        let off = forward(&upper, values.iter().map(|y| y - mean).collect());
        let determinant: f64 = upper.iter().map(|row| libm::log(row[0])).sum();
        let density = -0.5 * dot(&off, &off) - determinant;
        let likelihood = if density.is_nan() { f64::NEG_INFINITY } else { density };
        Self { likelihood, weights: backward(&upper, off) }
    }
}

/// Cholesky factorisation in place: `upper` becomes U with Uᵀ·U = `upper`; rows from the diagonal on.
/// A pivot that rounding leaves below its share of the diagonal is put there.
fn factor(upper: &mut [Vec<f64>]) {
    let least: Vec<f64> = upper.iter().map(|row| (row[0] * JITTER).max(f64::MIN_POSITIVE)).collect();
    for k in 0..upper.len() {
        let (head, rest) = upper.split_at_mut(k + 1);
        let row = &mut head[k];
        let pivot = row[0].max(least[k]).sqrt();
        row[0] = pivot;
        row[1..].iter_mut().for_each(|x| *x /= pivot);
        for (i, below) in rest.iter_mut().enumerate() {
            let by = row[i + 1];
            below.iter_mut().zip(&row[i + 1..]).for_each(|(x, y)| *x -= by * y);
        }
    }
}

/// Solves Uᵀ·x = b.
fn forward(upper: &[Vec<f64>], mut b: Vec<f64>) -> Vec<f64> {
    for (k, row) in upper.iter().enumerate() {
        b[k] /= row[0];
        let by = b[k];
        b[k + 1..].iter_mut().zip(&row[1..]).for_each(|(x, y)| *x -= by * y);
    }
    b
}

/// Solves U·x = b.
fn backward(upper: &[Vec<f64>], mut b: Vec<f64>) -> Vec<f64> {
    for (k, row) in upper.iter().enumerate().rev() {
        b[k] = (b[k] - dot(&row[1..], &b[k + 1..])) / row[0];
    }
    b
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noisy(value: f64, std_error: f64) -> Noisy {
        Noisy { value, std_error, games: 1.0 }
    }

    #[test]
    fn equations_are_solved() {
        // [[4, 2], [2, 5]] = Uᵀ·U with U = [[2, 1], [0, 2]]; times (1, 2) is (8, 12).
        let mut upper = vec![vec![4.0, 2.0], vec![5.0]];
        factor(&mut upper);
        assert_eq!(upper, [vec![2.0, 1.0], vec![2.0]]);
        assert_eq!(backward(&upper, forward(&upper, vec![8.0, 12.0])), [1.0, 2.0]);
    }

    #[test]
    fn equal_genomes_share_their_games() {
        // Two places far apart, 4 values each: the truth of a place is close to the mean of its values.
        let genomes: Vec<[f64; 1]> = (0..8).map(|i| [if i < 4 { 0.0 } else { 1.0 }]).collect();
        let genomes: Vec<&[f64]> = genomes.iter().map(|g| g.as_slice()).collect();
        let values = [9.0, 11.0, 10.0, 10.0, 110.0, 109.0, 111.0, 110.0];
        let known: Vec<Noisy> = values.iter().map(|y| noisy(*y, 5.0)).collect();
        let smoothed = Neighbourhood::new(&genomes).smooth(&known);
        for (i, value) in smoothed.iter().enumerate() {
            // Shrunk towards the common mean of 60 by no more than noise 25/4 in a signal of 2,500.
            let mean = if i < 4 { 10.0 } else { 110.0 };
            assert!((value - mean).abs() < 0.5, "{smoothed:?}");
        }
    }

    #[test]
    fn two_neighbours_are_those_worked_by_hand() {
        // Equal genomes, so one truth and no length; noise 1 each, values 0 and 2 about their mean 1. The
        // likeliest signal is the smallest, 1/16 of the variance 1, and K + N = [[1 + s, s], [s, 1 + s]]
        // maps (−1, 1) to itself: both come out at the mean.
        let smoothed = Neighbourhood::new(&[&[0.5], &[0.5]]).smooth(&[noisy(0.0, 1.0), noisy(2.0, 1.0)]);
        assert!(smoothed.iter().all(|value| (value - 1.0).abs() < 1e-9), "{smoothed:?}");
    }

    #[test]
    fn what_is_far_apart_and_well_known_stays() {
        // Four corners of a square, noise a thousandth of the spread.
        let genomes: [&[f64]; 4] = [&[0.0, 0.0], &[0.0, 1.0], &[1.0, 0.0], &[1.0, 1.0]];
        let known = [5.0, -3.0, 2.0, 8.0].map(|value| noisy(value, 0.005));
        let smoothed = Neighbourhood::new(&genomes).smooth(&known);
        assert!(known.iter().zip(&smoothed).all(|(n, value)| (n.value - value).abs() < 1e-3), "{smoothed:?}");
    }

    #[test]
    fn exact_values_stay() {
        let genomes: [&[f64]; 3] = [&[0.0], &[0.5], &[1.0]];
        let known = [noisy(1.0, 0.0), noisy(7.0, 0.0), noisy(2.0, 0.0)];
        assert_eq!(Neighbourhood::new(&genomes).smooth(&known), [1.0, 7.0, 2.0]);
    }
}
