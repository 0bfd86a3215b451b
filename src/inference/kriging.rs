//! What neighbours tell of an individual: noisy values smoothed over the space of genomes.
//!
//! Gaussian process regression with a known noise for each value (Rasmussen & Williams, *Gaussian
//! Processes for Machine Learning*, MIT Press 2006, §2.2 and §5.4.1), which the geostatisticians call
//! kriging. That evaluations of an evolving population may be averaged over neighbours, instead of
//! repeated, is due to Branke, Schmidt & Schmeck ("Efficient fitness estimation in noisy
//! environments", GECCO 2001).

use super::Neighbourhood;
use super::ridge::dot;
use rayon::prelude::*;

/// Correlation lengths that are tried, in units of the typical distance between two individuals.
const LENGTHS: [f64; 5] = [0.25, 0.5, 1.0, 2.0, 4.0];

/// Variances of the truth that are tried, in units of the variance of the values. The least is far below what noise
/// lets anything tell apart.
const SIGNALS: [f64; 7] = [1.0 / 1024.0, 1.0 / 256.0, 1.0 / 64.0, 1.0 / 16.0, 0.25, 1.0, 4.0];

/// Added to the variances, as a share of the signal: otherwise equal genomes without noise would be singular.
const JITTER: f64 = 1e-9;

/// The most individuals that decide which length and signal are likeliest.
const DECIDING: usize = 128;

/// A value that may be noisy.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Noisy {
    /// The value.
    pub value: f64,
    /// The variance of its noise; 0 for an exact value.
    pub variance: f64,
}

/// What is to be expected of a value without its noise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Smoothed {
    /// The expectation.
    pub value: f64,
    /// The standard deviation of what it may be.
    pub std_error: f64,
}

/// How the truth varies with the genome.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Model {
    /// The correlation length.
    length: f64,
    /// The variance.
    signal: f64,
}

/// The smoothed mean of the games of each individual of `neighbourhood`, at least one game each. `by_ratio` says that
/// they scatter in proportion to their level, see [`Neighbourhood::variances`].
pub fn levels(neighbourhood: &Neighbourhood, games: &[Vec<f64>], by_ratio: bool) -> Vec<f64> {
    let variances = neighbourhood.variances(games, by_ratio);
    let mean = |(own, variance): (&Vec<f64>, f64)| {
        let games = own.len() as f64;
        Noisy { value: own.iter().sum::<f64>() / games, variance: variance / games }
    };
    let known: Vec<Noisy> = games.iter().zip(variances).map(mean).collect();
    let kriging = Kriging::new(neighbourhood, &known);
    (0..known.len()).map(|i| kriging.value(i)).collect()
}

/// Values smoothed over a neighbourhood, one [`Noisy`] an individual. The correlation falls with the distance,
/// normally, and its length and the variance of the truth are the likeliest of a few. Exact values stay as they are.
pub struct Kriging<'k> {
    known: &'k [Noisy],
    /// Of the individuals from the last to the first: what the errors of the first ones cost is least then.
    fit: Fit,
}

impl<'k> Kriging<'k> {
    /// What `known`, one value an individual of `neighbourhood`, tells of each.
    pub fn new(neighbourhood: &Neighbourhood, known: &'k [Noisy]) -> Self {
        let order: Vec<usize> = (0..known.len()).rev().collect();
        let fit = Fit::new(neighbourhood, known, &order, likeliest(neighbourhood, known));
        Self { known, fit }
    }

    /// What is to be expected of individual `i` by its own value and those of all others.
    pub fn value(&self, i: usize) -> f64 {
        let Noisy { value, variance } = self.known[i];
        // With N the noise: y − N·(K + N)⁻¹·(y − mean).
        if variance > 0.0 { value - variance * self.fit.weights[self.place(i)] } else { value }
    }

    /// The same with its standard error.
    pub fn smoothed(&self, i: usize) -> Smoothed {
        let variance = self.known[i].variance;
        // N − N·(K + N)⁻¹·N.
        let left = variance - variance * variance * inverse_diagonal(&self.fit.upper, self.place(i));
        Smoothed { value: self.value(i), std_error: left.max(0.0).sqrt() }
    }

    fn place(&self, i: usize) -> usize {
        self.known.len() - 1 - i
    }
}

fn likeliest(neighbourhood: &Neighbourhood, known: &[Noisy]) -> Model {
    let step = known.len().div_ceil(DECIDING).max(1);
    let deciding: Vec<usize> = (0..known.len()).step_by(step).collect();
    let spread = spread(known);
    let models = LENGTHS
        .into_iter()
        .flat_map(|length| SIGNALS.into_iter().map(move |share| Model { length, signal: share * spread }));
    let models: Vec<Model> = models.collect();
    let likelihood = |model: &Model| Fit::new(neighbourhood, known, &deciding, *model).likelihood;
    let likelihoods: Vec<f64> = models.par_iter().map(likelihood).collect();
    let best = (0..models.len()).max_by(|&a, &b| likelihoods[a].total_cmp(&likelihoods[b]).then(b.cmp(&a)));
    best.map_or(Model { length: 1.0, signal: spread }, |best| models[best])
}

/// The variance of the values.
fn spread(known: &[Noisy]) -> f64 {
    let n = known.len() as f64;
    let mean = known.iter().map(|it| it.value).sum::<f64>() / n;
    known.iter().map(|it| (it.value - mean) * (it.value - mean)).sum::<f64>() / n
}

/// The upper triangle of the covariances of the truths of `some`: rows from the diagonal on.
fn covariance(neighbourhood: &Neighbourhood, some: &[usize], model: Model) -> Vec<Vec<f64>> {
    let Model { length, signal } = model;
    let of = |i: usize, j: usize| signal * libm::exp(-neighbourhood.squared(i, j) / (2.0 * length * length));
    let row = |(place, &i): (usize, &usize)| {
        let others = some[place + 1..].iter().map(|&j| of(i, j));
        std::iter::once(signal * (1.0 + JITTER) + f64::MIN_POSITIVE).chain(others).collect()
    };
    some.par_iter().enumerate().map(row).collect()
}

/// Values under one model.
struct Fit {
    /// The logarithm of their density, up to a constant.
    likelihood: f64,
    /// (K + N)⁻¹·(values − mean).
    weights: Vec<f64>,
    /// U with Uᵀ·U = K + N; rows from the diagonal on.
    upper: Vec<Vec<f64>>,
}

impl Fit {
    /// That of `some` of `known`, in this order.
    fn new(neighbourhood: &Neighbourhood, known: &[Noisy], some: &[usize], model: Model) -> Self {
        let mut upper = covariance(neighbourhood, some, model);
        upper.iter_mut().zip(some).for_each(|(row, &i)| row[0] += known[i].variance);
        factor(&mut upper);
        let values: Vec<f64> = some.iter().map(|&i| known[i].value).collect();
        let ones = forward(&upper, vec![1.0; values.len()]);
        // The mean by generalised least squares.
        let mean = dot(&ones, &forward(&upper, values.to_vec())) / dot(&ones, &ones);
        let off = forward(&upper, values.iter().map(|y| y - mean).collect());
        let determinant: f64 = upper.iter().map(|row| libm::log(row[0])).sum();
        let density = -0.5 * dot(&off, &off) - determinant;
        let likelihood = if density.is_nan() { f64::NEG_INFINITY } else { density };
        Self { likelihood, weights: backward(&upper, off), upper }
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

/// The diagonal element `i` of the inverse of Uᵀ·U.
fn inverse_diagonal(upper: &[Vec<f64>], i: usize) -> f64 {
    let mut unit = vec![0.0; upper.len() - i];
    unit[0] = 1.0;
    let column = forward(&upper[i..], unit);
    dot(&column, &column)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noisy(value: f64, std_error: f64) -> Noisy {
        Noisy { value, variance: std_error * std_error }
    }

    fn smoothed(genomes: &[&[f64]], known: &[Noisy]) -> Vec<Smoothed> {
        let neighbourhood = Neighbourhood::new(genomes);
        let kriging = Kriging::new(&neighbourhood, known);
        (0..known.len()).map(|i| kriging.smoothed(i)).collect()
    }

    #[test]
    fn equations_are_solved() {
        // [[4, 2], [2, 5]] = Uᵀ·U with U = [[2, 1], [0, 2]]; times (1, 2) is (8, 12). The inverse is
        // [[5, -2], [-2, 4]] / 16.
        let mut upper = vec![vec![4.0, 2.0], vec![5.0]];
        factor(&mut upper);
        assert_eq!(upper, [vec![2.0, 1.0], vec![2.0]]);
        assert_eq!(backward(&upper, forward(&upper, vec![8.0, 12.0])), [1.0, 2.0]);
        assert_eq!([inverse_diagonal(&upper, 0), inverse_diagonal(&upper, 1)], [0.3125, 0.25]);
    }

    #[test]
    fn equal_genomes_share_their_games() {
        // Two places far apart, 4 values each: the truth of a place is close to the mean of its values.
        let genomes: Vec<[f64; 1]> = (0..8).map(|i| [if i < 4 { 0.0 } else { 1.0 }]).collect();
        let genomes: Vec<&[f64]> = genomes.iter().map(|g| g.as_slice()).collect();
        let values = [9.0, 11.0, 10.0, 10.0, 110.0, 109.0, 111.0, 110.0];
        let known: Vec<Noisy> = values.iter().map(|y| noisy(*y, 5.0)).collect();
        for (i, it) in smoothed(&genomes, &known).iter().enumerate() {
            // Shrunk towards the common mean of 60 by no more than noise 25/4 in a signal of 2,500; the error is
            // that of four values.
            let mean = if i < 4 { 10.0 } else { 110.0 };
            assert!((it.value - mean).abs() < 0.5 && (it.std_error - 2.5).abs() < 0.1, "{it:?}");
        }
    }

    #[test]
    fn two_neighbours_are_those_worked_by_hand() {
        // Equal genomes, so one truth and no length; noise 1 each, values 0 and 2 about their mean 1. The
        // likeliest signal s is the smallest, 1/1024 of the variance 1, and K + N = [[1 + s, s], [s, 1 + s]]
        // maps (−1, 1) to itself: both come out at the mean, with a variance of s / (1 + 2·s).
        let both = smoothed(&[&[0.5], &[0.5]], &[noisy(0.0, 1.0), noisy(2.0, 1.0)]);
        let error = (1.0_f64 / 1026.0).sqrt();
        let is_so = |it: &Smoothed| (it.value - 1.0).abs() < 1e-9 && (it.std_error - error).abs() < 1e-6;
        assert!(both.iter().all(is_so), "{both:?}");
    }

    #[test]
    fn what_is_far_apart_and_well_known_stays() {
        // Four corners of a square, noise a thousandth of the spread.
        let genomes: [&[f64]; 4] = [&[0.0, 0.0], &[0.0, 1.0], &[1.0, 0.0], &[1.0, 1.0]];
        let known = [5.0, -3.0, 2.0, 8.0].map(|value| noisy(value, 0.005));
        let found = smoothed(&genomes, &known);
        let stays = |(n, it): (&Noisy, &Smoothed)| (n.value - it.value).abs() < 1e-3 && it.std_error < 0.0051;
        assert!(known.iter().zip(&found).all(stays), "{found:?}");
    }

    #[test]
    fn exact_values_stay() {
        let genomes: [&[f64]; 3] = [&[0.0], &[0.5], &[1.0]];
        let known = [noisy(1.0, 0.0), noisy(7.0, 0.0), noisy(2.0, 0.0)];
        let exact = [1.0, 7.0, 2.0].map(|value| Smoothed { value, std_error: 0.0 });
        assert_eq!(smoothed(&genomes, &known), exact);
    }
}
