//! How good are policies of Connect Four at equal depth, by points and by perfect play?
//!
//! Each policy plays every test opening with both colours against the article's weights, as deep as itself, and prints points of
//! a game, the share of moves that keep the perfect result, and nodes for a move, with standard errors over the openings.
//! Usage: `cargo run --release --example connect4-strength -- --depths 4,6,8 POLICY...`, where a policy is a file or a preset.

use clap::Parser;
use paretune::games::connect4::Connect4;
use paretune::games::connect4::openings::Part;
use paretune::objective::Records;
use paretune::problem::{Game, PolicyFile, Problem, Scenario};
use paretune::statistics::{Mean, Statistic, linearised};
use paretune::table::with_error;
use rayon::prelude::*;
use toml::Table;

type Fallible<T> = Result<T, Box<dyn std::error::Error>>;

#[derive(Parser)]
struct Options {
    /// Depths to which both sides search
    #[arg(long, value_delimiter = ',', default_values_t = [4, 6, 8])]
    depths: Vec<u32>,
    /// The stones from which moves are graded
    #[arg(long, default_value_t = 8)]
    agreement_from: i64,
    /// Policy files or presets
    #[arg(required = true)]
    policies: Vec<String>,
}

fn main() -> Fallible<()> {
    let options = Options::parse();
    let game = Connect4::new(&Table::new())?;
    println!("| policy | depth | points | as first | as second | agreement | nodes per move | openings |");
    println!("|---|---|---|---|---|---|---|---|");
    for name in &options.policies {
        for &depth in &options.depths {
            let policy = game.view().adjusted(&policy(name)?, "depth", &depth.to_string())?;
            let records = played(&game, &policy, depth, options.agreement_from)?;
            println!("| {name} | {depth} | {} | {} |", figures(&game, &records).join(" | "), records.len());
        }
    }
    Ok(())
}

fn policy(name: &str) -> Fallible<PolicyFile> {
    let preset = Connect4::VIEW.presets().iter().find(|preset| preset.name == name);
    Ok(preset.map_or_else(|| PolicyFile::read(name.as_ref()), |preset| preset.policy())?)
}

/// A row for each test opening.
fn played(game: &Connect4, policy: &PolicyFile, depth: u32, agreement_from: i64) -> Fallible<Records> {
    let keys: Table = format!("opponent_depth = {depth}\nagreement_from = {agreement_from}").parse()?;
    let scenario = Scenario { keys: game.scenario_keys(&keys)?, ..Scenario::default() };
    let player = game.player(policy)?;
    // Seeds that name the openings of the last part one after the other.
    let seeds: Vec<u64> =
        (0..Part::Test.positions()?.len() as u64).map(|i| i << 2 | Part::Test as u64).collect();
    let blocks: Vec<Records> =
        seeds.par_chunks(8).map(|seeds| player.play(&scenario, seeds)).collect::<Result<_, _>>()?;
    let joined = blocks.into_iter().reduce(|mut all, more| {
        all.append(more);
        all
    });
    Ok(joined.ok_or("there are no openings")?)
}

fn figures(game: &Connect4, records: &Records) -> Vec<String> {
    let column = |name: &str| -> Vec<f64> {
        let column = game.metrics().iter().position(|metric| metric.name == name);
        column.map(|column| records.column(column).collect()).unwrap_or_default()
    };
    let mean = |values: &[f64]| with_error(&Statistic::from(Mean).estimate(values));
    let rate = |name: &str, of: &str| mean(&linearised(&column(name), &column(of)));
    let points = ["points", "points_first", "points_second"].map(|name| mean(&column(name)));
    points.into_iter().chain([rate("agreement", "graded"), rate("nodes", "moves")]).collect()
}
