//! Depth genes, scenarios of several depths and picks within a budget, through the program.

#![allow(clippy::unwrap_used)]

mod common;

use common::{assert_same, fail, succeed, text};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// Settings that make a committed experiment a matter of seconds.
const TINY: [&str; 12] = [
    "--set",
    "switching.games=0",
    "--set",
    "optimiser.pop_size=8",
    "--set",
    "optimiser.n_gen=3",
    "--set",
    "scenario.0.games=6",
    "--set",
    "validation.games=8",
    "--set",
    "validation.members=10",
];

fn committed(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments").join(name)
}

/// Runs the committed experiment `name` small, with `more` arguments, into `folder`.
fn tune(name: &str, folder: &Path, more: &[&str]) -> String {
    let file = committed(name);
    let args = ["tune", text(&file), "--out", text(folder), "--quiet"];
    succeed(&[&args[..], &TINY, more].concat())
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Depth genes without the costly 4-ply, and one weight vector.
const SHALLOW: [&str; 6] =
    ["--set", "depth.max_ply=3", "--set", "depth.vectors=1", "--set", "depth.cutoffs=[0.1, 0.05]"];

#[test]
fn depth_genes_make_policies_that_are_exported_played_and_verified() {
    let dir = tempfile::tempdir().unwrap();
    let (one, two) = (dir.path().join("one"), dir.path().join("two"));
    let table = tune("strength-work.toml", &one, &[&SHALLOW[..], &["--threads", "1"]].concat());
    assert!(table.contains("ply3_empties"), "{table}");
    tune("strength-work.toml", &two, &[&SHALLOW[..], &["--threads", "2"]].concat());
    assert_same(&one, &two);
    let again = dir.path().join("again");
    succeed(&["tune", text(&one.join("experiment.toml")), "--out", text(&again), "--quiet"]);
    assert_same(&one, &again);
    assert!(succeed(&["verify", text(&one)]).contains("same bytes"));

    let csv = fs::read_to_string(one.join("front.csv")).unwrap();
    assert!(csv.lines().next().unwrap().ends_with(",value,ply2_empties,ply3_empties,cutoff_level"), "{csv}");
    for row in csv.lines().skip(1) {
        let genes: Vec<f64> = row.rsplit(',').take(3).map(|field| field.parse().unwrap()).collect();
        let whole = |x: f64, low: f64, high: f64| x.fract() == 0.0 && low <= x && x <= high;
        assert!(
            whole(genes[2], -1.0, 9.0) && whole(genes[1], -1.0, 6.0) && whole(genes[0], 0.0, 1.0),
            "{row}"
        );
    }
    exports_agree(&one);
}

#[test]
fn one_ply_can_have_a_weight_vector_of_its_own() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("run");
    let bounds = ["--set", "bounds.ply2_empties=[2, 3]", "--set", "depth.max_ply=2"];
    let table = tune("strength-work.toml", &folder, &bounds);
    assert!(table.contains("ply2_empties") && table.contains("ply1_value"), "{table}");
    assert!(succeed(&["verify", text(&folder)]).contains("same bytes"));

    let front = json(&fs::read_to_string(folder.join("front.json")).unwrap());
    let id = format!("id:{}", front["members"][0]["id"]);
    let export = |format| succeed(&["export", text(&folder), "--pick", &id, "--format", format]);
    let genome: Vec<f64> = serde_json::from_value(front["members"][0]["genome"].clone()).unwrap();
    let sum = |weights: &[f64]| weights.iter().sum::<f64>();
    assert!((sum(&genome[..8]) - 1.0).abs() < 1e-9 && (sum(&genome[8..16]) - 1.0).abs() < 1e-9, "{genome:?}");
    let policy = json(&export("json"));
    let weights = |member: usize| -> Vec<f64> {
        serde_json::from_value(policy["members"][member]["weights"].clone()).unwrap()
    };
    assert_eq!((weights(0), weights(1)), (genome[8..16].to_vec(), genome[..8].to_vec()));
    let toml = export("toml").parse::<toml::Table>().unwrap();
    let coefficients = toml["coefficients"].as_table().unwrap();
    assert!(coefficients.len() == 16 && coefficients.contains_key("ply1_mono4"), "{coefficients:?}");
}

/// Every member's policy has the search that its genes say, in each format.
fn exports_agree(folder: &Path) {
    let front = json(&fs::read_to_string(folder.join("front.json")).unwrap());
    for member in front["members"].as_array().unwrap() {
        let pick = format!("id:{}", member["id"]);
        let export = |format| succeed(&["export", text(folder), "--pick", &pick, "--format", format]);
        let policy = json(&export("json"));
        let genome: Vec<f64> = serde_json::from_value(member["genome"].clone()).unwrap();
        let members = policy["members"].as_array().unwrap();
        assert!(members.iter().all(|m| m["weights"].as_array().unwrap().len() == 8));
        let base = if genome[8] == 9.0 { 2 } else { 1 };
        let deepest = if genome[9] >= 0.0 { 3 } else { base.max(if genome[8] >= 0.0 { 2 } else { 1 }) };
        assert_eq!(members[0]["search"]["ply"], base);
        assert_eq!(members.iter().map(|m| m["search"]["ply"].as_u64().unwrap()).max().unwrap(), deepest);
        assert!(policy["measured"]["work_per_move"].is_number());
        let search = export("toml").parse::<toml::Table>().unwrap()["search"].clone();
        assert_eq!(search["ply"].as_integer(), Some(base as i64));
        let rules = search.get("deeper").map_or(0, |deeper| deeper.as_array().unwrap().len());
        assert_eq!(rules, policy["rules"].as_array().unwrap().len());
        assert!(export("csv").contains("\nply2_empties,"));
    }
}

#[test]
fn a_budget_picks_the_best_member_that_keeps_it() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("run");
    tune("strength-work.toml", &folder, &SHALLOW);
    let front = json(&succeed(&["front", text(&folder), "--format", "json"]));
    assert_eq!(front["objectives"][1]["scale"], "log");
    let frame = |end: &str| front["frame"][end][1].as_f64().unwrap();
    assert!(1.0 <= frame("best") && frame("best") < frame("worst"), "the frame is in boards a move");
    let value = |m: &Value, j: usize| m["test"][j]["value"].as_f64().unwrap();
    let members = front["members"].as_array().unwrap();
    // Members go from strong to cheap, so the first within the budget is the best.
    let budget = value(&members[members.len() / 2], 1);
    let best = members.iter().find(|m| value(m, 1) <= budget).unwrap();
    let pick = format!("best:mean_score@work<={budget}");
    let policy = json(&succeed(&["export", text(&folder), "--pick", &pick]));
    assert_eq!(policy["measured"]["mean_score"]["value"], best["test"][0]["value"]);
    let played = succeed(&["play", text(&folder), "--pick", &pick, "--games", "2", "--json"]);
    assert!(json(&played)["mean_work_per_move"].as_f64().unwrap() >= 1.0);
    fail(&["play", text(&folder), "--pick", "best:mean_score@work<=1"], 2, &["no member keeps the bound"]);
    fail(
        &["export", text(&folder), "--pick", "best:x@work<=1"],
        2,
        &["best:x@work", "mean_score, mean_work"],
    );
}

#[test]
fn objectives_in_scenarios_of_two_depths_have_games_in_each() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("run");
    tune("transfer.toml", &folder, &["--set", "scenario.1.games=4"]);
    let csv = fs::read_to_string(folder.join("front.csv")).unwrap();
    assert!(csv.starts_with("id,generation,rank,mean_score@one,mean_score@one_se,mean_score@two,"), "{csv}");
    let front = json(&fs::read_to_string(folder.join("front.json")).unwrap());
    for member in front["members"].as_array().unwrap() {
        let games = [0, 1].map(|j| member["training"][j]["games"].as_u64().unwrap());
        assert!(games[0] / 6 > 0 && games == [games[0] / 6 * 6, games[0] / 6 * 4], "{games:?}: whole rounds");
        assert_eq!([0, 1].map(|j| member["validation"][j]["games"].as_u64().unwrap()), [8, 8]);
    }
    let best = |name: &str| {
        let pick = format!("best:{name}");
        let id = front["picks"][&pick].as_u64().unwrap();
        front["members"].as_array().unwrap().iter().find(|m| m["id"] == id).unwrap()["test"].clone()
    };
    // The same weights look deeper in the second scenario.
    assert!(best("mean_score@two")[1]["value"].as_f64() > best("mean_score@one")[0]["value"].as_f64());
    assert!(succeed(&["verify", text(&folder)]).contains("same bytes"));
}

#[test]
fn risk_is_measured_at_two_plies() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("run");
    tune("risk.toml", &folder, &["--set", "switching.games=4"]);
    let csv = fs::read_to_string(folder.join("front.csv")).unwrap();
    assert!(csv.contains(",p10_score,") && csv.contains(",share_max_tile_4096,"), "{csv}");
}

#[test]
fn what_contradicts_depth_genes_is_refused_by_name() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("x.toml");
    for (experiment, parts) in [
        ("[depth]\nmax_ply = 5", vec!["depth.max_ply", "5", "from 2 to 4"]),
        ("[depth]\nvectors = 3", vec!["depth.vectors", "3", "from 1 to 2"]),
        ("[depth]\ncutoffs = []", vec!["depth.cutoffs", "1 to 16"]),
        ("[depth]\ncutoffs = [0.1, 0.9]", vec!["depth.cutoffs[1] = 0.9", "0 to 0.5"]),
        ("[depth]\nply = 2", vec!["depth", "unknown field `ply`", "max_ply"]),
        ("[depth]\n[[scenario]]\nply = 2", vec!["scenario[0].ply = 2", "allowed is 1 with [depth]"]),
        ("[depth]\n[[scenario]]\ncutoff = 0.1", vec!["scenario[0].cutoff = 0.1", "allowed is 0"]),
        ("[depth]\n[[scenario]]\ncache = true", vec!["scenario[0].cache", "depth.cache"]),
        ("[depth]\n[bounds]\nply2_empties = [0.5, 2]", vec!["gene `ply2_empties`", "0.5", "whole numbers"]),
        ("[depth]\n[bounds]\nply2_empties = [0, 10]", vec!["bounds.ply2_empties", "[-1, 9]"]),
        ("[depth]\ninitial = 1", vec!["depth", "initial"]),
        (
            "initial = [[1, 0, 0, 0, 0, 0, 0, 0, 1.5, 0, 0, 0]]\n[depth]",
            vec!["`ply2_empties` is 1.5", "whole number from -1 to 9"],
        ),
        ("domain = \"zdt1\"\n[depth]", vec!["depth: allowed is nothing: it is a key of twenty48"]),
        ("[[objective]]\nmetric = \"work\"\nscale = \"ln\"", vec!["objective[0].scale", "ln", "linear"]),
    ] {
        fs::write(&file, experiment).unwrap();
        let parts: Vec<&str> = parts.into_iter().chain(["x.toml"]).collect();
        fail(&["tune", text(&file), "--out", text(&dir.path().join("run"))], 2, &parts);
    }
}
