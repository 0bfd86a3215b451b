//! A bound, the name of a statistic and that of a pick are each read in one place: what the program says of them.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{SMALL, fail, finished, text};
use paretune::experiment::PopSize;
use paretune::optim::{MAX_POP_SIZE, Settings};
use std::fs;

#[test]
fn the_experiment_and_the_optimiser_have_the_same_bounds_of_a_population() {
    assert_eq!(PopSize::MAX, MAX_POP_SIZE as u64);
    let dir = tempfile::tempdir().unwrap();
    for pop_size in [1, MAX_POP_SIZE + 1] {
        let key = format!("optimiser.pop_size={pop_size}");
        let parts = ["pop_size", &pop_size.to_string(), &format!("2 to {MAX_POP_SIZE}")];
        fail(&["tune", SMALL, "--out", text(&dir.path().join("run")), "--set", &key], 2, &parts);
        let message = Settings { pop_size, ..Settings::default() }.validate().unwrap_err().to_string();
        parts.iter().for_each(|part| assert!(message.contains(part), "{message}"));
    }
}

#[test]
fn what_a_statistic_allows_is_told() {
    let refused = |lines: &str, parts: &[&str]| {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("experiment.toml");
        fs::write(&file, format!("[[objective]]\nmetric = \"score\"\n{lines}\n")).unwrap();
        fail(&["tune", text(&file), "--out", text(&dir.path().join("run"))], 2, parts);
    };
    let all = "mean, median, p1 to p99, share (with at), sd, value";
    refused("statistic = \"max\"", &["objective[0].statistic = max: allowed is", all]);
    refused("statistic = \"share\"", &["objective[0].at = nothing: allowed is a threshold for the share"]);
    let nothing = "objective[0].at = 3: allowed is nothing, except for statistic = \"share\"";
    refused("statistic = \"sd\"\nat = 3.0", &[nothing]);
    let linear = "objective[0].scale = \"log\": allowed is \"linear\" for a share, which may be 0";
    refused("statistic = \"share\"\nat = 3.0\nscale = \"log\"", &[linear]);
    refused("statistic = \"value\"", &["objective[0].statistic", "a statistic over games"]);
}

#[test]
fn a_front_that_names_an_unknown_pick_is_damaged() {
    let (_dir, folder) = finished();
    let path = folder.join("front.json");
    let json = fs::read_to_string(&path).unwrap();
    let [best, knee] = ["\"best:", "\"knee\""].map(|name| json.find(name).unwrap());
    assert!(best < knee);
    fs::write(&path, json.replace("\"knee\"", "\"elbow\"")).unwrap();
    fail(&["front", text(&folder)], 3, &["front.json"]);
}
