//! Same input, same bytes: at any number of threads, interrupted or not, damaged or not.

#![allow(clippy::unwrap_used)]

mod common;

use common::{SMALL, assert_same, fail, finished, paretune, run, succeed, text};
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

#[test]
fn threads_make_no_difference() {
    let (dir, one) = finished();
    for threads in ["2", "8"] {
        let other = dir.path().join(threads);
        succeed(&["tune", SMALL, "--out", text(&other), "--threads", threads, "--quiet"]);
        assert_same(&one, &other);
    }
}

#[test]
fn kernels_make_no_difference() {
    let (dir, best) = finished();
    for kernel in ["plain", "portable"] {
        let other = dir.path().join(kernel);
        let args = ["tune", SMALL, "--out", text(&other), "--kernel", kernel, "--quiet"];
        succeed(&args);
        assert_same(&best, &other);
    }
}

#[test]
fn killed_at_ten_moments_and_resumed() {
    let (dir, straight) = finished();
    let folder = dir.path().join("killed");
    // Slow enough to be killed in every phase, at moments that differ from machine to machine.
    let begin = ["tune", SMALL, "--out", text(&folder), "--threads", "2", "--quiet"];
    let resume = ["resume", text(&folder), "--threads", "2", "--quiet"];
    let mut kills = 0;
    for wait in [40, 8, 25, 3, 50, 15, 5, 30, 12, 20] {
        let args: &[&str] = if folder.join("manifest.json").exists() { &resume } else { &begin };
        let mut child = paretune(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        kills += u32::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(kills >= 5, "the run was over too soon: {kills} kills");
    succeed(if folder.join("manifest.json").exists() { &resume } else { &begin });
    assert_same(&straight, &folder);
}

#[test]
fn every_sampling_is_the_same_at_any_threads_and_after_a_kill() {
    let dir = tempfile::tempdir().unwrap();
    let lines = |folder: &Path| fs::read_to_string(folder.join("evaluations.jsonl")).unwrap().lines().count();
    // 8 generations of 11; growing gives each of the 7 populations a round more; racing spends less
    // than its 2 populations a generation only if nothing is open.
    for (method, evaluations) in [
        ("fixed", 88),
        ("growing", 88 + 77),
        ("racing.extra=2", 88 + 176),
        ("racing.seeds=fixed", 88 + 88),
        ("racing.smoothing=none", 88 + 88),
    ] {
        let (straight, killed) = (dir.path().join(method), dir.path().join(format!("{method}-killed")));
        let set = match method.split_once('.') {
            Some((_, rest)) => format!("sampling.{rest}"),
            None => format!("sampling={method}"),
        };
        let args = |folder| ["tune", SMALL, "--out", folder, "--set", &set, "--quiet", "--threads"];
        succeed(&[&args(text(&straight))[..], &["1"]].concat());
        assert!(lines(&straight) <= evaluations && lines(&straight) > evaluations / 2);
        if !method.starts_with("racing") {
            assert_eq!(lines(&straight), evaluations);
        }
        let begin = [&args(text(&killed))[..], &["2"]].concat();
        let mut child = paretune(&begin).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while !killed.join("evaluations.jsonl").exists() || lines(&killed) < 40 {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        succeed(&["resume", text(&killed), "--quiet"]);
        assert_same(&straight, &killed);
        assert!(succeed(&["verify", text(&killed), "--sample", "40"]).contains("same bytes"));
    }
}

#[test]
fn rounds_add_up_to_what_a_longer_batch_would_play() {
    let (dir, folder) = finished();
    let log = fs::read_to_string(folder.join("evaluations.jsonl")).unwrap();
    let record = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["record"].clone();
    let records: Vec<serde_json::Value> = log.lines().map(record).collect();
    // Later ones begin a round later.
    let first = records.iter().filter(|r| r["generation"] == 1);
    let long = first.max_by_key(|r| r["games"].as_u64()).unwrap();
    let games = long["games"].as_u64().unwrap();
    assert!(games >= 72, "some candidate plays three rounds or more: {games}");
    let fixed = dir.path().join("fixed");
    let initial = format!("initial=[{}]", long["genome"]);
    let set = format!("scenario.0.games={games}");
    let sets = ["--set", &initial, "--set", &set, "--set", "sampling=fixed", "--set", "optimiser.n_gen=1"];
    succeed(&[&["tune", SMALL, "--out", text(&fixed), "--quiet"][..], &sets].concat());
    let batch = fs::read_to_string(fixed.join("evaluations.jsonl")).unwrap();
    let first = record(batch.lines().next().unwrap());
    assert_eq!(first["genome"], long["genome"]);
    assert_eq!(first["objectives"], long["objectives"]);
}

#[test]
fn fresh_seeds_begin_a_round_later_in_every_generation() {
    let dir = tempfile::tempdir().unwrap();
    // A child of the run `fresh`, or the candidate that another one was given.
    let candidate = |name: &str, sets: &[&str]| {
        let folder = dir.path().join(name);
        let sets: Vec<&str> = sets.iter().flat_map(|set| ["--set", *set]).collect();
        succeed(&[&["tune", SMALL, "--out", text(&folder), "--quiet"][..], &sets].concat());
        let log = fs::read_to_string(folder.join("evaluations.jsonl")).unwrap();
        // The candidate that was given is the first one.
        let line = if name == "fresh" { log.lines().last() } else { log.lines().next() }.unwrap();
        serde_json::from_str::<serde_json::Value>(line).unwrap()["record"].clone()
    };
    let mean = |record: &serde_json::Value| record["objectives"][0]["value"].as_f64().unwrap();
    let child = candidate("fresh", &["sampling.method=fixed", "sampling.seeds=fresh", "optimiser.n_gen=2"]);
    assert_eq!(child["generation"], 2);
    let games = child["games"].as_u64().unwrap();
    let initial = format!("initial=[{}]", child["genome"]);
    let batch = |name: &str, games: u64| {
        let set = format!("scenario.0.games={games}");
        mean(&candidate(name, &[&initial, &set, "sampling=fixed", "optimiser.n_gen=1"]))
    };
    // Twice the mean of both rounds less that of the first one.
    let second = 2.0 * batch("both", 2 * games) - batch("first", games);
    assert!((second - mean(&child)).abs() < 1e-6, "{second} {}", mean(&child));
}

#[test]
fn with_one_objective_the_last_centroid_is_a_finalist() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("run");
    let one = "objective=[{ metric = \"score\", statistic = \"mean\" }]";
    // So that the centroid does not survive in this run.
    let sampling = "sampling={ seeds = \"fixed\", smoothing = \"none\" }";
    let sets = [
        "--seed",
        "10",
        "--set",
        one,
        "--set",
        sampling,
        "--set",
        "optimiser.n_gen=5",
        "--set",
        "validation.members=11",
    ];
    let file = dir.path().join("one.toml");
    fs::write(&file, fs::read_to_string(SMALL).unwrap().replace("preset = \"risk\"", "")).unwrap();
    succeed(&[&["tune", text(&file), "--out", text(&folder), "--quiet"][..], &sets].concat());
    let population = fs::read_to_string(folder.join("population.csv")).unwrap();
    let ids: Vec<&str> = population.lines().skip(1).filter_map(|row| row.split(',').next()).collect();
    // Populations of 11: the fifth generation begins with 44.
    assert!(ids.contains(&"44") && ids.len() == 12, "{ids:?}");
}

#[test]
fn a_centroid_that_was_there_already_makes_no_finalist() {
    let dir = tempfile::tempdir().unwrap();
    let (file, folder) = (dir.path().join("one.toml"), dir.path().join("run"));
    // There are four genomes, 0 to 3, and all of them are in the population. Their mean, 2, is never new; what
    // is bred first in a generation is some repeat.
    let experiment = "features = [\"empty\"]\nsampling = \"fixed\"\n[optimiser]\npop_size = 4\nn_gen = 5\n\
                      [depth]\nmax_ply = 2\n[bounds]\nply2_empties = [0, 3]\n[validation]\ngames = 4\nmembers = 4\n\
                      [[scenario]]\ngames = 40\n[[objective]]\nmetric = \"score\"\n";
    fs::write(&file, format!("initial = [[1, 0], [1, 1], [1, 2], [1, 3]]\n{experiment}")).unwrap();
    succeed(&["tune", text(&file), "--out", text(&folder), "--quiet"]);
    let population = fs::read_to_string(folder.join("population.csv")).unwrap();
    let ids: Vec<&str> = population.lines().skip(1).filter_map(|row| row.split(',').next()).collect();
    assert_eq!(ids, ["0", "1", "2", "3"]);
}

#[test]
fn more_generations_equal_a_longer_run() {
    let dir = tempfile::tempdir().unwrap();
    let (straight, stepped) = (dir.path().join("straight"), dir.path().join("stepped"));
    let tune = |folder: &Path, n_gen: &str| {
        let set = format!("optimiser.n_gen={n_gen}");
        succeed(&["tune", SMALL, "--out", text(folder), "--set", &set, "--quiet"]);
    };
    tune(&straight, "12");
    tune(&stepped, "4");
    succeed(&["resume", text(&stepped), "--generations", "7", "--quiet"]);
    succeed(&["resume", text(&stepped), "--generations", "12", "--quiet"]);
    assert_same(&straight, &stepped);
    let toml = |folder: &Path| fs::read_to_string(folder.join("experiment.toml")).unwrap();
    assert_eq!(toml(&straight), toml(&stepped));
    fail(&["resume", text(&stepped), "--generations", "5"], 2, &["--generations 5", "12 to"]);
}

#[test]
fn every_algorithm_goes_on_where_it_stopped() {
    for name in ["random", "ga", "cmaes"] {
        let dir = tempfile::tempdir().unwrap();
        let (straight, stepped) = (dir.path().join("straight"), dir.path().join("stepped"));
        let tune = |folder: &Path, n_gen: &str| {
            let [algorithm, n_gen] = [format!("optimiser={name}"), format!("optimiser.n_gen={n_gen}")];
            let args =
                ["tune", SMALL, "--out", text(folder), "--set", &algorithm, "--set", &n_gen, "--quiet"];
            succeed(&args);
        };
        tune(&straight, "8");
        tune(&stepped, "3");
        succeed(&["resume", text(&stepped), "--generations", "5", "--quiet"]);
        fs::remove_file(stepped.join("checkpoint.json")).unwrap();
        succeed(&["resume", text(&stepped), "--generations", "8", "--quiet"]);
        assert_same(&straight, &stepped);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_saves_and_says_how_to_go_on() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("run");
    let args = ["tune", SMALL, "--out", text(&folder), "--set", "scenario.0.games=4000", "--threads", "2"];
    let child = paretune(&args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    while !folder.join("evaluations.jsonl").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(300));
    let status = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let folder_text = format!("paretune resume {}", folder.display());
    common::refused(&output, 130, &["interrupted", &folder_text]);
    fail(&["front", text(&folder)], 3, &["has not finished", &folder_text]);
}

/// Damages a copy of a finished run, resumes it, and returns what it said; the result has to be
/// that of the sound run.
fn repaired(damage: impl Fn(&Path)) -> String {
    let (_dir, sound) = finished();
    let (_other, folder) = finished();
    damage(&folder);
    let output = run(&["resume", text(&folder)]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{said}");
    assert_same(&sound, &folder);
    succeed(&["verify", text(&folder)]);
    said
}

fn change(folder: &Path, name: &str, how: impl Fn(&mut Vec<u8>)) {
    let path = folder.join(name);
    let mut bytes = fs::read(&path).unwrap();
    how(&mut bytes);
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_truncated_checkpoint_is_named_and_repaired() {
    let said = repaired(|folder| change(folder, "checkpoint.json", |bytes| bytes.truncate(bytes.len() / 2)));
    assert!(
        said.contains("checkpoint.json: damaged") && said.contains("checkpoint.json.damaged-1"),
        "{said}"
    );
}

#[test]
fn a_flipped_bit_in_the_checkpoint_is_named_and_repaired() {
    let said = repaired(|folder| change(folder, "checkpoint.json", |bytes| bytes[500] ^= 1));
    assert!(said.contains("checkpoint.json: damaged (checksum"), "{said}");
}

#[test]
fn without_any_checkpoint_the_log_is_enough() {
    let said = repaired(|folder| {
        let _ = fs::remove_file(folder.join("checkpoint.json.prev"));
        fs::remove_file(folder.join("checkpoint.json")).unwrap();
    });
    assert!(said.contains("going on from 176 logged evaluations"), "{said}");
}

#[test]
fn a_torn_last_line_is_said_and_played_again() {
    let said =
        repaired(|folder| change(folder, "evaluations.jsonl", |bytes| bytes.truncate(bytes.len() - 20)));
    assert!(said.contains("line 176 damaged (torn): 1 lost, 175 sound records kept"), "{said}");
}

#[test]
fn a_damaged_line_in_the_middle_is_said_and_played_again() {
    let said = repaired(|folder| change(folder, "evaluations.jsonl", |bytes| bytes[9000] ^= 8));
    assert!(said.contains("1 lost, 175 sound records kept") && said.contains("damaged-1"), "{said}");
}

#[test]
fn damaged_held_out_figures_are_played_again() {
    let said = repaired(|folder| change(folder, "validation.jsonl", |bytes| bytes[100] ^= 8));
    assert!(said.contains("validation.jsonl: line 1 damaged"), "{said}");
}

#[test]
fn verify_names_what_is_damaged() {
    let (_dir, folder) = finished();
    assert!(succeed(&["verify", text(&folder), "--sample", "200"]).contains("176 evaluations played again"));
    change(&folder, "evaluations.jsonl", |bytes| bytes[9000] ^= 8);
    change(&folder, "checkpoint.json", |bytes| bytes[500] ^= 1);
    let output = run(&["verify", text(&folder)]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    common::refused(&output, 3, &["2 faults found"]);
    assert!(said.contains("evaluations.jsonl: line") && said.contains("checkpoint.json: damaged"), "{said}");
}

/// The faults that `verify` finds after `damage` to a finished run.
fn faults(damage: impl Fn(&Path)) -> String {
    let (_dir, folder) = finished();
    damage(&folder);
    let output = run(&["verify", text(&folder)]);
    common::refused(&output, 3, &["found"]);
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn verify_misses_what_a_finished_run_lacks() {
    for (name, what) in [
        ("evaluations.jsonl", "records are missing: 11 of generation 1 of 8"),
        ("validation.jsonl", "records are missing: "),
        ("test.jsonl", "records are missing: "),
        ("front.json", "missing"),
        ("front.csv", "missing"),
        ("population.csv", "missing"),
        ("history.csv", "missing"),
        ("policy.json", "missing"),
    ] {
        let said = faults(|folder| fs::remove_file(folder.join(name)).unwrap());
        assert!(said.contains(&format!("{name}: {what}")), "{said}");
    }
    let said = faults(|folder| {
        change(folder, "evaluations.jsonl", |bytes| {
            let end = bytes[..bytes.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap();
            bytes.truncate(end + 1);
        })
    });
    assert!(said.contains("evaluations.jsonl: records are missing: 1 of generation 8 of 8"), "{said}");
}

#[test]
fn verify_sees_every_change_of_a_result_file() {
    for name in ["front.json", "front.csv", "population.csv", "history.csv", "policy.json"] {
        // A digit becomes another one: of a row in a table, else the last one before the middle.
        let said = faults(|folder| {
            change(folder, name, |bytes| {
                let row = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 2;
                let middle = if name.ends_with(".csv") { row } else { bytes.len() / 2 };
                let digit = bytes[..middle].iter_mut().rev().find(|byte| byte.is_ascii_digit()).unwrap();
                *digit = if *digit == b'1' { b'2' } else { b'1' };
            })
        });
        assert!(
            said.contains(&format!("{name}: line ")) && said.contains("is not what the logs give"),
            "{said}"
        );
        let said = faults(|folder| fs::write(folder.join(name), "garbage").unwrap());
        assert!(said.contains(&format!("{name}: ")), "{said}");
    }
}

#[test]
fn verify_plays_validation_and_test_games_again() {
    let (dir, folder) = finished();
    let said = succeed(&["verify", text(&folder)]);
    assert!(
        said.contains("and 1 validation and 1 test records; the result files are what the logs give"),
        "{said}"
    );
    let other = dir.path().join("other");
    succeed(&["tune", SMALL, "--out", text(&other), "--seed", "8", "--quiet"]);
    for name in ["validation.jsonl", "test.jsonl"] {
        let own = fs::read(folder.join(name)).unwrap();
        fs::copy(other.join(name), folder.join(name)).unwrap();
        let output = run(&["verify", text(&folder), "--sample", "2000"]);
        common::refused(&output, 3, &["found"]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            said.contains(&format!("{name}: candidate ")) && said.contains("plays differently now"),
            "{said}"
        );
        fs::write(folder.join(name), own).unwrap();
    }
    succeed(&["verify", text(&folder)]);
}

#[test]
fn verify_knows_runs_of_all_kinds() {
    let dir = tempfile::tempdir().unwrap();
    for (n, sets) in [
        vec!["stop.minutes=1e-9"],
        vec!["stop.games=1000"],
        vec!["switching.games=0"],
        vec!["sampling=growing", "optimiser=random"],
        vec!["sampling=fixed", "optimiser=ga"],
        vec!["sampling.seeds=fresh", "optimiser=cmaes"],
    ]
    .into_iter()
    .enumerate()
    {
        let folder = dir.path().join(n.to_string());
        let args = sets.iter().flat_map(|set| ["--set", *set]);
        let args: Vec<&str> =
            ["tune", SMALL, "--out", text(&folder), "--quiet"].into_iter().chain(args).collect();
        succeed(&args);
        assert!(succeed(&["verify", text(&folder)]).contains("are what the logs give"), "{sets:?}");
        // Its own checkpoint is known as its own.
        let said = run(&["resume", text(&folder)]).stderr;
        assert!(!String::from_utf8_lossy(&said).contains("damaged"), "{sets:?}");
    }
    let folder = dir.path().join("2");
    succeed(&["validate", text(&folder), "--games", "20", "--quiet"]);
    succeed(&["verify", text(&folder)]);
}

#[test]
fn a_checkpoint_of_another_run_is_named_and_rebuilt() {
    let dir = tempfile::tempdir().unwrap();
    let [own, other, straight] = ["own", "other", "straight"].map(|name| dir.path().join(name));
    succeed(&["tune", SMALL, "--out", text(&own), "--quiet"]);
    succeed(&["tune", SMALL, "--out", text(&other), "--seed", "8", "--quiet"]);
    succeed(&["tune", SMALL, "--out", text(&straight), "--set", "optimiser.n_gen=10", "--quiet"]);
    fs::copy(other.join("checkpoint.json"), own.join("checkpoint.json")).unwrap();
    let output = run(&["verify", text(&own)]);
    common::refused(&output, 3, &["1 fault found"]);
    let output = run(&["resume", text(&own), "--generations", "10"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{said}");
    assert!(
        said.contains("checkpoint.json: damaged (of another run") && said.contains("damaged-1"),
        "{said}"
    );
    assert_same(&straight, &own);
}

#[test]
fn a_log_of_another_run_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let [own, other] = ["own", "other"].map(|name| dir.path().join(name));
    succeed(&["tune", SMALL, "--out", text(&own), "--quiet"]);
    succeed(&["tune", SMALL, "--out", text(&other), "--seed", "8", "--quiet"]);
    let checkpoint = fs::read(own.join("checkpoint.json")).unwrap();
    fs::copy(other.join("evaluations.jsonl"), own.join("evaluations.jsonl")).unwrap();
    fail(&["resume", text(&own)], 3, &["evaluations.jsonl: evaluation 0 is of another run"]);
    assert_eq!(fs::read(own.join("checkpoint.json")).unwrap(), checkpoint);
    let output = run(&["verify", text(&own)]);
    common::refused(&output, 3, &["found"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("evaluation 0 is of another run"));
}

#[test]
fn a_garbage_experiment_is_named_and_restored() {
    let said = repaired(|folder| fs::write(folder.join("experiment.toml"), "seed = = 3").unwrap());
    assert!(
        said.contains("experiment.toml: line 1:") && said.contains("experiment.toml.damaged-1"),
        "{said}"
    );
}

#[test]
fn a_changed_experiment_is_refused_by_key() {
    let (_dir, folder) = finished();
    change(&folder, "experiment.toml", |bytes| {
        let text = String::from_utf8(bytes.clone()).unwrap().replace("pop_size = 11", "pop_size = 12");
        *bytes = text.into_bytes();
    });
    fail(&["resume", text(&folder)], 3, &["experiment.toml", "optimiser.pop_size = 12", "made with 11"]);
}

#[test]
fn a_folder_that_holds_a_run_is_not_overwritten() {
    let (_dir, folder) = finished();
    fail(&["tune", SMALL, "--out", text(&folder)], 3, &["already holds a run", "resume", "--overwrite"]);
    fail(&["tune", SMALL, "--out", text(&folder), "--seed", "8"], 3, &["seed = 7 there, 8 here"]);
    succeed(&["tune", SMALL, "--out", text(&folder), "--seed", "8", "--overwrite", "--quiet"]);
}

#[cfg(unix)]
#[test]
fn a_full_disk_loses_nothing() {
    let (dir, straight) = finished();
    let folder = dir.path().join("full");
    // A limit on the size of files stands in for a full disk: a write fails half-way.
    let script = format!(
        "ulimit -f 20; exec {} tune {SMALL} --out {} --quiet",
        env!("CARGO_BIN_EXE_paretune"),
        folder.display()
    );
    let output = std::process::Command::new("bash").args(["-c", &script]).output().unwrap();
    common::refused(&output, 3, &["evaluations.jsonl", "cannot write"]);
    succeed(&["resume", text(&folder), "--quiet"]);
    assert_same(&straight, &folder);
}

#[test]
fn a_place_that_cannot_be_written_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    fs::write(&file, "in the way").unwrap();
    fail(&["tune", SMALL, "--out", text(&file.join("run"))], 3, &["file/run", "cannot make"]);
    fail(&["resume", text(&dir.path().join("none"))], 3, &["none", "no such run folder"]);
    fail(&["resume", text(dir.path())], 3, &["no run there"]);
}

#[test]
fn two_processes_never_write_one_run() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("run");
    let args = ["tune", SMALL, "--out", text(&folder), "--set", "scenario.0.games=20000", "--quiet"];
    let mut first = paretune(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while !folder.join("manifest.json").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    fail(&["resume", text(&folder)], 3, &["another process is writing"]);
    first.kill().unwrap();
    first.wait().unwrap();
    // A dead owner blocks nobody.
    let mut second = paretune(&["resume", text(&folder), "--quiet"]).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(200));
    assert!(second.try_wait().unwrap().is_none());
    second.kill().unwrap();
    second.wait().unwrap();
}
