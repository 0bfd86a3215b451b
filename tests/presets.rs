//! The policies that come with the program: listed, played, compared, and tuned from.

#![allow(clippy::unwrap_used)]

mod common;

use common::{SMALL, assert_same, fail, succeed, text};
use serde_json::Value;
use std::fs;
use std::path::Path;

const NAMES: [&str; 9] = [
    "quick",
    "middle",
    "nneonneo",
    "strong",
    "strongest",
    "c4-random",
    "c4-article",
    "c4-tuned",
    "c4-solver",
];

fn policy(name: &str) -> Value {
    serde_json::from_str(&succeed(&["presets", name])).unwrap()
}

#[test]
fn presets_are_listed_with_strength_work_and_origin() {
    let listed = succeed(&["presets"]);
    for name in NAMES {
        let is_measured = !name.starts_with("c4-");
        let is_shown = |line: &str| line.starts_with(name) && (!is_measured || line.contains(" ± "));
        assert!(listed.lines().any(is_shown), "{listed}");
        assert!(listed.contains(&format!("{name}: ")), "{listed}");
    }
    let lines: Vec<Value> =
        succeed(&["presets", "--json"]).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.iter().map(|line| line["name"].as_str().unwrap()).collect::<Vec<_>>(), NAMES);
    assert!(NAMES.iter().zip(&lines).all(|(name, line)| line["policy"] == policy(name)));
}

#[test]
fn a_preset_plays_as_its_file_does() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("quick.json");
    fs::write(&file, succeed(&["presets", "quick"])).unwrap();
    let play = |source: &str| -> Value {
        let shown = succeed(&["play", source, "--games", "20", "--seed", "5", "--json"]);
        let mut report: Value = serde_json::from_str(&shown).unwrap();
        report["moves_per_s"] = Value::Null;
        report
    };
    assert_eq!(play("quick"), play(text(&file)));
    let board = "2 2 4 0/0 8 0 0/0 0 16 0/0 0 0 0";
    let advise = |policy: &str| succeed(&["advise", board, "--policy", policy]);
    assert_eq!(advise("quick"), advise(text(&file)));
    assert_eq!(advise("quick"), succeed(&["advise", board]));
    assert_ne!(advise("quick"), advise("nneonneo"));
    let shown = succeed(&["compare", "middle", "quick", "--games", "64"]);
    assert!(shown.contains("A has the higher mean score"), "{shown}");
}

#[test]
fn what_is_neither_a_file_nor_a_preset_is_refused_with_both() {
    let allowed = ["a policy file, a run folder, FOLDER:PICK, or a preset: quick, middle, nneonneo"];
    fail(&["compare", "quick", "quickest"], 2, &allowed);
    fail(&["presets", "quickest"], 2, &["quickest", "quick, middle"]);
}

/// Tunes the small experiment from `initial` in the folder `name` of `dir`.
fn tune(dir: &Path, name: &str, initial: &str) -> std::path::PathBuf {
    let file = dir.join("from.toml");
    let experiment = fs::read_to_string(SMALL).unwrap();
    fs::write(&file, format!("initial = [{initial}]\n{experiment}")).unwrap();
    let folder = dir.join(name);
    succeed(&["tune", text(&file), "--out", text(&folder), "--quiet", "--set", "optimiser.n_gen=2"]);
    folder
}

#[test]
fn a_run_begins_with_a_preset_as_with_its_weights() {
    let dir = tempfile::tempdir().unwrap();
    let named = tune(dir.path(), "named", "\"quick\"");
    let genome = {
        let log = fs::read_to_string(named.join("evaluations.jsonl")).unwrap();
        let first = log.lines().next().unwrap();
        let from = first.find("\"genome\":[").unwrap() + 9;
        first[from..=from + first[from..].find(']').unwrap()].to_owned()
    };
    let numbers: Vec<f64> = serde_json::from_str(&genome).unwrap();
    let weights = policy("quick")["members"][0]["weights"].clone();
    let weights: Vec<f64> = serde_json::from_value(weights).unwrap();
    assert!(numbers.iter().zip(&weights).all(|(a, b)| (a - b).abs() < 1e-12), "{numbers:?} {weights:?}");
    assert_same(&named, &tune(dir.path(), "numbers", &genome));
    // The run folder names the genes, so that it needs no preset.
    assert!(!fs::read_to_string(named.join("experiment.toml")).unwrap().contains("\"quick\""));
    succeed(&["verify", text(&named)]);
}

#[test]
fn a_preset_that_does_not_fit_is_refused() {
    fail(&["tune", "--set", "initial=[\"best\"]"], 2, &["initial[0] = \"best\": allowed is quick, middle"]);
    let lacks =
        "initial[0] = \"quick\": allowed is a preset whose features the experiment has: it lacks merges";
    fail(&["tune", "--set", "initial=[\"quick\"]", "--set", "features=\"article\""], 2, &[lacks]);
    fail(
        &["tune", "--set", "initial=[7]"],
        2,
        &["initial[0]", "the name of a preset policy, or a list of genes"],
    );
    let zdt = [
        "tune",
        concat!(env!("CARGO_MANIFEST_DIR"), "/experiments/zdt1.toml"),
        "--set",
        "initial=[\"quick\"]",
    ];
    fail(&zdt, 2, &["initial[0] = \"quick\": allowed is a list of genes"]);
}
