//! Connect Four, driven as a user does: exact advice, tune, kill, resume, verify, play, compare, and bad input.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{SAME, assert_same, fail, paretune, refused, run, succeed, text};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

const EXPERIMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/connect4.toml");

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// The program with `args` and `input` on stdin.
fn with_input(args: &[&str], input: &str) -> Output {
    let mut child =
        paretune(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn tune(folder: &Path, more: &[&str]) -> String {
    succeed(&[&["tune", EXPERIMENT, "--out", text(folder), "--quiet"][..], more].concat())
}

#[test]
fn advice_is_exact() {
    // A line of the public test set, and each move by its own score.
    let position = "2252576253462244111563365343671351441";
    let shown = succeed(&["advise", "--game", "connect4", position, "--json"]);
    let advice = json(&shown);
    let keys: Vec<&String> = advice.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["position", "score", "moves", "best"]);
    assert_eq!((advice["position"].as_str(), advice["score"].as_i64()), (Some(position), Some(-1)));
    let moves = advice["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 7);
    assert_eq!(moves.iter().filter_map(Value::as_i64).max(), Some(-1));
    for column in advice["best"].as_array().unwrap() {
        assert_eq!(moves[column.as_u64().unwrap() as usize - 1], -1);
    }
    let table = succeed(&["advise", "--game", "connect4", position]);
    assert!(table.contains("wins with its stone 21"), "{table}");
}

#[test]
fn positions_come_a_line_at_a_time() {
    let lines = include_str!("data/connect4/end-easy.txt").lines().take(50);
    let (moves, scores): (Vec<&str>, Vec<i64>) =
        lines.map(|line| line.split_once(' ').unwrap()).map(|(m, s)| (m, s.parse::<i64>().unwrap())).unzip();
    let input = moves.join("\r\n");
    let output = with_input(&["advise", "--game", "connect4", "-", "--json"], &input);
    assert!(output.status.success());
    let found: Vec<i64> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| json(line)["score"].as_i64().unwrap())
        .collect();
    assert_eq!(found, scores);
}

#[test]
fn a_bad_position_is_refused_by_column_and_reason() {
    let advise = |position: &str, parts: &[&str]| {
        fail(&["advise", "--game", "connect4", position], 2, parts);
    };
    advise("44444444", &["move 7", "column 4 is full", "1, 2, 3, 5, 6 and 7"]);
    advise("48", &["move 2", "'8' is no column: allowed are 1 to 7"]);
    advise("11223344", &["move 8", "the game is over: move 7 won it"]);
    advise("......./......./......./......./X....../.......", &["row 5, column 1", "lies on an empty cell"]);
    advise("......./......./......./......./......./XX.....", &["2 X and 0 O"]);
    fail(&["advise", "--game", "chess", "4"], 2, &["chess", "twenty48, connect4"]);
    fail(
        &["advise", "--game", "connect4", "--depth", "3", "4"],
        2,
        &["--depth 3", "only a policy by weights"],
    );
    fail(&["advise", "--game", "connect4", "--book", "missing", "4"], 2, &["missing: cannot read"]);
    fail(&["advise", "--game", "connect4", "--policy", "quick", "4"], 2, &["--game connect4", "twenty48"]);
    let output =
        with_input(&["advise", "--game", "connect4", "-"], "2252576253462244111563365343671351441\n9\n");
    refused(&output, 2, &["stdin line 2", "'9' is no column"]);
}

#[test]
fn runs_are_the_same_at_any_number_of_threads_and_play() {
    let dir = tempfile::tempdir().unwrap();
    let [one, two] = ["one", "two"].map(|name| dir.path().join(name));
    tune(&one, &["--threads", "1"]);
    tune(&two, &["--threads", "3"]);
    assert_same(&one, &two);
    assert!(succeed(&["verify", text(&one), "--sample", "100"]).contains("100") || SAME.len() == 5);
    assert!(succeed(&["front", text(&one)]).contains("mean_points"));
    let policy = dir.path().join("policy.json");
    succeed(&["export", text(&one), "--pick", "best:mean_points", "-o", text(&policy)]);
    let policy_json = json(&fs::read_to_string(&policy).unwrap());
    assert_eq!(policy_json["game"], "connect4");
    assert!(policy_json["measured"]["mean_points"]["games"].as_u64().unwrap() >= 16);
    let play =
        |more: &[&str]| json(&succeed(&[&["play", text(&policy), "--games", "20", "--json"], more].concat()));
    let [by_default, random] = [play(&[]), play(&["--set", "opponent=random"])];
    assert!(by_default["points"]["mean"]["value"].as_f64() < random["points"]["mean"]["value"].as_f64());
    assert_eq!(play(&["--threads", "1"]), by_default);
    succeed(&["plot", text(&one), "--quiet"]);
}

#[test]
fn killed_runs_end_with_the_same_bytes() {
    let dir = tempfile::tempdir().unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| dir.path().join(name));
    let more = ["--set", "optimiser.n_gen=12", "--threads", "2"];
    tune(&whole, &more);
    let mut args = vec!["tune", EXPERIMENT, "--out", text(&killed), "--quiet"];
    args.extend(more);
    for kill in 0..10 {
        let mut child = paretune(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        sleep(Duration::from_millis(40 + 30 * kill));
        child.kill().unwrap();
        child.wait().unwrap();
        if killed.join("evaluations.jsonl").exists() {
            args = vec!["resume", text(&killed), "--quiet", "--threads", "2"];
        }
    }
    let last = run(&args);
    assert!(last.status.success() || !killed.join("front.json").exists(), "{last:?}");
    assert_same(&whole, &killed);
}

#[test]
fn a_better_policy_wins_a_comparison_with_both_colours() {
    let shown = succeed(&["compare", "c4-article", "c4-random", "--json"]);
    let report = json(&shown);
    assert_eq!((report["decision"].as_str(), report["games"].as_u64()), (Some("a"), Some(64)), "{shown}");
    assert_eq!(report["metric"], "points");
    fail(&["compare", "c4-article", "quick"], 2, &["c4-article plays connect4, quick plays twenty48"]);
}

#[test]
fn bad_experiments_name_key_value_and_what_is_allowed() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("run");
    let other = dir.path().join("policy.json");
    fs::write(&other, "{\"format\":1,\"game\":\"twenty48\"}").unwrap();
    for (assignment, parts) in [
        ("scenario.0.depth=0", &["scenario[0].depth = 0: allowed is 1 to 42"][..]),
        ("scenario.0.nodes=5", &["scenario[0].nodes = 5: allowed is either depth or nodes"]),
        ("scenario.0.opponent=me", &["scenario[0].opponent = \"me\"", "article, random, solver"]),
        ("scenario.0.opponent_depth=99", &["opponent_depth = 99: allowed is 1 to 42"]),
        ("scenario.0.agreement_from=43", &["agreement_from", "43", "0 to 42"]),
        ("scenario.0.devices={ tables = true }", &["devices", "unknown field `tables`"]),
        ("scenario.0.ply=3", &["unknown field `ply`"]),
        ("features=lines", &["features", "\"lines\": allowed is threads"]),
        ("search={ depth = [4, 2] }", &["search.depth = [4, 2]", "that rise"]),
        ("search={ depth = [1, 2], devices = [\"x\"] }", &["search.devices[0] = \"x\"", "alpha_beta"]),
        ("depth.max_ply=2", &["depth", "key of twenty48"]),
        ("preset=x", &["preset", "perfect, work"]),
    ] {
        let parts: Vec<String> = parts.iter().map(|part| part.replace("threads", "threats")).collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        fail(&["tune", EXPERIMENT, "--out", text(&out), "--set", assignment], 2, &parts);
        assert!(!out.exists(), "{assignment}");
    }
    let opponent = format!("scenario.0.opponent={}", text(&other));
    fail(
        &["tune", EXPERIMENT, "--out", text(&out), "--set", &opponent],
        2,
        &["game = \"twenty48\"", "connect4"],
    );
    fail(&["play", "c4-article", "--set", "depth=3"], 2, &["--set depth", "opponent, opponent_depth"]);
    fail(&["play", "quick", "--set", "opponent=random"], 2, &["--set opponent", "nothing of twenty48"]);
}

#[test]
fn an_opponent_from_a_file_becomes_part_of_the_run() {
    let dir = tempfile::tempdir().unwrap();
    let policy = dir.path().join("opponent.json");
    fs::write(&policy, succeed(&["presets", "c4-article"])).unwrap();
    let out = dir.path().join("run");
    let opponent = format!("scenario.0.opponent={}", text(&policy));
    let genes = ["--set", "search={ depth = [1, 3], devices = [\"table\"] }", "--set", "preset=work"];
    let experiment = dir.path().join("x.toml");
    let without_depth = fs::read_to_string(EXPERIMENT).unwrap().replace("depth = 2\n", "");
    fs::write(&experiment, without_depth).unwrap();
    let args = ["tune", text(&experiment), "--out", text(&out), "--quiet", "--set", &opponent];
    succeed(&[&args[..], &genes].concat());
    fs::remove_file(&policy).unwrap();
    let resolved = fs::read_to_string(out.join("experiment.toml")).unwrap();
    assert!(resolved.contains("[scenario.opponent]") && resolved.contains("61.5"), "{resolved}");
    succeed(&["verify", text(&out)]);
    let front = succeed(&["front", text(&out), "--format", "csv"]);
    assert!(front.lines().next().unwrap().contains("use_table"), "{front}");
}

#[test]
fn a_person_plays() {
    let output = with_input(&["play", "c4-article", "--human"], "4\nnine\nu\nh\n4\nq\n");
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    assert!(
        shown.contains("You are X")
            && shown.contains("Your move again")
            && shown.contains("Allowed is a column")
    );
    let shown = succeed(&["play", "c4-article", "--watch", "--delay", "0"]);
    assert!(shown.contains("an opening of") && (shown.contains("wins with") || shown.contains("drawn")));
    fail(&["play", "quick", "--human"], 2, &["--human", "twenty48 cannot be played by a person"]);
}

#[test]
fn the_bench_has_one_signature() {
    let bench = |rounds: &[&str]| {
        let fixed = ["bench", "--game", "connect4", "--depth", "4", "--json", "--quiet", "--rounds"];
        json(&succeed(&[&fixed[..], rounds].concat()))["signature"].clone()
    };
    let signature = bench(&["1"]);
    assert_eq!(signature, bench(&["2"]));
    // Kernels are those of other games: here, as in `tune`, they change nothing.
    assert_eq!(signature, bench(&["1", "--kernel", "portable"]));
}

#[test]
fn a_book_is_computed_gone_on_with_and_used() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("x.book");
    // The header of another size, and an interrupted call.
    fail(&["book", text(&file), "--game", "twenty48"], 2, &["--game twenty48", "no book"]);
    let mut child =
        paretune(&["book", text(&file), "--game", "connect4", "--stones", "9", "--quiet"]).spawn().unwrap();
    sleep(Duration::from_millis(1500));
    child.kill().unwrap();
    child.wait().unwrap();
    fail(&["book", text(&file), "--game", "connect4", "--stones", "2"], 2, &["x.book", "9 stones"]);
    let unfinished = ["advise", "--game", "connect4", "--book", text(&file), "4"];
    fail(&unfinished, 2, &["x.book", "unfinished or damaged"]);
    fail(
        &["advise", "--policy", "c4-article", "--book", text(&file), "4"],
        2,
        &["--book", "only the exact solver"],
    );
}
