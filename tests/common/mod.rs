//! Driving the real binary.
#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The experiment that the tests run: well under a second.
pub const SMALL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.toml");

/// The files that are the same bytes however a run came about.
pub const SAME: [&str; 5] = ["front.csv", "front.json", "population.csv", "evaluations.jsonl", "policy.json"];

/// The program with `args`, however wide the terminal of the tests is.
pub fn paretune(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_paretune"));
    command.args(args).stdin(Stdio::null()).env_remove("COLUMNS");
    command
}

/// What the program does with `args`.
pub fn run(args: &[&str]) -> Output {
    paretune(args).output().unwrap()
}

/// Runs with `args`, which have to succeed, and returns stdout.
pub fn succeed(args: &[&str]) -> String {
    let output = run(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Runs with `args`, which have to fail with `code` and one line that has all `parts`.
pub fn fail(args: &[&str], code: i32, parts: &[&str]) -> String {
    refused(&run(args), code, parts)
}

/// Checks that `output` is a failure with `code` and one line that has all `parts`.
pub fn refused(output: &Output, code: i32, parts: &[&str]) -> String {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{text}");
    let errors: Vec<&str> = text.lines().filter(|line| line.starts_with("error:")).collect();
    assert_eq!(errors.len(), 1, "one line of error in {text:?}");
    assert!(!text.contains("panicked"), "{text}");
    for part in parts {
        assert!(errors[0].contains(part), "{:?} lacks {part:?}", errors[0]);
    }
    errors[0].to_owned()
}

/// A scratch folder with a finished run of the small experiment in `run`.
pub fn finished() -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("run");
    succeed(&["tune", SMALL, "--out", text(&folder), "--threads", "1", "--quiet"]);
    (dir, folder)
}

/// A path as an argument.
pub fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Asserts that two run folders agree in every file that has to be the same.
pub fn assert_same(a: &Path, b: &Path) {
    for name in SAME {
        let read = |folder: &Path| std::fs::read(folder.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(read(a) == read(b), "{name} differs between {} and {}", a.display(), b.display());
    }
}
