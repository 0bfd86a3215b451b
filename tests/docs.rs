//! Every command, experiment and link of README.md, results/README.md and docs/ works, and every key, command
//! and option is described.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "docs/cheap.rs"]
mod cheap;
#[path = "docs/commands.rs"]
mod commands;
mod common;
#[path = "docs/markdown.rs"]
mod markdown;
#[path = "docs/scratch.rs"]
mod scratch;

use commands::{Fate, NOT_RUN, fits, run_page};
use common::{run, text};
use markdown::{Page, pages, root};
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// What a fragment of an experiment is laid over.
const BASE: &str = "seed = 1\n";

/// Tables of an experiment that have a section and no row.
const TABLES: [&str; 7] =
    ["optimiser", "scenario", "objective", "sampling", "validation", "test", "switching"];

/// Fails with all of `faults`, if there are any.
fn none(faults: Vec<String>) {
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn readme_is_short() {
    let lines = Page::read("README.md".into()).text.lines().count();
    assert!(lines <= 150, "README.md has {lines} lines; allowed are 150");
}

#[test]
fn every_command_runs() {
    let dir = tempfile::tempdir().unwrap();
    let tiny = dir.path().join("tiny");
    scratch::tiny_run(&tiny);
    let pages = pages();
    let tiny = tiny.as_path();
    let done: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = pages.iter().map(|page| scope.spawn(move || run_page(page, tiny))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    let failed = done.iter().filter_map(|(command, fate)| match fate {
        Fate::Failed(why) => Some(format!("{}: {}: {why}", command.place, command.line)),
        _ => None,
    });
    none(failed.collect());
    // Each command that may be left out stands on some page, so that the list cannot outlive them.
    let allowed: BTreeSet<&str> = done
        .iter()
        .filter(|(_, fate)| *fate == Fate::Allowed)
        .map(|(command, _)| command.line.as_str())
        .collect();
    assert_eq!(allowed, BTreeSet::from(NOT_RUN));
    let ran = done.iter().filter(|(_, fate)| *fate == Fate::Ran).count();
    assert!(ran >= 40, "{ran} commands ran; were the pages read?");
}

#[test]
fn every_experiment_runs() {
    let mut faults = vec![];
    for page in pages() {
        for block in page.blocks.iter().filter(|block| block.language() == "toml") {
            let dir = tempfile::tempdir().unwrap();
            let file = dir.path().join("x.toml");
            let table: toml::Table =
                block.text.parse().unwrap_or_else(|e| panic!("{}: {e}", page.at(block.line)));
            std::fs::write(&file, merged(&block.text, &table)).unwrap();
            let mut args = vec!["tune", text(&file), "--quiet", "--out", text(dir.path())];
            let sets = cheap::tiny(&table);
            args.extend(sets.iter().map(String::as_str));
            let output = run(&args);
            if !output.status.success() {
                faults.push(format!("{}: {}", page.at(block.line), String::from_utf8_lossy(&output.stderr)));
            }
        }
    }
    none(faults);
}

/// A whole experiment as it stands, and a fragment over the base. A whole one asks a question in its first line.
fn merged(text: &str, fragment: &toml::Table) -> String {
    let is_whole = text.lines().next().is_some_and(|line| line.starts_with('#') && line.ends_with('?'));
    if is_whole {
        return text.to_owned();
    }
    let mut base: toml::Table = BASE.parse().unwrap();
    base.extend(fragment.clone());
    base.to_string()
}

#[test]
fn policy_files_load() {
    let blocks = pages().into_iter().flat_map(|page| page.blocks);
    let json: Vec<_> = blocks.filter(|block| block.language() == "json").collect();
    assert!(!json.is_empty());
    for block in json {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), &block.text).unwrap();
        let policy = paretune::problem::PolicyFile::read(file.path()).unwrap();
        paretune::registry::with_game(policy.game(), |game| game.player(&policy).map(drop)).unwrap();
    }
}

/// Rust code of pages runs as doctests, if lib.rs includes them.
#[test]
fn pages_with_rust_are_doctests_and_other_languages_are_known() {
    let library = std::fs::read_to_string(root().join("src/lib.rs")).unwrap();
    for page in pages() {
        for block in &page.blocks {
            let (language, place) = (block.language(), page.at(block.line));
            assert!(["sh", "text", "toml", "json", "rust"].contains(&language), "{place}: {language:?}");
            let included = library.contains(&format!("include_str!(\"../{}\")", page.path.display()));
            assert!(language != "rust" || included, "{place}: src/lib.rs does not include the page");
        }
    }
}

#[test]
fn links_lead_somewhere() {
    let pages = pages();
    let mut faults = vec![];
    for page in &pages {
        for link in page.links.iter().filter(|link| !link.starts_with("https://")) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.path.clone() } else { joined(&page.path, file) };
            let found = pages.iter().find(|other| other.path == target);
            let has = |page: &Page| page.sections.iter().any(|(title, _)| anchor(title) == heading);
            if !root().join(&target).exists() || !heading.is_empty() && !found.is_some_and(has) {
                faults.push(format!("{}: {link}", page.path.display()));
            }
        }
    }
    none(faults);
}

/// The file `link` names on the page at `page`.
fn joined(page: &Path, link: &str) -> PathBuf {
    let mut path = page.parent().unwrap().to_path_buf();
    for part in Path::new(link).components() {
        match part {
            Component::ParentDir => assert!(path.pop(), "{link}"),
            part => path.push(part),
        }
    }
    path
}

/// A heading as links name it.
fn anchor(title: &str) -> String {
    let kept = title.to_lowercase().replace(' ', "-");
    kept.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect()
}

#[test]
fn every_page_is_linked_from_the_readme() {
    let readme = Page::read("README.md".into());
    for page in pages().iter().filter(|page| page.path.starts_with("docs")) {
        assert!(readme.links.iter().any(|link| Path::new(link) == page.path), "{}", page.path.display());
    }
}

#[test]
fn every_key_of_an_experiment_is_described() {
    let page = Page::read("docs/experiment.md".into());
    let keys = keys("");
    assert!(keys.len() > 45, "{keys:?}");
    none(keys.into_iter().filter(|key| !page.text.contains(&format!("\n| `{key}` | "))).collect());
}

/// Every key below `table` by its path, as the refusal of an unknown one names them. Lists are looked into by
/// their first entry, 0, which the paths leave out.
fn keys(table: &str) -> Vec<String> {
    let mut found = vec![];
    for key in allowed(table) {
        let path = if table.is_empty() { key } else { format!("{table}.{key}") };
        found.extend(keys(&path));
        found.extend(keys(&format!("{path}.0")));
        found.push(path.replace(".0", ""));
    }
    found.retain(|key| !TABLES.contains(&key.as_str()));
    found
}

/// The keys that `table` may have; none if it is no table.
fn allowed(table: &str) -> Vec<String> {
    let unknown = if table.is_empty() { "unknown=1".to_owned() } else { format!("{table}.unknown=1") };
    let find = &paretune::experiment::Experiment::problem;
    let resolved = |domain: &str| {
        let source = paretune::experiment::parse("x", domain, std::slice::from_ref(&unknown))?;
        paretune::tuner::Setup::resolve(source, find).map(|_| ())
    };
    let names = ["", "domain = \"zdt1\""]
        .iter()
        .filter_map(|domain| resolved(domain).err())
        .flat_map(|e| named(&e.to_string()));
    names.collect::<std::collections::BTreeSet<_>>().into_iter().collect()
}

/// The keys that `message` names as allowed.
fn named(message: &str) -> Vec<String> {
    let Some((_, list)) = message.split_once("unknown field `unknown`, expected ") else { return vec![] };
    // What follows says in which table it is.
    let names = list.split(" in `").next().unwrap_or_default();
    names.split('`').skip(1).step_by(2).map(String::from).collect()
}

#[test]
fn every_command_and_option_is_described() {
    let page = Page::read("docs/commands.md".into());
    let mut program = paretune::cli::command();
    program.build();
    let mut faults = differences(&page, "Every command", program.get_arguments());
    for command in program.get_subcommands().filter(|command| command.get_name() != "help") {
        let own = command
            .get_arguments()
            .filter(|argument| !argument.is_global_set() && argument.get_id() != "help");
        faults.extend(differences(&page, command.get_name(), own));
    }
    none(faults);
}

/// Options of `arguments` that the section `title` lacks, and options that it has beyond them.
fn differences<'a>(page: &Page, title: &str, arguments: impl Iterator<Item = &'a clap::Arg>) -> Vec<String> {
    let Some((_, section)) = page.sections.iter().find(|(heading, _)| heading == title) else {
        return vec![format!("no section {title:?}")];
    };
    let rows = section.lines().filter(|line| line.starts_with("| `-"));
    let described: BTreeSet<String> = rows.flat_map(options).collect();
    let known: BTreeSet<String> =
        arguments.filter_map(clap::Arg::get_long).map(|long| format!("--{long}")).collect();
    described.symmetric_difference(&known).map(|option| format!("{title}: {option}")).collect()
}

/// The long options in the first cell of a row.
fn options(row: &str) -> Vec<String> {
    let cell = row.split(" | ").next().unwrap_or_default();
    let words = cell.split(['`', ' ', ',']).filter(|word| word.starts_with("--"));
    words.map(String::from).collect()
}

#[test]
fn shown_output_may_leave_things_out() {
    assert!(fits("a\n…\nd", "a\nb\nc\nd\n"));
    assert!(fits("a … c", "a 12 c  \n"));
    assert!(fits("…\nc", "c\n"));
    assert!(!fits("a\nd", "a\nb\nd"));
    assert!(!fits("a … d", "a 12 c"));
}
