//! Is what a run shows true? Plays the individuals of finished runs on many games that the runs have not seen.
//!
//! `heard RUN…`: the rank correlation with the truth of what the optimiser heard of the individuals in play in the last
//! generation, and of their own games; for all of them, and for those that survived it. `bias RUN…`: how far what is
//! heard is off, by the number of rounds played. `members RUN…`: how many of the members that are shown as
//! non-dominated with some probability are so.
//! Usage: `cargo run --release --example truth -- heard results/risk-1 results/risk-2`.

use clap::{Parser, ValueEnum};
use paretune::error::{Error, Result};
use paretune::experiment::Experiment;
use paretune::inference::Neighbourhood;
use paretune::inference::beta::share_interval;
use paretune::inference::front_membership::{Uncertain, probability_non_dominated};
use paretune::inference::kriging::levels;
use paretune::objective::{Evaluation, Objective, Records};
use paretune::problem::{Batch, Job};
use paretune::rng::{Purpose, seed, stream};
use paretune::run::seal::unseal;
use paretune::run::{FrontFile, Log, files, read_run};
use paretune::statistics::{Estimate, Influence, Shape};
use paretune::tuner::Setup;
use rand::RngExt;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Deserialize;
use serde::de::IgnoredAny;
use statrs::statistics::{Data, OrderStatistics, RankTieBreaker, Statistics};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

#[derive(Parser)]
struct Options {
    what: What,
    /// Run folders.
    #[arg(required = true)]
    runs: Vec<PathBuf>,
    /// Games that tell the truth about each individual.
    #[arg(long, default_value_t = 20_000)]
    games: u64,
    /// How often `bias` plays the rounds of every individual.
    #[arg(long, default_value_t = 40)]
    repeats: u64,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    Heard,
    Bias,
    Members,
}

/// Rounds that `bias` tells apart.
const ROUNDS: [u64; 5] = [1, 2, 4, 8, 16];
/// Repeats of `bias` play games with numbers far from each other and from those of the truth.
const APART: u64 = 1 << 24;

fn main() -> Result<()> {
    let options = Options::parse();
    let broken = |e: rayon::ThreadPoolBuildError| Error::Internal(e.to_string());
    let pool = ThreadPoolBuilder::new().build().map_err(broken)?;
    let runs: Vec<FinishedRun> =
        options.runs.iter().map(|path| FinishedRun::read(path, &pool)).collect::<Result<_>>()?;
    match options.what {
        What::Heard => heard(&runs, options.games),
        What::Bias => bias(&runs, options.games, options.repeats),
        What::Members => members(&runs, options.games),
    }
}

/// A run that is finished, and where its individuals play again.
struct FinishedRun<'p> {
    path: PathBuf,
    setup: Setup,
    front: FrontFile,
    pool: &'p ThreadPool,
}

impl<'p> FinishedRun<'p> {
    fn read(path: &Path, pool: &'p ThreadPool) -> Result<Self> {
        let setup = Setup::of_run(path, &read_run(path)?, &Experiment::problem)?;
        Ok(Self { path: path.to_path_buf(), setup, front: FrontFile::read(path)?, pool })
    }

    /// What the run knew last of the individuals that were in play in its last generation: its new ones, and those that
    /// had come through the generation before.
    fn in_play(&self) -> Result<InPlay> {
        let last: Checkpoint = self.checkpoint(files::CHECKPOINT)?;
        let before: Checkpoint = self.checkpoint(files::CHECKPOINT_BEFORE)?;
        let log = Log::<Evaluation>::read(&self.path)?;
        let latest: BTreeMap<u64, &Evaluation> = log.records().values().map(|e| (e.id, e)).collect();
        let newest = latest.values().map(|e| e.generation).max();
        let is_in_play =
            |e: &&&Evaluation| Some(e.generation) == newest || before.standings.contains_key(&e.id);
        let mut all = InPlay::default();
        for evaluation in latest.values().filter(is_in_play) {
            all.genomes.push(evaluation.genome.clone());
            all.own.push(values(&evaluation.objectives));
            all.survived.push(last.standings.contains_key(&evaluation.id));
            let lacks =
                || Error::RunFolder(format!("{}: nothing heard of {}", self.path.display(), evaluation.id));
            let heard = last.heard.get(&evaluation.id).ok_or_else(lacks)?;
            let objectives = self.setup.objectives.iter().zip(heard);
            all.heard.push(objectives.map(|(objective, heard)| objective.restored(*heard)).collect());
        }
        Ok(all)
    }

    fn checkpoint(&self, name: &str) -> Result<Checkpoint> {
        let file = self.path.join(name);
        let text = std::fs::read_to_string(&file).map_err(|e| Error::io("read", &file, e))?;
        unseal(text.trim_end()).map_err(|why| Error::RunFolder(format!("{}: {why}", file.display())))
    }

    /// What each of `genomes` gives in the games with the numbers `games(i)`, one table a scenario.
    fn play(&self, genomes: &[Vec<f64>], games: impl Fn(usize) -> Range<u64>) -> Result<Vec<Vec<Records>>> {
        let (problem, scenarios) = (&self.setup.problem, self.setup.scenarios());
        let job = |(i, genome): (usize, &Vec<f64>)| {
            let games = vec![games(i); scenarios.len()];
            Ok(Job { candidate: problem.candidate(genome)?, games })
        };
        let jobs = genomes.iter().enumerate().map(job).collect::<Result<_>>()?;
        let batch = Batch { pool: self.pool, stop: &AtomicBool::new(false), metrics: problem.metrics() };
        let mut all = vec![Vec::new(); genomes.len()];
        let numbered = |_, scenario: usize, game| {
            seed(self.front.seed, Purpose::Measure, ((scenario as u64) << 48) + game)
        };
        batch.play(jobs, &scenarios, numbered, |i, records, _| {
            all[i] = records;
            Ok(())
        })?;
        Ok(all)
    }

    /// The estimates of each of `genomes` from `games` games, by objective.
    fn truth(&self, genomes: &[Vec<f64>], games: u64) -> Result<Vec<Vec<Estimate>>> {
        let played = self.play(genomes, |_| 0..games)?;
        let estimates = |o: &Objective| played.iter().map(|it| o.estimate(&it[o.scenario])).collect();
        Ok(self.setup.objectives.iter().map(estimates).collect())
    }
}

/// What is read of a checkpoint.
#[derive(Deserialize)]
struct Checkpoint {
    /// Who is in play.
    standings: BTreeMap<u64, IgnoredAny>,
    /// What was heard last of everybody, minimised.
    heard: BTreeMap<u64, Vec<f64>>,
}

/// Individuals, and by objective what was known of each.
#[derive(Default)]
struct InPlay {
    genomes: Vec<Vec<f64>>,
    survived: Vec<bool>,
    own: Vec<Vec<f64>>,
    heard: Vec<Vec<f64>>,
}

fn values(estimates: &[Estimate]) -> Vec<f64> {
    estimates.iter().map(|estimate| estimate.value).collect()
}

fn heard(runs: &[FinishedRun<'_>], games: u64) -> Result<()> {
    let known: Vec<(InPlay, Vec<Vec<Estimate>>)> = runs
        .iter()
        .map(|run| {
            let in_play = run.in_play()?;
            let truth = run.truth(&in_play.genomes, games)?;
            Ok((in_play, truth))
        })
        .collect::<Result<_>>()?;
    println!("| objective | seed | heard, in play | own games | heard, survivors | own games |");
    println!("|---|---|---|---|---|---|");
    for (j, objective) in runs[0].setup.objectives.iter().enumerate() {
        let rows: Vec<[f64; 4]> =
            known.iter().map(|(in_play, truth)| in_play.correlations(j, &truth[j])).collect();
        for (run, row) in runs.iter().zip(&rows) {
            println!("| {} | {} | {} |", objective.name, run.front.seed, cells(row));
        }
        let medians: [f64; 4] =
            std::array::from_fn(|k| Data::new(rows.iter().map(|row| row[k]).collect::<Vec<_>>()).median());
        println!("| {} | median | {} |", objective.name, cells(&medians));
    }
    Ok(())
}

fn cells(row: &[f64; 4]) -> String {
    row.map(|value| format!("{value:.2}")).join(" | ")
}

impl InPlay {
    /// The rank correlations with the `truth` of objective `j` of what was heard and of own games: of all, and of those that
    /// survived.
    fn correlations(&self, j: usize, truth: &[Estimate]) -> [f64; 4] {
        let of = |known: &[Vec<f64>], everybody: bool| {
            let (known, truth): (Vec<f64>, Vec<f64>) = (0..truth.len())
                .filter(|&i| everybody || self.survived[i])
                .map(|i| (known[i][j], truth[i].value))
                .unzip();
            rank_correlation(&known, &truth)
        };
        [of(&self.heard, true), of(&self.own, true), of(&self.heard, false), of(&self.own, false)]
    }
}

/// Spearman's.
fn rank_correlation(a: &[f64], b: &[f64]) -> f64 {
    let [a, b] = [a, b].map(|values| Data::new(values.to_vec()).ranks(RankTieBreaker::Average));
    a.iter().covariance(b.iter()) / (a.iter().std_dev() * b.iter().std_dev())
}

fn bias(runs: &[FinishedRun<'_>], games: u64, repeats: u64) -> Result<()> {
    println!("| objective | rounds | heard: off by | plain estimate: off by |\n|---|---|---|---|");
    let mut off = vec![vec![[Vec::new(), Vec::new()]; ROUNDS.len()]; runs[0].setup.objectives.len()];
    for run in runs {
        let genomes = run.in_play()?.genomes;
        let truth = run.truth(&genomes, games)?;
        let mut rng = stream(run.front.seed, Purpose::Measure, 0);
        for repeat in 1..=repeats {
            let rounds: Vec<usize> = genomes.iter().map(|_| rng.random_range(0..ROUNDS.len())).collect();
            let numbers = |i: usize| {
                let first = repeat * APART + i as u64 * (1 << 14);
                first..first + ROUNDS[rounds[i]] * run.setup.games_a_round()
            };
            let played = run.play(&genomes, numbers)?;
            for (j, objective) in run.setup.objectives.iter().enumerate() {
                let samples: Vec<Vec<f64>> =
                    played.iter().map(|it| objective.sample(&it[objective.scenario])).collect();
                let heard = heard_of(objective, &genomes, &samples)?;
                let scale = values(&truth[j]).mean();
                for (i, sample) in samples.iter().enumerate() {
                    let of = [heard[i].mean(sample), objective.statistic.estimate(sample).value];
                    for (all, value) in off[j][rounds[i]].iter_mut().zip(of) {
                        all.push(100.0 * (value - truth[j][i].value) / scale);
                    }
                }
            }
        }
    }
    for (objective, off) in runs[0].setup.objectives.iter().zip(off) {
        for (rounds, [heard, plain]) in ROUNDS.iter().zip(off) {
            println!("| {} | {rounds} | {} | {} |", objective.name, percent(&heard), percent(&plain));
        }
    }
    Ok(())
}

/// What a game of each individual says of `objective`, about what its neighbours tell, as the optimiser takes it of values
/// that are never below 0.
fn heard_of(objective: &Objective, genomes: &[Vec<f64>], samples: &[Vec<f64>]) -> Result<Vec<Influence>> {
    let genomes: Vec<&[f64]> = genomes.iter().map(Vec::as_slice).collect();
    let games: Vec<&[f64]> = samples.iter().map(Vec::as_slice).collect();
    let neighbourhood = Neighbourhood::new(&genomes);
    let levels = levels(&neighbourhood, samples, true);
    let one_step = |_, shape: Shape| objective.statistic.one_step(Some(&shape));
    let influences = neighbourhood.shapes(&games, &levels, true, one_step).into_iter().collect::<Option<_>>();
    influences.ok_or_else(|| Error::Internal(format!("{}: no one-step value", objective.name)))
}

fn percent(off: &[f64]) -> String {
    format!("{:+.2} ± {:.2}%", off.mean(), off.std_dev() / (off.len() as f64).sqrt())
}

fn members(runs: &[FinishedRun<'_>], games: u64) -> Result<()> {
    let mut all: Vec<(f64, f64)> = Vec::new();
    for run in runs {
        let genomes: Vec<Vec<f64>> = run.front.members.iter().map(|member| member.genome.clone()).collect();
        let truth = run.truth(&genomes, games)?;
        let mut rng = stream(run.front.seed, Purpose::Inference, 1);
        let is_true = probability_non_dominated(&uncertain(&run.setup.objectives, &truth), &mut rng);
        let shown = run.front.members.iter().map(|member| member.p_non_dominated);
        all.extend(shown.zip(is_true).filter_map(|(shown, is_true)| Some((shown?, is_true?))));
    }
    println!(
        "| shown | members | mean of what is shown | share that is true | 95% interval |\n|---|---|---|---|---|"
    );
    for tenth in 0..10 {
        let within = |(shown, _): &&(f64, f64)| ((10.0 * shown) as usize).min(9) == tenth;
        let (shown, is_true): (Vec<f64>, Vec<f64>) = all.iter().filter(within).copied().unzip();
        if shown.is_empty() {
            continue;
        }
        let hits = is_true.iter().sum::<f64>().round() as u64;
        let (low, high) = share_interval(hits, shown.len() as u64, 0.95);
        println!(
            "| {} to {}% | {} | {:.1}% | {:.1}% | {:.0} to {:.0}% |",
            10 * tenth,
            10 * (tenth + 1),
            shown.len(),
            100.0 * shown.mean(),
            100.0 * is_true.mean(),
            100.0 * low,
            100.0 * high
        );
    }
    Ok(())
}

/// The members as the games of the truth know them.
fn uncertain(objectives: &[Objective], truth: &[Vec<Estimate>]) -> Vec<Uncertain> {
    let identity = |n: usize| -> Vec<Vec<f64>> {
        (0..n).map(|i| (0..n).map(|j| if i == j { 1.0 } else { 0.0 }).collect()).collect()
    };
    let member = |i: usize| Uncertain {
        values: objectives.iter().zip(truth).map(|(o, of)| o.minimised(of[i].value)).collect(),
        errors: objectives.iter().zip(truth).map(|(o, of)| o.minimised_error(&of[i])).collect(),
        correlations: identity(objectives.len()),
    };
    (0..truth[0].len()).map(member).collect()
}
