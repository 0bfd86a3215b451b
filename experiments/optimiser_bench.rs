//! How do our optimiser's parts compare with those of other programs? One measurement per
//! call; `scripts/compare_optimisers.py` makes the calls and the table.

use clap::{Parser, ValueEnum};
use paretune::benchmarks::Benchmark;
use paretune::error::Result;
use paretune::optim::crowding::crowding_distances;
use paretune::optim::{Algorithm, Optimiser, Settings, Survival};
use paretune::pareto::hypervolume::hypervolume;
use paretune::pareto::indicators::igd;
use paretune::pareto::sorting::{fronts, non_dominated_ranks};
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
        #[arg(long, default_value = "nsga2", value_parser = algorithm)]
        algorithm: Algorithm,
    },
    /// Print a table of median IGD and hypervolume over the seeds 1 to N, for every algorithm and
    /// survival on each problem.
    Table {
        problems: Vec<String>,
        #[arg(long, default_value_t = 11)]
        seeds: u64,
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

fn algorithm(name: &str) -> std::result::Result<Algorithm, String> {
    let names = || Algorithm::ALL.map(Algorithm::name).join(", ");
    let found = Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == name);
    found.ok_or_else(|| format!("allowed is {}", names()))
}

fn main() -> Result<()> {
    match Command::parse() {
        Command::Front { problem, survival, seed, generations, algorithm } => {
            println!("{:?}", front(&problem, algorithm, survival, seed, generations)?);
        }
        Command::Table { problems, seeds } => table(&problems, seeds)?,
        Command::Truth { problem, points } => {
            let problem = Benchmark::from_name(&problem)?;
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
    let problem = Benchmark::from_name(problem)?;
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

/// One line per problem and way: IGD from about 1,000 points of the true front, and
/// hypervolume as a share of that of the true front.
fn table(problems: &[String], seeds: u64) -> Result<()> {
    let ways = [
        ("nsga2, pruned (default)", Algorithm::Nsga2, Cut::Pruned),
        ("nsga2, hypervolume", Algorithm::Nsga2, Cut::Hypervolume),
        ("nsga2, crowding", Algorithm::Nsga2, Cut::Crowding),
        ("ga per objective", Algorithm::Ga, Cut::Pruned),
        ("cmaes per objective", Algorithm::Cmaes, Cut::Pruned),
        ("random", Algorithm::Random, Cut::Pruned),
    ];
    println!("| problem | algorithm | IGD | HV |\n|---|---|---|---|");
    for name in problems {
        let problem = Benchmark::from_name(name)?;
        let (truth, reference) = (problem.true_front(1000), problem.reference());
        for (way, method, cut) in ways {
            let fronts = (1..=seeds).map(|seed| front(name, method, cut, seed, 250));
            let fronts = fronts.collect::<Result<Vec<_>>>()?;
            let distance = median(fronts.iter().map(|front| igd(front, &truth)).collect());
            let volumes = fronts.iter().map(|front| hypervolume(front, &reference));
            let volume = median(volumes.collect::<Result<_>>()?);
            println!("| {name} | {way} | {distance:.3e} | {volume:.5} |");
        }
    }
    Ok(())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
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
