//! `paretune bench`.

use super::game_options::{Benching, GameOptions};
use super::output;
use super::progress::Progress;
use super::width::Wide;
use crate::error::{Error, Result};
use crate::registry;

/// Arguments of `bench`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game that plays
    #[arg(long, value_name = "GAME", default_value = registry::DEFAULT, value_parser = registry::names())]
    game: String,
    #[command(flatten)]
    options: GameOptions<Benching>,
    /// How often every kernel plays; medians are shown
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    wide: Wide,
}

/// Runs `bench`: every kernel of the machine, or the slowest one and `kernel`.
///
/// # Errors
/// [`Error::Internal`] if two kernels play different games.
pub fn run(args: &Args, kernel: Option<&str>, quiet: bool) -> Result<()> {
    registry::with_game(&args.game, |game| {
        let nothing = || Error::Input(format!("{} has nothing to measure", game.name()));
        let bench = game.view().bench().ok_or_else(nothing)?;
        let measurement = bench.measurement(&args.options.given, kernel, args.rounds as usize)?;
        let mut progress = Progress::one_phase(quiet, "rounds of a kernel", measurement.steps(), false);
        let shown = measurement.run(&mut |games| progress.steps_done(1, games));
        progress.clear();
        let shown = shown?;
        match args.json {
            true => output::data(&format!("{}\n", shown.json)),
            false => output::data(&(shown.text)(args.wide.columns())),
        }
    })
}
