//! PNG pictures of a run: the Pareto front, its parallel coordinates, the hypervolume over
//! time, the shares of a category and the importance of genes. Same data, same bytes; nothing but this
//! crate is needed to draw them (the fonts are embedded).

mod axis;
mod canvas;
mod distribution;
mod hypervolume_history;
mod legend;
mod panel;
mod parallel_coordinate;
mod param_importances;
mod pareto_front;
mod picks;
mod style;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::error::{Error, Result};
use crate::run::NamedPick;
use crate::statistics::Estimate;
use canvas::Canvas;

/// One objective as the reader knows it.
#[derive(Debug, Clone, PartialEq)]
pub struct PlottedObjective {
    /// Its name, for example `mean_score`.
    pub name: String,
    /// The unit of its values, for example `points`; empty when it has none.
    pub unit: String,
    /// Whether higher is better.
    pub maximise: bool,
    /// Whether the values are common logarithms of the objective, whose axis says what they stand for.
    pub is_log: bool,
}

impl PlottedObjective {
    /// Its name, with unit, scale and what else is to be said in brackets.
    fn described(&self, more: &[&str]) -> String {
        let scale = if self.is_log { "log scale" } else { "" };
        let said = [self.unit.as_str(), scale].into_iter().chain(more.iter().copied());
        let said: Vec<&str> = said.filter(|text| !text.is_empty()).collect();
        if said.is_empty() { self.name.clone() } else { format!("{} ({})", self.name, said.join(", ")) }
    }

    /// The value that `place` on its axis stands for.
    fn value_at(&self, place: f64) -> f64 {
        if self.is_log { 10f64.powf(place) } else { place }
    }
}

/// One evaluated individual.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// Its number in the run.
    pub id: u64,
    /// One estimate an objective, on the training games.
    pub training: Vec<Estimate>,
    /// One estimate an objective on games that no member was chosen on, where they were played.
    pub test: Option<Vec<Estimate>>,
    /// One value a gene.
    pub genes: Vec<f64>,
    /// Whether it is a member of the front.
    pub on_front: bool,
    /// What it is picked for, for example `knee` or `best:mean_score`.
    pub picks: Vec<NamedPick>,
}

impl Point {
    /// The estimates to show for a front member: those of test games where there are any.
    fn shown(&self) -> &[Estimate] {
        self.test.as_deref().unwrap_or(&self.training)
    }
}

/// The state of the search after one generation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HistoryPoint {
    /// The generation, from 0.
    pub generation: u32,
    /// Evaluations made so far.
    pub evaluations: u64,
    /// Games played so far.
    pub games: u64,
    /// Hypervolume of the front so far; NaN where there was no box to measure it in.
    pub hypervolume: f64,
    /// The same by what the optimiser heard; NaN where it hears of own games alone.
    pub smoothed: f64,
    /// Number of members of the front so far.
    pub front_size: usize,
}

/// What a picture of shares tells apart.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Category {
    /// What it is, such as `largest piece`.
    pub what: String,
    /// The values that may come up, with what they are called.
    pub labels: BTreeMap<i64, String>,
    /// The scenario that the games are of, where there are several.
    pub scenario: Option<String>,
}

/// How often each value of the category came up in the games of one policy.
#[derive(Debug, Clone, PartialEq)]
pub struct CategoryShares {
    /// The pick that the policy is, which gives it its name and colour.
    pub pick: NamedPick,
    /// Number of games.
    pub games: u64,
    /// (value, share of games with it, standard error of the share).
    pub shares: Vec<(i64, f64, f64)>,
}

/// How much each gene matters for one objective.
#[derive(Debug, Clone, PartialEq)]
pub struct GeneImportance {
    /// The objective.
    pub objective: String,
    /// Share of the variance that the genes explain, at most 1.
    pub explained: f64,
    /// By how much that share falls without each gene, in the order of [`PlotData::gene_names`];
    /// empty where the genes explain nothing.
    pub genes: Vec<f64>,
}

/// Everything the pictures show.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PlotData {
    /// The experiment, for example its question.
    pub title: String,
    /// Facts of the run: sizes, seed, number of games.
    pub subtitle: String,
    /// The objectives, in the order of [`Point::training`].
    pub objectives: Vec<PlottedObjective>,
    /// The genes, in the order of [`Point::genes`].
    pub gene_names: Vec<String>,
    /// All that were evaluated, in order.
    pub points: Vec<Point>,
    /// One entry a generation.
    pub history: Vec<HistoryPoint>,
    /// One entry a shown policy; empty for problems without a category.
    pub shares: Vec<CategoryShares>,
    /// What the shares are of.
    pub category: Category,
    /// One entry an objective; empty where nothing can be said.
    pub importance: Vec<GeneImportance>,
    /// Points of the true front of a benchmark problem.
    pub true_front: Option<Vec<Vec<f64>>>,
}

impl PlotData {
    /// Whether the optimiser heard of more than own games.
    fn is_smoothed(&self) -> bool {
        self.history.iter().any(|point| !point.smoothed.is_nan())
    }

    /// Whether no value rests on games, as in a benchmark problem.
    fn is_exact(&self) -> bool {
        let shown = self.points.iter().flat_map(|point| point.training.iter().chain(point.shown()));
        !self.points.is_empty() && shown.into_iter().all(|estimate| estimate.games == 0)
    }
}

/// One kind of picture.
struct Picture {
    file: &'static str,
    /// Whether the data has anything for it.
    wanted: fn(&PlotData) -> bool,
    paint: fn(&PlotData, &mut Canvas),
}

/// Every kind of picture.
const PICTURES: [Picture; 5] = [
    Picture {
        file: "pareto_front.png",
        wanted: |data| !data.objectives.is_empty(),
        paint: pareto_front::paint,
    },
    Picture {
        file: "parallel_coordinate.png",
        wanted: |data| !data.objectives.is_empty(),
        paint: parallel_coordinate::paint,
    },
    Picture {
        file: "hypervolume_history.png",
        wanted: |data| !data.history.is_empty(),
        paint: hypervolume_history::paint,
    },
    Picture { file: "distribution.png", wanted: |data| !data.shares.is_empty(), paint: distribution::paint },
    Picture {
        file: "param_importances.png",
        wanted: |data| !data.importance.is_empty(),
        paint: param_importances::paint,
    },
];

/// Writes every picture that `data` has something for into `dir`, which must exist, and
/// returns their paths. Each file is replaced as a whole or not at all.
pub fn write_all(data: &PlotData, dir: &Path) -> Result<Vec<PathBuf>> {
    canvas::register_fonts()?;
    let wanted: Vec<&Picture> = PICTURES.iter().filter(|picture| (picture.wanted)(data)).collect();
    wanted
        .into_par_iter()
        .map(|picture| {
            let path = dir.join(picture.file);
            picture.write(data, &path).map(|()| path)
        })
        .collect()
}

impl Picture {
    fn write(&self, data: &PlotData, path: &Path) -> Result<()> {
        let mut pixels = canvas::blank();
        let mut canvas = Canvas::new(&mut pixels);
        (self.paint)(data, &mut canvas);
        let failed = |cause| Error::Internal(format!("cannot draw {}: {cause}", path.display()));
        canvas.finish().map_err(failed)?;
        canvas::save(&pixels, path)
    }
}
