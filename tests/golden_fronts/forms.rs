//! The small forms, what running one gives, and what is committed.

use super::common::{succeed, text};
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// An experiment file with keys that make it small.
pub struct Form {
    /// What its baseline is called.
    pub name: String,
    /// The experiment file, without folder and extension.
    pub experiment: String,
    /// `key=value`, one for each `--set`.
    pub set: Vec<String>,
}

/// What stands under the name of a form.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    experiment: String,
    set: Vec<String>,
}

/// What a form gives.
pub struct Finished {
    /// front.csv.
    pub front: String,
    /// XXH3-64 of the bytes of evaluations.jsonl.
    pub log: String,
    /// The complete experiment.
    pub experiment: Value,
}

impl Form {
    /// Runs it to its end.
    pub fn finish(&self) -> Finished {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join(&self.name);
        let file = root().join(format!("experiments/{}.toml", self.experiment));
        let mut args = vec!["tune", text(&file), "--out", text(&folder), "--threads", "2", "--quiet"];
        args.extend(self.set.iter().flat_map(|assignment| ["--set", assignment.as_str()]));
        succeed(&args);
        let read = |name: &str| fs::read(folder.join(name)).unwrap();
        let mut manifest: Value = serde_json::from_slice(&read("manifest.json")).unwrap();
        Finished {
            front: String::from_utf8(read("front.csv")).unwrap(),
            log: format!("{:016x}", xxh3_64(&read("evaluations.jsonl"))),
            experiment: manifest["experiment"].take(),
        }
    }
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

/// The forms of tests/golden/fronts/forms.toml.
pub fn forms() -> Vec<Form> {
    let written = fs::read_to_string(root().join("tests/golden/fronts/forms.toml")).unwrap();
    let fields: BTreeMap<String, Fields> = toml::from_str(&written).unwrap();
    fields.into_iter().map(|(name, Fields { experiment, set })| Form { name, experiment, set }).collect()
}

/// The names of the committed experiment files.
pub fn experiments() -> BTreeSet<String> {
    stems("experiments", "toml")
}

/// The names of the committed fronts.
pub fn baselines() -> BTreeSet<String> {
    stems("tests/golden/fronts", "csv")
}

fn stems(folder: &str, extension: &str) -> BTreeSet<String> {
    let paths = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let paths = paths.filter(|path| path.extension().is_some_and(|e| e == extension));
    paths.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect()
}
