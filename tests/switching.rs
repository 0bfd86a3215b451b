//! Policies that switch between members of a front: found by every run, written, played, resumed and verified.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{SMALL, assert_same, fail, run, succeed, text};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The built-in experiment, made small: depth is a gene, so members differ in what they cost.
const TINY: [&str; 14] = [
    "--set",
    "depth.max_ply=2",
    "--set",
    "optimiser.pop_size=12",
    "--set",
    "optimiser.n_gen=4",
    "--set",
    "validation.games=20",
    "--set",
    "validation.members=12",
    "--set",
    "test.games=20",
    "--set",
    "switching.games=20",
];

fn tune(folder: &Path, more: &[&str]) -> String {
    let quick = concat!(env!("CARGO_MANIFEST_DIR"), "/experiments/quick.toml");
    succeed(&[&["tune", quick, "--out", text(folder), "--quiet"][..], &TINY, more].concat())
}

fn read(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// The ids that the rules of a policy name.
fn members(policy: &Value) -> BTreeSet<u64> {
    let rules = policy["rules"].as_array().unwrap().iter().map(|rule| &rule["member"]);
    rules.chain([&policy["otherwise"]]).map(|id| id.as_u64().unwrap()).collect()
}

#[test]
fn the_recommended_policy_switches_between_members_of_the_front() {
    let dir = tempfile::tempdir().unwrap();
    let [one, two] = ["one", "two"].map(|name| dir.path().join(name));
    let shown = tune(&one, &["--threads", "1"]);
    tune(&two, &["--threads", "3"]);
    assert_same(&one, &two);
    let front = read(&one.join("front.json"));
    let ids: BTreeSet<u64> =
        front["members"].as_array().unwrap().iter().map(|member| member["id"].as_u64().unwrap()).collect();
    let policies = &front["policies"];
    let all = policies["shown"].as_array().unwrap();
    let mut comparisons = 0;
    for policy in all {
        assert!(members(policy).len() > 1 && members(policy).is_subset(&ids), "{policy}");
        let file = one.join("policies").join(format!("{}.json", policy["name"].as_str().unwrap()));
        assert_eq!(fs::read(&file).unwrap(), fs::read(two.join(file.strip_prefix(&one).unwrap())).unwrap());
        assert_eq!(read(&file)["measured"]["mean_score"], policy["mean"]);
        comparisons += 1 + usize::from(!policy["mixture"].is_null());
    }
    assert_eq!(policies["comparisons"], comparisons);
    let recommended = policies["recommended"].as_str().unwrap();
    let policy = one.join("policy.json");
    let file = one.join("policies").join(format!("{recommended}.json"));
    assert_eq!(fs::read(&policy).unwrap(), fs::read(file).unwrap());
    assert!(shown.contains("Switching between members ") && shown.contains("Its rules: "), "{shown}");
    let json = read(&policy);
    let words: Vec<&str> =
        json["in_words"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    assert!(words.len() > 1 && words.last().unwrap().starts_with("else: member "), "{words:?}");
    let played = succeed(&["play", text(&policy), "--games", "20"]);
    assert!(played.starts_with("rules: ") && played.contains("else: member "), "{played}");
}

#[test]
fn a_run_stopped_among_these_games_ends_with_the_same_bytes_and_is_verified() {
    let dir = tempfile::tempdir().unwrap();
    let [whole, cut] = ["whole", "cut"].map(|name| dir.path().join(name));
    tune(&whole, &[]);
    tune(&cut, &[]);
    // Nothing of these games is kept, so a run that was stopped among them is one without results.
    for name in ["front.json", "policy.json"] {
        fs::remove_file(cut.join(name)).unwrap();
    }
    fs::remove_dir_all(cut.join("policies")).unwrap();
    succeed(&["resume", text(&cut), "--quiet"]);
    assert_same(&whole, &cut);
    assert!(succeed(&["verify", text(&cut), "--sample", "2"]).contains("same bytes"));
    let name = read(&cut.join("front.json"))["policies"]["recommended"].as_str().unwrap().to_owned();
    let file = cut.join("policies").join(format!("{name}.json"));
    let changed = fs::read_to_string(&file).unwrap().replacen("empty", "Empty", 1);
    fs::write(&file, changed).unwrap();
    let output = run(&["verify", text(&cut), "--sample", "2", "--quiet"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(3) && said.contains(&format!("{name}.json: line ")), "{said}");
}

#[test]
fn policies_beat_single_members_where_all_cost_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("run");
    succeed(&["tune", SMALL, "--out", text(&folder), "--quiet"]);
    let policies = &read(&folder.join("front.json"))["policies"];
    let [only] = policies["shown"].as_array().unwrap().as_slice() else { panic!("{policies}") };
    assert!(members(only).len() > 1 && only["mixture"].is_null() && only["name"] == "any", "{only}");
    assert_eq!(policies["comparisons"], 1);
}

#[test]
fn it_can_be_left_out_and_odd_keys_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("run");
    succeed(&["tune", SMALL, "--out", text(&folder), "--quiet", "--set", "switching.games=0"]);
    assert!(!folder.join("policies").exists() && read(&folder.join("front.json")).get("policies").is_none());
    assert!(read(&folder.join("policy.json")).get("in_words").is_none());
    for (set, part) in [("switching.budgets=0", "from 1 to 12"), ("switching.budgets=13", "from 1 to 12")] {
        fail(
            &["tune", SMALL, "--out", text(&dir.path().join("x")), "--set", set],
            2,
            &["switching.budgets", part],
        );
    }
}
