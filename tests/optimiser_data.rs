//! Values of other programs (see the scripts that wrote the data files).

#![allow(clippy::unwrap_used)]

use paretune::benchmarks::Benchmark;
use paretune::pareto::hypervolume::{contributions, hypervolume};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct HypervolumeFile {
    cases: Vec<HypervolumeCase>,
}

#[derive(Deserialize)]
struct HypervolumeCase {
    name: String,
    points: Vec<Vec<f64>>,
    reference: Vec<f64>,
    hypervolume: f64,
    contributions: Vec<f64>,
}

#[derive(Deserialize)]
struct ProblemFile {
    problems: BTreeMap<String, ProblemCase>,
}

#[derive(Deserialize)]
struct ProblemCase {
    x: Vec<Vec<f64>>,
    f: Vec<Vec<f64>>,
}

fn assert_close(left: f64, right: f64, tolerance: f64, what: &str) {
    assert!((left - right).abs() <= tolerance * right.abs().max(1.0), "{what}: {left} against {right}");
}

#[test]
fn hypervolumes_are_those_of_moocore() {
    let file: HypervolumeFile = serde_json::from_str(include_str!("data/hypervolume.json")).unwrap();
    assert_eq!(file.cases.len(), 28);
    for case in file.cases {
        let whole = hypervolume(&case.points, &case.reference).unwrap();
        assert_close(whole, case.hypervolume, 1e-13, &case.name);
        let shares = contributions(&case.points, &case.reference).unwrap();
        assert_eq!(shares.len(), case.contributions.len());
        for (share, expected) in shares.iter().zip(case.contributions) {
            assert_close(*share, expected, 1e-12, &case.name);
        }
    }
}

#[test]
fn problems_are_those_of_pymoo() {
    let file: ProblemFile = serde_json::from_str(include_str!("data/problems.json")).unwrap();
    assert!(file.problems.keys().map(String::as_str).eq({
        let mut names: Vec<&str> = Benchmark::names().collect();
        names.sort_unstable();
        names
    }));
    for (name, case) in file.problems {
        let problem = Benchmark::from_name(&name).unwrap();
        for (x, expected) in case.x.iter().zip(case.f) {
            assert_eq!(x.len(), problem.n_var);
            let values = problem.evaluate(x);
            assert_eq!(values.len(), expected.len());
            values.iter().zip(expected).for_each(|(value, f)| assert_close(*value, f, 1e-12, &name));
        }
    }
}
