//! How do our optimiser's parts compare with those of other programs? One measurement per
//! call; `scripts/compare_optimisers.py` makes the calls and the table.

use clap::{Parser, ValueEnum};
use paretune::error::Result;
use paretune::optim::crowding::crowding_distances;
use paretune::optim::hypervolume::hypervolume;
use paretune::optim::sorting::{fronts, non_dominated_ranks};
use paretune::optim::{Evaluated, Nsga2, Settings, Survival};
use paretune::problems::Problem;
use paretune::rng::{Purpose, Rng, stream};
use rand::RngExt;
use std::hint::black_box;
use std::time::Instant;

#[derive(Parser)]
enum Command {
    /// Print the front of one run as JSON, one row of objectives per point.
    Front {
        problem: String,
        #[arg(value_enum)]
        survival: Cut,
        seed: u64,
        #[arg(default_value_t = 250)]
        generations: u32,
    },
    /// Time sorting N uniform random points with M objectives into fronts with crowding
    /// distances; prints the median in milliseconds.
    Sort { points: usize, objectives: usize, repeats: usize },
    /// Time the hypervolume of N points with M objectives on the unit sphere; prints the
    /// median in milliseconds.
    Hypervolume { points: usize, objectives: usize, repeats: usize },
}

#[derive(Clone, Copy, ValueEnum)]
enum Cut {
    Crowding,
    Pruned,
}

fn main() -> Result<()> {
    match Command::parse() {
        Command::Front { problem, survival, seed, generations } => {
            println!("{:?}", front(&problem, survival, seed, generations)?);
        }
        Command::Sort { points, objectives, repeats } => {
            let points = uniform(points, objectives);
            println!("{}", median_ms(repeats, || sort_with_crowding(&points)));
        }
        Command::Hypervolume { points, objectives, repeats } => {
            let (points, reference) = (sphere(points, objectives), vec![1.1; objectives]);
            println!("{}", median_ms(repeats, || hypervolume(&points, &reference).unwrap_or(f64::NAN)));
        }
    }
    Ok(())
}

fn front(problem: &str, survival: Cut, seed: u64, generations: u32) -> Result<Vec<Vec<f64>>> {
    let problem = Problem::from_name(problem)?;
    let survival = match survival {
        Cut::Crowding => Survival::Crowding,
        Cut::Pruned => Survival::Pruned,
    };
    let settings = Settings { survival, ..Settings::default() };
    let rng = stream(seed, Purpose::Optimiser, 0);
    let mut nsga2 = Nsga2::new(settings, problem.space(), problem.n_obj, rng, Vec::new())?;
    for _ in 0..generations {
        let evaluated = nsga2.ask().into_iter().map(|candidate| Evaluated {
            id: candidate.id,
            objectives: problem.evaluate(&candidate.genome),
            violation: 0.0,
        });
        let evaluated = evaluated.collect();
        nsga2.tell(evaluated)?;
    }
    Ok(nsga2.front().into_iter().map(|individual| individual.objectives.clone()).collect())
}

fn sort_with_crowding(points: &[Vec<f64>]) -> f64 {
    let fronts = fronts(&non_dominated_ranks(points));
    let rows = |front: &Vec<usize>| front.iter().map(|&i| points[i].as_slice()).collect::<Vec<_>>();
    fronts.iter().flat_map(|front| crowding_distances(&rows(front))).sum()
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

fn median_ms(repeats: usize, mut measured: impl FnMut() -> f64) -> f64 {
    let mut times: Vec<f64> = (0..repeats.max(1))
        .map(|_| {
            let start = Instant::now();
            black_box(measured());
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
