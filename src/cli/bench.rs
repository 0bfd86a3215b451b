//! `paretune bench`.

use super::output;
use super::progress::Progress;
use super::width::Wide;
use crate::error::{Error, Result};
use crate::games::twenty48::bench::{self, Plan};
use crate::games::twenty48::search::Kernel;
use crate::report::bench_table;

/// Arguments of `bench`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// One depth only
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=3))]
    ply: Option<u8>,
    /// One feature set only
    #[arg(long, value_name = "F", value_parser = bench::SETS)]
    features: Option<String>,
    /// How often every kernel plays; medians are shown
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    wide: Wide,
}

/// Runs `bench`: every kernel of the machine, or the plain one and `kernel`.
///
/// # Errors
/// [`Error::Internal`] if two kernels play different games.
pub fn run(args: &Args, kernel: Option<Kernel>, quiet: bool) -> Result<()> {
    let kernels = kernel.map_or_else(|| Kernel::available().collect(), |kernel| vec![kernel]);
    let workloads = bench::workloads(args.ply, args.features.as_deref());
    let plan = Plan { workloads, kernels, rounds: args.rounds as usize };
    let mut progress = Progress::one_phase(quiet, "rounds of a kernel", plan.steps(), false);
    let report = bench::run(&plan, |games| progress.steps_done(1, games));
    progress.clear();
    let report = report?;
    if !args.json {
        return output::data(&bench_table(&report, args.wide.columns(), "--wide, --json"));
    }
    let json = serde_json::to_string(&report).map_err(|e| Error::Internal(e.to_string()))?;
    output::data(&format!("{json}\n"))
}
