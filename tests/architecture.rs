//! The layout holds the design: imports point one way, down the list of floors, and the words of games stand in their
//! folders alone.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The floors from the ground up. A module imports modules of lower floors only.
const FLOORS: [&[&str]; 18] = [
    &["error", "rng", "text", "whole", "json_float", "columns"],
    &["threads", "pareto", "statistics"],
    &["objective"],
    &["inference"],
    &["table"],
    &["optim"],
    &["problem"],
    &["games", "benchmarks"],
    &["registry"],
    &["experiment"],
    &["run"],
    &["tuner"],
    &["pick"],
    &["finals"],
    &["export", "compare"],
    &["report"],
    &["verify"],
    &["cli"],
];

/// Words that no file outside the folders of games has.
const WORDS: [(&str, &[&str]); 2] = [
    (
        "twenty48",
        &[
            "twenty48",
            "2048",
            "ply",
            "plies",
            "tile",
            "tiles",
            "empties",
            "board",
            "boards",
            "expectimax",
            "afterstate",
        ],
    ),
    ("connect4", &["connect4", "negamax", "stone", "stones", "solver", "zugzwang"]),
];

/// Files outside the folders of games that may name them: the rows of the registry, and the front door of the crate.
const ROWS: [&str; 3] = ["src/registry.rs", "src/games/mod.rs", "src/lib.rs"];

/// Every file of Rust below `folder`, with its text.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            found.push((path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(&path).to_path_buf(), text));
        }
    }
    found.sort();
    found
}

fn all() -> Vec<(PathBuf, String)> {
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"))
}

/// The module that `path` belongs to: the first name below src.
fn module(path: &Path) -> String {
    let name = path.iter().nth(1).unwrap().to_string_lossy();
    name.trim_end_matches(".rs").to_owned()
}

fn floor(module: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor.contains(&module))
}

/// What `text` takes from this crate, tests left out: they may look up.
fn imports(text: &str) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let of_line = |line: &str| -> Vec<String> {
        let paths = line.match_indices("crate::").map(|(at, found)| &line[at + found.len()..]);
        let name =
            |path: &str| path.split(|c: char| !c.is_alphanumeric() && c != '_').next().map(String::from);
        paths.filter_map(name).collect()
    };
    lines.flat_map(of_line).filter(|name| !name.is_empty()).collect()
}

#[test]
fn every_module_has_a_floor() {
    let lonely = ["lib", "main"];
    for (path, _) in all() {
        let module = module(&path);
        assert!(lonely.contains(&module.as_str()) || floor(&module).is_some(), "{module} has no floor");
    }
}

#[test]
fn imports_point_down() {
    let mut faults = Vec::new();
    for (path, text) in all().iter().filter(|(path, _)| !is_for_tests(path)) {
        let Some(own) = floor(&module(path)) else { continue };
        for import in imports(text).iter().filter(|import| **import != module(path)) {
            if floor(import).is_some_and(|other| other >= own) {
                faults.push(format!("{} imports {import}", path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Whether `path` is compiled for tests alone.
fn is_for_tests(path: &Path) -> bool {
    let names = ["tests", "tests.rs", "naive.rs", "noise.rs", "slow_pruning.rs"];
    path.iter().any(|part| names.iter().any(|name| part == *name))
}

#[test]
fn games_do_not_know_each_other_and_only_the_registry_knows_them() {
    let games = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games"));
    for (path, text) in games.iter().filter(|(path, _)| path.iter().count() > 3) {
        let own = path.iter().nth(2).unwrap().to_string_lossy();
        for (game, _) in WORDS.iter().filter(|(game, _)| *game != own) {
            assert!(!text.contains(&format!("games::{game}")), "{} knows {game}", path.display());
        }
    }
    for (path, text) in all().iter().filter(|(path, _)| module(path) != "games" && module(path) != "registry")
    {
        assert!(!text.contains("crate::games"), "{} knows a game", path.display());
    }
}

#[test]
fn the_words_of_games_stand_in_their_folders_alone() {
    let mut faults = Vec::new();
    // Two games may share a word.
    let games = Path::new("src/games");
    for (_, words) in WORDS {
        for (path, text) in all().iter().filter(|(path, _)| !path.starts_with(games)) {
            for (number, line) in text.lines().enumerate().filter(|(_, line)| has_word(line, words)) {
                if !ROWS.iter().any(|row| Path::new(row) == path) {
                    faults.push(format!("{}:{}: {}", path.display(), number + 1, line.trim()));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn has_word(line: &str, words: &[&str]) -> bool {
    let line = line.to_lowercase();
    line.split(|c: char| !c.is_alphanumeric()).any(|word| words.contains(&word))
}

#[test]
fn no_two_public_types_share_a_name() {
    // Two games may both have a heuristic.
    let slice =
        |path: &Path| path.starts_with("src/games").then(|| path.iter().nth(2).map(ToOwned::to_owned));
    let mut seen = BTreeSet::new();
    for (path, text) in all().iter().filter(|(path, _)| module(path) != "cli" && !is_for_tests(path)) {
        for line in text.lines().map(str::trim_start) {
            let kinds = ["pub struct ", "pub enum ", "pub trait ", "pub type "];
            let Some(rest) = kinds.iter().find_map(|kind| line.strip_prefix(kind)) else { continue };
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
            let is_new = seen.insert((slice(path), name.clone()));
            assert!(is_new, "{}: a second {name}", path.display());
        }
    }
}

#[test]
fn words_and_imports_are_found() {
    assert!(has_word("the max_tile of a Board", &["tile"]) && has_word("a Board", &["board"]));
    assert!(!has_word("quantiles apply", &["tile", "ply"]));
    let text = "use crate::run::Log;\n// crate::cli\nlet x = crate::optim::y();\n#[cfg(test)]\nmod tests {\n use crate::cli;";
    assert_eq!(imports(text), BTreeSet::from(["run".to_owned(), "optim".to_owned()]));
}
