//! What other programs and machines do to a run: line ends, closed pipes, full disks, odd environments.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{SMALL, assert_same, fail, finished, paretune, refused, succeed, text};
use std::ffi::OsStr;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const BOARD: &str = "2 2 4 0/0 0 0 0/0 8 0 0/0 0 0 0";

/// The files of a run that are text.
const TEXTS: [&str; 12] = [
    "manifest.json",
    "experiment.toml",
    "evaluations.jsonl",
    "validation.jsonl",
    "test.jsonl",
    "checkpoint.json",
    "checkpoint.json.prev",
    "history.csv",
    "front.csv",
    "front.json",
    "population.csv",
    "policy.json",
];

/// `bytes` with CRLF line ends and a byte order mark.
fn foreign(bytes: &[u8]) -> Vec<u8> {
    let mut foreign = b"\xef\xbb\xbf".to_vec();
    for &byte in bytes {
        foreign.extend_from_slice(if byte == b'\n' { b"\r\n" } else { std::slice::from_ref(&byte) });
    }
    foreign
}

/// Gives every text in `folder` CRLF line ends and a byte order mark.
fn make_foreign(folder: &Path) {
    for path in TEXTS.map(|name| folder.join(name)).iter().filter(|path| path.exists()) {
        fs::write(path, foreign(&fs::read(path).unwrap())).unwrap();
    }
}

/// A copy of the small experiment, changed by `how`, at `path`.
fn copy_to(path: &Path, from: &str, how: impl Fn(&[u8]) -> Vec<u8>) {
    fs::write(path, how(&fs::read(from).unwrap())).unwrap();
}

/// Names in `folder` that hold `part`.
fn named(folder: &Path, part: &str) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|it| it.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name.contains(part)).collect();
    names.sort();
    names
}

fn said(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// What `advise` with `args` answers to `stdin`.
fn advise(args: &[&str], stdin: &[u8]) -> Output {
    let mut command = paretune(&[&["advise"], args].concat());
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(stdin).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn a_run_with_crlf_and_marks_shows_what_it_shows_without() {
    let (_dir, folder) = finished();
    let folder_name = text(&folder);
    let commands: [&[&str]; 6] = [
        &["verify", folder_name],
        &["front", folder_name],
        &["front", folder_name, "--format", "csv"],
        &["export", folder_name, "--pick", "best:mean_score"],
        &["plot", folder_name],
        &["compare", folder_name, &format!("{folder_name}:knee"), "--games", "64"],
    ];
    let before = commands.map(succeed);
    let pictures = |name: &str| fs::read(folder.join("plots").join(name)).unwrap();
    let drawn = pictures("hypervolume_history.png");
    make_foreign(&folder);
    for (command, before) in commands.iter().zip(&before) {
        let output = common::run(command);
        assert_eq!(said(&output), "", "{command:?}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), *before, "{command:?}");
    }
    assert!(pictures("hypervolume_history.png") == drawn);
}

#[test]
fn a_run_with_crlf_and_marks_is_resumed_to_the_same_bytes() {
    let (dir, straight) = finished();
    let folder = dir.path().join("foreign");
    succeed(&["tune", SMALL, "--out", text(&folder), "--threads", "1", "--quiet"]);
    make_foreign(&folder);
    let said = said(&common::run(&["resume", text(&folder), "--quiet"]));
    assert_eq!(said, "");
    assert!(named(&folder, "damaged").is_empty());
    assert_same(&straight, &folder);
    for path in TEXTS.map(|name| folder.join(name)).iter().filter(|path| path.exists()) {
        let bytes = fs::read(path).unwrap();
        assert!(!bytes.contains(&b'\r') && !bytes.starts_with(b"\xef\xbb\xbf"), "{}", path.display());
    }
    // What is appended to such a log can be read.
    for folder in [&straight, &folder] {
        succeed(&["resume", text(folder), "--generations", "10", "--quiet"]);
        make_foreign(folder);
        succeed(&["validate", text(folder), "--games", "40", "--quiet"]);
        succeed(&["verify", text(folder)]);
    }
    assert_same(&straight, &folder);
}

#[test]
fn a_log_without_its_last_line_end_is_whole() {
    let (dir, straight) = finished();
    let folder = dir.path().join("cut");
    succeed(&["tune", SMALL, "--out", text(&folder), "--threads", "1", "--quiet"]);
    for name in ["evaluations.jsonl", "validation.jsonl", "test.jsonl"] {
        let bytes = fs::read(folder.join(name)).unwrap();
        fs::write(folder.join(name), bytes.strip_suffix(b"\n").unwrap()).unwrap();
    }
    assert_eq!(said(&common::run(&["verify", text(&folder)])), "");
    assert_eq!(said(&common::run(&["resume", text(&folder), "--quiet"])), "");
    assert_same(&straight, &folder);
}

#[test]
fn a_clone_with_crlf_keeps_the_results() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let dir = tempfile::tempdir().unwrap();
    let [original, clone] = ["original", "clone"].map(|name| dir.path().join(name));
    let git = |folder: &Path, args: &[&str]| {
        let mut command = Command::new("git");
        command.current_dir(folder).env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
        command.args(["-c", "user.name=a", "-c", "user.email=a@b.c"]).args(args).output()
    };
    if git(dir.path(), &["--version"]).is_err() {
        return;
    }
    let files =
        ["results/reference/quick/evaluations.jsonl", "tests/data/perft.txt", "experiments/quick.toml"];
    for file in files.iter().chain(&[".gitattributes"]) {
        fs::create_dir_all(original.join(file).parent().unwrap()).unwrap();
        fs::copy(root.join(file), original.join(file)).unwrap();
    }
    for args in [&["init", "-q"][..], &["add", "."], &["commit", "-q", "-m", "all"]] {
        assert!(git(&original, args).unwrap().status.success(), "{args:?}");
    }
    let cloned = ["-c", "core.autocrlf=true", "clone", "-q", text(&original), text(&clone)];
    assert!(git(dir.path(), &cloned).unwrap().status.success());
    for file in files {
        assert!(fs::read(clone.join(file)).unwrap() == fs::read(root.join(file)).unwrap(), "{file}");
    }
}

#[test]
fn an_experiment_with_crlf_and_a_mark_keeps_its_question() {
    let (dir, straight) = finished();
    let experiment = dir.path().join("small.toml");
    copy_to(&experiment, SMALL, foreign);
    let folder = dir.path().join("foreign");
    succeed(&["tune", text(&experiment), "--out", text(&folder), "--quiet"]);
    assert_same(&straight, &folder);
    let first = fs::read_to_string(folder.join("experiment.toml")).unwrap();
    assert!(first.starts_with("# Does a run keep its promises?\n"), "{first}");
    fs::write(&experiment, foreign(b"# Why?\nseed = = 3\n")).unwrap();
    fail(&["tune", text(&experiment)], 2, &["small.toml: line 2: ", "\"seed = = 3\""]);
}

#[test]
fn a_policy_and_boards_with_crlf_and_a_mark_are_read() {
    let (dir, folder) = finished();
    let [plain, marked] = [folder.join("policy.json"), dir.path().join("marked.json")];
    copy_to(&marked, text(&plain), foreign);
    let [one, other] =
        [&plain, &marked].map(|path| succeed(&["advise", BOARD, "--policy", text(path), "--json"]));
    assert_eq!(one, other);
    for args in
        [["play", text(&marked), "--games", "2"], ["compare", text(&marked), text(&plain), "--games=64"]]
    {
        succeed(&args);
    }
    let answer = succeed(&["advise", BOARD]);
    assert_eq!(succeed(&["advise", &format!("\u{feff}{BOARD}\r\n")]), answer);
    let lines = format!("{BOARD}\n\n{BOARD}\n");
    let [one, other] = [lines.as_bytes().to_vec(), foreign(lines.as_bytes())].map(|stdin| {
        let output = advise(&["-"], &stdin);
        assert_eq!(said(&output), "");
        String::from_utf8(output.stdout).unwrap()
    });
    assert_eq!(one, format!("{answer}{answer}"));
    assert_eq!(one, other);
}

#[test]
fn what_is_not_utf_8_is_named_by_line() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.toml");
    let name = text(&path);
    for (bytes, why) in [
        (&b"# Why?\r\nseed = 1\n# \xe9\n"[..], "line 3 is not UTF-8"),
        (b"\xff\xfes\0e\0", "it is UTF-16: allowed is UTF-8"),
    ] {
        fs::write(&path, bytes).unwrap();
        fail(&["tune", name], 2, &["x.toml: cannot read: ", why]);
        fail(&["advise", BOARD, "--policy", name], 2, &["x.toml: cannot read: ", why]);
    }
    let stdin = [BOARD.as_bytes(), b"\n2 2 \xff 0/\n"].concat();
    let output = advise(&["-"], &stdin);
    refused(&output, 2, &["stdin line 2: not UTF-8: allowed is a board such as 2 2 4 0/"]);
    assert!(!output.stdout.is_empty(), "the board before it was answered");
}

/// Waits for `child`, whose reader has left: it has to end by itself, quietly and with 0.
fn ends(mut child: Child, what: &[&str]) {
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            panic!("{what:?} goes on though its reader left");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{what:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{what:?}");
}

#[test]
fn endless_advice_ends_with_its_reader() {
    let args = ["advise", "-", "--json"];
    let mut command = paretune(&args);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let line = format!("{BOARD}\n");
    let writer = std::thread::spawn(move || while stdin.write_all(line.as_bytes()).is_ok() {});
    let mut byte = [0];
    child.stdout.take().unwrap().read_exact(&mut byte).unwrap();
    ends(child, &args);
    writer.join().unwrap();
}

#[test]
fn every_command_ends_with_its_reader() {
    let (dir, folder) = finished();
    let policy = dir.path().join("deep.json");
    // A whole game would take hours.
    let deep = include_str!("../experiments/policies/quick.json").replace("\"ply\": 1", "\"ply\": 5");
    assert!(deep.contains("\"ply\": 5"));
    fs::write(&policy, deep).unwrap();
    let name = text(&folder);
    let commands: [&[&str]; 8] = [
        &["play", text(&policy), "--watch"],
        &["play", name, "--games", "3"],
        &["front", name],
        &["plot", name],
        &["export", name],
        &["verify", name],
        &["compare", name, name, "--games", "64"],
        &["--help"],
    ];
    for args in commands {
        let mut child = paretune(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        ends(child, args);
    }
}

/// Runs with `args` where no file can be larger than 20 KiB, which stands in for a full disk.
#[cfg(unix)]
fn on_full_disk(args: &str) -> Output {
    let script = format!("ulimit -f 20; exec {} {args}", env!("CARGO_BIN_EXE_paretune"));
    Command::new("bash").args(["-c", &script]).output().unwrap()
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_half_line_and_no_half_copy() {
    let (dir, straight) = finished();
    let folder = dir.path().join("full");
    let log = folder.join("evaluations.jsonl");
    refused(
        &on_full_disk(&format!("tune {SMALL} --out {} --quiet", text(&folder))),
        3,
        &["evaluations.jsonl: cannot write: File too large"],
    );
    assert_eq!(fs::read(&log).unwrap().last(), Some(&b'\n'));
    let said = said(&common::run(&["resume", text(&folder), "--quiet"]));
    assert!(!said.contains("damaged"), "{said}");
    assert_same(&straight, &folder);

    let whole = fs::read(&log).unwrap();
    let damaged = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 8;
        fs::write(&log, &bytes).unwrap();
        bytes
    };
    let bytes = damaged(9000);
    for _ in 0..3 {
        let output = on_full_disk(&format!("resume {} --quiet", text(&folder)));
        refused(&output, 3, &["evaluations.jsonl.damaged-1: cannot write: File too large"]);
        assert!(named(&folder, "damaged").is_empty() && named(&folder, ".paretune").is_empty());
        assert!(fs::read(&log).unwrap() == bytes, "the log was touched");
    }
    // Equal copies are kept once.
    for (at, copies) in [(9000, 1), (9000, 1), (9300, 2), (9000, 2), (9300, 2)] {
        let bytes = damaged(at);
        succeed(&["resume", text(&folder), "--quiet"]);
        assert_same(&straight, &folder);
        let kept = named(&folder, "damaged");
        assert_eq!(kept.len(), copies, "{kept:?}");
        assert!(kept.iter().any(|name| fs::read(folder.join(name)).unwrap() == bytes));
    }
}

#[test]
fn the_kernel_of_the_environment_counts_where_no_flag_names_one() {
    let with = |value: &OsStr, args: &[&str]| {
        let mut command = paretune(args);
        command.env("PARETUNE_KERNEL", value).output().unwrap()
    };
    let answer = succeed(&["advise", BOARD, "--kernel", "plain"]);
    let advise: &[&str] = &["advise", BOARD];
    for value in ["", " ", "plain", "portable"] {
        let output = with(value.as_ref(), advise);
        assert_eq!((said(&output), output.stdout), (String::new(), answer.clone().into_bytes()), "{value:?}");
    }
    let allowed = "allowed is plain, portable, avx2, avx512, or nothing";
    refused(&with("fast".as_ref(), advise), 2, &["PARETUNE_KERNEL=fast: ", allowed]);
    for value in ["fast", "portable", "avx512"] {
        let args = ["bench", "--kernel", "plain", "--ply=1", "--features=article", "--rounds=1", "--json"];
        let output = with(value.as_ref(), &args);
        let json = String::from_utf8(output.stdout.clone()).unwrap();
        assert_eq!(said(&output), "", "{value}");
        assert!(json.contains(r#""kernel":"plain""#) && !json.contains(r#""kernel":"portable""#), "{json}");
    }
    refused(&with("plain".as_ref(), &["advise", BOARD, "--kernel", "fast"]), 2, &["--kernel", "fast"]);
}

#[cfg(unix)]
#[test]
fn paths_need_not_be_utf_8() {
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &[u8]| dir.path().join(OsStr::from_bytes(name));
    let [experiment, folder, policy] = [&b"\xff.toml"[..], b"run:\xfe", b"\xfd.json"].map(path);
    fs::copy(SMALL, &experiment).unwrap();
    let picked = |pick: &str| -> PathBuf {
        let bytes = [folder.as_os_str().as_bytes(), b":", pick.as_bytes()].concat();
        std::ffi::OsString::from_vec(bytes).into()
    };
    let run = |args: &[&OsStr]| {
        let output = paretune(&[]).args(args).output().unwrap();
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let word = OsStr::new;
    let (run_folder, quiet) = (folder.as_os_str(), word("--quiet"));
    run(&[word("tune"), experiment.as_os_str(), word("--out"), run_folder, quiet]);
    run(&[word("resume"), run_folder, quiet]);
    run(&[word("validate"), run_folder, word("--games=2"), quiet]);
    for command in ["verify", "front", "plot"] {
        run(&[word(command), run_folder]);
    }
    run(&[word("export"), run_folder, word("-o"), policy.as_os_str()]);
    for source in [run_folder, policy.as_os_str()] {
        run(&[word("play"), source, word("--games=2")]);
    }
    run(&[word("advise"), word(BOARD), word("--policy"), policy.as_os_str()]);
    let [knee, none] = [picked("knee"), picked("none")];
    for side in [run_folder, policy.as_os_str(), knee.as_os_str()] {
        run(&[word("compare"), side, policy.as_os_str(), word("--games=64"), word("--json")]);
    }
    let output = paretune(&["compare"]).args([none.as_os_str(), run_folder]).output().unwrap();
    refused(&output, 2, &["none", "allowed is knee"]);
    let output = paretune(&["compare"]).args([OsStr::from_bytes(b"\xff"), run_folder]).output().unwrap();
    refused(&output, 2, &["no such file or folder"]);
}

#[test]
fn a_difference_is_stated_in_numbers_that_mean_something() {
    let (_dir, folder) = finished();
    let policy = folder.join("policy.json");
    let compare = |difference: &str| {
        let stated = format!("--difference={difference}");
        ["compare", text(&policy), text(&policy), "--games", "96", &stated].map(String::from)
    };
    for difference in ["1e300", "1e-300", "1e300%", "1e-300%", "inf", "NaN", "0", "-5", "5%%", "%"] {
        let args = compare(difference);
        let allowed = "allowed is a number from 1e-15 to 1e15, or such a number and %";
        fail(&args.each_ref().map(String::as_str), 2, &["--difference", difference, allowed]);
    }
    for difference in ["1e15", "1e-15", "1e15%", "1e-15%", "5 %"] {
        let args = compare(difference);
        let args = args.each_ref().map(String::as_str);
        let shown = succeed(&args);
        assert!(!shown.contains("inf") && !shown.contains("NaN") && !shown.contains('?'), "{shown}");
        let json = succeed(&[&args[..], &["--json"]].concat());
        assert!(!json.contains("null"), "{json}");
    }
}

#[test]
fn initial_rows_that_are_changed_are_told() {
    let dir = tempfile::tempdir().unwrap();
    let experiment = dir.path().join("initial.toml");
    let rows =
        "features = [\"empty\", \"edge\"]\ninitial = [[0.5, 0.5], [1.0, 0.5], [0.3, 0.3], [0.25, 0.75]]\n";
    copy_to(&experiment, SMALL, |bytes| [rows.as_bytes(), bytes].concat());
    let folder = dir.path().join("run");
    let output = common::run(&["tune", text(&experiment), "--out", text(&folder), "--quiet"]);
    let lines = said(&output);
    let lines: Vec<&str> =
        lines.lines().map(|line| line.split_once("initial.toml: ").map_or(line, |(_, why)| why)).collect();
    assert_eq!(
        lines,
        [
            "initial[1]: its weights sum to 1.5 and are scaled to sum to 1",
            "initial[2]: its weights sum to 0.6 and are scaled to sum to 1; after that it equals initial[0] and is left \
             out"
        ]
    );
    assert_eq!(said(&common::run(&["resume", text(&folder), "--quiet"])), "");
}
