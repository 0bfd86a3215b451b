//! `paretune play`.

use super::limits::{self, MOST_GAMES};
use super::progress::Progress;
use super::{finished, human, output, policy_source, signals, width};
use crate::error::{Error, Result};
use crate::experiment;
use crate::export;
use crate::pick::{PICKS, Pick};
use crate::problem::{Batch, Borrowed, Game, Job, Player, PolicyFile, Scenario, Shown};
use crate::registry;
use crate::report::game_statistics;
use crate::rng::{Purpose, seed};
use crate::table::wrap;
use crate::threads;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use toml::Table;

/// Parts of all games after which progress is shown.
const PARTS: u64 = 500;

/// Arguments of `play`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A policy file, a preset that `paretune presets` lists, or a run folder (with --pick a member of its
    /// front, else its policy.json)
    source: PathBuf,
    #[arg(long, help = format!("The member: {PICKS}"))]
    pick: Option<String>,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: u64,
    /// Seed of the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads that play [default: one a processor]; no result but the speed depends on it
    #[arg(long, value_name = "N", value_parser = limits::threads())]
    threads: Option<u32>,
    /// Show one game move by move
    #[arg(long, conflicts_with_all = ["json", "games"])]
    watch: bool,
    /// Milliseconds between moves of --watch
    #[arg(long, value_name = "MS", default_value_t = 120, requires = "watch")]
    delay: u64,
    /// Play against it yourself
    #[arg(long, conflicts_with_all = ["json", "games", "watch"])]
    human: bool,
    /// Set a key of the setting in which it plays, such as its opponent; may be given again
    #[arg(long, value_name = "KEY=VALUE", conflicts_with_all = ["human", "watch"])]
    set: Vec<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Runs `play`.
///
/// # Errors
/// What the policy, the folder or the pick reports.
pub fn run(args: &Args, quiet: bool) -> Result<()> {
    let (policy, named) = policy(args)?;
    let stop = signals::stop_flag()?;
    registry::with_game(policy.game(), |game| {
        let player = game.player(&policy)?;
        if args.watch {
            return watch(game, &policy, args, &stop);
        } else if args.human {
            return human::play(game, &policy, args.seed, &stop);
        }
        let mut progress = Progress::one_phase(quiet, "games", args.games, false);
        let shown = play(game, player.as_ref(), args, &stop, &mut progress);
        progress.clear();
        let shown = shown?;
        match args.json {
            true => output::data(&format!("{}\n", shown.json)),
            false => {
                let rules = policy.in_words().join("; ");
                let rules =
                    if rules.is_empty() { rules } else { wrap(&format!("rules: {rules}"), width::columns()) };
                output::data(&(rules + &(shown.text)(width::columns())))
            }
        }
    })
    .map_err(named)
}

/// What an error of the policy is about.
type Named = Box<dyn Fn(Error) -> Error>;

/// The policy that is to play, and how its errors are named.
fn policy(args: &Args) -> Result<(PolicyFile, Named)> {
    let shown = args.source.display().to_string();
    match &args.pick {
        None if args.source.is_dir() => {
            let named = move |e: Error| e.about(format!("{shown}/policy.json")).in_run_folder();
            Ok((policy_source::of_folder(&args.source)?, Box::new(named)))
        }
        None => {
            let named = move |e: Error| e.about(&shown);
            Ok((policy_source::file_or_preset(args.source.as_os_str())?, Box::new(named)))
        }
        Some(pick) => {
            let pick: Pick = pick.parse()?;
            if args.source.is_file() {
                return Err(Error::Input(format!(
                    "--pick {pick}: {shown} is a policy; a run folder is allowed"
                )));
            }
            let (front, problem) = finished::read(&args.source)?;
            Ok((export::policy(&front, problem.as_ref(), pick.from(&front)?)?, Box::new(|e| e)))
        }
    }
}

/// The setting of games outside an experiment, with the keys that are set.
fn setting(game: &dyn Game, assignments: &[String]) -> Result<Scenario> {
    let mut keys = Table::new();
    for assignment in assignments {
        experiment::set(&mut keys, assignment)?;
    }
    let allowed = game.view().setting_keys();
    if let Some(key) = keys.keys().find(|key| !allowed.contains(&key.as_str())) {
        let allowed = if allowed.is_empty() { "nothing".to_owned() } else { allowed.join(", ") };
        return Err(Error::Input(format!("--set {key}: allowed is {allowed} of {}", game.name())));
    }
    let keys = game.scenario_keys(&keys).map_err(|why| Error::Input(format!("--set {why}")))?;
    Ok(Scenario { keys, ..Scenario::default() })
}

/// Plays the games in parts, so that progress can be seen.
fn play(
    game: &dyn Game,
    player: &dyn Player,
    args: &Args,
    stop: &AtomicBool,
    progress: &mut Progress,
) -> Result<Shown> {
    let pool = threads::pool(args.threads)?;
    let begun = Instant::now();
    let scenario = setting(game, &args.set)?;
    let least = *player.block(&scenario).start();
    let size = args.games.div_ceil(PARTS).max(least);
    let part = |part: u64| {
        let games = part * size..((part + 1) * size).min(args.games);
        Job { candidate: Box::new(Borrowed(player)), games: vec![games] }
    };
    let jobs = (0..args.games.div_ceil(size)).map(part).collect();
    let batch = Batch { pool: &pool, stop, metrics: game.metrics() };
    let mut records: Vec<_> = Vec::new();
    let seeds = |_, _, number: u64| game.seed(seed(args.seed, Purpose::Play, number), Purpose::Play);
    let done = batch.play(jobs, std::slice::from_ref(&scenario), seeds, |_, played, _| {
        let games = played.iter().map(|table| table.len() as u64).sum();
        progress.steps_done(games, games);
        records.extend(played);
        Ok(())
    })?;
    let all = records.into_iter().reduce(|mut all, more| {
        all.append(more);
        all
    });
    let all = all.filter(|_| done).ok_or_else(|| Error::Interrupted("nothing was written".into()))?;
    game_statistics(game, &all, begun.elapsed())
}

/// Shows one game; on a terminal each position is drawn over the last one.
fn watch(game: &dyn Game, policy: &PolicyFile, args: &Args, stop: &AtomicBool) -> Result<()> {
    let terminal = std::io::stdout().is_terminal();
    let mut above = 0;
    let mut is_stopped = false;
    let moves = game.view().watch(
        policy,
        game.seed(seed(args.seed, Purpose::Play, 0), Purpose::Play),
        &mut |position| {
            if stop.load(Ordering::Relaxed) {
                is_stopped = true;
                return Ok(false);
            }
            // Up over the position that is there, and clear what follows.
            let up = if terminal && above > 0 { format!("\x1b[{above}A\x1b[J") } else { String::new() };
            output::data(&format!("{up}{position}"))?;
            above = position.lines().count();
            if terminal {
                std::thread::sleep(Duration::from_millis(args.delay));
            }
            Ok(true)
        },
    )?;
    if is_stopped { Err(Error::Interrupted(format!("after {moves} moves"))) } else { Ok(()) }
}
