//! How fast each kernel plays: a fixed workload, whose totals depend on nothing but the rules, the
//! features and the search.
//!
//! All kernels take turns in every round, so that a slow spell of the machine hits each of them, and
//! ratios are taken within a round.

mod workload;

pub use workload::{LINES, SETS, Search, Workload, workloads};

use crate::error::{Error, Result};
use crate::games::twenty48::search::{GameRecord, Kernel, SearchOptions, SearchPlayer};
use serde::Serialize;
use std::time::Instant;

/// What is to be measured.
#[derive(Debug, Clone)]
pub struct BenchPlan {
    /// The games.
    pub workloads: Vec<Workload>,
    /// The kernels beside the plain one.
    pub kernels: Vec<Kernel>,
    /// How often each plays, 1 or more; medians are reported.
    pub rounds: usize,
}

/// What was measured.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// Total work and total score of one round by one kernel, as `<work>-<score>`.
    pub signature: String,
    /// Rounds behind each figure.
    pub rounds: usize,
    /// One a workload and kernel.
    pub rows: Vec<Row>,
}

/// One kernel on one workload: medians over the rounds, one thread.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// The feature set.
    pub features: &'static str,
    /// Depth.
    pub ply: u8,
    /// `exact`, or the shortcuts taken.
    pub search: &'static str,
    /// The kernel.
    pub kernel: &'static str,
    /// Nanoseconds a move.
    pub ns_per_move: f64,
    /// Moves a second.
    pub moves_per_s: f64,
    /// Games a second.
    pub games_per_s: f64,
    /// Boards looked at a second.
    pub positions_per_s: f64,
    /// How many times as fast as the plain kernel at the same depth without shortcuts.
    pub ratio: f64,
    /// First and third quartile of the ratio over the rounds.
    pub ratio_quartiles: [f64; 2],
    /// Microseconds it takes to make a weight vector ready, which the other figures leave out.
    pub tables_us: f64,
}

/// Totals of a workload, the same for every kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Totals {
    work: u64,
    score: u64,
    moves: u64,
}

/// Tables are made so often a round, one after the other as in a run. The first ones of the process take
/// longer, as the features of lines are worked out for them.
const TABLES_A_ROUND: usize = 5;

/// One kernel on one workload with its time in each round.
struct Entry<'p> {
    workload: &'p Workload,
    kernel: Kernel,
    totals: Option<Totals>,
    /// Nanoseconds a move.
    times: Vec<f64>,
    /// Microseconds.
    tables: Vec<f64>,
}

impl BenchPlan {
    /// How often a kernel plays a workload, in all.
    pub fn steps(&self) -> u64 {
        let kernels = 1 + self.kernels.iter().filter(|kernel| **kernel != Kernel::Plain).count();
        (self.workloads.len() * kernels * self.rounds) as u64
    }
}

/// Measures `plan`; `each` hears of every workload that a kernel has played, and of how many games.
///
/// # Errors
/// [`Error::Internal`] if a kernel plays other games than the plain one.
pub fn run(plan: &BenchPlan, mut each: impl FnMut(u64)) -> Result<Report> {
    let mut entries = Vec::new();
    for workload in &plan.workloads {
        let kernels = plan.kernels.iter().copied().filter(|kernel| *kernel != Kernel::Plain);
        for kernel in std::iter::once(Kernel::Plain).chain(kernels) {
            entries.push(Entry { workload, kernel, totals: None, times: vec![], tables: vec![] });
        }
    }
    for _ in 0..plan.rounds {
        for entry in &mut entries {
            entry.play()?;
            each(entry.workload.search.games);
        }
    }
    check(&entries)?;
    let rows = entries.iter().map(|entry| row(entry, &entries)).collect::<Result<_>>()?;
    Ok(Report { signature: signature(&entries), rounds: plan.rounds, rows })
}

impl Entry<'_> {
    /// A player with its tables, which are timed.
    fn player(&mut self) -> Result<SearchPlayer> {
        let begun = Instant::now();
        let player = SearchPlayer::with_kernel(self.workload.heuristic()?, self.kernel);
        player.make_ready(self.workload.search.options);
        self.tables.push(begun.elapsed().as_secs_f64() * 1e6);
        Ok(player)
    }

    fn play(&mut self) -> Result<()> {
        let options = self.workload.search.options;
        for _ in 1..TABLES_A_ROUND {
            self.player()?;
        }
        let player = self.player()?;
        let seeds = self.workload.seeds();
        let begun = Instant::now();
        let records = player.play(options, &seeds);
        let elapsed = begun.elapsed().as_secs_f64();
        let totals = Totals::of(&records);
        self.times.push(elapsed * 1e9 / totals.moves as f64);
        self.totals = Some(totals);
        Ok(())
    }
}

impl Totals {
    fn of(records: &[GameRecord]) -> Self {
        let sum = |of: fn(&GameRecord) -> u64| records.iter().map(of).sum();
        Self { work: sum(|r| r.work), score: sum(|r| r.score), moves: sum(|r| r.moves.into()) }
    }
}

fn check(entries: &[Entry<'_>]) -> Result<()> {
    for entry in entries {
        let plain = plain_of(entry.workload, entry.workload.search.options, entries);
        if plain.is_some_and(|plain| plain.totals != entry.totals) {
            let (kernel, name) = (entry.kernel.name(), entry.workload.name());
            return Err(Error::Internal(format!("kernel {kernel} plays other games of {name} than plain")));
        }
    }
    Ok(())
}

/// The plain kernel on the features of `workload` with `options`.
fn plain_of<'e>(
    workload: &Workload,
    options: SearchOptions,
    entries: &'e [Entry<'e>],
) -> Option<&'e Entry<'e>> {
    entries.iter().find(|entry| {
        entry.kernel == Kernel::Plain
            && entry.workload.features == workload.features
            && entry.workload.search.options == options
    })
}

fn signature(entries: &[Entry<'_>]) -> String {
    let plain = entries.iter().filter(|entry| entry.kernel == Kernel::Plain);
    let totals = plain.filter_map(|entry| entry.totals);
    let (work, score) = totals.fold((0, 0), |(work, score), t| (work + t.work, score + t.score));
    format!("{work}-{score}")
}

fn row(entry: &Entry<'_>, entries: &[Entry<'_>]) -> Result<Row> {
    let workload = entry.workload;
    let exact = SearchOptions::exact(workload.search.options.ply);
    let missing = || Error::Internal(format!("{} was not measured", entry.kernel.name()));
    let plain = plain_of(workload, exact, entries).ok_or_else(missing)?;
    let ratios = sorted(plain.times.iter().zip(&entry.times).map(|(plain, time)| plain / time));
    let ns_per_move = at(&sorted(entry.times.iter().copied()), 0.5);
    let totals = entry.totals.ok_or_else(missing)?;
    let moves_per_s = 1e9 / ns_per_move;
    Ok(Row {
        features: workload.features,
        ply: workload.search.options.ply,
        search: workload.search.name,
        kernel: entry.kernel.name(),
        ns_per_move,
        moves_per_s,
        games_per_s: moves_per_s * workload.search.games as f64 / totals.moves as f64,
        positions_per_s: moves_per_s * totals.work as f64 / totals.moves as f64,
        ratio: at(&ratios, 0.5),
        ratio_quartiles: [at(&ratios, 0.25), at(&ratios, 0.75)],
        tables_us: at(&sorted(entry.tables.iter().copied()), 0.5),
    })
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

/// The value below which the given share of the sorted `values` lies, the nearest of them.
fn at(values: &[f64], share: f64) -> f64 {
    let index = share * values.len().saturating_sub(1) as f64;
    values.get(index.round() as usize).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests;
