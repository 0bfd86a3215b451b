//! Every table and every sentence fits the terminal, and every number that is shown is whole.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{SMALL, finished, paretune, succeed, text};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

const WIDTHS: [usize; 8] = [60, 66, 72, 80, 100, 120, 160, 250];

/// What the program prints with `args` on a terminal of `width` columns.
fn at(width: usize, args: &[&str]) -> String {
    let output = paretune(args).env("COLUMNS", width.to_string()).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Lines that may be wider than the terminal: commands, which are pasted whole.
fn is_command(line: &str) -> bool {
    line.starts_with("  paretune ")
}

/// Checks the width of each line of `text`; every character of these outputs takes one column.
fn assert_fits(text: &str, width: usize) {
    for line in text.lines().filter(|line| !is_command(line)) {
        assert!(line.chars().count() <= width, "{width}: {line:?}\n{text}");
    }
}

/// The numbers of a text, without the signs around them; words with letters are none.
fn numbers(text: &str) -> BTreeSet<String> {
    let trimmed = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '−');
        let is_number = word.chars().all(|c| c.is_ascii_digit() || ",.−".contains(c));
        (is_number && word.contains(|c: char| c.is_ascii_digit())).then(|| word.to_owned())
    };
    text.split_whitespace().filter_map(trimmed).collect()
}

/// `text` without what it says of columns and rows that are hidden.
fn told(text: &str) -> String {
    let mut parts = text.split("Hidden: ");
    let head = parts.next().unwrap_or_default().to_owned();
    parts.fold(head, |text, part| text + part.split_once("See").unwrap().1)
}

/// The standard errors of `front.csv`, with the digits that ± is shown with.
fn errors(folder: &Path) -> BTreeSet<String> {
    let csv = fs::read_to_string(folder.join("front.csv")).unwrap();
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let is_error = |column: &usize| rows[0][*column].ends_with("_test_se");
    let columns: Vec<usize> = (0..rows[0].len()).filter(is_error).collect();
    let cells = rows[1..].iter().flat_map(|row| columns.iter().map(|&i| row[i]));
    let grouped = |number: String| match number.len() {
        4..=6 if !number.contains('.') => {
            format!("{},{}", &number[..number.len() - 3], &number[number.len() - 3..])
        }
        _ => number,
    };
    let shown = |error: f64| {
        let decimals = if error == 0.0 { 2.0 } else { (1.0 - error.log10().floor()).clamp(0.0, 6.0) };
        grouped(format!("{error:.*}", decimals as usize))
    };
    cells.filter_map(|cell| cell.parse().ok()).map(shown).collect()
}

/// Folders of finished runs: three objectives and switching; floors and four objectives; exact values.
fn folders() -> &'static [tempfile::TempDir; 3] {
    static FOLDERS: OnceLock<[tempfile::TempDir; 3]> = OnceLock::new();
    FOLDERS.get_or_init(|| {
        let [switching, floors, exact] = [(); 3].map(|()| tempfile::tempdir().unwrap());
        let tune = |dir: &tempfile::TempDir, experiment: &str| {
            let file = dir.path().join("x.toml");
            fs::write(&file, experiment).unwrap();
            succeed(&["tune", text(&file), "--out", text(&dir.path().join("run")), "--quiet"]);
        };
        let small = fs::read_to_string(SMALL).unwrap();
        tune(&switching, &small);
        let objectives = "[[objective]]\nmetric = \"score\"\nfloor = 6000\n[[objective]]\nmetric = \"moves\"\n\
                          statistic = \"p10\"\nname = \"moves_of_the_worst_tenth_of_all_games\"\n";
        tune(&floors, &(small.replace("preset = \"risk\"", "") + objectives));
        tune(&exact, "domain = \"zdt3\"\n[optimiser]\npop_size = 20\nn_gen = 10\n");
        [switching, floors, exact]
    })
}

#[test]
fn fronts_fit_and_their_numbers_are_whole() {
    for dir in folders() {
        let folder = dir.path().join("run");
        for args in [vec!["front", text(&folder)], vec!["front", text(&folder), "--importance"]] {
            let whole = &numbers(&succeed(&args)) | &errors(&folder);
            for width in WIDTHS {
                let shown = at(width, &args);
                assert_fits(&shown, width);
                let broken: Vec<String> = numbers(&told(&shown)).difference(&whole).cloned().collect();
                assert!(broken.is_empty(), "{width} {broken:?}\n{shown}");
            }
        }
    }
}

#[test]
fn one_line_says_what_is_hidden_and_how_to_see_it() {
    let folder = folders()[0].path().join("run");
    let shown = at(80, &["front", text(&folder)]);
    let hidden =
        shown.lines().find(|line| line.starts_with("Hidden: 8 genes, training figures, intervals")).unwrap();
    assert!(shown.contains("--wide, --format csv"), "{hidden}");
    assert!(!shown.contains(" training\n") && shown.contains(" ± "), "{shown}");
    // Without a terminal, and with --wide, nothing is: not a column, and no line is broken.
    let whole = succeed(&["front", text(&folder)]);
    assert!(!whole.contains("Hidden: ") && whole.lines().next().unwrap().ends_with("value"), "{whole}");
    assert_eq!(at(80, &["front", text(&folder), "--wide"]), whole);
    assert_eq!(at(10_000, &["front", text(&folder)]), whole);
    // A variable that makes no sense is not one.
    for odd in ["", "0", "wide", "-80"] {
        let output = paretune(&["front", text(&folder)]).env("COLUMNS", odd).output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), whole);
    }
}

#[test]
fn no_rule_stands_between_rows() {
    let folder = folders()[0].path().join("run");
    let shown = at(100, &["front", text(&folder)]);
    // One below the header of the front and one below that of the switching policies.
    assert_eq!(shown.lines().filter(|line| line.contains('─')).count(), 2, "{shown}");
}

#[test]
fn the_tables_of_other_commands_fit_too() {
    let boards =
        ["2 2 4 0/0 8 0 0/0 0 16 0/0 0 0 0", "16384 2048 4 2/8 1024 512 64/32768 32768 4096 256/0 2 8 4"];
    let bench = ["bench", "--ply", "1", "--rounds", "1", "--features", "article"];
    let mut commands: Vec<Vec<&str>> = boards.iter().map(|board| vec!["advise", board]).collect();
    commands.push(bench.to_vec());
    let (dir, _) = finished();
    let policy = dir.path().join("run/policy.json");
    commands.push(vec!["play", text(&policy), "--games", "20"]);
    commands.push(vec!["compare", text(&policy), text(&policy), "--games", "64"]);
    let folder = dir.path().join("run");
    commands.push(vec!["verify", text(&folder), "--sample", "1", "--quiet"]);
    for args in commands {
        for width in [60, 72, 80] {
            assert_fits(&at(width, &args), width);
        }
    }
}

#[test]
fn a_board_is_shown_whole_or_not_at_all() {
    let board = "16384 2048 4 2/8 1024 512 64/2 32768 4096 256/0 2 8 4";
    let (narrow, wide) = (at(60, &["advise", board]), succeed(&["advise", board]));
    assert!(narrow.contains("…") && narrow.contains("Hidden: the boards after the moves"), "{narrow}");
    assert!(
        wide.contains(" 16384 2048 4 2/8 1024 512 64/2 32768 4096 256/2 8 4 ") && !wide.contains('…'),
        "{wide}"
    );
}

/// Splits a command as a shell does, by asking one.
fn words(command: &str) -> Vec<String> {
    let script = format!("printf '%s\\n' {command}");
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn the_commands_of_the_picks_can_be_pasted() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("it's a run");
    let tune =
        ["tune", SMALL, "--out", text(&folder), "--threads", "1", "--quiet", "--set", "switching.games=0"];
    let shown = succeed(&tune);
    assert!(
        succeed(&["front", text(&folder)]).ends_with(shown.split_once("Picks, by test games:").unwrap().1)
    );
    let commands: Vec<&str> = shown.lines().filter(|line| is_command(line)).collect();
    let picks: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(folder.join("front.json")).unwrap()).unwrap();
    let ids: BTreeSet<u64> =
        picks["picks"].as_object().unwrap().values().map(|id| id.as_u64().unwrap()).collect();
    assert_eq!(commands.len(), 2 * ids.len(), "one to play and one to export each member: {shown}");
    for command in commands {
        let mut args: Vec<String> = words(command)[1..].to_vec();
        if args[0] == "play" {
            args.extend(["--games".into(), "3".into()]);
        }
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let output = paretune(&args).current_dir(dir.path()).output().unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    }
    for id in ids {
        assert!(dir.path().join(format!("member-{id}.json")).is_file(), "{id}");
    }
    assert!(shown.contains("\nStrongest"), "{shown}");
    assert_eq!(shown.matches("policy.json holds it.").count(), 1, "{shown}");
}

#[test]
fn a_benchmark_has_no_words_of_a_game_and_nothing_to_play() {
    let folder = folders()[2].path().join("run");
    let shown = succeed(&["front", text(&folder)]);
    assert!(
        shown.contains("\nPicks:\nBest in f1: member ") && shown.contains("\nBest in f2: member "),
        "{shown}"
    );
    assert!(!shown.contains("paretune play") && shown.contains("paretune export"), "{shown}");
}
