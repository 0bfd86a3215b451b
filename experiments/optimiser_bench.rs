//! How do our optimiser's parts compare with those of other programs? One measurement per
//! call; `scripts/compare_optimisers.py` makes the calls and the table.

use clap::{Parser, ValueEnum};
use paretune::error::Result;
use paretune::optim::crowding::crowding_distances;
use paretune::optim::hypervolume::hypervolume;
use paretune::optim::sorting::{fronts, non_dominated_ranks};
use paretune::optim::{Algorithm, Optimiser, Settings, Survival};
use paretune::problems::Problem;
use paretune::rng::{Purpose, Rng, stream};
use rand::RngExt;
use std::hint::black_box;
use std::ops::ControlFlow;

#[derive(Parser)]
enum Command {
    /// Print the front of one run as JSON, one row of objectives per point.
    Front {
        problem: String,
        #[arg(value_enum)]
        survival: Cut,
        seed: u64,
        #[arg(default_value_t = 250)]
        generations: u64,
        #[arg(long, value_enum, default_value_t = Method::Nsga2)]
        algorithm: Method,
    },
    /// Print N points of the true front of a problem, then its hypervolume reference.
    Truth { problem: String, points: usize },
    /// Sort N uniform random points with M objectives into fronts with crowding distances.
    Sort { points: usize, objectives: usize, calls: usize },
    /// Take the hypervolume of N points with M objectives on the unit sphere.
    Hypervolume { points: usize, objectives: usize, calls: usize },
}

#[derive(Clone, Copy, ValueEnum)]
enum Cut {
    Crowding,
    Pruned,
    Hypervolume,
}

#[derive(Clone, Copy, ValueEnum)]
enum Method {
    Nsga2,
    Random,
    Ga,
    Cmaes,
}

impl From<Method> for Algorithm {
    fn from(method: Method) -> Self {
        match method {
            Method::Nsga2 => Self::Nsga2,
            Method::Random => Self::Random,
            Method::Ga => Self::Ga,
            Method::Cmaes => Self::Cmaes,
        }
    }
}

fn main() -> Result<()> {
    match Command::parse() {
        Command::Front { problem, survival, seed, generations, algorithm } => {
            println!("{:?}", front(&problem, algorithm.into(), survival, seed, generations)?);
        }
        Command::Truth { problem, points } => {
            let problem = Problem::from_name(&problem)?;
            println!("{:?}\n{:?}", problem.true_front(points), problem.reference());
        }
        Command::Sort { points, objectives, calls } => {
            let points = uniform(points, objectives);
            (0..calls).for_each(|_| drop(black_box(sort_with_crowding(&points))));
        }
        Command::Hypervolume { points, objectives, calls } => {
            let (points, reference) = (sphere(points, objectives), vec![1.1; objectives]);
            (0..calls).for_each(|_| drop(black_box(hypervolume(&points, &reference))));
        }
    }
    Ok(())
}

fn front(
    problem: &str,
    algorithm: Algorithm,
    survival: Cut,
    seed: u64,
    generations: u64,
) -> Result<Vec<Vec<f64>>> {
    let problem = Problem::from_name(problem)?;
    let survival = match survival {
        Cut::Crowding => Survival::Crowding,
        Cut::Pruned => Survival::Pruned,
        Cut::Hypervolume => Survival::Hypervolume,
    };
    let settings = Settings { survival, ..Settings::default() };
    let rng = stream(seed, Purpose::Optimiser, 0);
    let mut optimiser = Optimiser::new(algorithm, settings, problem.space(), problem.n_obj, rng, vec![])?;
    optimiser.run(generations, |genome| problem.evaluate(genome), |_| ControlFlow::Continue(()))?;
    Ok(optimiser.front().into_iter().map(|individual| individual.objectives.clone()).collect())
}

fn sort_with_crowding(points: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let fronts = fronts(&non_dominated_ranks(points));
    let rows = |front: &Vec<usize>| front.iter().map(|&i| points[i].as_slice()).collect::<Vec<_>>();
    fronts.iter().map(|front| crowding_distances(&rows(front))).collect()
}

fn uniform(points: usize, objectives: usize) -> Vec<Vec<f64>> {
    let mut rng: Rng = stream(1, Purpose::Measure, 0);
    (0..points).map(|_| (0..objectives).map(|_| rng.random()).collect()).collect()
}

fn sphere(points: usize, objectives: usize) -> Vec<Vec<f64>> {
    let mut points = uniform(points, objectives);
    for point in &mut points {
        let length = point.iter().map(|value| value * value).sum::<f64>().sqrt();
        point.iter_mut().for_each(|value| *value /= length);
    }
    points
}
