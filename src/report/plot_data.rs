//! Gathers what the plots show from a run folder.

use super::plots::{self, GeneImportance, HistoryPoint, Objective, PlotData, Point, TileShares};
use crate::error::Result;
use crate::experiment::Source;
use crate::objective::{Estimate, Evaluation, Goal, Scale, Statistic};
use crate::report::number::grouped;
use crate::run::{FrontFile, FrontMember, Manifest, ObjectiveInfo, log, read_run};
use crate::tuner::{Setup, history};
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
pub fn plots(folder: &Path) -> Result<Vec<PathBuf>> {
    let manifest = read_run(folder)?;
    let front = FrontFile::read(folder)?;
    let evaluations = log::read::<Evaluation>(&folder.join("evaluations.jsonl"))?.records;
    let rows = history::read_csv(&folder.join("history.csv"))?;
    let data = PlotData {
        title: title(&front),
        subtitle: subtitle(&front),
        objectives: objectives(&front),
        gene_names: front.genes.clone(),
        points: points(&front, &evaluations),
        history: rows.iter().map(history_point).collect(),
        tiles: tiles(&front),
        tiles_of: front.scenarios.first().filter(|_| front.scenarios.len() > 1).map(|s| s.name.clone()),
        importance: importance(&front),
        true_front: true_front(folder, manifest)?,
    };
    let pictures = folder.join("plots");
    std::fs::create_dir_all(&pictures).map_err(|e| crate::error::Error::io("make", &pictures, e))?;
    plots::write_all(&data, &pictures)
}

fn title(front: &FrontFile) -> String {
    if front.question.is_empty() { front.domain.clone() } else { front.question.clone() }
}

fn subtitle(front: &FrontFile) -> String {
    let (generations, evaluations) = (front.generations, grouped(front.evaluations as f64, 0));
    let mut text = format!(
        "{}, seed {}: {generations} generations, {evaluations} evaluations",
        front.domain, front.seed
    );
    if !front.scenarios.is_empty() {
        let games = grouped(front.games as f64, 0);
        text.push_str(&format!(", {games} games at {}", depths(front)));
    }
    if !front.is_feasible() {
        text.push_str("; no member reaches the floors");
    }
    text
}

/// At what depths the games are played.
fn depths(front: &FrontFile) -> String {
    if front.depth.is_some() {
        return "the depths of their genes".into();
    }
    listed(front.scenarios.iter().map(|scenario| scenario.ply.get()))
}

/// `1-ply`, or `1-ply, 2-ply and 3-ply`: every depth once, in the order given.
fn listed(plies: impl Iterator<Item = u64>) -> String {
    let mut depths: Vec<String> = Vec::new();
    for depth in plies.map(|ply| format!("{ply}-ply")) {
        if !depths.contains(&depth) {
            depths.push(depth);
        }
    }
    let last = depths.pop().unwrap_or_default();
    if depths.is_empty() { last } else { format!("{} and {last}", depths.join(", ")) }
}

fn objectives(front: &FrontFile) -> Vec<Objective> {
    let objective = |(j, o): (usize, &ObjectiveInfo)| Objective {
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
    let values = || front.members.iter().filter_map(|member| member.fresh.get(j)).map(|e| e.value);
    let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max));
    let is_wide = front.games > 0 && objective.goal == Goal::Min && low > 0.0 && high >= LOG_FROM * low;
    if is_wide { Scale::Log } else { objective.scale }
}

/// Every evaluated point, with the front's fresh figures and picks.
fn points(front: &FrontFile, evaluations: &BTreeMap<u64, Evaluation>) -> Vec<Point> {
    let scales: Vec<Scale> = (0..front.objectives.len()).map(|j| scale(front, j)).collect();
    let members: BTreeMap<u64, &FrontMember> = front.members.iter().map(|m| (m.id, m)).collect();
    let point = |evaluation: &Evaluation| {
        let member = members.get(&evaluation.id);
        let picked = front.picks.iter().filter(|(_, id)| **id == evaluation.id);
        Point {
            id: evaluation.id,
            training: scaled(&scales, &evaluation.objectives),
            // Exact values need no fresh games.
            fresh: member.filter(|_| front.games > 0).map(|member| scaled(&scales, &member.fresh)),
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
        hypervolume: row.hypervolume.unwrap_or(f64::NAN),
        front_size: row.front_size,
    }
}

/// Distribution of the largest tile for each picked member, under all the names it goes by.
fn tiles(front: &FrontFile) -> Vec<TileShares> {
    let mut picked: Vec<(u64, &str)> = Vec::new();
    for (name, id) in &front.picks {
        if picked.iter().all(|(other, _)| other != id) {
            picked.push((*id, name));
        }
    }
    let shares = |(id, label): &(u64, &str)| {
        let counts = &front.member(*id)?.distribution;
        let games: u64 = counts.iter().map(|(_, count)| count).sum();
        let share = |(tile, count): &(u64, u64)| {
            let hits = (0..games).map(|game| if game < *count { 1.0 } else { 0.0 });
            let estimate = Statistic::Share { at: 1.0 }.estimate(&hits.collect::<Vec<_>>());
            (*tile as u32, estimate.value, estimate.std_error)
        };
        (games > 0).then(|| TileShares {
            label: (*label).into(),
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

fn true_front(folder: &Path, manifest: Manifest) -> Result<Option<Vec<Vec<f64>>>> {
    let origin = folder.join("experiment.toml").display().to_string();
    let Manifest { question, experiment, .. } = manifest;
    Ok(Setup::resolve(Source { origin, question, experiment })?.true_front(TRUE_FRONT_POINTS))
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn every_depth_is_named_once() {
        assert_eq!(listed([1].into_iter()), "1-ply");
        assert_eq!(listed([1, 2, 1].into_iter()), "1-ply and 2-ply");
        assert_eq!(listed([3, 1, 2].into_iter()), "3-ply, 1-ply and 2-ply");
    }
}
