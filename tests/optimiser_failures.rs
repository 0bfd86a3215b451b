//! Inputs on which other optimisers are known to fail, one test each, named by the symptom.

#![allow(clippy::unwrap_used)]

use paretune::benchmarks::Benchmark;
use paretune::optim::crowding::crowding_distances;
use paretune::optim::sbx::crossover;
use paretune::optim::{Candidate, Crossover, Evaluated, Gene, Nsga2, Settings, Space, Survival};
use paretune::pareto::sorting::non_dominated_ranks;
use paretune::rng::{Purpose, Rng, stream};
use std::collections::BTreeSet;

fn rng(seed: u64) -> Rng {
    stream(seed, Purpose::Optimiser, 0)
}

fn space(n: usize, lower: f64, upper: f64) -> Space {
    let genes = (1..=n).map(|i| Gene::real(format!("w{i}"), lower, upper));
    Space { genes: genes.collect(), simplexes: vec![] }
}

fn settings(pop_size: usize) -> Settings {
    Settings { pop_size, ..Settings::default() }
}

fn evaluate(candidates: Vec<Candidate>, function: impl Fn(&[f64]) -> Vec<f64>) -> Vec<Evaluated> {
    let evaluated = candidates.into_iter().map(|candidate| Evaluated {
        id: candidate.id,
        objectives: function(&candidate.genome),
        violation: 0.0,
    });
    evaluated.collect()
}

fn json(nsga2: &Nsga2) -> String {
    serde_json::to_string(nsga2).unwrap()
}

fn reread(nsga2: &Nsga2) -> Nsga2 {
    serde_json::from_str(&json(nsga2)).unwrap()
}

#[test]
fn sbx_gives_complex_or_nan_genes() {
    let space = space(1, 0.0, 1.0);
    let error = crossover(&space, [&[-0.5], &[0.5]], Crossover::default(), &mut rng(1)).unwrap_err();
    assert_eq!(error.to_string(), "first parent: gene `w1` is -0.5; allowed is 0 to 1");
    let values = [0.0, 5e-324, 1e-13, 0.5, 1.0 - f64::EPSILON, 1.0];
    let mut rng = rng(2);
    for (a, b) in values.iter().flat_map(|&a| values.map(|b| (a, b))) {
        for eta in [0.0, 2.0, 15.0, 1e6, f64::MAX] {
            let settings = Crossover { eta, prob: 1.0 };
            for child in (0..50).flat_map(|_| crossover(&space, [&[a], &[b]], settings, &mut rng).unwrap()) {
                assert!((0.0..=1.0).contains(&child[0]), "{a} × {b}, eta {eta}: {child:?}");
            }
        }
    }
}

#[test]
fn seeded_start_outside_the_bounds() {
    let initial = vec![vec![0.0, 0.5], vec![0.5, 1.2]];
    let error = Nsga2::new(settings(4), space(2, -1.0, 1.0), 2, rng(1), initial).unwrap_err();
    assert_eq!(error.to_string(), "initial[1]: gene `w2` is 1.2; allowed is -1 to 1");
    assert_eq!(error.exit_code(), 2);
    let short = Nsga2::new(settings(4), space(2, -1.0, 1.0), 2, rng(1), vec![vec![0.0]]).unwrap_err();
    assert_eq!(short.to_string(), "initial[0] has 1 values; the space has 2 genes");
    let many = Nsga2::new(settings(2), space(1, 0.0, 1.0), 2, rng(1), vec![vec![0.0]; 3]).unwrap_err();
    assert_eq!(many.to_string(), "initial has 3 genomes; allowed are at most optimiser.pop_size = 2");
}

#[test]
fn child_1_drifts_to_the_low_parent() {
    let (space, first, second) = (space(4, 0.0, 1.0), [0.2, 0.8, 0.2, 0.8], [0.8, 0.2, 0.8, 0.2]);
    let mut sums = [0.0; 4];
    let mut rng = rng(3);
    for _ in 0..10_000 {
        let [child, _] = crossover(&space, [&first, &second], Crossover::default(), &mut rng).unwrap();
        child.iter().zip(&mut sums).for_each(|(value, sum)| *sum += value);
    }
    // One child's gene deviates by about 0.3.
    assert!(sums.iter().all(|sum| (sum / 10_000.0 - 0.5).abs() < 4.0 * 0.3 / 100.0), "{sums:?}");
}

#[test]
fn nan_crowding_on_a_flat_objective() {
    let front = [[0.0, 1.0, 7.0], [0.5, 0.5, 7.0], [0.6, 0.4, 7.0], [1.0, 0.0, 7.0]];
    let distances = crowding_distances(&front);
    assert_eq!((distances[0], distances[3]), (f64::INFINITY, f64::INFINITY));
    assert!((distances[1] - 1.2).abs() < 1e-12 && (distances[2] - 1.0).abs() < 1e-12, "{distances:?}");
}

#[test]
fn nan_objectives_corrupt_finite_points() {
    let points = [[0.0, 1.0], [1.0, 0.0], [f64::NAN, 0.5], [2.0, 2.0]];
    assert_eq!(non_dominated_ranks(&points), [0, 0, 2, 1]);
    let mut nsga2 = Nsga2::new(settings(8), space(2, 0.0, 1.0), 2, rng(4), vec![]).unwrap();
    for _ in 0..10 {
        let often_failing = |x: &[f64]| if x[0] < 0.5 { vec![f64::NAN; 2] } else { vec![x[1], 1.0 - x[1]] };
        let evaluated = evaluate(nsga2.ask(), often_failing);
        nsga2.tell(evaluated).unwrap();
        assert!(nsga2.front().iter().all(|individual| !individual.is_failed()));
    }
    assert!(nsga2.population().iter().all(|individual| !individual.is_failed()));
}

#[test]
fn infinities_give_nan_crowding() {
    for front in [
        [[f64::NEG_INFINITY, 1.0], [0.0, 0.5], [1.0, 0.0]],
        [[f64::NEG_INFINITY, f64::INFINITY], [0.0, 0.5], [f64::INFINITY, f64::NEG_INFINITY]],
        [[f64::NEG_INFINITY, 1.0], [f64::NEG_INFINITY, 1.0], [f64::NEG_INFINITY, 1.0]],
    ] {
        let distances = crowding_distances(&front);
        assert!(distances.iter().all(|distance| !distance.is_nan()), "{front:?}: {distances:?}");
    }
}

#[test]
fn odd_populations_crash_or_shrink() {
    let survivals = [Survival::Crowding, Survival::Pruned, Survival::Hypervolume];
    for (pop_size, survival) in [7, 9, 11].map(|size| survivals.map(|survival| (size, survival))).concat() {
        let problem = Benchmark::from_name("dtlz2").unwrap();
        let settings = Settings { pop_size, survival, ..Settings::default() };
        let mut nsga2 = Nsga2::new(settings, problem.space(), 3, rng(5), vec![]).unwrap();
        for generation in 0..20 {
            let candidates = nsga2.ask();
            let ids: Vec<u64> = candidates.iter().map(|candidate| candidate.id).collect();
            let first = generation * pop_size as u64;
            assert!(ids.iter().copied().eq(first..first + pop_size as u64));
            nsga2.tell(evaluate(candidates, |x| problem.evaluate(x))).unwrap();
            assert_eq!(nsga2.population().len(), pop_size);
        }
    }
}

#[test]
fn duplicates_fill_the_population() {
    // Few genomes exist, so the same ones come up again and again.
    let coarse = |x: &[f64]| vec![(x[0] * 8.0).round(), 8.0 - (x[0] * 8.0).round()];
    let mut nsga2 = Nsga2::new(settings(6), space(2, 0.0, 1.0), 2, rng(6), vec![vec![0.5, 0.5]; 4]).unwrap();
    let mut genomes = BTreeSet::new();
    for _ in 0..20 {
        let candidates = nsga2.ask();
        let fresh = candidates
            .iter()
            .all(|c| genomes.insert(c.genome.clone().into_iter().map(f64::to_bits).collect::<Vec<_>>()));
        assert!(fresh, "a genome was evaluated twice");
        nsga2.tell(evaluate(candidates, coarse)).unwrap();
    }
    let distinct: BTreeSet<String> =
        nsga2.population().iter().map(|i| format!("{:?}", i.objectives)).collect();
    assert_eq!(distinct.len(), 6);
    assert_eq!(nsga2.front().len(), 6);
}

#[test]
fn a_space_of_one_point_still_gives_full_generations() {
    let mut nsga2 = Nsga2::new(settings(5), space(3, 0.5, 0.5), 2, rng(7), vec![]).unwrap();
    for _ in 0..3 {
        let candidates = nsga2.ask();
        assert_eq!(candidates.len(), 5);
        nsga2.tell(evaluate(candidates, |x| vec![x[0], x[1]])).unwrap();
        assert_eq!((nsga2.population().len(), nsga2.front().len()), (5, 1));
    }
}

/// Objectives with infinities and failures among them, so that these survive too.
fn rough(x: &[f64]) -> Vec<f64> {
    let values = Benchmark::from_name("zdt1").unwrap().evaluate(x);
    match (x[1] * 10.0) as u32 {
        0 => vec![f64::NAN, values[1]],
        1 => vec![f64::NEG_INFINITY, values[1] + 5.0],
        2 => vec![values[0], f64::INFINITY],
        _ => values,
    }
}

#[test]
fn resume_differs_from_the_straight_run() {
    let start = || Nsga2::new(settings(9), space(4, 0.0, 1.0), 2, rng(8), vec![vec![0.5; 4]]).unwrap();
    let (mut straight, mut resumed) = (start(), start());
    for generation in 0..20 {
        let evaluated = evaluate(straight.ask(), rough);
        straight.tell(evaluated).unwrap();
        if [10, 15].contains(&generation) {
            resumed = reread(&resumed);
        }
        let evaluated = evaluate(resumed.ask(), rough);
        resumed.tell(evaluated).unwrap();
        assert_eq!(json(&straight), json(&resumed));
    }
    let crowding = |nsga2: &Nsga2| nsga2.population().iter().map(|i| i.crowding).collect::<Vec<_>>();
    assert_eq!(crowding(&straight), crowding(&reread(&straight)));
}

#[test]
fn generator_state_not_in_the_checkpoint() {
    let mut straight = Nsga2::new(settings(10), space(4, 0.0, 1.0), 2, rng(9), vec![]).unwrap();
    for _ in 0..10 {
        let candidates = straight.ask();
        let mut killed = reread(&straight);
        assert_eq!(killed.ask(), candidates);
        let evaluated = evaluate(candidates, rough);
        straight.tell(evaluated.clone()).unwrap();
        killed.tell(evaluated).unwrap();
        assert_eq!(json(&straight), json(&killed));
        assert_eq!(straight.ask(), killed.ask());
    }
}

#[test]
fn a_changed_state_is_refused() {
    let mut nsga2 = Nsga2::new(settings(4), space(2, 0.0, 1.0), 2, rng(10), vec![]).unwrap();
    let evaluated = evaluate(nsga2.ask(), |x| x.to_vec());
    nsga2.tell(evaluated).unwrap();
    nsga2.ask();
    let text = json(&nsga2);
    let refusal = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} is not in {text}");
        serde_json::from_str::<Nsga2>(&text.replacen(from, to, 1)).unwrap_err().to_string()
    };
    assert!(refusal("\"pop_size\":4", "\"pop_size\":6").contains("optimiser.pop_size is 6"));
    assert!(refusal("\"n_obj\":2", "\"n_obj\":3").contains("has 2 objectives instead of 3"));
    assert!(refusal("\"upper\":1.0", "\"upper\":0.001").contains("gene `w1` is "));
    assert!(refusal("\"next_id\":8", "\"next_id\":9").contains("should be 5"));
    assert!(refusal("\"violation\":0.0", "\"violation\":-1.0").contains("violation -1"));
    assert!(refusal("\"n_obj\"", "\"n_objectives\"").contains("unknown field"));
    serde_json::from_str::<Nsga2>(&text).unwrap();
}

#[test]
fn wrong_evaluations_are_refused_and_change_nothing() {
    let mut nsga2 = Nsga2::new(settings(3), space(2, 0.0, 1.0), 2, rng(11), vec![]).unwrap();
    let good = evaluate(nsga2.ask(), |x| x.to_vec());
    let before = json(&nsga2);
    let mut changed: Vec<Vec<Evaluated>> = vec![good[..2].to_vec(), vec![], [&good[..], &good[..1]].concat()];
    changed.extend([0, 1, 2].map(|change| {
        let mut evaluated = good.clone();
        match change {
            0 => evaluated[0].id = 7,
            1 => evaluated[1].objectives.push(0.0),
            _ => evaluated[2].violation = -1.0,
        }
        evaluated
    }));
    for evaluated in changed {
        assert_eq!(nsga2.tell(evaluated).unwrap_err().exit_code(), 1);
        assert_eq!(json(&nsga2), before);
    }
    nsga2.tell(good.iter().rev().cloned().collect()).unwrap();
    assert_eq!(nsga2.generation(), 1);
    assert!(nsga2.tell(good).is_err(), "nothing is pending after tell");
}
