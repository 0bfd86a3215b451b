//! `paretune advise`.

use super::game_options::{Advising, GameOptions};
use super::width::Wide;
use super::{output, policy_source};
use crate::error::{Error, Result};
use crate::problem::{Adviser, PolicyFile, View};
use crate::registry;
use crate::text;
use std::ffi::OsString;
use std::io::BufRead;

/// Arguments of `advise`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The position, or - to read one a line from stdin
    position: String,
    /// The policy that values the moves: a file, or a preset that `paretune presets` lists [default: of --game the
    /// preset that knows most, else the first preset]
    #[arg(long, value_name = "POLICY")]
    policy: Option<OsString>,
    /// The game whose position it is [default: that of the policy]
    #[arg(long, value_name = "GAME", value_parser = registry::names())]
    game: Option<String>,
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
    let policy = policy(args)?;
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

/// The policy that is asked.
fn policy(args: &Args) -> Result<PolicyFile> {
    let policy = match (&args.policy, &args.game) {
        (Some(policy), _) => policy_source::file_or_preset(policy)?,
        (None, Some(game)) => {
            let best = registry::with_game(game, |game| {
                let view = game.view();
                Ok(view
                    .best_adviser()
                    .or(view.presets().first().map(|preset| preset.name))
                    .unwrap_or_default())
            })?;
            policy_source::file_or_preset(best.as_ref())?
        }
        (None, None) => policy_source::file_or_preset(policy_source::cheapest().as_ref())?,
    };
    match &args.game {
        Some(game) if game != policy.game() => {
            Err(Error::Input(format!("--game {game}: allowed is {}, which the policy plays", policy.game())))
        }
        _ => Ok(policy),
    }
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
