//! `paretune play`.

use super::progress::Progress;
use super::{output, side, signals, tune, width};
use crate::error::{Error, Result};
use crate::export;
use crate::games::twenty48::policy::{Policy, PolicySpec};
use crate::games::twenty48::search::block_games;
use crate::pick::Pick;
use crate::report::PlayReport;
use crate::rng::{Purpose, seed};
use crate::run::FrontFile;
use rayon::prelude::*;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

mod watch;

/// Arguments of `play`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A policy file, a preset that `paretune presets` lists, or a run folder (with --pick a member of its
    /// front, else its policy.json)
    source: PathBuf,
    /// The member: knee, best:<objective>, best:<objective>@<other><=<bound>, asf:<w1>,<w2>,…,
    /// pseudo:<w1>,<w2>,…, compromise[:<p>] or id:<n>
    #[arg(long)]
    pick: Option<String>,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// Seed of the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads that play [default: one a processor]; no result but the speed depends on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Show one game move by move
    #[arg(long, conflicts_with_all = ["json", "games"])]
    watch: bool,
    /// Milliseconds between moves of --watch
    #[arg(long, value_name = "MS", default_value_t = 120, requires = "watch")]
    delay: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Runs `play`.
///
/// # Errors
/// What the policy, the folder or the pick reports.
pub fn run(args: &Args, quiet: bool) -> Result<()> {
    let policy = policy(args)?;
    let stop = signals::stop_flag()?;
    if args.watch {
        return watch::run(&policy, seed(args.seed, Purpose::Play, 0), args.delay, &stop);
    }
    let progress = Mutex::new(Progress::one_phase(quiet, "games", args.games, false));
    let report = play(&policy, args, &stop, &progress);
    progress.lock().unwrap_or_else(PoisonError::into_inner).clear();
    let report = report?;
    if args.json { output::data(&report.to_json()?) } else { output::data(&report.to_text(width::columns())) }
}

fn policy(args: &Args) -> Result<Policy> {
    match &args.pick {
        None if args.source.is_dir() => {
            let named = |e: Error| Error::RunFolder(format!("{}/policy.json: {e}", args.source.display()));
            Policy::new(side::of_folder(&args.source)?).map_err(named)
        }
        None => {
            let named = |e: Error| Error::Input(format!("{}: {e}", args.source.display()));
            Policy::new(side::file_or_preset(args.source.as_os_str())?).map_err(named)
        }
        Some(pick) => {
            let pick: Pick = pick.parse()?;
            if args.source.is_file() {
                let file = args.source.display();
                return Err(Error::Input(format!(
                    "--pick {pick}: {file} is a policy; a run folder is allowed"
                )));
            }
            let front = FrontFile::read(&args.source)?;
            let spec: PolicySpec = export::policy(&front, pick.from(&front)?)?;
            Policy::new(spec)
        }
    }
}

fn play(policy: &Policy, args: &Args, stop: &AtomicBool, progress: &Mutex<Progress>) -> Result<PlayReport> {
    let pool = tune::pool(args.threads)?;
    let begun = Instant::now();
    let size = block_games(policy.spec().depth(), args.games, pool.current_num_threads());
    let block = |block: u64| {
        if stop.load(Ordering::Relaxed) {
            return Err(Error::Interrupted("nothing was written".into()));
        }
        let games = block * size..((block + 1) * size).min(args.games);
        let seeds: Vec<u64> = games.map(|game| seed(args.seed, Purpose::Play, game)).collect();
        let records = policy.play(&seeds);
        let games = seeds.len() as u64;
        progress.lock().unwrap_or_else(PoisonError::into_inner).steps_done(games, games);
        Ok(records)
    };
    let blocks = 0..args.games.div_ceil(size);
    let records: Result<Vec<_>> = pool.install(|| blocks.into_par_iter().map(block).collect());
    Ok(PlayReport::new(&records?.concat(), begun.elapsed()))
}
