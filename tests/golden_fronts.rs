//! The front and the log of every small form in tests/golden/fronts are the bytes that were committed.
//!
//! `PARETUNE_GOLDEN=write cargo test --release --test golden_fronts` makes the baselines anew; CI never does.
//! Read the differences first: a front or a log may change only where the commit means to change it.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;
#[path = "golden_fronts/difference.rs"]
mod difference;
#[path = "golden_fronts/forms.rs"]
mod forms;

use common::{fail, succeed, text};
use difference::differences;
use forms::{Finished, Form, baselines, experiments, forms, root};
use rayon::prelude::*;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// Every form, run once.
static FINISHED: LazyLock<BTreeMap<String, Finished>> = LazyLock::new(|| {
    let forms: Vec<Form> = forms();
    forms.par_iter().map(|form| (form.name.clone(), form.finish())).collect()
});

/// The keys whose every value has to be used by a form: they decide what is written to the log.
const CHOICES: [&str; 6] = [
    "optimiser.algorithm",
    "optimiser.survival",
    "sampling.method",
    "sampling.seeds",
    "sampling.smoothing",
    "validation.method",
];

/// The folder of the baselines, from the root of the repository.
const FOLDER: &str = "tests/golden/fronts";

/// The checksums of the logs, a form a line.
const LOGS: &str = "tests/golden/fronts/evaluations.txt";

/// Fails with all of `faults`, if there are any.
fn none(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn fronts_and_logs_are_the_committed_ones() {
    if is_to_write() {
        return write_all();
    }
    let forms: BTreeSet<&String> = FINISHED.keys().collect();
    let kept = baselines();
    let stray = kept.iter().filter(|name| !forms.contains(name));
    let mut faults: Vec<String> = stray
        .map(|name| format!("{FOLDER}/{name}.csv: no form of this name is in {FOLDER}/forms.toml"))
        .collect();
    let logs = fs::read_to_string(root().join(LOGS)).unwrap_or_default();
    for (name, finished) in &*FINISHED {
        let file = format!("{FOLDER}/{name}.csv");
        match fs::read_to_string(root().join(&file)) {
            Ok(was) => faults.extend(differences(&file, &was, &finished.front)),
            Err(e) => faults.push(format!("{file}: the form `{name}` has no baseline: {e}")),
        }
    }
    faults.extend(log_differences(&logs));
    none(&faults);
}

/// Whether the baselines are to be made anew, and not compared.
fn is_to_write() -> bool {
    let Ok(word) = std::env::var("PARETUNE_GOLDEN") else { return false };
    assert_eq!(word, "write", "PARETUNE_GOLDEN: allowed is write");
    assert!(std::env::var_os("CI").is_none(), "PARETUNE_GOLDEN=write: CI compares baselines and writes none");
    true
}

fn write_all() {
    for name in baselines() {
        fs::remove_file(root().join(FOLDER).join(format!("{name}.csv"))).unwrap();
    }
    for (name, finished) in &*FINISHED {
        fs::write(root().join(FOLDER).join(format!("{name}.csv")), &finished.front).unwrap();
    }
    let mut logs = String::new();
    for (name, finished) in &*FINISHED {
        writeln!(logs, "{name} {}", finished.log).unwrap();
    }
    fs::write(root().join(LOGS), logs).unwrap();
}

/// Where the committed checksums of the logs differ from those of the forms.
fn log_differences(committed: &str) -> Vec<String> {
    let was: BTreeMap<&str, &str> = committed.lines().filter_map(|line| line.split_once(' ')).collect();
    let stray = was.keys().filter(|name| !FINISHED.contains_key(**name));
    let stray = stray.map(|name| format!("{LOGS}: {name}: no form has this name"));
    let changed = FINISHED.iter().filter_map(|(name, finished)| match was.get(name.as_str()) {
        Some(was) if *was == finished.log => None,
        Some(was) => Some(format!("{LOGS}: {name}: evaluations.jsonl was {was} and is now {}", finished.log)),
        None => Some(format!("{LOGS}: the form `{name}` has no checksum of its evaluations.jsonl")),
    });
    stray.chain(changed).collect()
}

#[test]
fn every_experiment_file_has_a_small_form() {
    let (files, forms) = (experiments(), forms());
    let has_form = |file: &String| forms.iter().any(|form| form.name == *file && form.experiment == *file);
    let lacking = files.iter().filter(|file| !has_form(file));
    let lacking = lacking
        .map(|file| format!("experiments/{file}.toml: no form [{file}] with it is in {FOLDER}/forms.toml"));
    let gone = forms.iter().filter(|form| !files.contains(&form.experiment));
    let gone = gone
        .map(|Form { name, experiment, .. }| format!("[{name}]: experiments/{experiment}.toml is not there"));
    none(&lacking.chain(gone).collect::<Vec<String>>());
}

#[test]
fn every_choice_is_used_by_a_form() {
    let mut faults = Vec::new();
    for key in CHOICES {
        let pointer = format!("/{}", key.replace('.', "/"));
        let of = |finished: &Finished| {
            finished.experiment.pointer(&pointer).and_then(Value::as_str).map(str::to_owned)
        };
        let used: BTreeSet<String> = FINISHED.values().filter_map(of).collect();
        let lacking = allowed(key).into_iter().filter(|value| !used.contains(value));
        faults.extend(lacking.map(|value| format!("no form has {key} = {value:?}: {FOLDER}/forms.toml")));
    }
    none(&faults);
}

/// The values of `key`, which the program names when it is given none of them.
fn allowed(key: &str) -> Vec<String> {
    let message =
        fail(&["tune", "--set", &format!("{key}=none_of_them")], 2, &[key, "none_of_them", "expected"]);
    let (_, values) = message.split_once("expected").unwrap();
    let (values, _) = values.split_once(" in ").unwrap();
    let values: Vec<String> = values.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    assert!(values.len() > 1, "{message}");
    values
}

#[test]
fn every_algorithm_has_a_form_of_its_name() {
    let forms = forms();
    let set = |algorithm: &str| format!("optimiser.algorithm={algorithm}");
    let lacking = allowed("optimiser.algorithm").into_iter().filter(|algorithm| {
        let name = format!("algorithm-{algorithm}");
        !forms.iter().any(|form| form.name == name && form.set.contains(&set(algorithm)))
    });
    let lacking = lacking.map(|algorithm| {
        format!("no form [algorithm-{algorithm}] that sets {} is in {FOLDER}/forms.toml", set(&algorithm))
    });
    none(&lacking.collect::<Vec<_>>());
}

#[test]
fn the_committed_reference_run_verifies() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("quick");
    copy_files(&root().join("results/reference/quick"), &folder);
    let said = succeed(&["verify", text(&folder)]);
    for part in ["records are sound", "same bytes", "the result files are what the logs give"] {
        assert!(said.split_whitespace().collect::<Vec<_>>().join(" ").contains(part), "{said}");
    }
}

/// Copies a folder with all that it holds.
fn copy_files(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let copy = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_files(&entry.path(), &copy);
        } else {
            fs::copy(entry.path(), copy).unwrap();
        }
    }
}
