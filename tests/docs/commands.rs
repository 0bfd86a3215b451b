//! The commands of a page, and what became of each.

use super::cheap::{as_paretune, cheap};
use super::markdown::{Page, root};
use super::scratch::{run, scratch};
use std::path::Path;
use std::process::Output;

/// Commands that no test runs, since they build or need other programs; by exact text.
pub const NOT_RUN: [&str; 13] = [
    "cargo test --release",
    "cargo install --path .",
    "cargo doc --no-deps --open",
    "cargo bench --bench selfplay",
    "cargo run --release --example measure-scales",
    "cargo run --release --example connect4-scales",
    "cargo run --release --example optimiser-bench -- table zdt1 zdt2 zdt3 zdt4 zdt6 dtlz2 dtlz7",
    "python3 scripts/compare_optimisers.py",
    "python3 scripts/compare_runs.py sampling --seeds 12",
    "python3 scripts/compare_runs.py algorithms --seeds 12",
    "cargo run --release --example truth -- …",
    "python3 scripts/strength_work.py",
    "python3 scripts/connect4_plots.py",
];

/// A command with the place it stands at.
pub struct Command {
    pub place: String,
    pub line: String,
    /// The output that the page shows after it, with the lines that stand before it in its block.
    pub shown: Option<(Vec<String>, String)>,
}

/// What became of a command.
#[derive(Debug, PartialEq)]
pub enum Fate {
    Ran,
    Allowed,
    Failed(String),
}

/// The commands of `page`: lines of `sh` blocks, and inline code that runs the program.
pub fn commands(page: &Page) -> Vec<Command> {
    let mut commands = vec![];
    for (i, block) in page.blocks.iter().enumerate().filter(|(_, block)| block.language() == "sh") {
        let first = commands.len();
        for (j, line) in block.text.lines().enumerate() {
            let line = line.split(" #").next().unwrap_or_default().trim();
            if !line.is_empty() && !line.starts_with('#') {
                let place = page.at(block.line + 1 + j);
                commands.push(Command { place, line: line.to_owned(), shown: None });
            }
        }
        let next = page.blocks.get(i + 1).filter(|next| next.language() == "text");
        let mut before: Vec<String> = commands[first..].iter().map(|command| command.line.clone()).collect();
        before.pop();
        if let (Some(next), Some(last)) = (next, commands[first..].last_mut()) {
            last.shown = Some((before, next.text.clone()));
        }
    }
    let spans = page.spans.iter().filter(|(_, code)| is_command(code));
    commands.extend(spans.map(|(line, code)| Command {
        place: page.at(*line),
        line: code.clone(),
        shown: None,
    }));
    commands
}

/// Inline code that can be run: not a name such as `paretune tune`, and not usage with placeholders.
fn is_command(code: &str) -> bool {
    let is_usage = code.contains(['<', '[', '…']);
    let runs = ["cargo ", "python3 "].iter().any(|program| code.starts_with(program));
    runs || code.starts_with("paretune ") && code.split_whitespace().count() > 2 && !is_usage
}

/// Runs the commands of `page` in order, cheaply, in a folder with the tiny run `tiny`; those whose output is
/// shown run as they stand, on the reference run.
pub fn run_page(page: &Page, tiny: &Path) -> Vec<(Command, Fate)> {
    let folder = scratch(tiny);
    for block in &page.blocks {
        if let Some(file) = block.file() {
            std::fs::write(folder.path().join(file), &block.text).unwrap();
        }
    }
    let fate = |command: &Command| match &command.shown {
        _ if NOT_RUN.contains(&command.line.as_str()) => Fate::Allowed,
        Some((before, shown)) => show(before, &command.line, shown),
        None => run_line(&command.line, folder.path(), cheap).map_or_else(Fate::Failed, |_| Fate::Ran),
    };
    commands(page)
        .into_iter()
        .map(|command| {
            let fate = fate(&command);
            (command, fate)
        })
        .collect()
}

/// Runs the parts of a pipe, each with what the one before it printed, and gives what the last one prints.
fn run_line(
    line: &str,
    folder: &Path,
    change: impl Fn(Vec<String>, &Path) -> Vec<String>,
) -> Result<String, String> {
    let mut input: Option<Vec<u8>> = None;
    for part in line.split(" | ") {
        let printed = match part.strip_prefix("echo ") {
            Some(text) => text.trim_matches('"').to_owned() + "\n",
            None => {
                let words = as_paretune(part).ok_or("neither runs paretune nor is in NOT_RUN")?;
                checked(&run(&change(words, folder), folder, input.as_deref()))?
            }
        };
        input = Some(printed.into_bytes());
    }
    String::from_utf8(input.unwrap_or_default()).map_err(|e| e.to_string())
}

fn checked(output: &Output) -> Result<String, String> {
    let error = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{}: {}", output.status, error.trim()));
    }
    String::from_utf8(output.stdout.clone()).map_err(|e| e.to_string())
}

/// Compares what `line` prints about the reference run, after the lines `before`, with what the page shows.
fn show(before: &[String], line: &str, shown: &str) -> Fate {
    let folder = scratch(&root().join("results/reference/quick"));
    let as_it_is = |line: &str| run_line(line, folder.path(), |words, _| words);
    let prepared: Result<Vec<String>, String> = before.iter().map(|line| as_it_is(line)).collect();
    match prepared.and_then(|_| as_it_is(line)) {
        Err(why) => Fate::Failed(why),
        Ok(printed) if fits(shown, &printed) => Fate::Ran,
        Ok(printed) => Fate::Failed(format!("it prints\n{printed}\nand not\n{shown}")),
    }
}

/// Whether `printed` is `shown`, where a line `…` stands for any lines and … in a line for any text.
pub fn fits(shown: &str, printed: &str) -> bool {
    fn lines(text: &str) -> Vec<&str> {
        text.trim_end().lines().map(str::trim_end).collect()
    }
    fn matches(shown: &[&str], printed: &[&str]) -> bool {
        match (shown.split_first(), printed.split_first()) {
            (None, None) => true,
            (Some((&"…", rest)), _) => {
                (0..=printed.len()).any(|skipped| matches(rest, &printed[skipped..]))
            }
            (Some((line, rest)), Some((other, more))) => line_fits(line, other) && matches(rest, more),
            _ => false,
        }
    }
    matches(&lines(shown), &lines(printed))
}

fn line_fits(shown: &str, printed: &str) -> bool {
    let Some((before, after)) = shown.split_once('…') else { return shown == printed };
    let Some(rest) = printed.strip_prefix(before) else { return false };
    rest.char_indices().map(|(at, _)| at).chain([rest.len()]).any(|at| line_fits(after, &rest[at..]))
}
