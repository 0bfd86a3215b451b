//! What a user sees: data on stdout, one line for every mistake, the documented exit code.

#![allow(clippy::unwrap_used)]

mod common;

use common::{SMALL, fail, finished, run, succeed, text};
use paretune::columns::{columns, other_columns};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

#[test]
fn help_and_version_go_to_stdout() {
    for command in [
        "", "tune", "resume", "front", "plot", "export", "play", "test", "compare", "verify", "advise",
        "bench",
    ] {
        let args: Vec<&str> = [command, "--help"].into_iter().filter(|arg| !arg.is_empty()).collect();
        assert!(succeed(&args).contains("Usage:"), "{command}");
    }
    assert!(succeed(&["--help"]).contains("130  interrupted"));
    assert!(succeed(&["--version"]).starts_with("paretune 0."));
}

#[test]
fn bad_usage_is_one_line_and_code_2() {
    fail(&["tune", "--threads", "0"], 2, &["--threads", "'0'"]);
    fail(&["advise", "0 0 0 0/0 0 0 0/0 0 0 0/0 0 0 2", "--ply", "0"], 2, &["--ply", "'0'"]);
    fail(&["tnue"], 2, &["tnue"]);
    fail(&["tune", "--seed", "-1"], 2, &["-1"]);
}

#[test]
fn bad_experiments_name_file_key_value_and_range() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("x.toml");
    let out = dir.path().join("run");
    for (experiment, parts) in [
        ("popsize = 3", vec!["unknown field `popsize`"]),
        ("[optimiser]\npop_size = -4", vec!["optimiser.pop_size", "-4", "from 2 to"]),
        ("[[scenario]]\nply = 0", vec!["scenario[0].ply", "0", "from 1 to 8"]),
        ("initial = [[nan, 0, 0, 0, 0, 0, 0, 1]]", vec!["initial[0][0]", "NaN"]),
        ("initial = [[1.2, 0, 0, 0, 0, 0, 0, 0]]", vec!["initial[0]", "`empty` is 1.2", "0 to 1"]),
        ("initial = [[0.5, 0.5]]", vec!["initial[0]", "2 values", "8 genes"]),
        ("features = \"linez\"", vec!["features", "linez", "lines, article"]),
        ("features = [\"empty\", \"empty\"]", vec!["empty", "twice"]),
        ("domain = \"chess\"", vec!["domain", "chess", "twenty48, connect4, zdt1"]),
        ("preset = \"x\"", vec!["preset", "risk, article"]),
        ("[bounds]\nx = [0.0, 1.0]", vec!["bounds.x", "empty, merges"]),
        ("[bounds]\nempty = [-0.5, 0.5]", vec!["bounds.empty", "[0, 1]"]),
        ("[[objective]]\nmetric = \"scor\"", vec!["objective[0].metric", "scor", "score, moves"]),
        ("[[objective]]\nmetric = \"score\"\nscenario = \"x\"", vec!["objective[0].scenario", "main"]),
        (
            "[[objective]]\nmetric = \"score\"\nname = \"a.b\"",
            vec!["objective[0].name", "\"a.b\"", "letters"],
        ),
        ("[[objective]]\nmetric = \"score\"\nname = \"\"", vec!["objective[0].name", "\"\"", "letters"]),
        ("[[objective]]\nmetric = \"score\"\nname = \"a\\nb\"", vec!["objective[0].name", "\"a\\nb\""]),
        ("[[objective]]\nmetric = \"score\"\nname = \"x<=1\"", vec!["objective[0].name", "x<=1"]),
        ("[[objective]]\nmetric = \"score\"\nname = \"a@b\"", vec!["objective[0].name", "a@b"]),
        (
            "[[objective]]\nmetric = \"score\"\nname = \"id\"",
            vec!["objective[0].name", "\"id\"", "id is there already"],
        ),
        (
            "[[objective]]\nmetric = \"score\"\nname = \"rank\"",
            vec!["objective[0].name", "rank is there already"],
        ),
        (
            "[[objective]]\nmetric = \"score\"\nname = \"merges\"",
            vec!["objective[0].name", "merges is there already"],
        ),
        (
            "[[objective]]\nmetric = \"score\"\n[[objective]]\nmetric = \"moves\"\nname = \"mean_score_se\"",
            vec!["objective[1].name", "mean_score_se is there already"],
        ),
        ("[[scenario]]\nname = \"a\\nb\"", vec!["scenario[0].name", "\"a\\nb\"", "letters"]),
        ("domain = \"zdt1\"\n[[scenario]]\nply = 1", vec!["scenario", "zdt1 plays no games"]),
        ("domain = \"zdt1\"\nsampling = \"racing\"", vec!["sampling", "zdt1 plays no games"]),
        ("domain = \"zdt1\"\n[stop]\ngames = 9", vec!["stop.games", "zdt1 plays no games"]),
        ("[optimiser.mutation]\nprob_var = 1.5", vec!["optimiser.mutation.prob_var", "1.5", "0 to 1"]),
        ("seed = ", vec!["line 1"]),
    ] {
        fs::write(&file, experiment).unwrap();
        let mut parts = parts;
        parts.push("x.toml");
        fail(&["tune", text(&file), "--out", text(&out)], 2, &parts);
        assert!(!out.exists(), "a refused experiment leaves no folder: {experiment}");
    }
    fail(&["tune", text(&dir.path().join("none.toml"))], 2, &["none.toml", "cannot read"]);
    fail(&["tune", SMALL, "--set", "optimiser.n_gen", "--out", text(&out)], 2, &["--set optimiser.n_gen"]);
}

#[test]
fn a_finished_run_has_every_file() {
    let (_dir, folder) = finished();
    for name in ["experiment.toml", "manifest.json", "history.csv", "front.json", "policy.json"] {
        assert!(folder.join(name).is_file(), "{name}");
    }
    let names =
        ["pareto_front", "parallel_coordinate", "hypervolume_history", "distribution", "param_importances"];
    for name in names {
        let png = fs::read(folder.join(format!("plots/{name}.png"))).unwrap();
        assert!(png.starts_with(b"\x89PNG"), "{name}");
    }
    let csv = fs::read_to_string(folder.join("front.csv")).unwrap();
    assert!(csv.starts_with("id,generation,rank,mean_score,mean_score_se,p10_score,"), "{csv}");
    assert!(
        csv.lines().next().unwrap().ends_with("empty,merges,mono4,mono1,sum35,smooth,edge,value"),
        "{csv}"
    );
    assert_eq!(succeed(&["front", text(&folder), "--format", "csv"]), csv);
    let genes = ["empty", "merges", "mono4", "mono1", "sum35", "smooth", "edge", "value"].map(String::from);
    let objectives = ["mean_score", "p10_score", "share_max_tile_4096"].map(columns).concat();
    let known: BTreeSet<String> = other_columns().map(String::from).chain(objectives).chain(genes).collect();
    for table in [&csv, &fs::read_to_string(folder.join("population.csv")).unwrap()] {
        let names: Vec<&str> = table.lines().next().unwrap().split(',').collect();
        assert!(names.iter().all(|name| known.contains(*name)), "{names:?}");
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "a column stands twice");
    }
    let json = fs::read_to_string(folder.join("front.json")).unwrap();
    assert_eq!(succeed(&["front", text(&folder), "--format", "json"]), json);
    let table = succeed(&["front", text(&folder)]);
    assert!(
        table.contains("Winner's curse")
            && table.contains("Switching between members")
            && table.contains("knee"),
        "{table}"
    );
    assert_eq!(succeed(&["plot", text(&folder)]).lines().count(), 5);
    assert!(succeed(&["front", text(&folder), "--importance"]).contains("mean_score: "));
}

#[test]
fn a_run_says_what_ended_it() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("run");
    let stopped = |set: &[&str], says: &str| {
        let mut args = vec!["tune", SMALL, "--out", text(&folder), "--overwrite", "--quiet"];
        set.iter().for_each(|set| args.extend(["--set", set]));
        let said = succeed(&args);
        assert!(said.contains(says), "{said}");
        std::fs::read_to_string(folder.join("history.csv")).unwrap().lines().count() - 1
    };
    assert_eq!(stopped(&[], "took 8 generations, 88 evaluations"), 8);
    // A generation plays 11 rounds of 24 games at least and twice as many at most.
    let few = stopped(&["stop.games=1000"], "stop.games ended it");
    assert!((2..=4).contains(&few), "{few}");
    let set = ["stop.stalled={generations=1,by=1e9}"];
    assert_eq!(stopped(&set, "stop.stalled ended it: the hypervolume stalled"), 2);
    assert_eq!(stopped(&["stop.minutes=1e-9"], "stop.minutes ended it"), 1);
    // A run that has ended stays ended, whatever generations it is given.
    let experiment = fs::read(folder.join("experiment.toml")).unwrap();
    let again = run(&["resume", text(&folder), "--generations", "9", "--quiet"]);
    let said = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(again.status.success() && said.lines().count() == 1, "{said}");
    let why = "stop.minutes ended the run with generation 1: --generations 9 cannot make it go on";
    assert!(said.contains(why), "{said}");
    assert!(fs::read(folder.join("experiment.toml")).unwrap() == experiment);
    assert!(fs::read_to_string(folder.join("manifest.json")).unwrap().contains("\"n_gen\": 8"));
    fail(&["resume", text(&folder), "--generations", "7"], 2, &["--generations 7", "8 to"]);
    let front = std::fs::read_to_string(folder.join("front.json")).unwrap();
    assert!(front.contains("\"stopped\": \"minutes\"") && front.contains("\"generations\": 1,"));
}

#[test]
fn the_resolved_experiment_runs_to_the_same_front() {
    let (dir, folder) = finished();
    let again = dir.path().join("again");
    succeed(&["tune", text(&folder.join("experiment.toml")), "--out", text(&again), "--quiet"]);
    common::assert_same(&folder, &again);
}

#[test]
fn every_member_of_the_front_is_distinct_and_non_dominated_where_it_was_chosen() {
    let (_dir, folder) = finished();
    let front: Value = serde_json::from_str(&succeed(&["front", text(&folder), "--format", "json"])).unwrap();
    let members = front["members"].as_array().unwrap();
    let value = |m: &Value, j: usize| m["validation"][j]["value"].as_f64().unwrap();
    for a in members {
        for b in members.iter().filter(|b| b["id"] != a["id"]) {
            assert!((0..3).any(|j| value(a, j) > value(b, j)), "{} is dominated by {}", a["id"], b["id"]);
        }
        let sum: f64 = a["genome"].as_array().unwrap().iter().map(|w| w.as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-9);
    }
}

#[test]
fn exports_are_read_back() {
    let (dir, folder) = finished();
    let policy = dir.path().join("p.json");
    succeed(&["export", text(&folder), "--pick", "knee", "-o", text(&policy)]);
    let games = |source: &str, pick: &[&str]| {
        let args = [&["play", source, "--games", "50", "--json"], pick].concat();
        let report: Value = serde_json::from_str(&succeed(&args)).unwrap();
        report["mean_score"].as_f64().unwrap()
    };
    assert_eq!(games(text(&policy), &[]), games(text(&folder), &["--pick", "knee"]));
    let csv = succeed(&["export", text(&folder), "--format", "csv"]);
    assert!(csv.starts_with("gene,value,scale,coefficient\nempty,"), "{csv}");
    for line in csv.lines().skip(1) {
        let fields: Vec<f64> = line.split(',').skip(1).map(|field| field.parse().unwrap()).collect();
        assert!((fields[0] / fields[1] - fields[2]).abs() < 1e-12, "{line}");
    }
    let toml: toml::Table = succeed(&["export", text(&folder), "--format", "toml"]).parse().unwrap();
    assert_eq!(toml["domain"].as_str(), Some("twenty48"));
    assert_eq!(toml["coefficients"].as_table().unwrap().len(), 8);
    fail(&["export", text(&folder), "--pick", "best:x"], 2, &["best:x", "mean_score, p10_score"]);
    fail(&["export", text(&folder), "--pick", "worst"], 2, &["worst", "knee, best:"]);
    fail(&["export", text(&folder), "--pick", "id:999999"], 2, &["999999", "not on the front"]);
}

#[cfg(unix)]
#[test]
fn an_output_is_written_where_the_user_says_and_how() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let (dir, folder) = finished();
    let wanted = succeed(&["export", text(&folder)]);
    let [file, link, pipe, log] = ["p.json", "link", "pipe", "log"].map(|name| dir.path().join(name));
    // A private file stays private, and a link stays a link.
    fs::write(&file, "old").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    symlink(&file, &link).unwrap();
    succeed(&["export", text(&folder), "-o", text(&link)]);
    assert!(link.is_symlink() && fs::read_to_string(&file).unwrap() == wanted);
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    // A pipe is written to.
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let child = common::paretune(&["export", text(&folder), "-o", text(&pipe)]).spawn().unwrap();
    assert_eq!(fs::read_to_string(&pipe).unwrap(), wanted);
    assert!(child.wait_with_output().unwrap().status.success() && !fs::metadata(&pipe).unwrap().is_file());
    // Stdout by name goes where stdout goes.
    fs::write(&log, "before\n").unwrap();
    let stdout = fs::OpenOptions::new().append(true).open(&log).unwrap();
    let args = ["export", text(&folder), "-o", "/proc/self/fd/1"];
    if Path::new(args[3]).exists() {
        assert!(common::paretune(&args).stdout(stdout).status().unwrap().success());
        assert_eq!(fs::read_to_string(&log).unwrap(), format!("before\n{wanted}"));
        assert_eq!(succeed(&args), wanted);
    }
    let said = fail(
        &["export", text(&folder), "-o", text(&dir.path().join("no/x.json"))],
        3,
        &["no/x.json: cannot"],
    );
    assert!(!said.contains(".paretune-"), "{said}");
}

#[test]
fn every_error_is_one_line_whatever_the_user_wrote() {
    let (dir, folder) = finished();
    fail(&["export", text(&folder), "--pick", "best:a\nb"], 2, &["best:a\\nb", "no such objective"]);
    fail(&["export", text(&folder), "--pick", "asf:1e308"], 2, &["pick asf:1e308: 1 weights for 3"]);
    let file = dir.path().join("x.toml");
    let out = dir.path().join("out");
    fail(&["tune", SMALL, "--out", text(&out), "--set", "a\nb=1"], 2, &["unknown field"]);
    fail(&["tune", SMALL, "--out", text(&out), "--set", "a\nb"], 2, &["--set a\\nb: key=value"]);
    fail(&["tune", text(&dir.path().join("a\nb"))], 2, &["a\\nb: cannot read"]);
    for (experiment, part) in [
        ("[[scenario]]\nname = \"a\\nb\"", "scenario[0].name = \"a\\nb\": allowed is letters"),
        ("[[scenario]]\nname = \"\"", "scenario[0].name = \"\": allowed is letters"),
        ("seed = 1\nseed = 2", "line 2: duplicate key: \"seed = 2\""),
        ("seed = 18446744073709551615", "allowed are whole numbers up to 9223372036854775807: \"seed"),
        ("[[scenario]]\ncutoff = 1e308", "cutoff = 1e308: allowed"),
        ("[bounds]\nempty = [0.0, 1e308]", "bounds.empty = [0.0, 1e308]: allowed"),
        ("features = [\"empty\", \"edge\"]\n[bounds]\nempty = [0.0, 0.2]\nedge = [0.0, 0.2]", "bounds: "),
    ] {
        fs::write(&file, experiment).unwrap();
        fail(&["tune", text(&file), "--out", text(&out)], 2, &["x.toml", part]);
    }
    fail(
        &["tune", "--out", text(&out), "--seed", "18446744073709551615"],
        2,
        &["--seed", "9223372036854775807"],
    );
    fail(
        &["tune", "--out", text(&out), "--set", "seed=18446744073709551615"],
        2,
        &["seed: ", "from 0 to 9223372036854775807"],
    );
    assert!(!out.exists());
}

#[test]
fn a_folder_without_a_policy_says_why() {
    let (dir, folder) = finished();
    fs::remove_file(folder.join("policy.json")).unwrap();
    fail(&["play", text(&folder)], 3, &["policy.json: missing", "paretune resume"]);
    fail(&["compare", text(&folder), text(&folder)], 3, &["policy.json: missing"]);
    fs::write(folder.join("policy.json"), "{").unwrap();
    fail(&["play", text(&folder)], 3, &["policy.json", "EOF"]);
    fail(&["play", text(dir.path())], 3, &["no run there"]);
}

#[test]
fn play_reports_what_it_promises() {
    let (_dir, folder) = finished();
    let args = ["play", text(&folder), "--games", "64", "--json", "--threads"];
    let report = |threads: &str| -> Value {
        let mut report: Value = serde_json::from_str(&succeed(&[&args[..], &[threads]].concat())).unwrap();
        assert!(report["moves_per_s"].as_f64().unwrap() > 0.0);
        report["moves_per_s"] = Value::Null;
        report
    };
    let one = report("1");
    assert_eq!(one, report("2"));
    for key in
        ["games", "mean_score", "mean_score_se", "median_score", "best_score", "p10_score", "mean_moves"]
    {
        assert!(one[key].is_number(), "{key}");
    }
    assert!(one["mean_work_per_move"].as_f64().unwrap() >= 1.0);
    assert!(one["share_reaching"]["2048"].is_number());
    assert!(succeed(&["play", text(&folder), "--games", "3"]).contains("mean score"));
    let watched = succeed(&["play", text(&folder), "--watch", "--delay", "0"]);
    assert!(watched.contains("no move is left") && !watched.contains('\u{1b}'), "no colours into a pipe");
}

#[test]
fn bad_policies_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("p.json");
    let member = |weights: &str, search: &str| {
        format!(
            "{{\"format\":1,\"game\":\"twenty48\",\"features\":[\"empty\",\"merges\",\"edge\",\"value\"],\
             \"members\":[{{\"name\":\"a\",\"weights\":{weights},\"search\":{search}}}]}}"
        )
    };
    for (policy, parts) in [
        (member("[1,2,3]", "{\"ply\":1}"), vec!["members[0].weights", "3 weights", "4"]),
        (member("[1,2,3,-4]", "{\"ply\":1}"), vec!["value = -4", "from 0"]),
        (member("[1,2,3,NaN]", "{\"ply\":1}"), vec!["line 1"]),
        (member("[0,0,0,0]", "{\"ply\":1}"), vec!["all weights are 0"]),
        (member("[1,2,3,4]", "{\"ply\":0}"), vec!["members[0].search", "ply = 0", "1 to 8"]),
        (member("[1,2,3,4]", "{\"ply\":1,\"deep\":2}"), vec!["deep"]),
        (member("[1,2,3,1e308]", "{\"ply\":1}"), vec!["value = 1e308", "1e100"]),
        ("{".into(), vec!["EOF"]),
        ("[]".into(), vec!["expected a policy as `paretune export` writes it"]),
    ] {
        fs::write(&file, policy).unwrap();
        let mut parts = parts;
        parts.push("p.json");
        fail(&["play", text(&file), "--games", "1"], 2, &parts);
    }
    fail(&["play", text(&dir.path().join("none.json"))], 2, &["none.json", "no such file"]);
}

#[test]
fn advise_values_the_four_moves() {
    let json: Value =
        serde_json::from_str(&succeed(&["advise", "2 2 4 0/0 0 0 0/0 0 0 0/0 0 0 0", "--json"])).unwrap();
    assert_eq!(json["moves"]["left"]["after"][0], serde_json::json!([4, 4, 0, 0]));
    assert_eq!(json["moves"]["left"]["gain"], 4);
    assert_eq!(json["moves"]["up"]["legal"], false);
    assert_eq!(json["moves"]["up"]["after"], Value::Null);
    assert_eq!(json["moves"]["up"]["value"], Value::Null);
    let best = json["best"].as_str().unwrap();
    let value = |name: &str| json["moves"][name]["value"].as_f64();
    for name in ["down", "left", "right"] {
        assert!(value(name).unwrap() <= value(best).unwrap());
    }
    let over: Value =
        serde_json::from_str(&succeed(&["advise", "2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 2", "--json"])).unwrap();
    assert_eq!(over["best"], Value::Null);
    let beyond: Value =
        serde_json::from_str(&succeed(&["advise", "32768 32768 0 0/0 0 0 0/0 0 0 0/0 0 0 0", "--json"]))
            .unwrap();
    assert_eq!(beyond["moves"]["left"]["legal"], true);
    assert_eq!(beyond["moves"]["left"]["gain"], 65536);
    assert_eq!(beyond["moves"]["left"]["after"], Value::Null);
    assert!(succeed(&["advise", "2 2 4 0/0 0 0 0/0 0 0 0/0 0 0 0", "--ply", "3"]).contains("best:"));
}

#[test]
fn advise_reads_boards_from_stdin_and_names_bad_ones() {
    let mut child = common::paretune(&["advise", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let boards = "2 2 0 0/0 0 0 0/0 0 0 0/0 0 0 0\n\n0 0 0 0/0 0 0 0/0 0 0 0/0 0 3 2\n";
    child.stdin.take().unwrap().write_all(boards.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 1);
    common::refused(&output, 2, &["stdin line 3", "row 4, column 3", "\"3\"", "power of two"]);
    fail(&["advise", "2 2 0 0/0 0 0 0/0 0 0 0"], 2, &["3 rows"]);
    fail(&["advise", "2 2 0/0 0 0 0/0 0 0 0/0 0 0 0"], 2, &["row 1 has 3 cells"]);
    fail(&["advise", "x 2 0 0/0 0 0 0/0 0 0 0/0 0 0 0"], 2, &["row 1, column 1", "\"x\""]);
    fail(&["advise", "+2 2 0 0/0 0 0 0/0 0 0 0/0 0 0 0"], 2, &["row 1, column 1", "\"+2\""]);
    fail(&["advise", "0 0 0 65536/0 0 0 0/0 0 0 0/0 0 0 0"], 2, &["65536", "32768"]);
}

#[test]
fn benchmark_problems_run_through_the_same_tuner() {
    let dir = tempfile::tempdir().unwrap();
    for problem in ["zdt1", "zdt2", "zdt3", "zdt4", "zdt6", "dtlz1", "dtlz2", "dtlz3", "dtlz4", "dtlz7"] {
        let file = dir.path().join(format!("{problem}.toml"));
        fs::write(&file, format!("domain = \"{problem}\"\n[optimiser]\npop_size = 20\nn_gen = 10\n"))
            .unwrap();
        let out = dir.path().join(problem);
        let table = succeed(&["tune", text(&file), "--out", text(&out), "--quiet"]);
        assert!(table.contains("values are exact"), "{table}");
        let csv = fs::read_to_string(out.join("front.csv")).unwrap();
        assert!(csv.starts_with("id,generation,rank,f1,f1_se,f2,f2_se,"), "{csv}");
        assert!(out.join("plots/pareto_front.png").is_file());
        assert!(!out.join("policy.json").exists());
        assert!(succeed(&["verify", text(&out)]).contains("same bytes"));
    }
    fail(&["play", text(&dir.path().join("zdt1")), "--pick", "knee"], 2, &["zdt1 is no game"]);
    fail(&["play", text(&dir.path().join("zdt1"))], 2, &["zdt1 is no game"]);
    let importance = succeed(&["front", text(&dir.path().join("zdt1")), "--importance"]);
    assert!(!importance.contains("validation games"), "{importance}");
}

/// Tunes a problem with the `objectives` and gives what it printed, and its front.
fn tuned(problem: &str, objectives: &[&str]) -> (String, Value) {
    let dir = tempfile::tempdir().unwrap();
    let (file, out) = (dir.path().join("x.toml"), dir.path().join("run"));
    let objectives: String =
        objectives.iter().map(|it| format!("[[objective]]\nstatistic = \"value\"\n{it}\n")).collect();
    let optimiser = "[optimiser]\npop_size = 20\nn_gen = 10\n";
    fs::write(&file, format!("domain = \"{problem}\"\n{optimiser}{objectives}")).unwrap();
    let shown = succeed(&["tune", text(&file), "--out", text(&out), "--quiet"]);
    assert!(out.join("plots/pareto_front.png").is_file());
    let front = fs::read_to_string(out.join("front.json")).unwrap();
    (shown, serde_json::from_str(&front).unwrap())
}

#[test]
fn a_known_front_is_used_where_it_is_that_of_the_objectives() {
    let f = |i: u32, more: &str| format!("metric = \"f{i}\"\ngoal = \"min\"\n{more}");
    let (f1, f2, f3) = (f(1, ""), f(2, ""), f(3, ""));
    let frame = |front: &Value, end: &str| -> Vec<f64> {
        let values = front["frame"][end].as_array().unwrap();
        values.iter().map(|value| value.as_f64().unwrap()).collect()
    };
    // ZDT3: f1 from 0 to 0.8518, f2 from -0.7734 to 1; here the other way round.
    let (shown, front) = tuned("zdt3", &[&f2, &f1]);
    assert!(shown.contains("between the ideal (") && shown.contains("of the true front"), "{shown}");
    assert_eq!(front["frame"]["true_front"], true);
    let near =
        |values: Vec<f64>, wanted: [f64; 2]| values.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 2e-3);
    assert!(near(frame(&front, "best"), [-0.7734, 0.0]) && near(frame(&front, "worst"), [1.0, 0.8518]));
    // One objective of two, others than the problem's, one of them twice: another front.
    let others = [
        vec![f2.clone()],
        vec![f1.clone(), f2.replace("min", "max")],
        vec![f(1, "scale = \"log\""), f2.clone()],
        vec![f1.clone(), f(2, "floor = 0.5")],
        vec![f1.clone(), f(1, "name = \"again\"")],
        vec![f1.clone(), f2.clone(), f(2, "name = \"again\"")],
    ];
    for objectives in others {
        let objectives: Vec<&str> = objectives.iter().map(String::as_str).collect();
        let (shown, front) = tuned("zdt1", &objectives);
        assert!(shown.contains("values of the first generation, reference point ("), "{shown}");
        assert_eq!(front["frame"]["true_front"], Value::Null);
        assert_eq!(frame(&front, "best").len(), objectives.len());
    }
    let (_, front) = tuned("dtlz2", &[&f3, &f1, &f2]);
    assert_eq!(front["frame"]["true_front"], true);
}

#[test]
fn floors_that_nobody_reaches_are_said() {
    let dir = tempfile::tempdir().unwrap();
    let (file, out) = (dir.path().join("x.toml"), dir.path().join("run"));
    let objective = "[[objective]]\nmetric = \"score\"\nfloor = 1e6\n";
    fs::write(&file, fs::read_to_string(SMALL).unwrap().replace("preset = \"risk\"", "") + objective)
        .unwrap();
    let shown = succeed(&["tune", text(&file), "--out", text(&out), "--quiet"]);
    for part in ["finalists is feasible on validation games", "This is no front", "missed"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert!(!shown.contains("non-dominated on validation") && !shown.contains("Gain in "), "{shown}");
    let json = fs::read_to_string(out.join("front.json")).unwrap();
    let front: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(front["gains"], serde_json::json!([]));
    assert_eq!((&front["frame"], &front["hypervolume"]), (&Value::Null, &Value::Null));
    let member = &front["members"][0];
    let missed = |figures: &str| 1.0 - member[figures][0]["value"].as_f64().unwrap() / 1e6;
    assert!((member["violation"].as_f64().unwrap() - missed("validation")).abs() < 1e-12);
    assert!((member["violation_test"].as_f64().unwrap() - missed("test")).abs() < 1e-12);
    // Who keeps every floor has no violation to be written.
    let (_dir, sound) = finished();
    assert!(!fs::read_to_string(sound.join("front.json")).unwrap().contains("violation"));
    assert!(!succeed(&["front", text(&sound)]).contains("floor"));
    // A run without a front is read back like any other.
    for command in ["resume", "verify"] {
        let output = run(&[command, text(&out), "--quiet"]);
        assert!(output.status.success() && output.stderr.is_empty(), "{command}: {output:?}");
    }
    assert!(fs::read_to_string(out.join("front.json")).unwrap() == json);
}

#[test]
fn an_exported_policy_has_its_mean_score_whatever_that_is_called() {
    let dir = tempfile::tempdir().unwrap();
    let (file, out) = (dir.path().join("x.toml"), dir.path().join("run"));
    let objectives = "[[objective]]\nmetric = \"score\"\nname = \"strength\"\nscenario = \"main\"\n\
                      [[objective]]\nmetric = \"score\"\nstatistic = \"p10\"\nname = \"mean_score\"\n\
                      [[objective]]\nmetric = \"work\"\ngoal = \"min\"\n";
    fs::write(&file, fs::read_to_string(SMALL).unwrap().replace("preset = \"risk\"", "") + objectives)
        .unwrap();
    succeed(&["tune", text(&file), "--out", text(&out), "--quiet"]);
    let front: Value = serde_json::from_str(&fs::read_to_string(out.join("front.json")).unwrap()).unwrap();
    assert_eq!(front["objectives"][0]["measures"], "mean_score@main");
    assert_eq!(front["objectives"][1]["measures"], "p10_score");
    assert_eq!(front["objectives"][2]["measures"], Value::Null);
    let id = front["picks"]["best:strength"].as_u64().unwrap();
    let member = front["members"].as_array().unwrap().iter().find(|m| m["id"] == id).unwrap();
    let policy = succeed(&["export", text(&out), "--pick", "best:strength"]);
    let policy: Value = serde_json::from_str(&policy).unwrap();
    assert_eq!(policy["measured"]["mean_score"], member["test"][0]);
    assert_eq!(policy["measured"]["work_per_move"], member["test"][2]["value"]);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let (_dir, folder) = finished();
    let script = format!(
        "{} front {} | head -n 1 >/dev/null; exit ${{PIPESTATUS[0]}}",
        env!("CARGO_BIN_EXE_paretune"),
        folder.display()
    );
    let output = std::process::Command::new("bash").args(["-c", &script]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty());
    assert!(run(&["front", text(&folder), "--quiet"]).status.success());
}

#[test]
fn bench_shows_every_kernel_and_the_kept_signature() {
    let report: Value = serde_json::from_str(&succeed(&["bench", "--rounds", "1", "--json"])).unwrap();
    let kept = include_str!("golden/bench.txt").trim();
    assert_eq!(report["signature"], kept, "the games of the benchmark changed: does the commit say why?");
    let rows = report["rows"].as_array().unwrap();
    for (features, ply, search) in [("lines", 1, "exact"), ("article", 3, "cut-off 0.1 + table")] {
        for kernel in ["plain", "portable"] {
            let row = rows.iter().find(|row| {
                row["features"] == features
                    && row["ply"] == ply
                    && row["search"] == search
                    && row["kernel"] == kernel
            });
            for key in ["ns_per_move", "moves_per_s", "games_per_s", "positions_per_s", "ratio"] {
                assert!(row.unwrap()[key].as_f64().unwrap() > 0.0, "{key}");
            }
        }
    }
}

#[test]
fn bench_is_narrowed_and_a_kernel_can_be_forced() {
    let narrowed = ["bench", "--ply", "1", "--features", "article", "--rounds", "1"];
    let table = succeed(&[&narrowed[..], &["--kernel", "portable"]].concat());
    assert!(table.contains("portable") && table.contains("plain") && table.contains("signature"));
    assert!(!table.contains("avx") && !table.contains("lines"));
    fail(&["bench", "--ply", "4"], 2, &["--ply", "4", "1..=3"]);
    fail(&["bench", "--kernel", "cuda"], 2, &["--kernel", "cuda", "plain, portable, avx2, avx512"]);
    let output = common::paretune(&["bench"]).env("PARETUNE_KERNEL", "cuda").output().unwrap();
    common::refused(&output, 2, &["cuda", "plain, portable"]);
}

#[test]
fn more_training_games_than_have_seeds_of_their_own_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("run");
    let many = ["--set", "optimiser.n_gen=1000000", "--set", "scenario.0.games=5000"];
    let args = [&["tune", SMALL, "--out", text(&folder), "--quiet"][..], &many].concat();
    let allowed = "allowed is up to 4398 with sampling.max_rounds = 250 and optimiser.n_gen = 1000000";
    fail(&args, 2, &["scenario[0].games = 5000: ", allowed]);
    assert!(!folder.exists());
}
