//! Commands of the pages, with settings that make them quick.
//!
//! A page shows what a reader runs, which may take an hour. The tests run the same command with fewer games, in
//! a folder in which `results/quick-1` is a tiny run. What is replaced, and nothing else:
//!
//! - `tune` gets `--set` overrides at its end: 8 individuals, 3 generations, 2 games wherever games are counted;
//! - `resume --generations N` gets a fourth generation;
//! - `--games N` becomes 2, for `compare` 64, its least; both get it if they lack it and play 1,000 or more without;
//! - `verify` plays 2 evaluations again, if the page does not say how many;
//! - `bench` gets `--rounds 1`, and `play --watch` no delay;
//! - `cargo run --release -- …` is `paretune …`.

use std::path::Path;

/// `words` of one command, which begin with `paretune`, made cheap; experiments are read in `folder`.
pub fn cheap(mut words: Vec<String>, folder: &Path) -> Vec<String> {
    let name = words.get(1).cloned().unwrap_or_default();
    if let Some(value) = after(&mut words, "--games") {
        *value = fewest(&name).into();
    } else if matches!(name.as_str(), "play" | "compare")
        && !words.iter().any(|it| it == "--watch" || it == "--human")
    {
        words.extend(["--games".into(), fewest(&name).into()]);
    }
    if let Some(value) = after(&mut words, "--generations") {
        *value = "4".into();
    }
    if words.iter().any(|word| word == "--watch") {
        words.extend(["--delay".into(), "0".into()]);
    }
    match name.as_str() {
        "tune" => words.extend(tiny(&experiment(&words, folder))),
        "verify" if !words.iter().any(|word| word == "--sample") => {
            words.extend(["--sample".into(), "2".into()]);
        }
        "bench" => words.extend(["--rounds".into(), "1".into()]),
        _ => {}
    }
    words
}

/// The program and its arguments of `line`, if it runs paretune in one of two ways.
pub fn as_paretune(line: &str) -> Option<Vec<String>> {
    let line = line
        .strip_prefix("cargo run --release -- ")
        .map_or(line.to_owned(), |rest| format!("paretune {rest}"));
    let words = shlex::split(&line)?;
    (words.first()? == "paretune").then_some(words)
}

fn fewest(name: &str) -> &'static str {
    if name == "compare" { "64" } else { "2" }
}

/// The word after `flag`.
fn after<'w>(words: &'w mut [String], flag: &str) -> Option<&'w mut String> {
    let at = words.iter().position(|word| word == flag)?;
    words.get_mut(at + 1)
}

/// The experiment that a `tune` command names, or the built-in one.
fn experiment(words: &[String], folder: &Path) -> toml::Table {
    let named = words.iter().skip(2).find(|word| word.ends_with(".toml"));
    let text = match named {
        Some(path) => std::fs::read_to_string(folder.join(path)).unwrap_or_default(),
        None => paretune::experiment::QUICK.to_owned(),
    };
    text.parse().unwrap_or_default()
}

/// Overrides that make a run of `experiment` tiny; a domain without games takes none about games.
pub fn tiny(experiment: &toml::Table) -> Vec<String> {
    let mut sets = vec!["optimiser.pop_size=8".to_owned(), "optimiser.n_gen=3".into()];
    let domain = experiment.get("domain").and_then(toml::Value::as_str).unwrap_or("twenty48");
    if ["twenty48", "connect4"].contains(&domain) {
        let scenarios = experiment.get("scenario").and_then(toml::Value::as_array).map_or(1, Vec::len);
        sets.extend((0..scenarios).map(|i| format!("scenario.{i}.games=2")));
        sets.extend(
            ["validation.games=2", "test.games=2", "validation.members=8", "switching.games=2"]
                .map(String::from),
        );
    }
    sets.into_iter().flat_map(|set| ["--set".to_owned(), set]).collect()
}
