//! The command line: one file a subcommand.

mod advise;
mod bench;
mod book;
mod compare;
mod export;
mod features;
mod finished;
mod front;
mod game_options;
mod human;
mod limits;
mod output;
mod play;
mod plot;
mod policy_source;
mod presets;
mod progress;
mod resume;
mod signals;
mod test;
mod tune;
mod verify;
mod width;

use crate::error::{Error, Result};
use crate::problem::View;
use crate::registry;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::process::ExitCode;

/// Exit codes, as shown by `--help`.
const EXIT_CODES: &str = "Exit codes:
  0    done
  1    internal error
  2    bad usage, or an experiment or policy file that is missing or wrong
  3    run folder missing, damaged, locked, of another experiment, already holding a run,
       or a file of it or an output that cannot be read or written
  130  interrupted; `paretune resume` goes on";

/// Tunes the weights of game-playing heuristics for several objectives at once.
#[derive(Debug, Parser)]
#[command(version, after_help = EXIT_CODES, max_term_width = 100)]
pub struct Cli {
    /// Print results and errors only, no progress and no messages
    #[arg(long, short, global = true)]
    quiet: bool,
    /// How searches are computed; no result but the speed depends on it [default: what the environment
    /// variable PARETUNE_KERNEL says, else the fastest]
    #[arg(long, global = true, value_name = "KERNEL", value_parser = kernels())]
    kernel: Option<String>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Evolve a Pareto front of weight vectors by self-play
    Tune(tune::Args),
    /// Go on with an interrupted run, or give one that reached its last generation more of them
    Resume(resume::Args),
    /// Show the front of a finished run
    Front(front::Args),
    /// Draw the plots of a run again
    Plot(plot::Args),
    /// Write one member of a front in a form that other programs read
    Export(export::Args),
    /// Play games with a policy or a member of a front, and show statistics
    Play(play::Args),
    /// List the policies that come with the program, with strength and work
    Presets(presets::Args),
    /// Play more test games with the front of a finished run
    #[command(alias = "validate")]
    Test(test::Args),
    /// Decide which of two policies plays better, by a stated difference
    Compare(compare::Args),
    /// Check a run folder: checksums, the checkpoint, a replay of some records, and the result files
    Verify(verify::Args),
    /// Value the moves of a position
    Advise(advise::Args),
    /// List the features that a heuristic may have
    Features(features::Args),
    /// Solve the openings of a game and write them to a file
    Book(book::Args),
    /// Measure how fast this machine plays, and that every kernel plays the same games
    Bench(bench::Args),
}

/// The kernels of all games.
fn kernels() -> Vec<&'static str> {
    let benches = registry::views().filter_map(View::bench);
    benches.flat_map(|bench| bench.kernels()).map(|(kernel, _)| kernel).collect()
}

/// Lets the games play by `kernel`; returns the one that was named, here or in the environment.
fn choose_kernel(kernel: Option<&str>) -> Result<Option<&'static str>> {
    let mut named = None;
    for bench in registry::views().filter_map(View::bench) {
        named = named.or(bench.choose_kernel(kernel)?);
    }
    Ok(named)
}

/// The commands with their options, as `--help` shows them.
pub fn command() -> clap::Command {
    let position = advise::positions();
    Cli::command().mut_subcommand("advise", |advise| advise.mut_arg("position", |arg| arg.help(position)))
}

impl Cli {
    /// Reads the command line of the process.
    ///
    /// # Errors
    /// Help, the version, or what is wrong with the usage.
    pub fn read() -> std::result::Result<Self, clap::Error> {
        Self::from_arg_matches(&command().try_get_matches()?)
    }

    /// Runs the subcommand.
    ///
    /// # Errors
    /// What the subcommand reports; see [`Error::exit_code`].
    pub fn run(self) -> Result<()> {
        signals::survive_file_size_limit()?;
        let kernel = choose_kernel(self.kernel.as_deref())?;
        match self.command {
            Command::Tune(args) => tune::run(args, self.quiet),
            Command::Resume(args) => resume::run(args, self.quiet),
            Command::Front(args) => front::run(&args),
            Command::Plot(args) => plot::run(&args, self.quiet),
            Command::Export(args) => export::run(&args),
            Command::Play(args) => play::run(&args, self.quiet),
            Command::Presets(args) => presets::run(&args),
            Command::Test(args) => test::run(args, self.quiet),
            Command::Compare(args) => compare::run(&args, self.quiet),
            Command::Verify(args) => verify::run(&args, self.quiet),
            Command::Advise(args) => advise::run(&args),
            Command::Features(args) => features::run(&args),
            Command::Book(args) => book::run(&args, self.quiet),
            Command::Bench(args) => bench::run(&args, kernel, self.quiet),
        }
    }
}

/// Prints `error` on one line, unless it is none, and gives its exit code.
pub fn report_error(error: &Error) -> ExitCode {
    if !matches!(error, Error::ReaderLeft) {
        output::message(&format!("error: {error}"));
    }
    ExitCode::from(error.exit_code())
}

/// Prints help and versions as they are, and a usage error on one line; gives the exit code.
pub fn usage_error(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // A closed pipe is no error.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.to_string();
    let first = text.split("\n\n").next().unwrap_or_default();
    let first = first.split_whitespace().collect::<Vec<_>>().join(" ");
    output::message(&format!("{first} (see --help)"));
    ExitCode::from(2)
}
