//! Gathers what the plots show from a run folder.

use super::plots::{
    self, Category, CategoryShares, GeneImportance, HistoryPoint, PlotData, PlottedObjective, Point,
};
use crate::error::Result;
use crate::experiment::Source;
use crate::objective::{Evaluation, Goal, Scale};
use crate::problem::{Metric, MetricKind, Problem};
use crate::run::{FrontFile, FrontMember, Log, Manifest, NamedPick, ObjectiveInfo, files, read_run};
use crate::statistics::Share;
use crate::statistics::{Estimate, Statistic};
use crate::table::grouped;
use crate::tuner::{FindProblem, Setup, history};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Points of a known front that are drawn.
const TRUE_FRONT_POINTS: usize = 500;

/// A cost is drawn as its logarithm if its greatest value on the front is at least this many times its least.
const LOG_FROM: f64 = 100.0;

/// Draws the plots of the finished run in `folder` into its folder `plots` and returns the files.
///
/// # Errors
/// What the run folder reports, or [`crate::error::Error::Io`] naming the picture.
pub fn plots(folder: &Path, find: FindProblem<'_>) -> Result<Vec<PathBuf>> {
    let setup = setup(folder, read_run(folder)?, find)?;
    let problem = setup.problem.as_ref();
    let front = FrontFile::read(folder)?;
    let evaluations = Log::<Evaluation>::read(folder)?;
    let rows = history::read_csv(&folder.join(files::HISTORY))?;
    let data = PlotData {
        title: title(&front),
        subtitle: subtitle(&front, problem),
        objectives: objectives(&front),
        gene_names: front.genes.clone(),
        points: points(&front, evaluations.records()),
        history: rows.iter().map(history_point).collect(),
        shares: shares(&front),
        category: setup.category().map(|at| category(&front, &problem.metrics()[at])).unwrap_or_default(),
        importance: importance(&front),
        true_front: setup.true_front(TRUE_FRONT_POINTS),
    };
    let pictures = folder.join(files::PLOTS);
    std::fs::create_dir_all(&pictures).map_err(|e| crate::error::Error::io("make", &pictures, e))?;
    plots::write_all(&data, &pictures)
}

fn title(front: &FrontFile) -> String {
    if front.question.is_empty() { front.domain.clone() } else { front.question.clone() }
}

fn subtitle(front: &FrontFile, problem: &dyn Problem) -> String {
    let (generations, evaluations) = (front.generations, grouped(front.evaluations as f64, 0));
    let mut text = format!(
        "{}, seed {}: {generations} generations, {evaluations} evaluations",
        front.domain, front.seed
    );
    if problem.plays_games() {
        text.push_str(&format!(", {} games", grouped(front.games as f64, 0)));
        text.extend(problem.setting(&front.scenarios).map(|setting| format!(" at {setting}")));
    }
    if !front.is_feasible() {
        text.push_str("; no member reaches the floors");
    }
    text
}

fn objectives(front: &FrontFile) -> Vec<PlottedObjective> {
    let objective = |(j, o): (usize, &ObjectiveInfo)| PlottedObjective {
        name: o.name.clone(),
        unit: o.unit.clone(),
        maximise: o.goal == Goal::Max,
        is_log: !scale(front, j).is_linear(),
    };
    front.objectives.iter().enumerate().map(objective).collect()
}

/// The scale to draw objective `j` on: its own, or a logarithm for a cost of games that spans a
/// factor of [`LOG_FROM`] on the front, whose cheap end would else be one point.
fn scale(front: &FrontFile, j: usize) -> Scale {
    let objective = &front.objectives[j];
    let values = || front.members.iter().filter_map(|member| member.test.get(j)).map(|e| e.value);
    let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max));
    let is_wide = front.games > 0 && objective.goal == Goal::Min && low > 0.0 && high >= LOG_FROM * low;
    if is_wide { Scale::Log } else { objective.scale }
}

/// Every evaluated point, with the front's test figures and picks.
fn points(front: &FrontFile, evaluations: &BTreeMap<u64, Evaluation>) -> Vec<Point> {
    let scales: Vec<Scale> = (0..front.objectives.len()).map(|j| scale(front, j)).collect();
    let members: BTreeMap<u64, &FrontMember> = front.members.iter().map(|m| (m.id, m)).collect();
    let point = |evaluation: &Evaluation| {
        let member = members.get(&evaluation.id);
        let picked = front.picks.iter().filter(|(_, id)| **id == evaluation.id);
        Point {
            id: evaluation.id,
            training: scaled(&scales, &evaluation.objectives),
            // Exact values need no test games.
            test: member.filter(|_| front.games > 0).map(|member| scaled(&scales, &member.test)),
            genes: evaluation.genome.clone(),
            on_front: member.is_some(),
            picks: picked.map(|(name, _)| name.clone()).collect(),
        }
    };
    // The last evaluation of every candidate.
    let latest: BTreeMap<u64, &Evaluation> = evaluations.values().map(|e| (e.id, e)).collect();
    latest.into_values().map(point).collect()
}

/// `estimates` on the scales that the objectives are drawn on; errors to first order.
fn scaled(scales: &[Scale], estimates: &[Estimate]) -> Vec<Estimate> {
    let scaled = |(scale, e): (&Scale, &Estimate)| Estimate {
        value: scale.apply(e.value),
        std_error: scale.error(e),
        games: e.games,
    };
    scales.iter().zip(estimates).map(scaled).collect()
}

fn history_point(row: &history::HistoryRow) -> HistoryPoint {
    HistoryPoint {
        generation: row.generation as u32,
        evaluations: row.evaluations,
        games: row.games,
        hypervolume: row.own.hypervolume.unwrap_or(f64::NAN),
        smoothed: row.smoothed.as_ref().and_then(|it| it.hypervolume).unwrap_or(f64::NAN),
        front_size: row.front_size,
    }
}

/// What the shares tell apart.
fn category(front: &FrontFile, metric: &Metric) -> Category {
    let MetricKind::Category { what, labels } = &metric.kind else { return Category::default() };
    let scenario = front.scenarios.first().filter(|_| front.scenarios.len() > 1).map(|s| s.name.clone());
    Category { what: what.clone(), labels: labels.iter().cloned().collect(), scenario }
}

/// The shares of the category for each picked member, under all the names it goes by.
fn shares(front: &FrontFile) -> Vec<CategoryShares> {
    let mut picked: Vec<(u64, &NamedPick)> = Vec::new();
    for (name, id) in &front.picks {
        if picked.iter().all(|(other, _)| other != id) {
            picked.push((*id, name));
        }
    }
    let shares = |(id, pick): &(u64, &NamedPick)| {
        let counts = &front.member(*id)?.distribution;
        let games: u64 = counts.iter().map(|(_, count)| count).sum();
        let share = |(value, count): &(i64, u64)| {
            let hits = (0..games).map(|game| if game < *count { 1.0 } else { 0.0 });
            let estimate = Statistic::from(Share { at: 1.0 }).estimate(&hits.collect::<Vec<_>>());
            (*value, estimate.value, estimate.std_error)
        };
        (games > 0).then(|| CategoryShares {
            pick: (*pick).clone(),
            games,
            shares: counts.iter().map(share).collect(),
        })
    };
    picked.iter().filter_map(shares).collect()
}

/// What the genes explain of each objective; without genes where that is nothing.
fn importance(front: &FrontFile) -> Vec<GeneImportance> {
    let known = front.objectives.iter().zip(&front.importance);
    let shown = known.filter_map(|(objective, importance)| {
        let importance = importance.as_ref()?;
        Some(GeneImportance {
            objective: objective.name.clone(),
            explained: importance.explained,
            genes: if importance.is_significant() { importance.genes.clone() } else { Vec::new() },
        })
    });
    shown.collect()
}

fn setup(folder: &Path, manifest: Manifest, find: FindProblem<'_>) -> Result<Setup> {
    let origin = folder.join(files::EXPERIMENT).display().to_string();
    let Manifest { question, experiment, .. } = manifest;
    Setup::resolve(Source { origin, question, experiment }, find)
}
