//! Which genes matter for an objective, told by how well a regression predicts candidates that it
//! was not fitted to.

use super::ridge::{Ridge, dot};
use crate::rng::Rng;
use rand::RngExt;
use serde::{Deserialize, Serialize};

/// Parts that are left out in turn.
const FOLDS: usize = 5;

/// Times that a gene is shuffled within each part.
const SHUFFLES: usize = 20;

/// Times that the outcomes are shuffled to learn what chance explains.
const NULL_SHUFFLES: u32 = 199;

/// Below this p-value the regression explains something.
const SIGNIFICANT: f64 = 0.05;

/// The fewest candidates that a regression makes sense for.
pub const LEAST_ROWS: usize = 15;

/// The most genes that a regression is made for.
pub const MOST_GENES: usize = 100;

/// What the genes explain of one objective.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Importance {
    /// Share of the variance of left-out candidates that the regression predicts (R²); at most 1,
    /// below 0 where it predicts worse than the mean.
    pub explained: f64,
    /// Probability that shuffled outcomes are predicted as well: from 1/200 to 1.
    pub p_value: f64,
    /// For each gene by how much `explained` falls when its values are shuffled among the left-out
    /// candidates; about 0 for one that does not matter.
    pub genes: Vec<f64>,
}

impl Importance {
    /// Whether more is explained than chance would, at 5%.
    pub fn is_significant(&self) -> bool {
        self.explained > 0.0 && self.p_value <= SIGNIFICANT
    }
}

/// Permutation importance (Breiman, "Random forests", *Machine Learning* 45, 2001, §10; for any model
/// Fisher, Rudin & Dominici, *JMLR* 20, 2019) of each gene of `genomes` for `outcomes`, in a ridge regression
/// on the genes and their squares, on left-out fifths of the candidates. Chance is told by
/// the same regression of shuffled outcomes (Phipson & Smyth, *SAGMB* 9, 2010, for the p-value).
///
/// `None` for fewer than [`LEAST_ROWS`] candidates, more than [`MOST_GENES`] genes, or outcomes that are
/// constant or not finite. What matters within the finalists may differ from what matters
/// in the whole space; and of genes that go together each takes a part.
pub fn importance(genomes: &[&[f64]], outcomes: &[f64], rng: &mut Rng) -> Option<Importance> {
    let genes = genomes.first().map_or(0, |genome| genome.len());
    let varied = outcomes.iter().any(|y| *y != outcomes[0]) && outcomes.iter().all(|y| y.is_finite());
    if genomes.len() < LEAST_ROWS || genes == 0 || genes > MOST_GENES || !varied {
        return None;
    }
    let rows = columns(genomes);
    let order = shuffled(&(0..rows.len()).collect::<Vec<_>>(), rng);
    let folds: Vec<Fold> = (0..FOLDS).map(|fold| Fold::new(&rows, &order, fold)).collect();
    let explained = explained(&rows, outcomes, &folds);
    let mut as_good = 1;
    for _ in 0..NULL_SHUFFLES {
        as_good += u32::from(self::explained(&rows, &shuffled(outcomes, rng), &folds) >= explained);
    }
    let importances = (0..genes).map(|gene| lost(&rows, outcomes, &folds, (gene, genes), rng)).collect();
    let p_value = f64::from(as_good) / f64::from(NULL_SHUFFLES + 1);
    Some(Importance { explained, p_value, genes: importances })
}

/// One part that is left out, and the regression on the rest.
struct Fold {
    kept: Vec<usize>,
    left_out: Vec<usize>,
    ridge: Ridge,
}

impl Fold {
    fn new(rows: &[Vec<f64>], order: &[usize], fold: usize) -> Self {
        let part = |wanted: bool| {
            let members = order.iter().enumerate().filter(|(i, _)| (i % FOLDS == fold) == wanted);
            members.map(|(_, &row)| row).collect::<Vec<_>>()
        };
        let (kept, left_out) = (part(false), part(true));
        let ridge = Ridge::new(kept.iter().map(|&row| rows[row].clone()).collect());
        Self { kept, left_out, ridge }
    }

    fn fit(&self, outcomes: &[f64]) -> (Vec<f64>, f64) {
        self.ridge.fit(&self.kept.iter().map(|&row| outcomes[row]).collect::<Vec<_>>())
    }
}

/// Genes and their squares, each with mean 0 and variance 1, or 0 throughout where it is constant.
fn columns(genomes: &[&[f64]]) -> Vec<Vec<f64>> {
    let linear = standardised(&genomes.iter().map(|genome| genome.to_vec()).collect::<Vec<_>>());
    let squares: Vec<Vec<f64>> = linear.iter().map(|row| row.iter().map(|x| x * x).collect()).collect();
    linear.into_iter().zip(standardised(&squares)).map(|(a, b)| [a, b].concat()).collect()
}

pub(super) fn standardised(rows: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = rows.len() as f64;
    let scale = |j: usize| {
        let mean = rows.iter().map(|row| row[j]).sum::<f64>() / n;
        let variance = rows.iter().map(|row| (row[j] - mean) * (row[j] - mean)).sum::<f64>() / n;
        // A constant column has rounding errors for a variance.
        let is_constant = variance <= 1e-24 * mean * mean;
        (mean, if is_constant { 0.0 } else { 1.0 / variance.sqrt() })
    };
    let scales: Vec<(f64, f64)> = (0..rows[0].len()).map(scale).collect();
    rows.iter().map(|row| row.iter().zip(&scales).map(|(x, (mean, by))| (x - mean) * by).collect()).collect()
}

/// R² over the left-out candidates.
fn explained(rows: &[Vec<f64>], outcomes: &[f64], folds: &[Fold]) -> f64 {
    let (mut error, mut total) = (0.0, 0.0);
    for fold in folds {
        let (coefficients, mean) = fold.fit(outcomes);
        for &row in &fold.left_out {
            let off = outcomes[row] - mean;
            let left = off - dot(&rows[row], &coefficients);
            error += left * left;
            total += off * off;
        }
    }
    1.0 - error / total
}

/// By how much R² falls when gene `gene` of `genes` is shuffled among the left-out candidates.
fn lost(
    rows: &[Vec<f64>],
    outcomes: &[f64],
    folds: &[Fold],
    (gene, genes): (usize, usize),
    rng: &mut Rng,
) -> f64 {
    let (mut more, mut total) = (0.0, 0.0);
    for fold in folds {
        let (coefficients, mean) = fold.fit(outcomes);
        let part = |row: usize| {
            rows[row][gene] * coefficients[gene] + rows[row][genes + gene] * coefficients[genes + gene]
        };
        for _ in 0..SHUFFLES {
            for (&row, other) in fold.left_out.iter().zip(shuffled(&fold.left_out, rng)) {
                let off = outcomes[row] - mean;
                let left = off - dot(&rows[row], &coefficients);
                let worse = left + part(row) - part(other);
                more += worse * worse - left * left;
                total += off * off;
            }
        }
    }
    more / total
}

/// A copy in random order (Durstenfeld, *CACM* 7, 1964).
fn shuffled<T: Clone>(items: &[T], rng: &mut Rng) -> Vec<T> {
    let mut items = items.to_vec();
    for i in (1..items.len()).rev() {
        items.swap(i, rng.random_range(0..=i));
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inference::normal;
    use crate::rng::{Purpose, stream};

    fn genomes(rng: &mut Rng) -> Vec<Vec<f64>> {
        (0..200).map(|_| (0..4).map(|_| rng.random::<f64>()).collect()).collect()
    }

    fn of(outcome: impl Fn(&[f64], f64) -> f64) -> Importance {
        let mut rng = stream(3, Purpose::Measure, 0);
        let genomes = genomes(&mut rng);
        let noise = || normal::draw_quantile(&mut rng);
        let noises: Vec<f64> = std::iter::repeat_with(noise).take(genomes.len()).collect();
        let outcomes: Vec<f64> = genomes.iter().zip(noises).map(|(g, noise)| outcome(g, noise)).collect();
        let rows: Vec<&[f64]> = genomes.iter().map(Vec::as_slice).collect();
        importance(&rows, &outcomes, &mut stream(3, Purpose::Inference, 1)).unwrap()
    }

    #[test]
    fn genes_that_matter_are_told_from_those_that_do_not() {
        // Variances: 4·x: 16/12; a parabola about ½: 64/180; noise 0.25.
        let found = of(|g, noise| 4.0 * g[1] + 8.0 * (g[2] - 0.5) * (g[2] - 0.5) + 0.5 * noise);
        let (signal, all) = (16.0 / 12.0 + 64.0 / 180.0, 16.0 / 12.0 + 64.0 / 180.0 + 0.25);
        assert!((found.explained - signal / all).abs() < 0.06, "{found:?}");
        assert!(found.is_significant() && found.p_value <= 0.01);
        // Shuffling a gene costs twice its variance.
        assert!((found.genes[1] - 2.0 * (16.0 / 12.0) / all).abs() < 0.25, "{found:?}");
        assert!((found.genes[2] - 2.0 * (64.0 / 180.0) / all).abs() < 0.15, "{found:?}");
        assert!(found.genes[0].abs() < 0.03 && found.genes[3].abs() < 0.03, "{found:?}");
    }

    #[test]
    fn noise_explains_nothing() {
        let found = of(|_, noise| noise);
        assert!(!found.is_significant(), "{found:?}");
    }

    #[test]
    fn too_little_gives_nothing() {
        let mut rng = stream(1, Purpose::Inference, 0);
        let rows: Vec<Vec<f64>> = genomes(&mut rng);
        let rows: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
        assert_eq!(importance(&rows, &[1.0; 200], &mut rng), None);
        assert_eq!(
            importance(&rows[..10], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 0.0], &mut rng),
            None
        );
    }
}
