//! What a run says of itself while it runs, and of its hypervolume where there is none yet.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{SMALL, assert_same, paretune, run, succeed, text};
use paretune::experiment;
use paretune::run::checkpoint;
use paretune::tuner::{Context, Forecast, Observer, Phase, Run, Silent};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// In its first generation one individual, or none, is feasible.
const ONE_FEASIBLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/one-feasible.toml");

/// The hypervolume and the size of the front in every generation.
fn history(folder: &Path) -> Vec<(Option<f64>, u64)> {
    let text = fs::read_to_string(folder.join("history.csv")).unwrap();
    let row = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        (fields[3].parse().ok(), fields[4].parse().unwrap())
    };
    text.lines().skip(1).map(row).collect()
}

/// What is feasible is what the games of one round say.
const FIXED: [&str; 2] = ["--set", "sampling=fixed"];

fn front(folder: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(folder.join("front.json")).unwrap()).unwrap()
}

#[test]
fn one_point_makes_no_box() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("run");
    for seed in ["3", "6", "9"] {
        let args = ["tune", ONE_FEASIBLE, "--out", text(&folder), "--overwrite", "--quiet", "--seed", seed];
        let said = succeed(&[&args[..], &FIXED, &["--set", "stop.stalled={generations=2}"]].concat());
        let rows = history(&folder);
        let front = front(&folder);
        // Once there is a box there is a hypervolume, of a size that boxes have.
        let first = rows.iter().position(|row| row.0.is_some()).unwrap_or(rows.len());
        assert!(first > 0 && rows[first..].iter().all(|row| row.0.is_some_and(|volume| volume < 20.0)));
        match front["frame"]["generation"].as_u64() {
            Some(generation) => {
                assert_eq!(generation as usize, first + 1);
                assert!(
                    said.contains(&format!("values of generation {generation}, the first that makes a box"))
                );
            }
            None => {
                assert!(first == rows.len() && front["hypervolume"].is_null());
                assert!(
                    said.contains("no hypervolume: no generation had two feasible individuals with a range")
                );
            }
        }
        // No run stalls before it has a hypervolume to compare with.
        assert!(front["stopped"] != "stalled" || rows.len() >= first + 3, "{rows:?}");
        for command in ["verify", "plot", "resume"] {
            assert!(run(&[command, text(&folder), "--quiet"]).status.success(), "{command}");
        }
    }
}

#[test]
fn a_run_with_a_box_of_one_point_from_an_older_program_goes_on_in_it() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("run");
    let sets = ["--seed", "20", "--set", "optimiser.n_gen=2", "--set", "objective.0.floor=16500"];
    succeed(&[&["tune", ONE_FEASIBLE, "--out", text(&folder), "--quiet"][..], &FIXED, &sets].concat());
    let (state, _) = checkpoint::read::<Value>(&folder, false, |_| None).unwrap();
    let mut state = state.unwrap();
    assert!(state["frame"].is_null() && state["history"][0]["hypervolume"].is_null(), "{state}");
    let corner = serde_json::json!([-16836.25, 5.4878]);
    state["frame"] = serde_json::json!({ "ideal": corner, "nadir": corner });
    for row in 0..2 {
        state["history"][row]["hypervolume"] = 1.21.into();
    }
    checkpoint::write(&folder, &state).unwrap();
    succeed(&["resume", text(&folder), "--generations", "4", "--quiet"]);
    let rows = history(&folder);
    assert_eq!(rows[..2].iter().map(|row| row.0).collect::<Vec<_>>(), [Some(1.21); 2]);
    assert!(rows[2..].iter().all(|row| row.0.is_some_and(|volume| volume > 100.0)), "in points: {rows:?}");
    let frame = &front(&folder)["frame"];
    assert!(frame["ideal"] == frame["nadir"] && frame["generation"].is_null(), "{frame}");
}

/// Everything that a run tells of its progress.
#[derive(Default)]
struct Told {
    /// The forecast before each phase, its name, its steps, and games and work that were done in it.
    phases: Vec<(Forecast, String, usize, u64, f64)>,
    next: Option<Forecast>,
}

impl Observer for Told {
    fn forecast(&mut self, forecast: &Forecast) {
        self.next = Some(*forecast);
    }

    fn begin(&mut self, phase: Phase, steps: usize) {
        assert!(steps < 100);
        let phase = phase.to_string();
        if self.phases.last().is_none_or(|last| last.1 != phase) {
            let forecast = self.next.take().unwrap_or_else(|| panic!("{phase} without a forecast"));
            self.phases.push((forecast, phase, 0, 0, 0.0));
        }
    }

    fn step(&mut self, games: u64, work: f64) {
        let phase = self.phases.last_mut().unwrap();
        assert!(work.is_finite() && work >= 0.0);
        (phase.2, phase.3, phase.4) = (phase.2 + 1, phase.3 + games, phase.4 + work);
    }
}

/// Runs the small experiment, with one fixed round a candidate and no race, in `folder`.
fn tune(folder: &Path, observer: &mut dyn Observer) {
    let set = ["sampling=\"fixed\"", "validation.method=\"fixed\""].map(String::from);
    let source = experiment::load(Some(Path::new(SMALL)), &set).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let stop = AtomicBool::new(false);
    let mut context = Context { pool: &pool, stop: &stop, observer };
    let mut run = Run::begin(
        source,
        &paretune::experiment::Experiment::problem,
        folder,
        false,
        &mut paretune::tuner::Silent,
    )
    .unwrap();
    run.evolve(&mut context).unwrap();
    let outcome = run.finish(&mut context).unwrap();
    paretune::report::write(folder, &outcome).unwrap();
}

#[test]
fn a_run_foresees_what_it_does_to_its_end() {
    let dir = tempfile::tempdir().unwrap();
    let (watched, silent) = (dir.path().join("watched"), dir.path().join("silent"));
    let mut told = Told::default();
    tune(&watched, &mut told);
    tune(&silent, &mut Silent);
    assert_same(&watched, &silent);
    let names: Vec<&str> = told.phases.iter().map(|phase| phase.1.as_str()).collect();
    let generations: Vec<String> = (1..=8).map(|n| format!("generation {n} of 8")).collect();
    assert_eq!(names[..8], generations.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(names[8..], ["validation games", "test games of the front", "switching policies"]);
    for (forecast, name, steps, ..) in &told.phases {
        // How many policies are tried is known step by step.
        assert!(
            forecast.steps == *steps || name == "switching policies" && forecast.steps < *steps,
            "{name}"
        );
        assert!(!forecast.at_most);
        assert!(forecast.now >= 0.0 && forecast.later >= 0.0 && forecast.before == 0.0, "{forecast:?}");
    }
    // Eleven candidates of 24 games, twenty finalists of 40. In the first generation a game counts 1.
    let (first, held_out, last) = (&told.phases[0], &told.phases[8], &told.phases[10]);
    assert_eq!((first.0.now, first.3, first.4), (264.0, 264, 264.0));
    // Seven more generations, 800 validation games, 40 fresh ones of half the population and of one to compare
    // with for each objective, and 16 of policies that switch, all of which take the time of thirty.
    assert_eq!(first.0.later, 7.0 * 264.0 + 800.0 + 40.0 * 8.5 + 16.0 * 30.0);
    assert_eq!((held_out.2, held_out.3), (20, 800));
    assert!((held_out.4 - held_out.0.now).abs() < 1e-6 * held_out.4 && held_out.0.later > 0.0);
    let (tested, after) = (&told.phases[9].0, last.0.now + last.0.later);
    assert!(tested.now > 0.0 && (tested.later / after - 1.0).abs() < 1e-9 && last.0.now > 0.0);
}

#[test]
fn a_file_and_a_dumb_terminal_get_no_control_characters() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("run");
    let output = paretune(&["tune", SMALL, "--out", text(&folder)]).env("TERM", "xterm").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && said.starts_with("run folder"), "{said}");
    assert!(said.chars().all(|c| c == '\n' || !c.is_control()), "{said:?}");
    for args in [&["play", text(&folder), "--games", "50000"][..], &["verify", text(&folder)]] {
        let output = run(&[args, &["--quiet"]].concat());
        assert!(output.status.success() && output.stderr.is_empty(), "{args:?}");
    }
}
