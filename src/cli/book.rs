//! `paretune book`.

use super::game_options::{Booking, GameOptions};
use super::limits;
use super::output;
use super::progress::Progress;
use super::signals;
use crate::error::{Error, Result};
use crate::registry;
use crate::threads;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

/// Arguments of `book`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The file; one that is there and unfinished is gone on with
    file: PathBuf,
    /// The game whose openings are solved
    #[arg(long, value_name = "GAME", value_parser = registry::names())]
    game: String,
    #[command(flatten)]
    options: GameOptions<Booking>,
    /// Threads that solve [default: one a processor]; no result depends on it
    #[arg(long, value_name = "N", value_parser = limits::threads())]
    threads: Option<u32>,
}

/// Runs `book`.
///
/// # Errors
/// What the game or the file reports; [`Error::Interrupted`] with what is done.
pub fn run(args: &Args, quiet: bool) -> Result<()> {
    let stop = signals::stop_flag()?;
    let pool = threads::pool(args.threads)?;
    registry::with_game(&args.game, |game| {
        let nothing = || Error::Input(format!("--game {}: it has no book", args.game));
        let book = game.view().book().ok_or_else(nothing)?;
        let mut progress: Option<(Progress, usize)> = None;
        let mut each = |done: usize, all: usize| {
            let (bar, before) = progress.get_or_insert_with(|| {
                (Progress::one_phase(quiet, "positions", (all - done) as u64, false), done)
            });
            let new = (done - *before) as u64;
            bar.steps_done(new, new);
            *before = done;
        };
        let stop = || stop.load(Ordering::Relaxed);
        let written = pool.install(|| book.compute(&args.file, &args.options.given, &mut each, &stop));
        if let Some((bar, _)) = &progress {
            bar.clear();
        }
        let said = written?;
        if !quiet {
            output::message(&format!("{}: {said}", args.file.display()));
        }
        Ok(())
    })
}
