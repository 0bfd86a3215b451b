//! NSGA-II on problems with known fronts: population 100, 250 generations, SBX η 15 p 0.9,
//! polynomial mutation η 20 p 1/n, seeds 1 to 11, medians.

use paretune::optim::{
    Crossover, Evaluated, Gene, Mutation, Nsga2, Settings, Space, Survival, hypervolume, igd,
};
use paretune::problems::Problem;
use paretune::rng::{Purpose, stream};

/// Final front of one run.
fn run(problem: &Problem, survival: Survival, seed: u64) -> Vec<Vec<f64>> {
    let gene = |i| Gene { name: format!("x{i}"), lower: problem.lower(i), upper: problem.upper(i) };
    let space = Space { genes: (0..problem.n_var()).map(gene).collect(), simplex: false };
    let settings = Settings {
        pop_size: 100,
        crossover: Crossover { eta: 15.0, prob: 0.9 },
        mutation: Mutation { eta: 20.0, prob_var: None },
        survival,
    };
    let rng = stream(seed, Purpose::Optimiser, 0);
    let mut optimiser = Nsga2::new(settings, space, problem.n_obj(), rng, vec![]).unwrap();
    for _ in 0..250 {
        let evaluate = |c: paretune::optim::Candidate| Evaluated {
            id: c.id,
            objectives: problem.evaluate(&c.genome),
            violation: 0.0,
        };
        let evaluated = optimiser.ask().into_iter().map(evaluate).collect();
        optimiser.tell(evaluated).unwrap();
        assert_eq!(optimiser.population().len(), 100);
    }
    optimiser.front().iter().map(|i| i.objectives.clone()).collect()
}

/// Median IGD and hypervolume over seeds 1 to 11.
fn medians(name: &str, survival: Survival) -> (f64, f64) {
    let problem = Problem::from_name(name).unwrap();
    let front = problem.true_front(1000);
    let reference = vec![1.1; problem.n_obj()];
    let mut figures: (Vec<f64>, Vec<f64>) = (1..=11)
        .map(|seed| {
            let found = run(&problem, survival, seed);
            (igd(&found, &front), hypervolume(&found, &reference))
        })
        .unzip();
    figures.0.sort_by(f64::total_cmp);
    figures.1.sort_by(f64::total_cmp);
    println!("{name} {survival:?}: IGD {:.5}, hypervolume {:.5}", figures.0[5], figures.1[5]);
    (figures.0[5], figures.1[5])
}

#[test]
fn zdt1_with_classic_crowding() {
    let (igd, hypervolume) = medians("zdt1", Survival::Crowding);
    assert!(igd <= 5.0e-3 && hypervolume >= 0.8690, "{igd} {hypervolume}");
}

#[test]
fn zdt1_with_pruning() {
    let (igd, hypervolume) = medians("zdt1", Survival::Pruned);
    assert!(igd <= 4.05e-3 && hypervolume >= 0.8707, "{igd} {hypervolume}");
}

#[test]
fn dtlz2_with_classic_crowding() {
    let (_, hypervolume) = medians("dtlz2", Survival::Crowding);
    assert!(hypervolume >= 0.700, "{hypervolume}");
}

#[test]
fn dtlz2_with_pruning() {
    let (_, hypervolume) = medians("dtlz2", Survival::Pruned);
    assert!(hypervolume >= 0.735, "{hypervolume}");
}
