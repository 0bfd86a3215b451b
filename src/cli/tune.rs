//! `paretune tune`.

use super::limits;
use super::output;
use super::progress::Progress;
use super::width::Wide;
use super::{finished, front, signals};
use crate::error::{Error, Result};
use crate::experiment::{self, Experiment, MAX_SEED};
use crate::problem::Problem;
use crate::report;
use crate::run::FrontFile;
use crate::threads;
use crate::tuner::{Context, Run};
use std::path::{Path, PathBuf};

/// Arguments of `tune`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The experiment; without one the built-in experiments/quick.toml runs, within a minute
    experiment: Option<PathBuf>,
    /// The run folder [default: results/<experiment>-<number>]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Seed of the whole run, in place of the experiment's
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=MAX_SEED))]
    seed: Option<u64>,
    /// Threads that play [default: one a processor]; no result depends on it
    #[arg(long, value_name = "N", value_parser = limits::threads())]
    threads: Option<u32>,
    /// Set one key of the experiment, such as optimiser.n_gen=12 or scenario.0.games=50
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Remove a run that is already in the folder
    #[arg(long)]
    overwrite: bool,
    #[command(flatten)]
    wide: Wide,
}

/// Runs `tune`.
///
/// # Errors
/// What the experiment, the folder or the run reports.
pub fn run(args: Args, quiet: bool) -> Result<()> {
    let mut overrides = args.set;
    overrides.extend(args.seed.map(|seed| format!("seed={seed}")));
    let source = experiment::load(args.experiment.as_deref(), &overrides)?;
    let out = args.out.map_or_else(|| free_folder(args.experiment.as_deref()), Ok)?;
    let mut progress = Progress::new(quiet);
    let run = Run::begin(source, &Experiment::problem, &out, args.overwrite, &mut progress)?;
    evolve(run, args.threads, progress, &Shown { quiet, wide: args.wide })
}

/// The first folder `results/<experiment>-<number>` that is not there yet.
fn free_folder(experiment: Option<&Path>) -> Result<PathBuf> {
    let stem = experiment.and_then(Path::file_stem).map_or("quick".into(), |stem| stem.to_string_lossy());
    let folder = |n: u32| Path::new("results").join(format!("{stem}-{n}"));
    let none = || Error::RunFolder(format!("results/{stem}-<number>: every number is taken; say --out"));
    (1..=u32::MAX).map(folder).find(|path| !path.exists()).ok_or_else(none)
}

/// How the end of a run is shown.
pub struct Shown {
    /// Results only, no messages.
    pub quiet: bool,
    /// How wide.
    pub wide: Wide,
}

/// Evolves `run` to its end and writes and shows what came of it.
pub fn evolve(mut run: Run, threads: Option<u32>, mut progress: Progress, shown: &Shown) -> Result<()> {
    let pool = threads::pool(threads)?;
    let stop = signals::stop_flag()?;
    if !shown.quiet {
        output::message(&format!("run folder {}", run.path().display()));
    }
    let mut context = Context { pool: &pool, stop: &stop, observer: &mut progress };
    let outcome = run.evolve(&mut context).and_then(|()| run.finish(&mut context));
    progress.clear();
    let outcome = outcome?;
    let folder = run.path().to_path_buf();
    report::write(&folder, &outcome)?;
    report::plots(&folder, &Experiment::problem)?;
    run.close()?;
    show(&folder, &outcome.front, finished::problem(&folder)?.as_ref(), shown)
}

fn show(folder: &Path, front: &FrontFile, problem: &dyn Problem, shown: &Shown) -> Result<()> {
    let hint = format!("paretune front {} --wide", report::quoted(&folder.to_string_lossy()));
    output::data(&front::text(front, problem, folder, shown.wide.columns(), [&hint; 2]))?;
    if !shown.quiet {
        let folder = folder.display();
        output::message("");
        output::message(&format!("written to {folder}; look at {folder}/plots"));
    }
    Ok(())
}
