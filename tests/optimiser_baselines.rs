//! What every algorithm must do, and how the baselines compare.

#![allow(clippy::unwrap_used)]

use paretune::benchmarks::Benchmark;
use paretune::optim::{Algorithm, Candidate, Evaluated, Gene, Optimiser, Settings, Space, Survival};
use paretune::rng::{Purpose, stream};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn space(n: usize, lower: f64, upper: f64) -> Space {
    let genes = (1..=n).map(|i| Gene::real(format!("w{i}"), lower, upper));
    Space { genes: genes.collect(), simplexes: vec![] }
}

fn optimiser(algorithm: Algorithm, pop_size: usize, space: Space, n_obj: usize, seed: u64) -> Optimiser {
    let settings = Settings { pop_size, ..Settings::default() };
    Optimiser::new(algorithm, settings, space, n_obj, stream(seed, Purpose::Optimiser, 0), vec![]).unwrap()
}

fn evaluate(candidates: &[Candidate], function: impl Fn(&[f64]) -> (Vec<f64>, f64)) -> Vec<Evaluated> {
    let evaluated = candidates.iter().map(|candidate| {
        let (objectives, violation) = function(&candidate.genome);
        Evaluated { id: candidate.id, objectives, violation }
    });
    evaluated.collect()
}

fn run(optimiser: &mut Optimiser, generations: usize, function: impl Fn(&[f64]) -> (Vec<f64>, f64) + Copy) {
    for _ in 0..generations {
        let evaluated = evaluate(&optimiser.ask(), function);
        optimiser.tell(evaluated).unwrap();
    }
}

fn json(optimiser: &Optimiser) -> String {
    serde_json::to_string(optimiser).unwrap()
}

/// Objectives with infinities and failures among them, so that these survive too.
fn rough(x: &[f64]) -> (Vec<f64>, f64) {
    let (f, g) = (x[0], 1.0 - x[0] + x[1]);
    match (x[1] * 10.0) as u32 {
        0 => (vec![f64::NAN, g], 0.0),
        1 => (vec![f64::NEG_INFINITY, g + 5.0], 0.0),
        2 => (vec![f, f64::INFINITY], 0.0),
        3 => (vec![f, g], f64::NAN),
        4 => (vec![f - 1.0, g - 1.0], x[2]),
        _ => (vec![f, g], 0.0),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn a_state_read_back_goes_on_as_the_one_that_was_written(
        choice in 0..4_usize,
        survival in prop::sample::select(vec![Survival::Pruned, Survival::Crowding, Survival::Hypervolume]),
        pop_size in 4..12_usize,
        seed in any::<u64>(),
        stops in prop::collection::btree_set(0..24_u32, 0..6),
    ) {
        let settings = Settings { pop_size, survival, ..Settings::default() };
        let rng = stream(seed, Purpose::Optimiser, 0);
        let initial = vec![vec![0.5; 4]];
        let mut straight =
            Optimiser::new(Algorithm::ALL[choice], settings, space(4, 0.0, 1.0), 2, rng, initial).unwrap();
        let mut stopped = straight.clone();
        let reread = |optimiser: &Optimiser| serde_json::from_str::<Optimiser>(&json(optimiser)).unwrap();
        for generation in 0..12 {
            let candidates = straight.ask();
            if stops.contains(&(2 * generation)) {
                stopped = reread(&stopped);
            }
            prop_assert_eq!(stopped.ask(), candidates.clone());
            if stops.contains(&(2 * generation + 1)) {
                stopped = reread(&stopped);
            }
            let evaluated = evaluate(&candidates, rough);
            straight.tell(evaluated.clone()).unwrap();
            stopped.tell(evaluated).unwrap();
            prop_assert_eq!(json(&straight), json(&stopped));
        }
        prop_assert_eq!(format!("{straight:?}"), format!("{:?}", reread(&straight)));
    }

    #[test]
    fn a_state_read_back_after_an_update_goes_on_as_the_one_that_was_written(
        choice in 0..4_usize,
        survival in prop::sample::select(vec![Survival::Pruned, Survival::Crowding, Survival::Hypervolume]),
        seed in any::<u64>(),
        shift in -1.0..1.0_f64,
    ) {
        let settings = Settings { pop_size: 10, survival, ..Settings::default() };
        let rng = stream(seed, Purpose::Optimiser, 0);
        let mut written =
            Optimiser::new(Algorithm::ALL[choice], settings, space(4, 0.0, 1.0), 2, rng, vec![]).unwrap();
        run(&mut written, 3, rough);
        let anew = written.population().iter().filter(|i| i.id % 2 == 0).map(|i| {
            let (objectives, violation) = rough(&i.genome);
            let objectives = objectives.into_iter().map(|value| value + shift).collect();
            Evaluated { id: i.id, objectives, violation }
        });
        let anew: Vec<Evaluated> = anew.collect();
        written.update(anew).unwrap();
        let mut read: Optimiser = serde_json::from_str(&json(&written)).unwrap();
        prop_assert_eq!(format!("{written:?}"), format!("{read:?}"));
        prop_assert_eq!(written.front(), read.front());
        prop_assert_eq!(written.ask(), read.ask());
    }

    #[test]
    fn every_generation_is_whole_and_inside(
        choice in 0..4_usize,
        pop_size in 6..14_usize,
        n_obj in 1..4_usize,
        is_simplex in any::<bool>(),
        seed in any::<u64>(),
    ) {
        let space = Space { simplexes: if is_simplex { vec![3] } else { vec![] }, ..space(3, 0.0, 1.0) };
        let mut optimiser = optimiser(Algorithm::ALL[choice], pop_size, space.clone(), n_obj, seed);
        for generation in 0..8_u64 {
            let bits = |genome: &[f64]| genome.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
            let mut genomes: BTreeSet<_> = optimiser.population().iter().map(|i| bits(&i.genome)).collect();
            let candidates = optimiser.ask();
            let first = generation * pop_size as u64;
            prop_assert!(candidates.iter().map(|c| c.id).eq(first..first + pop_size as u64));
            for candidate in &candidates {
                prop_assert!(space.check(&candidate.genome, "candidate").is_ok(), "{:?}", candidate);
                let sum = candidate.genome.iter().sum::<f64>();
                prop_assert!(!is_simplex || (sum - 1.0).abs() < 1e-9, "{:?}", candidate);
                prop_assert!(genomes.insert(bits(&candidate.genome)), "repeated: {:?}", candidate);
            }
            let values = |x: &[f64]| (rough(x).0.into_iter().chain([x[2]]).take(n_obj).collect(), rough(x).1);
            optimiser.tell(evaluate(&candidates, values)).unwrap();
            prop_assert_eq!(optimiser.population().len(), pop_size);
            prop_assert!(optimiser.population().is_sorted_by_key(|i| i.rank));
            prop_assert!(optimiser.population().iter().all(|i| !i.crowding.is_nan()));
            prop_assert!(optimiser.front().iter().all(|i| i.is_feasible()));
        }
    }
}

#[test]
fn failures_everywhere_stop_nobody() {
    for algorithm in Algorithm::ALL {
        let mut optimiser = optimiser(algorithm, 9, space(3, -1.0, 1.0), 2, 1);
        run(&mut optimiser, 30, |_| (vec![f64::NAN, 0.0], 0.0));
        assert!(optimiser.front().is_empty());
        run(&mut optimiser, 30, |x| (vec![x[0], -x[0]], 0.0));
        assert!(!optimiser.front().is_empty(), "{algorithm:?}");
        assert!(optimiser.population().iter().all(|i| !i.is_failed()), "{algorithm:?}");
    }
}

#[test]
fn a_space_of_one_point_still_gives_full_generations() {
    for algorithm in Algorithm::ALL {
        let mut optimiser = optimiser(algorithm, 5, space(3, 0.5, 0.5), 2, 7);
        run(&mut optimiser, 5, |x| (vec![x[0], x[1]], 0.0));
        assert_eq!((optimiser.population().len(), optimiser.front().len()), (5, 1), "{algorithm:?}");
    }
}

#[test]
fn constraints_are_met_before_objectives_count() {
    // The best of both objectives is infeasible: x₁ + x₂ ≥ 1 is asked for.
    let bent = |x: &[f64]| (vec![x[0] * x[0], x[1] * x[1]], (1.0 - x[0] - x[1]).max(0.0));
    for algorithm in Algorithm::ALL {
        let mut optimiser = optimiser(algorithm, 20, space(2, -2.0, 2.0), 2, 3);
        run(&mut optimiser, 60, bent);
        assert!(!optimiser.front().is_empty(), "{algorithm:?}");
        for k in 0..2 {
            let best = optimiser.front().iter().map(|i| i.objectives[k]).fold(f64::INFINITY, f64::min);
            assert!(best < 0.1, "{algorithm:?}: {best}");
        }
        assert!(optimiser.front().iter().all(|i| i.genome[0] + i.genome[1] >= 1.0));
    }
}

#[test]
fn seeded_genomes_are_the_first_candidates_and_checked() {
    for algorithm in Algorithm::ALL {
        let start = |initial| {
            let (settings, rng) =
                (Settings { pop_size: 6, ..Settings::default() }, stream(1, Purpose::Optimiser, 0));
            Optimiser::new(algorithm, settings, space(2, -1.0, 1.0), 2, rng, initial)
        };
        let error = start(vec![vec![0.0, 1.2]]).unwrap_err();
        assert_eq!(error.to_string(), "initial[0]: gene `w2` is 1.2; allowed is -1 to 1");
        assert_eq!(start(vec![vec![0.25, 0.75]]).unwrap().ask()[0].genome, [0.25, 0.75]);
    }
}

#[test]
fn too_small_a_population_is_refused() {
    for (algorithm, name) in [(Algorithm::Ga, "ga"), (Algorithm::Cmaes, "cmaes")] {
        let (settings, rng) =
            (Settings { pop_size: 5, ..Settings::default() }, stream(1, Purpose::Optimiser, 0));
        let error = Optimiser::new(algorithm, settings, space(2, 0.0, 1.0), 3, rng, vec![]).unwrap_err();
        let text =
            format!("optimiser.pop_size is 5; allowed with algorithm {name} and 3 objectives is 6 or more");
        assert_eq!(error.to_string(), text);
    }
}

#[test]
fn a_changed_state_is_refused() {
    let state = |algorithm| {
        let mut optimiser = optimiser(algorithm, 4, space(2, 0.0, 1.0), 2, 10);
        run(&mut optimiser, 2, |x| (x.to_vec(), 0.0));
        json(&optimiser)
    };
    let refusal = |text: &str, from: &str, to: &str| {
        assert!(text.contains(from), "{from} is not in {text}");
        serde_json::from_str::<Optimiser>(&text.replacen(from, to, 1)).unwrap_err().to_string()
    };
    let nsga2 = state(Algorithm::Nsga2);
    assert!(nsga2.starts_with("{\"algorithm\":\"nsga2\",\"settings\""), "{nsga2}");
    assert!(refusal(&nsga2, "\"nsga2\"", "\"nsga4\"").contains("unknown variant `nsga4`"));
    assert!(refusal(&nsga2, "\"n_obj\"", "\"n_objectives\"").contains("unknown field"));
    assert!(refusal(&nsga2, "\"nsga2\"", "\"cmaes\"").contains("0 searches instead of 2"));
    let nameless = nsga2.replacen("\"algorithm\":\"nsga2\",", "", 1);
    assert_eq!(json(&serde_json::from_str(&nameless).unwrap()), nsga2);
    let cmaes = state(Algorithm::Cmaes);
    assert!(refusal(&cmaes, "\"step\":", "\"step\":-").contains("search 0 is not one of 2 genes"));
    assert!(refusal(&cmaes, "\"step\":", "\"stride\":").contains("unknown field"));
    let ga = state(Algorithm::Ga);
    let id = ga.split("\"id\":").nth(1).unwrap().split(',').next().unwrap();
    let other = (id.parse::<u64>().unwrap() + 2) % 8;
    assert!(refusal(&ga, &format!("\"id\":{id},"), &format!("\"id\":{other},")).contains("island"));
}

/// The best of a single objective after `evaluations`, and how many it took to get below 1e-9.
fn best_of(
    algorithm: Algorithm,
    (pop_size, evaluations): (usize, usize),
    n: usize,
    seed: u64,
    function: impl Fn(&[f64]) -> f64 + Copy,
) -> (f64, usize) {
    let mut optimiser = optimiser(algorithm, pop_size, space(n, -5.0, 5.0), 1, seed);
    let (mut best, mut needed) = (f64::INFINITY, evaluations);
    for told in (pop_size..=evaluations).step_by(pop_size) {
        run(&mut optimiser, 1, |x| (vec![function(x)], 0.0));
        best = optimiser.population()[0].objectives[0];
        if best < 1e-9 {
            needed = needed.min(told);
        }
    }
    (best, needed)
}

fn median_needed(budget: (usize, usize), n: usize, function: impl Fn(&[f64]) -> f64 + Copy) -> usize {
    let mut needed: Vec<usize> =
        (1..=7).map(|seed| best_of(Algorithm::Cmaes, budget, n, seed, function).1).collect();
    needed.sort_unstable();
    println!("{n} genes: {needed:?}");
    needed[3]
}

fn sphere(x: &[f64]) -> f64 {
    x.iter().map(|v| (v - 0.3) * (v - 0.3)).sum()
}

/// Axes that differ by a factor of a thousand.
fn ellipsoid(x: &[f64]) -> f64 {
    let last = (x.len() - 1) as f64;
    x.iter().enumerate().map(|(i, v)| 10_f64.powf(6.0 * i as f64 / last) * (v - 0.3) * (v - 0.3)).sum()
}

/// An ellipsoid of condition 100 whose axes are turned in all planes (by a reflection).
fn rotated(x: &[f64]) -> f64 {
    let squares: f64 = (1..=x.len()).map(|i| (i * i) as f64).sum();
    let along: f64 = x.iter().zip(1..).map(|(v, i)| (v - 0.3) * f64::from(i)).sum();
    let last = (x.len() - 1) as f64;
    let turned = x.iter().zip(1..).map(|(v, i)| v - 0.3 - 2.0 * along * f64::from(i) / squares);
    turned.enumerate().map(|(i, v)| 10_f64.powf(2.0 * i as f64 / last) * v * v).sum()
}

#[test]
fn cmaes_converges_as_published() {
    assert!(median_needed((12, 6_000), 10, sphere) < 2_500);
    assert!(median_needed((12, 12_000), 10, ellipsoid) < 6_000);
    assert!(median_needed((12, 60_000), 10, rotated) < 60_000);
    let (best, _) = best_of(Algorithm::Cmaes, (12, 12_000), 10, 1, sphere);
    assert!(best < 1e-18, "{best}");
}

#[test]
fn cmaes_finds_an_optimum_on_the_bounds_and_on_a_simplex() {
    let corner = |x: &[f64]| x.iter().zip(1..).map(|(v, i)| (v + 5.0) * f64::from(i)).sum::<f64>();
    let (best, _) = best_of(Algorithm::Cmaes, (12, 3_000), 6, 2, corner);
    assert!(best < 1e-9, "{best}");
    let simplex = Space { simplexes: vec![4], ..space(4, 0.0, 1.0) };
    let mut optimiser = optimiser(Algorithm::Cmaes, 12, simplex, 1, 3);
    let goal = [0.0, 0.125, 0.25, 0.625];
    let distance = |x: &[f64]| x.iter().zip(goal).map(|(v, g)| (v - g) * (v - g)).sum::<f64>();
    run(&mut optimiser, 200, |x| (vec![distance(x)], 0.0));
    let best = optimiser.population()[0].objectives[0];
    assert!(best < 1e-12, "{best}");
}

#[test]
fn guided_search_beats_random_search() {
    let best = |algorithm| best_of(algorithm, (20, 4_000), 6, 5, sphere).0;
    let [random, ga, cmaes] = [Algorithm::Random, Algorithm::Ga, Algorithm::Cmaes].map(best);
    assert!(cmaes < ga && ga < random && random < 10.0, "{random} {ga} {cmaes}");
}

#[test]
fn each_objective_gets_its_share_and_the_front_its_ends() {
    let problem = Benchmark::from_name("zdt1").unwrap();
    for algorithm in [Algorithm::Ga, Algorithm::Cmaes] {
        let mut optimiser = optimiser(algorithm, 100, problem.space(), 2, 1);
        run(&mut optimiser, 100, |x| (problem.evaluate(x), 0.0));
        let least =
            |k: usize| optimiser.front().iter().map(|i| i.objectives[k]).fold(f64::INFINITY, f64::min);
        println!("{algorithm:?}: {} {}", least(0), least(1));
        assert!(least(0) < 1e-3 && least(1) < 0.2, "{algorithm:?}: {} {}", least(0), least(1));
    }
}

#[test]
fn an_update_ranks_anew() {
    let mut nsga2 = optimiser(Algorithm::Nsga2, 4, space(1, 0.0, 1.0), 2, 1);
    let values = [[0.0, 3.0], [1.0, 1.0], [3.0, 0.0], [4.0, 4.0]];
    let told = nsga2.ask().iter().zip(values).map(|(c, f)| (c.id, f.to_vec())).collect::<Vec<_>>();
    let evaluated = |(id, objectives)| Evaluated { id, objectives, violation: 0.0 };
    nsga2.tell(told.into_iter().map(evaluated).collect()).unwrap();
    let front = |optimiser: &Optimiser| optimiser.front().iter().map(|i| i.id).collect::<Vec<_>>();
    assert_eq!(front(&nsga2), [0, 1, 2]);
    nsga2.update(vec![evaluated((3, vec![0.5, 0.5]))]).unwrap();
    assert_eq!(front(&nsga2), [0, 3, 2]);
    let ranks = nsga2.population().iter().map(|i| (i.id, i.rank)).collect::<Vec<_>>();
    assert_eq!(ranks, [(0, 0), (1, 1), (2, 0), (3, 0)]);
}
