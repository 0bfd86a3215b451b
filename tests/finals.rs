//! The finalists: they race for validation games, whatever interrupts them.

#![allow(clippy::unwrap_used)]

mod common;

use common::{SMALL, assert_same, fail, finished, succeed, text};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Games that each finalist has played by its last record in validation.jsonl.
fn played(folder: &Path) -> BTreeMap<u64, u64> {
    let log = fs::read_to_string(folder.join("validation.jsonl")).unwrap();
    let number = |line: &str, key: &str| -> u64 {
        let from = line.rfind(key).unwrap() + key.len();
        line[from..].split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap()
    };
    log.lines().map(|line| (number(line, "\"id\":"), number(line, "\"games\":"))).collect()
}

fn front(folder: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(folder.join("front.json")).unwrap()).unwrap()
}

/// A run of 200 individuals over 3 generations in the folder `run` of `dir`.
fn large(dir: &Path, more: &[&str]) -> std::path::PathBuf {
    let folder = dir.join("run");
    let sets =
        ["--set", "optimiser.pop_size=200", "--set", "optimiser.n_gen=3", "--set", "validation.games=160"];
    succeed(&[&["tune", SMALL, "--out", text(&folder), "--quiet"], &sets[..], more].concat());
    folder
}

#[test]
fn a_race_takes_a_third_of_the_training_games_and_leaves_members_well_known() {
    let dir = tempfile::tempdir().unwrap();
    let folder = large(dir.path(), &[]);
    let (front, played) = (front(&folder), played(&folder));
    let total: u64 = played.values().sum();
    assert_eq!(played.len(), 200);
    assert!(3 * total <= front["games"].as_u64().unwrap(), "{total} of {}", front["games"]);
    // Many leave after the first stage of 20 games, and who is shown has at least those asked for.
    assert!(played.values().filter(|games| **games == 20).count() > 50, "{played:?}");
    for member in front["members"].as_array().unwrap() {
        assert!(member["validation"][0]["games"].as_u64().unwrap() >= 160, "{member}");
    }
    let population = fs::read_to_string(folder.join("population.csv")).unwrap();
    assert!(
        population.starts_with("id,generation,rank,rank_validation,games_validation,mean_score,"),
        "{population}"
    );
    for line in population.lines().skip(1) {
        let field: Vec<u64> = line.split(',').take(5).map(|field| field.parse().unwrap()).collect();
        assert_eq!(field[4], played[&field[0]]);
        assert!(field[3] > 0 || field[4] >= 160, "whoever is on the front has played enough: {line}");
    }
}

#[test]
fn without_a_race_every_finalist_plays_all_games() {
    let dir = tempfile::tempdir().unwrap();
    let folder = large(dir.path(), &["--set", "validation.method=fixed"]);
    assert!(played(&folder).values().all(|games| *games == 160));
    assert!(!fs::read_to_string(folder.join("population.csv")).unwrap().contains("games_validation"));
}

#[test]
fn a_race_that_was_interrupted_ends_with_the_same_bytes() {
    let (dir, straight) = finished();
    let log = fs::read(straight.join("validation.jsonl")).unwrap();
    let lines: Vec<&[u8]> = log.split_inclusive(|&byte| byte == b'\n').collect();
    for kept in [0, 1, lines.len() / 2, lines.len() - 1] {
        let folder = dir.path().join(format!("cut-{kept}"));
        fs::create_dir(&folder).unwrap();
        for name in ["experiment.toml", "manifest.json", "evaluations.jsonl", "checkpoint.json"] {
            fs::copy(straight.join(name), folder.join(name)).unwrap();
        }
        fs::write(folder.join("validation.jsonl"), lines[..kept].concat()).unwrap();
        succeed(&["resume", text(&folder), "--quiet", "--threads", "2"]);
        assert_same(&straight, &folder);
        assert!(fs::read(folder.join("validation.jsonl")).unwrap() == log, "{kept}");
        succeed(&["verify", text(&folder)]);
    }
}

#[test]
fn more_generations_after_a_race_are_those_of_one_run() {
    let dir = tempfile::tempdir().unwrap();
    let [twice, once] = ["twice", "once"].map(|name| dir.path().join(name));
    let tune = |folder: &Path, n_gen: &str| {
        succeed(&["tune", SMALL, "--out", text(folder), "--quiet", "--set", n_gen]);
    };
    tune(&twice, "optimiser.n_gen=5");
    tune(&once, "optimiser.n_gen=8");
    succeed(&["resume", text(&twice), "--generations", "8", "--quiet"]);
    assert_same(&once, &twice);
    succeed(&["verify", text(&twice)]);
}

#[test]
fn a_run_from_before_the_race_ends_as_it_began() {
    let dir = tempfile::tempdir().unwrap();
    let folder = large(dir.path(), &["--set", "validation.method=fixed"]);
    let (results, log) = (front(&folder), played(&folder));
    // As older programs wrote them.
    let path = folder.join("manifest.json");
    let mut manifest: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let validation = manifest["experiment"]["validation"].as_object_mut().unwrap();
    assert!(validation.remove("method").is_some() && validation.remove("share").is_some());
    fs::write(path, manifest.to_string()).unwrap();
    let path = folder.join("experiment.toml");
    let mut experiment: toml::Table = fs::read_to_string(&path).unwrap().parse().unwrap();
    let validation = experiment["validation"].as_table_mut().unwrap();
    assert!(validation.remove("method").is_some() && validation.remove("share").is_some());
    fs::write(path, experiment.to_string()).unwrap();
    fs::remove_file(folder.join("front.json")).unwrap();
    succeed(&["resume", text(&folder), "--quiet"]);
    assert_eq!((front(&folder), played(&folder)), (results, log));
    succeed(&["verify", text(&folder)]);
}

#[test]
fn what_a_race_is_asked_for_is_checked() {
    for (set, part) in [
        ("validation.share=-1", "validation.share = -1.0: allowed is a number from 0 to 1000"),
        ("validation.method=halving", "unknown variant `halving`, expected `fixed` or `racing`"),
    ] {
        fail(&["tune", SMALL, "--set", set], 2, &[part]);
    }
}
