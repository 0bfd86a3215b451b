//! The folder in which the commands of a page run.

use super::common::{paretune, succeed, text};
use super::markdown::root;
use std::path::Path;
use std::process::Output;

/// A scratch folder with the experiments, the committed results and, as `results/quick-1`, a copy of `run`.
pub fn scratch(run: &Path) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    copy(&root().join("experiments"), &dir.path().join("experiments"));
    copy(run, &dir.path().join("results/quick-1"));
    copy(&root().join("results/reference"), &dir.path().join("results/reference"));
    dir
}

/// A tiny run of the built-in experiment, in `folder`.
pub fn tiny_run(folder: &Path) {
    let sets = super::cheap::tiny(&paretune::experiment::QUICK.parse().unwrap());
    let mut args = vec!["tune", "--quiet", "--out", text(folder)];
    args.extend(sets.iter().map(String::as_str));
    succeed(&args);
}

/// What the program does with `words` in `folder`, at 80 columns; `input` is its stdin.
pub fn run(words: &[String], folder: &Path, input: Option<&[u8]>) -> Output {
    use std::io::Write;
    use std::process::Stdio;
    let args: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
    let mut command = paretune(&args);
    command.current_dir(folder).env("COLUMNS", "80").stdout(Stdio::piped()).stderr(Stdio::piped());
    if input.is_some() {
        command.stdin(Stdio::piped());
    }
    let mut child = command.spawn().unwrap();
    if let (Some(mut stdin), Some(input)) = (child.stdin.take(), input) {
        stdin.write_all(input).unwrap();
    }
    child.wait_with_output().unwrap()
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}
