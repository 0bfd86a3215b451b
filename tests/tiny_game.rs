//! A second game goes through everything that the first one does, and nothing above the seam knows it: tune, resume,
//! kill, verify, front, plot, export, play, compare.

#![allow(clippy::unwrap_used, clippy::panic)]

mod tiny;

use paretune::compare::Comparison;
use paretune::error::Result;
use paretune::experiment::{self, Experiment};
use paretune::export::{self, Format};
use paretune::inference::sequential::{Decision, Plan, Stated};
use paretune::problem::{Game, PolicyFile, Problem, Scenario};
use paretune::report;
use paretune::run::FrontFile;
use paretune::tuner::{Context, Run, Silent};
use paretune::verify::verify;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use tiny::Nim;

const EXPERIMENT: &str = "# Does the second game run?\n\
    [optimiser]\npop_size = 12\nn_gen = 6\n[[scenario]]\ngames = 8\n[validation]\ngames = 60\n";

fn find(_: &Experiment) -> Result<Box<dyn Problem>> {
    Ok(Box::new(Nim::new()))
}

/// A temporary folder and the run in it.
fn folder() -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("run");
    (dir, path)
}

fn in_context<T>(stop: bool, act: impl FnOnce(&mut Context<'_>) -> T) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let stop = AtomicBool::new(stop);
    act(&mut Context { pool: &pool, stop: &stop, observer: &mut Silent })
}

fn begun(path: &Path) -> Run {
    let source = experiment::parse("nim.toml", EXPERIMENT, &[]).unwrap();
    Run::begin(source, &find, path, false, &mut Silent).unwrap()
}

/// Evolves `run` to its end and writes everything.
fn to_the_end(mut run: Run) {
    let path = run.path().to_path_buf();
    let outcome =
        in_context(false, |context| run.evolve(context).and_then(|()| run.finish(context))).unwrap();
    report::write(&path, &outcome).unwrap();
    report::plots(&path, &find).unwrap();
    run.close().unwrap();
}

fn tuned() -> (tempfile::TempDir, PathBuf) {
    let (dir, path) = folder();
    to_the_end(begun(&path));
    (dir, path)
}

const RESULTS: [&str; 5] = ["front.csv", "front.json", "population.csv", "policy.json", "evaluations.jsonl"];

fn results(path: &Path) -> Vec<Vec<u8>> {
    RESULTS.iter().map(|name| fs::read(path.join(name)).unwrap()).collect()
}

#[test]
fn a_run_leaves_a_front_plots_and_a_policy() {
    let (_dir, path) = tuned();
    let front = FrontFile::read(&path).unwrap();
    assert!(front.is_feasible() && !front.members.is_empty() && front.policies.is_none());
    let nim = Nim::new();
    let table = report::front_table(&front, &nim, None, "");
    for column in ["mean_points ↑", "mean_stones ↓", "edge", "greed", "colour"] {
        assert!(table.contains(column), "{table}");
    }
    let said = report::summary(&front, None) + &report::picks(&front, &nim, &path, None);
    assert!(said.contains("The front has") && said.contains("paretune play"), "{said}");
    for name in
        ["pareto_front", "parallel_coordinate", "hypervolume_history", "distribution", "param_importances"]
    {
        let png = fs::read(path.join(format!("plots/{name}.png"))).unwrap();
        assert!(png.starts_with(b"\x89PNG"), "{name}");
    }
}

#[test]
fn results_below_zero_stay_below_zero() {
    let (_dir, path) = tuned();
    let front = FrontFile::read(&path).unwrap();
    for member in &front.members {
        let games: u64 = member.distribution.iter().map(|(_, count)| count).sum();
        assert_eq!(games, member.test[0].games);
        assert!(member.distribution.iter().all(|(value, _)| [-1, 0, 1].contains(value)));
        // A win counts 1, a draw ½, a loss 0: the mean of the points follows from the shares.
        let points: f64 =
            member.distribution.iter().map(|(value, n)| (*value as f64 / 2.0 + 0.5) * *n as f64).sum();
        assert!((points / games as f64 - member.test[0].value).abs() < 1e-9, "{member:?}");
    }
    let lost = |m: &paretune::run::FrontMember| m.distribution.iter().any(|(value, _)| *value == -1);
    assert!(front.members.iter().any(lost), "no game was lost");
}

#[test]
fn a_gene_called_like_a_feature_of_another_game_has_no_scale() {
    let (_dir, path) = tuned();
    let front = FrontFile::read(&path).unwrap();
    let member = &front.members[0];
    let csv = export::export(&front, &Nim::new(), member, Format::Csv).unwrap();
    let edge = member.genome[0];
    assert!(csv.contains(&format!("edge,{edge},,{edge}\n")), "{csv}");
    let toml = export::export(&front, &Nim::new(), member, Format::Toml).unwrap();
    assert!(
        toml.contains("[genes]") && !toml.contains("[coefficients]") && !toml.contains("[search]"),
        "{toml}"
    );
}

#[test]
fn an_exported_policy_plays_the_games_that_it_was_shown_with() {
    let (_dir, path) = tuned();
    let (front, nim) = (FrontFile::read(&path).unwrap(), Nim::new());
    for member in &front.members {
        let policy = export::policy(&front, &nim, member).unwrap();
        let read = PolicyFile::parse(&policy.to_json().unwrap()).unwrap();
        assert_eq!(read, policy);
        let seeds: Vec<u64> = (0..50).collect();
        let scenario = Scenario::default();
        let by_policy = nim.player(&policy).unwrap().play(&scenario, &seeds).unwrap();
        assert_eq!(by_policy, nim.candidate(&member.genome).unwrap().play(&scenario, &seeds).unwrap());
        let measured: Vec<&str> = policy.measured().iter().map(|(name, _)| *name).collect();
        assert_eq!(measured, ["mean_points", "mean_stones"]);
    }
    let best = PolicyFile::read(&path.join("policy.json")).unwrap();
    assert_eq!(best.object()["weights"]["edge"], front.members[0].genome[0]);
    let records = nim.player(&best).unwrap().play(&Scenario::default(), &[1, 2, 3, 4]).unwrap();
    let shown = report::game_statistics(&nim, &records, Duration::from_secs(1)).unwrap();
    let text = (shown.text)(None);
    assert!(text.contains("mean points") && text.contains("result: "), "{text}");
}

#[test]
fn policies_are_compared_by_the_first_metric() {
    let nim = Nim::new();
    let policy = |edge: f64| nim.decode("it", &[edge, 0.0, 1.0], &Scenario::default()).unwrap();
    let (strong, weak) = (policy(1.0), policy(0.0));
    let plan = Plan { difference: Stated::Percent(5.0), alpha: 0.05, beta: 0.05, max_games: 5000 };
    let metric = &nim.metrics()[0].name;
    let comparison =
        Comparison { game: &nim, sides: [("strong", &strong), ("weak", &weak)], metric, plan, seed: 1 };
    let outcome = in_context(false, |context| comparison.run(context.pool, context.stop, |_| ())).unwrap();
    assert_eq!(outcome.decision, Decision::First);
}

#[test]
fn an_interrupted_run_goes_on_to_the_same_bytes() {
    let (_dir, whole) = tuned();
    let (_other, path) = folder();
    let stopped = in_context(true, |context| begun(&path).evolve(context)).unwrap_err();
    assert_eq!(stopped.exit_code(), 130);
    to_the_end(Run::resume(&path, &find, None, &mut Silent).unwrap());
    assert_eq!(results(&path), results(&whole));
    let verified = in_context(false, |context| verify(&path, &find, 20, context)).unwrap();
    assert!(verified.faults.is_empty() && verified.finished, "{:?}", verified.faults);
}

#[test]
fn damage_is_found() {
    let (_dir, path) = tuned();
    let json = fs::read_to_string(path.join("front.json")).unwrap();
    fs::write(path.join("front.json"), json.replacen("\"generations\": 6", "\"generations\": 5", 1)).unwrap();
    let verified = in_context(false, |context| verify(&path, &find, 20, context)).unwrap();
    assert!(verified.faults.len() == 1 && verified.faults[0].contains("front.json"), "{:?}", verified.faults);
}

/// Says to [`is_killed`] where to tune.
const CHILD: &str = "PARETUNE_TEST_TINY_RUN";

#[test]
fn a_killed_run_goes_on_to_the_same_bytes() {
    let (_dir, whole) = tuned();
    for evaluations in [1, 30] {
        let (_other, path) = folder();
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "is_killed", "--ignored"])
            .env(CHILD, &path)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        let lines =
            || fs::read(path.join("evaluations.jsonl")).map_or(0, |log| log.split(|b| *b == b'\n').count());
        while lines() <= evaluations && begun.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        to_the_end(Run::resume(&path, &find, None, &mut Silent).unwrap());
        assert_eq!(results(&path), results(&whole), "killed after {evaluations} evaluations");
    }
}

/// The process that [`a_killed_run_goes_on_to_the_same_bytes`] kills.
#[test]
#[ignore = "another test runs it in a process of its own"]
fn is_killed() {
    let Some(path) = std::env::var_os(CHILD) else { return };
    to_the_end(begun(Path::new(&path)));
}

#[test]
fn what_the_game_does_not_have_is_refused_by_name() {
    let refused = |text: &str| {
        let source = experiment::parse("x.toml", text, &[]).unwrap();
        paretune::tuner::Setup::resolve(source, &find).map(|_| ()).unwrap_err().to_string()
    };
    for (text, expected) in [
        ("features = \"lines\"", "x.toml: unknown field `features`, expected one of `domain`"),
        ("[[scenario]]\nply = 2", "x.toml: scenario[0].ply: allowed is nothing: there is no such key"),
        ("domain = \"zdt1\"", "x.toml: domain = \"zdt1\": allowed is \"nim\""),
        (
            "[switching]\ngames = 9",
            "x.toml: switching.games = 9: allowed is 0 for a game whose members are not combined",
        ),
        ("preset = \"risk\"", "x.toml: preset = \"risk\": allowed is nothing"),
        ("initial = [\"quick\"]", "x.toml: initial[0] = \"quick\": allowed is a list of genes"),
        (
            "[[objective]]\nmetric = \"score\"",
            "x.toml: objective[0].metric = \"score\": allowed is points, result, stones",
        ),
    ] {
        let said = refused(text);
        assert!(said.starts_with(expected), "{said}");
    }
}
