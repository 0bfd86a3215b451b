use super::*;
use crate::finals::Outcome;
use crate::problem::noise::Noise;
use crate::tuner::{Run, Silent};
use crate::{experiment, report};
use std::sync::atomic::AtomicBool;

/// Runs of pure noise.
const RUNS: u64 = 30;

const PURE_NOISE: &str = r#"
domain = "noise"
[optimiser]
pop_size = 16
n_gen = 4
[[scenario]]
games = 10
[[objective]]
metric = "score"
[[objective]]
metric = "luck"
statistic = "p10"
[validation]
games = 30
[switching]
games = 0
"#;

fn tuned(seed: u64) -> Outcome {
    tuned_with(PURE_NOISE, seed)
}

fn tuned_with(experiment: &str, seed: u64) -> Outcome {
    let dir = tempfile::tempdir().unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let stop = AtomicBool::new(false);
    let mut context = Context { pool: &pool, stop: &stop, observer: &mut Silent };
    let source = experiment::parse("noise.toml", experiment, &[format!("seed={seed}")]).unwrap();
    let mut run =
        Run::begin(source, &|_| Ok(Box::new(Noise::new())), &dir.path().join("run"), false, &mut Silent)
            .unwrap();
    run.evolve(&mut context).unwrap();
    run.finish(&mut context).unwrap()
}

#[test]
fn no_gain_is_claimed_where_there_is_none() {
    let truth = 1000.0;
    let (mut claimed, mut held, mut bias) = (0, 0, [0.0; 2]);
    for seed in 1..=RUNS {
        let front = tuned(seed).front;
        assert_eq!(front.gains.len(), 2);
        let none = front.gains.iter().filter(|g| g.gain.holds(0.0)).count();
        let said = report::summary(&front, None).matches("no gain that these games can show").count();
        assert_eq!(said, none);
        claimed += u64::from(front.gains.iter().any(|g| !g.gain.holds(0.0)));
        held += u64::from(front.members.iter().all(|m| m.intervals[0].holds(truth)));
        let count = front.members.len() as f64 * RUNS as f64;
        bias[0] += front.members.iter().map(|m| m.validation[0].value - truth).sum::<f64>() / count;
        bias[1] += front.members.iter().map(|m| m.test[0].value - truth).sum::<f64>() / count;
    }
    // At 5% each, 4 of 30 happen in one of sixty repetitions of this test; its seeds are fixed.
    assert!(claimed <= 3 && held >= RUNS - 3, "{claimed} claims, {held} held");
    assert!(bias[0] > 20.0 && bias[1].abs() < 15.0, "{bias:?}");
}

#[test]
fn who_misses_a_floor_on_fresh_games_is_marked_and_left_out_of_the_hypervolume() {
    // The floor is the truth, so every member of the front reached it by luck and may miss it next time.
    let experiment = PURE_NOISE.replace("metric = \"score\"", "metric = \"score\"\nfloor = 1000");
    let mut seen = [0, 0];
    for seed in 1..=8 {
        let front = tuned_with(&experiment, seed).front;
        // Under noise a whole generation may be thought to miss the floor, and make no box.
        let Some(info) = front.frame.as_ref().filter(|_| front.is_feasible()) else { continue };
        assert!(front.gains.len() == 2);
        let is_short = |m: &&FrontMember| m.test[0].value < 1000.0;
        let missing: Vec<&FrontMember> = front.members.iter().filter(is_short).collect();
        for member in &front.members {
            let by = (1000.0 - member.test[0].value).max(0.0) / 1000.0;
            assert!(member.violation == 0.0 && (member.violation_test - by).abs() < 1e-12);
        }
        let (summary, table) =
            (report::summary(&front, None), report::front_table(&front, &Noise::new(), None, ""));
        assert_eq!(summary.contains("miss a floor on test games"), !missing.is_empty(), "{summary}");
        assert_eq!(table.matches("missed in test").count(), missing.len(), "{table}");
        // In boxes of the frame, turned to be minimised.
        let turned = |values: &[f64]| values.iter().map(|v| -v).collect();
        let frame = crate::tuner::Frame { best: turned(&info.best), worst: turned(&info.worst) };
        let kept = front.members.iter().filter(|m| !is_short(m)).map(|m| front.minimised(m));
        let points: Vec<Vec<f64>> = kept.collect();
        let hypervolume = frame.hypervolume(points.iter().map(Vec::as_slice)).unwrap();
        assert!((front.hypervolume.unwrap()[1] - hypervolume).abs() < 1e-12);
        seen = [seen[0] + missing.len(), seen[1] + points.len()];
    }
    assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
}

#[test]
fn ids_are_put_in_order_with_failures_last() {
    let values = [(3, 2.0), (1, f64::NAN), (2, 1.0), (0, 2.0)];
    assert_eq!(ascending(values.into_iter()), [2, 0, 3, 1]);
}
