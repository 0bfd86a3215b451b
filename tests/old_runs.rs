//! Runs of older programs: each form of run folder that the program ever wrote is read, or refused by name.
//!
//! `tests/old-runs/README.md` says where the folders come from.

#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{run, succeed, text};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

/// The runs, `<form>/finished` and `<form>/interrupted`.
const RUNS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/old-runs");

/// What today's program makes of the runs of one form. A text is all that stands on stderr, with RUN for the run
/// folder, and means exit code 3; an empty one means exit code 0.
struct Form {
    name: &'static str,
    /// `front`, `plot` and `export` of the finished run.
    read: &'static str,
    /// The same of the interrupted run.
    read_interrupted: &'static str,
    /// `verify` of the finished run and of the interrupted one.
    verify: [&'static str; 2],
    /// `resume` of either.
    resume: &'static str,
    /// The error of `resume` once the log or the checkpoint was damaged, so that what is lost has to be played again;
    /// empty where that is done.
    repair: &'static str,
    /// Files of the finished run that stay as they are when it is resumed, and that the interrupted run ends with.
    same: &'static [&'static str],
    /// What `verify` says of the finished and of the interrupted run once they were resumed.
    after: [&'static str; 2],
}

/// All result files and the logs.
const ALL: &[&str] = &[
    "front.csv",
    "front.json",
    "population.csv",
    "policy.json",
    "evaluations.jsonl",
    "validation.jsonl",
    "test.jsonl",
];

const NOT_FINISHED: &str = "error: RUN: the run has not finished; `paretune resume RUN` goes on";

/// The same sentence for whatever reads an experiment of the first form.
const NO_MEMBERS: &str = "error: RUN/manifest.json: validation.members is not set: an older program wrote this run, in a \
                          form that this one cannot go on with";

/// The first keys of `[sampling]`.
const SHRINK: &str = "error: RUN/manifest.json: not of a form that this program reads: unknown field `shrink`, expected \
                      one of `method`, `max_rounds`, `extra`, `seeds`, `smoothing` at line 45 column 14";

/// Results of exact values had fewer columns and keys then.
const LESS_SAID: &str = "RUN/front.csv: line 1 is not what the logs give
RUN/front.json: line 17 is not what the logs give
error: RUN: 2 faults found";

const NO_FINALISTS: &str = "error: RUN/front.json: not of a form that this program reads: missing field `finalists` at \
                            line 192 column 1";

/// The log held no values of games, so the optimiser cannot hear of them as today; and weights were crossed otherwise.
const OPTIMISED_OTHERWISE: &str = "error: RUN/manifest.json: format is 1: an older program wrote this run, and its \
                               optimiser worked in another way; `front`, `plot` and `export` read it";

const FORMS: [Form; 11] = [
    Form {
        name: "first-tune",
        read: NO_FINALISTS,
        read_interrupted: NOT_FINISHED,
        verify: [NO_MEMBERS, NO_MEMBERS],
        resume: NO_MEMBERS,
        repair: NO_MEMBERS,
        same: &[],
        after: ["", ""],
    },
    Form {
        name: "before-rounds",
        read: "",
        read_interrupted: NOT_FINISHED,
        verify: [OPTIMISED_OTHERWISE, OPTIMISED_OTHERWISE],
        resume: OPTIMISED_OTHERWISE,
        repair: OPTIMISED_OTHERWISE,
        same: &[],
        after: ["", ""],
    },
    Form {
        name: "exact-before-rounds",
        read: "",
        read_interrupted: NOT_FINISHED,
        verify: [LESS_SAID, ""],
        resume: "",
        repair: "",
        same: &["population.csv"],
        after: ["", ""],
    },
    Form {
        name: "first-rounds",
        read: SHRINK,
        read_interrupted: SHRINK,
        verify: [SHRINK, SHRINK],
        resume: SHRINK,
        repair: SHRINK,
        same: &[],
        after: ["", ""],
    },
    Form {
        name: "before-fresh-figures",
        read: "",
        read_interrupted: NOT_FINISHED,
        verify: [OPTIMISED_OTHERWISE, OPTIMISED_OTHERWISE],
        resume: OPTIMISED_OTHERWISE,
        repair: OPTIMISED_OTHERWISE,
        same: &[],
        after: ["", ""],
    },
    Form {
        name: "one-simplex",
        read: "",
        read_interrupted: NOT_FINISHED,
        verify: [OPTIMISED_OTHERWISE, OPTIMISED_OTHERWISE],
        resume: OPTIMISED_OTHERWISE,
        repair: OPTIMISED_OTHERWISE,
        same: &[],
        after: ["", ""],
    },
    Form {
        name: "before-smoothing",
        read: "",
        read_interrupted: NOT_FINISHED,
        verify: [OPTIMISED_OTHERWISE, OPTIMISED_OTHERWISE],
        resume: OPTIMISED_OTHERWISE,
        repair: OPTIMISED_OTHERWISE,
        same: &[],
        after: ["", ""],
    },
    Form {
        name: "before-holdout-method",
        read: "",
        read_interrupted: NOT_FINISHED,
        verify: [OPTIMISED_OTHERWISE, OPTIMISED_OTHERWISE],
        resume: OPTIMISED_OTHERWISE,
        repair: OPTIMISED_OTHERWISE,
        same: &[],
        after: ["", ""],
    },
    Form {
        name: "finalists-race",
        read: "",
        read_interrupted: NOT_FINISHED,
        verify: [OPTIMISED_OTHERWISE, OPTIMISED_OTHERWISE],
        resume: OPTIMISED_OTHERWISE,
        repair: OPTIMISED_OTHERWISE,
        same: &[],
        after: ["", ""],
    },
    Form {
        name: "policies-switch",
        read: "",
        read_interrupted: NOT_FINISHED,
        verify: [OPTIMISED_OTHERWISE, OPTIMISED_OTHERWISE],
        resume: OPTIMISED_OTHERWISE,
        repair: OPTIMISED_OTHERWISE,
        same: &[],
        after: ["", ""],
    },
    Form {
        name: "values-in-log",
        read: "",
        read_interrupted: NOT_FINISHED,
        verify: ["", ""],
        resume: "",
        repair: "",
        same: ALL,
        after: ["", ""],
    },
];

/// A copy of a run, and what the program does with it.
struct Copy {
    _dir: tempfile::TempDir,
    folder: PathBuf,
}

impl Copy {
    fn of(run: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("run");
        fs::create_dir(&folder).unwrap();
        for part in ["", "policies"] {
            let Ok(files) = fs::read_dir(Path::new(RUNS).join(run).join(part)) else { continue };
            fs::create_dir_all(folder.join(part)).unwrap();
            for file in files.map(|file| file.unwrap()).filter(|file| file.file_type().unwrap().is_file()) {
                fs::copy(file.path(), folder.join(part).join(file.file_name())).unwrap();
            }
        }
        Self { _dir: dir, folder }
    }

    /// What the file `name` says: `front.json` in today's words, whichever program wrote it.
    fn content(&self, name: &str) -> Vec<u8> {
        match name {
            "front.json" => succeed(&["front", text(&self.folder), "--format", "json"]).into_bytes(),
            "front.csv" | "population.csv" => {
                let csv = String::from_utf8(self.bytes(name)).unwrap();
                paretune::columns::older::with_todays_header(&csv).into_bytes()
            }
            // The logs of older programs get their names of today with the first record that is written.
            "validation.jsonl" if !self.folder.join(name).exists() => self.bytes("holdout.jsonl"),
            "test.jsonl" if !self.folder.join(name).exists() => self.bytes("confirmed.jsonl"),
            _ => self.bytes(name),
        }
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.folder.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    /// Name and content of every file except the lock.
    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let files = fs::read_dir(&self.folder).unwrap().map(|file| file.unwrap());
        let files = files.filter(|file| file.file_type().unwrap().is_file());
        let mut names: Vec<String> = files.map(|file| file.file_name().into_string().unwrap()).collect();
        names.retain(|name| name != "lock");
        names.sort();
        names.into_iter().map(|name| (name.clone(), self.bytes(&name))).collect()
    }

    fn run(&self, command: &str) -> Output {
        run(&[command, text(&self.folder), "--quiet"])
    }

    /// Checks what is on stderr after `command`, and that the exit code goes with it.
    fn says(&self, command: &str, expected: &str) {
        let output = self.run(command);
        let said = String::from_utf8(output.stderr).unwrap().replace(text(&self.folder), "RUN");
        assert_eq!(said.trim_end(), expected, "{command}");
        let code = if expected.lines().any(|line| line.starts_with("error:")) { 3 } else { 0 };
        assert_eq!(output.status.code(), Some(code), "{command}");
    }

    /// The ids of the members that `front` shows.
    fn members(&self) -> Vec<String> {
        ids(&succeed(&["front", text(&self.folder), "--format", "csv"]))
    }

    /// `front`, `plot` and `export`.
    fn is_shown(&self, expected: &str) {
        for command in ["front", "plot", "export"] {
            self.says(command, expected);
        }
        if expected.is_empty() {
            let stored = String::from_utf8(self.bytes("front.csv")).unwrap();
            assert_eq!(self.members(), ids(&stored));
            assert!(fs::read_dir(self.folder.join("plots")).unwrap().count() > 1);
        }
    }
}

/// The ids in the table `csv`.
fn ids(csv: &str) -> Vec<String> {
    let column = csv.lines().next().unwrap().split(',').position(|name| name == "id").unwrap();
    csv.lines().skip(1).map(|row| row.split(',').nth(column).unwrap().to_owned()).collect()
}

/// The forms for which there is an interrupted run too.
fn interrupted(form: &Form) -> Option<Copy> {
    let run = format!("{}/interrupted", form.name);
    Path::new(RUNS).join(&run).exists().then(|| Copy::of(&run))
}

/// The finished run of `form`, read, verified and resumed.
fn finished(form: &Form) -> Copy {
    let run = Copy::of(&format!("{}/finished", form.name));
    let names = |run: &Copy| -> BTreeSet<_> {
        fs::read_dir(&run.folder).unwrap().map(|file| file.unwrap().file_name()).collect()
    };
    let before = names(&run);
    run.says("verify", form.verify[0]);
    assert_eq!(names(&run), before, "verify writes nothing");
    run.is_shown(form.read);
    let own: Vec<Vec<u8>> = form.same.iter().map(|name| run.content(name)).collect();
    let files = run.files();
    run.says("resume", form.resume);
    for (name, own) in form.same.iter().zip(own) {
        assert!(run.content(name) == own, "{name} of the finished run was changed");
    }
    assert!(form.resume.is_empty() || run.files() == files, "a refused run is left as it is");
    if form.resume.is_empty() {
        run.says("verify", form.after[0]);
        run.is_shown("");
    }
    run
}

fn drive(name: &str) {
    let form = FORMS.iter().find(|form| form.name == name).unwrap();
    let finished = finished(form);
    drive_interrupted(form, &finished);
    drive_damaged(form, &finished);
}

/// The interrupted run ends as the `finished` one.
fn drive_interrupted(form: &Form, finished: &Copy) {
    let Some(run) = interrupted(form) else { return };
    run.says("verify", form.verify[1]);
    run.is_shown(form.read_interrupted);
    let files = run.files();
    run.says("resume", form.resume);
    assert!(form.resume.is_empty() || run.files() == files, "a refused run is left as it is");
    if form.resume.is_empty() {
        ends_as(form, &run, finished);
        run.says("verify", form.after[1]);
        run.is_shown("");
    }
}

/// A resumed `run` ends with the results of the `finished` one, which was resumed too. The log of the oldest
/// evaluations does not say their numbers; what is played now does.
fn ends_as(form: &Form, run: &Copy, finished: &Copy) {
    let is_there = |name: &&&str| finished.folder.join(name).exists();
    let results = ALL.iter().filter(|name| **name != "evaluations.jsonl").filter(is_there);
    let results = results.filter(|_| form.repair.is_empty());
    for name in results.chain(form.same) {
        assert!(run.content(name) == finished.content(name), "{name} differs in {}", form.name);
    }
}

/// Runs with one byte changed: the program says so, and what is lost is played again.
fn drive_damaged(form: &Form, finished: &Copy) {
    let run = Copy::of(&format!("{}/finished", form.name));
    let log = run.bytes("evaluations.jsonl");
    let lines: Vec<&[u8]> = log.split_inclusive(|&byte| byte == b'\n').collect();
    let middle = lines.len() / 2;
    let before: usize = lines[..middle].iter().map(|line| line.len()).sum();
    let (lost, kept) = (middle + 1, lines.len() - 1);
    let fault = format!(
        "RUN/evaluations.jsonl: line {lost} damaged (checksum does not match): 1 lost, {kept} sound records kept"
    );
    is_repaired(form, &run, finished, ("evaluations.jsonl", before + lines[middle].len() / 2), &fault);

    let Some(run) = interrupted(form) else { return };
    let place = run.bytes("checkpoint.json").len() / 2;
    let fault = "RUN/checkpoint.json: damaged (checksum does not match)";
    is_repaired(form, &run, finished, ("checkpoint.json", place), fault);
}

/// Changes the byte at `place` in the file `name` of `run`.
fn is_repaired(form: &Form, run: &Copy, finished: &Copy, (name, place): (&str, usize), fault: &str) {
    let mut bytes = run.bytes(name);
    bytes[place] ^= 1;
    fs::write(run.folder.join(name), &bytes).unwrap();
    if !form.resume.is_empty() {
        run.says("verify", form.resume);
        return run.says("resume", form.resume);
    }
    run.says("verify", &format!("{fault}\nerror: RUN: 1 fault found"));
    let output = run.run("resume");
    let said = String::from_utf8(output.stderr).unwrap().replace(text(&run.folder), "RUN");
    let error: Vec<&str> = said.lines().filter(|line| line.starts_with("error:")).collect();
    assert_eq!(error.concat(), form.repair);
    assert_eq!(output.status.code(), Some(if form.repair.is_empty() { 0 } else { 3 }), "{said}");
    assert!(said.starts_with(fault), "{said}");
    assert!(run.bytes(&format!("{name}.damaged-1")) == bytes, "the damaged file is kept");
    if form.repair.is_empty() {
        ends_as(form, run, finished);
        run.says("verify", form.after[0]);
    }
}

#[test]
fn every_run_has_a_row() {
    let folders = |path: &Path| -> BTreeSet<String> {
        let entries = fs::read_dir(path).unwrap().map(|entry| entry.unwrap());
        let folders = entries.filter(|entry| entry.file_type().unwrap().is_dir());
        folders.map(|entry| entry.file_name().into_string().unwrap()).collect()
    };
    let rows: BTreeSet<String> = FORMS.iter().map(|form| form.name.to_owned()).collect();
    assert_eq!(folders(Path::new(RUNS)), rows);
    let readme = fs::read_to_string(Path::new(RUNS).join("README.md")).unwrap();
    for form in rows {
        let runs = folders(&Path::new(RUNS).join(&form));
        assert!(
            runs.contains("finished") && runs.iter().all(|run| run == "finished" || run == "interrupted")
        );
        for run in runs {
            assert!(readme.contains(&format!("`{form}/{run}`")), "README.md says nothing of {form}/{run}");
        }
    }
}

#[test]
fn first_tune() {
    drive("first-tune");
}

#[test]
fn before_rounds() {
    drive("before-rounds");
}

#[test]
fn exact_before_rounds() {
    drive("exact-before-rounds");
}

#[test]
fn first_rounds() {
    drive("first-rounds");
}

#[test]
fn before_fresh_figures() {
    drive("before-fresh-figures");
}

#[test]
fn one_simplex() {
    drive("one-simplex");
}

#[test]
fn before_smoothing() {
    drive("before-smoothing");
}

#[test]
fn before_holdout_method() {
    drive("before-holdout-method");
}

#[test]
fn finalists_race() {
    drive("finalists-race");
}

#[test]
fn policies_switch() {
    drive("policies-switch");
}

#[test]
fn values_in_log() {
    drive("values-in-log");
}
