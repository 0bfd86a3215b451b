//! A separable CMA-ES per objective (Ros & Hansen, "A simple modification in CMA-ES achieving
//! linear time and space complexity", 2008): the strongest single-objective search for smooth
//! functions whose variables do not interact much.
//!
//! The generation is split among the objectives; each share is sampled from a normal
//! distribution of its own, with independent genes, whose mean, step size and variances follow
//! what is good in that objective. Rates are those of Hansen, "The CMA evolution strategy: a
//! tutorial", 2016, table 1, the two for the variances (n + 2)/3 times as large (Ros & Hansen,
//! §3). Genes are scaled to [0, 1]. The first generation is a uniform sample; its best
//! individual in an objective is where that search starts, with a step of 0.3.
//!
//! Bounds, simplexes and everything else that the space asks for are kept by its own repair:
//! the repaired genome is evaluated, and learnt from as a solution that came from outside
//! (Hansen, "Injecting external solutions into CMA-ES", 2011): steps longer than a sample's
//! would be are shortened. The mean is then a mean of genomes, inside the bounds and on the
//! simplex.
//!
//! The population is the best of everything so far by the survival of NSGA-II; it does not
//! influence the search. Crossover and mutation play no part. A search whose steps have
//! become nothing starts again at a random place.

use crate::error::{Error, Result};
use crate::inference::normal;
use crate::optim::breeding::Offspring;
use crate::optim::ranking::violation_order;
use crate::optim::strategy::{Scene, Strategy, check_share, islands};
use crate::optim::{Gene, Individual, Space};
use crate::rng::Rng;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// The first step size, in ranges of the genes.
const STEP: f64 = 0.3;

/// The largest standard deviation of a gene, in its range.
const MAX_DEVIATION: f64 = 1.0;

/// A search whose largest standard deviation is below this starts again.
const MIN_DEVIATION: f64 = 1e-13;

/// Variances stay above this share of the largest.
const MIN_VARIANCE: f64 = 1e-20;

/// The least share that selection is possible in.
const MIN_SHARE: usize = 2;

/// One search per objective; none before the first generation is known.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CmaesStrategy {
    searches: Vec<Search>,
}

impl Strategy for CmaesStrategy {
    fn check_size(pop_size: usize, n_obj: usize) -> Result<()> {
        check_share("cmaes", MIN_SHARE, pop_size, n_obj)
    }

    fn check(&self, scene: &Scene<'_>) -> Result<()> {
        let expected = if scene.population.is_empty() { 0 } else { scene.n_obj };
        if self.searches.len() != expected {
            let text = format!("optimiser state: {} searches instead of {expected}", self.searches.len());
            return Err(Error::Input(text));
        }
        self.searches.iter().zip(0..).try_for_each(|(search, k)| search.check(k, scene.space.len()))
    }

    fn breed(&mut self, scene: &Scene<'_>, rng: &mut Rng) -> Vec<Vec<f64>> {
        let mut offspring = Offspring::new(0, scene.population);
        for (search, places) in self.searches.iter_mut().zip(islands(scene.settings.pop_size, scene.n_obj)) {
            if search.largest_deviation() < MIN_DEVIATION {
                *search = Search::at(&encoded(scene.space, &scene.space.sample(rng)));
            }
            offspring.grow(places.len());
            offspring.fill(|| search.sample(scene.space, rng));
            offspring.complete(scene.space, rng);
        }
        offspring.genomes
    }

    fn learn(&mut self, scene: &Scene<'_>, told: &[Individual]) {
        if self.searches.is_empty() {
            let best = |k| told.iter().min_by(|a, b| order(a, b, k));
            let starts = (0..scene.n_obj).filter_map(best).map(|best| encoded(scene.space, &best.genome));
            self.searches = starts.map(|start| Search::at(&start)).collect();
            return;
        }
        let shares = islands(scene.settings.pop_size, scene.n_obj);
        for ((search, places), k) in self.searches.iter_mut().zip(shares).zip(0..) {
            let mut share: Vec<&Individual> = told[places].iter().collect();
            share.sort_by(|a, b| order(a, b, k));
            let genomes: Vec<Vec<f64>> = share.iter().map(|i| encoded(scene.space, &i.genome)).collect();
            let free = scene.space.genes.iter().filter(|gene| gene.lower < gene.upper).count();
            search.learn(&genomes, free);
        }
    }
}

/// Best first in objective `k`: sound before failed, less violation, then the value.
fn order(a: &Individual, b: &Individual, k: usize) -> Ordering {
    let value = || a.objectives[k].total_cmp(&b.objectives[k]);
    violation_order(a, b).then_with(value).then(a.id.cmp(&b.id))
}

/// A genome with each gene scaled to [0, 1]; a fixed gene is 0.
fn encoded(space: &Space, genome: &[f64]) -> Vec<f64> {
    let scaled = |(gene, value): (&Gene, &f64)| {
        if gene.lower < gene.upper { (value - gene.lower) / (gene.upper - gene.lower) } else { 0.0 }
    };
    space.genes.iter().zip(genome).map(scaled).collect()
}

/// The search in one objective, in scaled genes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Search {
    mean: Vec<f64>,
    step: f64,
    variances: Vec<f64>,
    /// The evolution path of the step size.
    step_path: Vec<f64>,
    /// The evolution path of the variances.
    path: Vec<f64>,
    /// Generations that it learnt from.
    age: u64,
}

impl Search {
    fn at(mean: &[f64]) -> Self {
        let zeros = vec![0.0; mean.len()];
        Self {
            mean: mean.to_vec(),
            step: STEP,
            variances: vec![1.0; mean.len()],
            step_path: zeros.clone(),
            path: zeros,
            age: 0,
        }
    }

    fn check(&self, k: usize, n_var: usize) -> Result<()> {
        let lists = [&self.mean, &self.variances, &self.step_path, &self.path];
        let is_whole = lists.iter().all(|list| list.len() == n_var && list.iter().all(|v| v.is_finite()));
        let is_positive = self.variances.iter().chain([&self.step]).all(|&v| v > 0.0 && v.is_finite());
        if is_whole && is_positive {
            return Ok(());
        }
        Err(Error::Input(format!(
            "optimiser state: search {k} is not one of {n_var} genes with finite values"
        )))
    }

    fn largest_deviation(&self) -> f64 {
        self.step * self.variances.iter().copied().fold(0.0, f64::max).sqrt()
    }

    /// A genome drawn from the distribution and repaired.
    fn sample(&self, space: &Space, rng: &mut Rng) -> Vec<f64> {
        let mut genome = Vec::with_capacity(self.mean.len());
        for ((gene, mean), variance) in space.genes.iter().zip(&self.mean).zip(&self.variances) {
            let scaled = mean + self.step * variance.sqrt() * normal::draw(rng);
            genome.push(gene.lower + scaled * (gene.upper - gene.lower));
        }
        space.repair(&mut genome);
        genome
    }

    /// Follows `genomes`, the best first, of which `free` genes vary.
    fn learn(&mut self, genomes: &[Vec<f64>], free: usize) {
        let rates = Rates::new(genomes.len(), free.max(1) as f64);
        let steps: Vec<Vec<f64>> =
            genomes[..rates.weights.len()].iter().map(|genome| self.step_to(genome, &rates)).collect();
        let mean_step = |j: usize| rates.weights.iter().zip(&steps).map(|(w, y)| w * y[j]).sum::<f64>();
        let moved: Vec<f64> = (0..self.mean.len()).map(mean_step).collect();
        self.age += 1;
        let length = self.follow_step_path(&moved, &rates);
        let settled = 1.0 - libm::pow(1.0 - rates.step_path, 2.0 * self.age as f64);
        let is_stalled = length / settled.sqrt() >= (1.4 + 2.0 / (rates.n + 1.0)) * rates.expected;
        self.follow_path(&moved, &steps, is_stalled, &rates);
        for (mean, moved) in self.mean.iter_mut().zip(&moved) {
            *mean += self.step * moved;
        }
        self.step *= libm::exp((rates.step_path / rates.damping * (length / rates.expected - 1.0)).min(1.0));
        self.keep_within_reason();
    }

    /// The step from the mean to `genome` in units of the step size, shortened if it is longer
    /// than a sample's.
    fn step_to(&self, genome: &[f64], rates: &Rates) -> Vec<f64> {
        let mut step: Vec<f64> = genome.iter().zip(&self.mean).map(|(x, m)| (x - m) / self.step).collect();
        let squares = step.iter().zip(&self.variances).map(|(y, variance)| y * y / variance);
        let length = squares.sum::<f64>().sqrt();
        if length > rates.longest {
            step.iter_mut().for_each(|y| *y *= rates.longest / length);
        }
        step
    }

    /// Updates the path of the step size and returns its length.
    fn follow_step_path(&mut self, moved: &[f64], rates: &Rates) -> f64 {
        let gain = (rates.step_path * (2.0 - rates.step_path) * rates.selected).sqrt();
        for ((path, moved), variance) in self.step_path.iter_mut().zip(moved).zip(&self.variances) {
            *path = (1.0 - rates.step_path) * *path + gain * moved / variance.sqrt();
        }
        self.step_path.iter().map(|p| p * p).sum::<f64>().sqrt()
    }

    /// Updates the other path and the variances. While the step size grows fast, the path
    /// stands still.
    fn follow_path(&mut self, moved: &[f64], steps: &[Vec<f64>], is_stalled: bool, rates: &Rates) {
        let gain = if is_stalled { 0.0 } else { (rates.path * (2.0 - rates.path) * rates.selected).sqrt() };
        let lost = if is_stalled { rates.one * rates.path * (2.0 - rates.path) } else { 0.0 };
        for j in 0..self.path.len() {
            self.path[j] = (1.0 - rates.path) * self.path[j] + gain * moved[j];
            let seen: f64 = rates.weights.iter().zip(steps).map(|(w, y)| w * y[j] * y[j]).sum();
            let kept = 1.0 - rates.one - rates.mu + lost;
            let learnt = rates.one * self.path[j] * self.path[j] + rates.mu * seen;
            self.variances[j] = kept * self.variances[j] + learnt;
        }
    }

    /// Keeps the variances apart from 0 and the deviations within the ranges of the genes.
    fn keep_within_reason(&mut self) {
        let largest = self.variances.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        for variance in &mut self.variances {
            *variance = (*variance / largest).max(MIN_VARIANCE);
        }
        let scale = largest.sqrt();
        self.path.iter_mut().for_each(|p| *p /= scale);
        self.step = (self.step * scale).clamp(f64::MIN_POSITIVE, MAX_DEVIATION);
    }
}

/// What follows from the number of samples and of genes.
struct Rates {
    n: f64,
    weights: Vec<f64>,
    /// How many equally weighted parents the weights amount to.
    selected: f64,
    step_path: f64,
    damping: f64,
    path: f64,
    one: f64,
    mu: f64,
    /// The expected length of a normal vector.
    expected: f64,
    longest: f64,
}

impl Rates {
    fn new(samples: usize, n: f64) -> Self {
        let parents = (samples / 2).max(1);
        let middle = libm::log((samples as f64 + 1.0) / 2.0);
        let raw: Vec<f64> = (1..=parents).map(|i| middle - libm::log(i as f64)).collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|w| w / sum).collect();
        let selected = 1.0 / weights.iter().map(|w| w * w).sum::<f64>();
        let step_path = (selected + 2.0) / (n + selected + 5.0);
        let excess = (((selected - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0);
        let faster = (n + 2.0) / 3.0;
        let one = (faster * 2.0 / ((n + 1.3) * (n + 1.3) + selected)).min(1.0);
        let mu = faster * 2.0 * (selected - 2.0 + 1.0 / selected) / ((n + 2.0) * (n + 2.0) + selected);
        Self {
            n,
            weights,
            selected,
            step_path,
            damping: 1.0 + 2.0 * excess + step_path,
            path: (4.0 + selected / n) / (n + 4.0 + 2.0 * selected / n),
            one,
            mu: mu.min(1.0 - one),
            expected: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
            longest: n.sqrt() + 2.0 * n / (n + 2.0),
        }
    }
}
