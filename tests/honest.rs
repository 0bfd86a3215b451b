//! Figures that can be believed: test games for the front, more of them, comparisons.

#![allow(clippy::unwrap_used)]

mod common;

use common::{SMALL, assert_same, fail, finished, paretune, succeed, text};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

fn front(folder: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(folder.join("front.json")).unwrap()).unwrap()
}

/// The first member's number of validation games.
fn games(folder: &Path) -> u64 {
    front(folder)["members"][0]["test"][0]["games"].as_u64().unwrap()
}

#[test]
fn front_members_have_intervals_and_probabilities() {
    let (_dir, folder) = finished();
    let front = front(&folder);
    assert_eq!(front["confidence"], 0.95);
    for member in front["members"].as_array().unwrap() {
        let p = member["p_non_dominated"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&p));
        assert_ne!(member["test"], member["validation"], "games the front was chosen on are not shown");
        let mean = &member["intervals"][0];
        let number = |key: &str| mean[key].as_f64().unwrap();
        assert!(number("low") < number("value") && number("value") < number("high"));
        assert_eq!(mean["value"], member["test"][0]["value"]);
    }
    let csv = fs::read_to_string(folder.join("front.csv")).unwrap();
    let header = csv.lines().next().unwrap();
    assert!(header.contains(",mean_score_test_low,mean_score_test_high,"), "{header}");
    assert!(header.contains(",p_non_dominated,empty,"), "{header}");
    let shown = succeed(&["front", text(&folder)]);
    for part in
        ["non-dominated", "test games a member", "hold at the same time with 95%", "Gain in mean_score: "]
    {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}

#[test]
fn validating_twice_is_validating_once_with_twice_the_games() {
    let (dir, once) = finished();
    let twice = dir.path().join("twice");
    succeed(&["tune", SMALL, "--out", text(&twice), "--quiet"]);
    assert_eq!(games(&once), 40);
    let chosen = fs::read(once.join("validation.jsonl")).unwrap();
    succeed(&["test", text(&once), "--games", "60", "--threads", "1", "--quiet"]);
    let shown = succeed(&["test", text(&twice), "--games", "30", "--threads", "2", "--quiet"]);
    assert!(shown.contains("figures are from 70 test games"), "{shown}");
    succeed(&["test", text(&twice), "--games", "30", "--quiet"]);
    assert_eq!((games(&once), games(&twice)), (100, 100));
    // The same figures, and wider intervals, since there was one look more that might have ended it.
    let of = |folder: &Path| -> Vec<(serde_json::Value, f64)> {
        let front = front(folder);
        let members = front["members"].as_array().unwrap().iter();
        let width = |member: &serde_json::Value| {
            let interval = &member["intervals"][0];
            interval["high"].as_f64().unwrap() - interval["low"].as_f64().unwrap()
        };
        members.map(|member| (member["test"].clone(), width(member))).collect()
    };
    for ((figures, narrow), (same, wide)) in of(&once).into_iter().zip(of(&twice)) {
        assert!(figures == same && narrow < wide, "{narrow} {wide}");
    }
    assert_eq!((&front(&once)["looks"], &front(&twice)["looks"]), (&2.into(), &3.into()));
    assert!(chosen == fs::read(once.join("validation.jsonl")).unwrap());
    succeed(&["verify", text(&twice)]);
    // A finished run that goes on keeps what was asked for.
    succeed(&["resume", text(&once), "--generations", "9", "--quiet"]);
    assert_eq!(games(&once), 100);
}

#[test]
fn a_run_that_was_stopped_can_be_validated() {
    let dir = tempfile::tempdir().unwrap();
    for (i, stop) in ["games=1000", "stalled={generations=1,by=1e9}", "minutes=1e-9"].iter().enumerate() {
        let (folder, set) = (dir.path().join(i.to_string()), format!("stop.{stop}"));
        succeed(&["tune", SMALL, "--out", text(&folder), "--set", &set, "--quiet"]);
        let (before, generations) = (front(&folder), front(&folder)["generations"].clone());
        assert!(generations.as_u64().unwrap() < 8, "{generations}");
        succeed(&["test", text(&folder), "--games", "30", "--quiet"]);
        assert_eq!((games(&folder), &front(&folder)["generations"]), (70, &generations));
        assert_eq!(
            front(&folder)["members"].as_array().unwrap().len(),
            before["members"].as_array().unwrap().len()
        );
        // Without a checkpoint the log leads to the same end, but for one by the clock.
        let sound = front(&folder);
        fs::remove_file(folder.join("checkpoint.json")).unwrap();
        let _ = fs::remove_file(folder.join("checkpoint.json.prev"));
        if stop.starts_with("minutes") {
            fail(&["test", text(&folder), "--games", "5"], 3, &["has not finished", "resume"]);
        } else {
            succeed(&["test", text(&folder), "--games", "5", "--quiet"]);
            assert_eq!(games(&folder), 75);
            assert_eq!(front(&folder)["generations"], sound["generations"]);
        }
    }
}

#[test]
fn a_run_that_was_given_more_generations_is_not_validated_before_them() {
    let (_dir, folder) = finished();
    // As if it had been killed right after `resume --generations 9` noted what was asked for.
    let file = folder.join("experiment.toml");
    let text_of = fs::read_to_string(&file).unwrap();
    fs::write(&file, text_of.replace("n_gen = 8", "n_gen = 9")).unwrap();
    fail(&["test", text(&folder), "--games", "5"], 3, &["has not finished", "resume"]);
    fs::remove_file(folder.join("checkpoint.json")).unwrap();
    let _ = fs::remove_file(folder.join("checkpoint.json.prev"));
    fail(&["test", text(&folder), "--games", "5"], 3, &["has not finished", "resume"]);
    succeed(&["resume", text(&folder), "--quiet"]);
    succeed(&["test", text(&folder), "--games", "5", "--quiet"]);
}

#[test]
fn a_killed_validation_goes_on() {
    let (dir, killed) = finished();
    let straight = dir.path().join("straight");
    succeed(&["tune", SMALL, "--out", text(&straight), "--quiet"]);
    let before = fs::read(killed.join("front.json")).unwrap();
    let again = ["validate", text(&killed), "--games", "4000", "--quiet"];
    let mut child = paretune(&again).stdout(Stdio::null()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(60));
    child.kill().unwrap();
    child.wait().unwrap();
    if fs::read(killed.join("front.json")).unwrap() == before {
        succeed(&again);
    }
    succeed(&["test", text(&straight), "--games", "4000", "--quiet"]);
    assert_same(&straight, &killed);
}

#[test]
fn what_cannot_be_validated_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("z.toml");
    fs::write(&file, "domain = \"zdt1\"\n[optimiser]\npop_size = 8\nn_gen = 2\n").unwrap();
    let exact = dir.path().join("exact");
    succeed(&["tune", text(&file), "--out", text(&exact), "--quiet"]);
    fail(&["test", text(&exact), "--games", "10"], 2, &["zdt1 plays no games"]);
    fail(&["test", text(&exact), "--games", "0"], 2, &["--games", "'0'"]);
    fail(&["test", text(dir.path()), "--games", "10"], 3, &["no run there"]);
    fs::remove_file(exact.join("front.json")).unwrap();
    fail(&["test", text(&exact), "--games", "10"], 3, &["has not finished", "resume"]);
}

#[test]
fn comparisons_are_decided_and_the_same_at_any_number_of_threads() {
    let (dir, folder) = finished();
    let weak = dir.path().join("weak.json");
    let policy = r#"{"format":1,"game":"twenty48","features":["empty","value"],"members":[
        {"name":"a","weights":[0.1,0.9],"search":{"ply":1,"cutoff":0.0,"cache":false}}]}"#;
    fs::write(&weak, policy).unwrap();
    let best = format!("{}:best:mean_score", folder.display());
    let compare = |threads: &str, a: &str, b: &str| -> Value {
        let args = ["compare", a, b, "--json", "--threads", threads, "--difference", "10%"];
        serde_json::from_str(&succeed(&args)).unwrap()
    };
    let one = compare("1", &best, text(&weak));
    assert_eq!(one, compare("2", &best, text(&weak)));
    assert_eq!(one["decision"], "a", "{one}");
    assert_eq!(compare("2", text(&weak), &best)["decision"], "b");
    let bounds = |key: &str| one["difference"][key].as_f64().unwrap();
    assert!(bounds("low") < bounds("value") && bounds("value") < bounds("high"));
    // The same policy on other games: less than the stated difference, or rarely undecided.
    let same = compare("2", text(&weak), text(&weak));
    assert_eq!(same["decision"], "less", "{same}");
    let shown = succeed(&["compare", text(&folder), &best, "--games", "64", "--difference", "1"]);
    assert!(shown.contains("undecided") && shown.contains("A less B"), "{shown}");
}

#[test]
fn bad_comparisons_are_named() {
    let (_dir, folder) = finished();
    let folder = text(&folder);
    let knee = format!("{folder}:knee");
    fail(&["compare", &knee, "none.json"], 2, &["none.json", "FOLDER:PICK"]);
    fail(&["compare", &knee, &format!("{folder}:best:x")], 2, &["best:x", "mean_score"]);
    fail(&["compare", &knee, &knee, "--metric", "speed"], 2, &["--metric speed", "score, moves"]);
    fail(&["compare", &knee, &knee, "--difference=-3%"], 2, &["--difference", "-3%", "from 1e-15 to 1e15"]);
    fail(&["compare", &knee, &knee, "--games", "63"], 2, &["--games", "63", "64..=1000000000"]);
    fail(&["compare", &knee, &knee, "--alpha", "0.7"], 2, &["--alpha", "0.7", "to 0.5"]);
}

#[test]
fn every_pick_names_a_member() {
    let (_dir, folder) = finished();
    for pick in ["knee", "pseudo:2,1,1", "compromise", "compromise:1", "compromise:inf", "asf:1,1,1"] {
        let policy = succeed(&["export", text(&folder), "--pick", pick]);
        assert!(policy.contains("\"name\": \"id-"), "{pick}: {policy}");
    }
    fail(&["export", text(&folder), "--pick", "pseudo:1,1"], 2, &["2 weights for 3 objectives"]);
    fail(&["export", text(&folder), "--pick", "compromise:0.5"], 2, &["compromise:0.5", "≥ 1"]);
}
