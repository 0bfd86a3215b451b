//! `paretune compare`.

use super::limits::{self, MOST_GAMES};
use super::progress::Progress;
use super::{output, policy_source, signals, width};
use crate::compare::Comparison;
use crate::error::{Error, Result};
use crate::inference::sequential::{PILOT, Plan, Stated};
use crate::registry;
use crate::report::CompareReport;
use crate::threads;
use std::ffi::OsString;
use std::ops::RangeInclusive;

/// Arguments of `compare`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A policy file, a preset that `paretune presets` lists, a run folder (its policy.json), or FOLDER:PICK such
    /// as results/quick-1:knee
    a: OsString,
    /// What it is compared with, in the same form
    b: OsString,
    /// The metric whose means are compared [default: the first of the game]
    #[arg(long, value_name = "METRIC")]
    metric: Option<String>,
    /// The difference to be told apart from none: in percent of the mean, or in the metric's unit
    #[arg(long, value_name = "D", allow_hyphen_values = true, default_value = "5%", value_parser = stated)]
    difference: Stated,
    /// Probability of declaring a difference where there is none; exact for normal values
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = rate)]
    alpha: f64,
    /// Probability of missing a difference as large as the stated one
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = rate)]
    beta: f64,
    /// Games a side at most, 64 or more: fewer do not tell the variance
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(PILOT..=MOST_GAMES))]
    games: u64,
    /// Seed of the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads that play [default: one a processor]; no result depends on it
    #[arg(long, value_name = "N", value_parser = limits::threads())]
    threads: Option<u32>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Differences that can be stated. Beyond them the arithmetic of the test has no meaning.
const DIFFERENCES: RangeInclusive<f64> = 1e-15..=1e15;

fn stated(text: &str) -> std::result::Result<Stated, String> {
    let (number, is_percent) = text.strip_suffix('%').map_or((text, false), |number| (number, true));
    match number.trim().parse::<f64>() {
        Ok(size) if DIFFERENCES.contains(&size) && is_percent => Ok(Stated::Percent(size)),
        Ok(size) if DIFFERENCES.contains(&size) => Ok(Stated::Absolute(size)),
        _ => {
            let (least, most) = (DIFFERENCES.start(), DIFFERENCES.end());
            Err(format!("allowed is a number from {least:e} to {most:e}, or such a number and %"))
        }
    }
}

fn rate(text: &str) -> std::result::Result<f64, String> {
    match text.parse::<f64>() {
        Ok(rate) if (1e-9..=0.5).contains(&rate) => Ok(rate),
        _ => Err("allowed is a probability from 1e-9 to 0.5".into()),
    }
}

/// Runs `compare`.
///
/// # Errors
/// What a side, the metric or an interruption reports.
pub fn run(args: &Args, quiet: bool) -> Result<()> {
    let sides = [policy_source::policy(&args.a)?, policy_source::policy(&args.b)?];
    let names = [&args.a, &args.b].map(|name| name.to_string_lossy());
    let plan =
        Plan { difference: args.difference, alpha: args.alpha, beta: args.beta, max_games: args.games };
    let [(a, first), (b, second)] = [(&names[0], &sides[0]), (&names[1], &sides[1])];
    if first.game() != second.game() {
        let (one, other) = (first.game(), second.game());
        return Err(Error::Input(format!("{a} plays {one}, {b} plays {other}: allowed is one game")));
    }
    registry::with_game(first.game(), |game| {
        let metric = args.metric.as_deref().or(game.metrics().first().map(|metric| metric.name.as_str()));
        let metric = metric.unwrap_or_default();
        let sides = [(a.as_ref(), first), (b.as_ref(), second)];
        show(&Comparison { game, sides, metric, plan, seed: args.seed }, args, quiet)
    })
}

/// Plays `comparison` and prints what came of it.
fn show(comparison: &Comparison<'_>, args: &Args, quiet: bool) -> Result<()> {
    let pool = threads::pool(args.threads)?;
    let stop = signals::stop_flag()?;
    let mut progress = Progress::one_phase(quiet, "games a side", args.games, true);
    let mut played = 0;
    let outcome = comparison.run(&pool, &stop, |games| {
        progress.steps_done(games - played, 2 * (games - played));
        played = games;
    });
    progress.clear();
    let report = CompareReport::new(comparison, &outcome?);
    if args.json {
        let json = serde_json::to_string(&report).map_err(|e| Error::Internal(format!("JSON: {e}")))?;
        output::data(&(json + "\n"))
    } else {
        output::data(&report.to_text(width::columns()))
    }
}
