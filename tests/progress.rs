//! What a run says of itself while it runs, and of its hypervolume where there is none yet.

#![allow(clippy::unwrap_used)]

mod common;

use common::{run, succeed, text};
use paretune::store::checkpoint;
use serde_json::Value;
use std::fs;
use std::path::Path;

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

fn front(folder: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(folder.join("front.json")).unwrap()).unwrap()
}

#[test]
fn one_point_makes_no_box() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("run");
    for seed in ["3", "5", "6"] {
        let args = ["tune", ONE_FEASIBLE, "--out", text(&folder), "--overwrite", "--quiet", "--seed", seed];
        let said = succeed(&[&args[..], &["--set", "stop.stalled={generations=2}"]].concat());
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
    succeed(&["tune", ONE_FEASIBLE, "--out", text(&folder), "--quiet", "--set", "optimiser.n_gen=2"]);
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
