//! The optimiser on analytic problems, in the setting of the figures that it is compared
//! with: population 100, 250 generations, SBX η 15 p 0.9, polynomial mutation η 20 p 1/n,
//! seeds 1 to 11, medians.

use paretune::optim::indicators::igd;
use paretune::optim::{Evaluated, Gene, Nsga2, Settings, Space, Survival};
use paretune::problems::Problem;
use paretune::rng::{Purpose, stream};

fn space(problem: &Problem) -> Space {
    let bounds = problem.lower.iter().zip(&problem.upper).enumerate();
    let genes = bounds.map(|(i, (&lower, &upper))| Gene { name: format!("x{i}"), lower, upper });
    Space { genes: genes.collect(), simplex: false }
}

fn run(problem: &Problem, survival: Survival, seed: u64) -> Vec<Vec<f64>> {
    let settings = Settings { survival, ..Settings::default() };
    let rng = stream(seed, Purpose::Optimiser, 0);
    let mut nsga2 = Nsga2::new(settings, space(problem), problem.n_obj, rng, vec![]).unwrap();
    for _ in 0..250 {
        let evaluated = nsga2.ask().into_iter().map(|candidate| Evaluated {
            id: candidate.id,
            objectives: problem.evaluate(&candidate.genome),
            violation: 0.0,
        });
        let evaluated = evaluated.collect();
        nsga2.tell(evaluated).unwrap();
    }
    nsga2.front().into_iter().map(|individual| individual.objectives.clone()).collect()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[test]
fn zdt1() {
    let problem = Problem::from_name("zdt1").unwrap();
    let truth = problem.true_front(1000);
    for survival in [Survival::Crowding, Survival::Pruned] {
        let start = std::time::Instant::now();
        let igds = (1..=11).map(|seed| igd(&run(&problem, survival, seed), &truth)).collect();
        println!("{survival:?} {} {:?}", median(igds), start.elapsed());
    }
}
