//! `paretune advise`.

use super::game_options::{Advising, GameOptions};
use super::width::Wide;
use super::{output, policy_source};
use crate::error::{Error, Result};
use crate::problem::{Adviser, View};
use crate::registry;
use crate::text;
use std::ffi::OsString;
use std::io::BufRead;

/// Arguments of `advise`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The position, or - to read one a line from stdin
    position: String,
    /// The policy that values the moves: a file, or a preset that `paretune presets` lists
    #[arg(long, value_name = "POLICY", default_value = policy_source::cheapest())]
    policy: OsString,
    #[command(flatten)]
    options: GameOptions<Advising>,
    /// Print one JSON object a position
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    wide: Wide,
}

/// What a position of each game looks like, for the help.
pub fn positions() -> String {
    let known: Vec<&str> = registry::views().filter_map(View::position).collect();
    format!("The position: {}; or - to read one a line from stdin", known.join("; "))
}

/// Runs `advise`.
///
/// # Errors
/// [`Error::Input`] naming what is wrong with a position or the policy.
pub fn run(args: &Args) -> Result<()> {
    let policy = policy_source::file_or_preset(&args.policy)?;
    let name = policy.game().to_owned();
    registry::with_game(&name, |game| {
        let view = game.view();
        let adjust = |policy, (name, value): &(String, String)| view.adjusted(&policy, name, value);
        let policy = args.options.given.iter().try_fold(policy, adjust)?;
        let adviser = view.adviser(&policy)?;
        match args.position.as_str() {
            "-" => of_stdin(view, adviser.as_ref(), args),
            position => advise(adviser.as_ref(), position, args),
        }
    })
}

fn of_stdin(view: &dyn View, adviser: &dyn Adviser, args: &Args) -> Result<()> {
    let allowed = view.position().unwrap_or_default();
    for (i, line) in std::io::stdin().lock().split(b'\n').enumerate() {
        let line = line.map_err(|e| Error::io("read", "stdin", e))?;
        let place = format!("stdin line {}", i + 1);
        let named = |_| Error::Input(format!("{place}: not UTF-8: allowed is {allowed}"));
        let line = text::decode(line).map_err(named)?;
        if !line.trim().is_empty() {
            advise(adviser, &line, args).map_err(|e| e.about(place))?;
        }
    }
    Ok(())
}

fn advise(adviser: &dyn Adviser, position: &str, args: &Args) -> Result<()> {
    let shown = adviser.advise(position)?;
    match args.json {
        true => output::data(&format!("{}\n", shown.json)),
        false => output::data(&(shown.text)(args.wide.columns())),
    }
}
