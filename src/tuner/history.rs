//! `history.csv`: one line a generation, and the frame that hypervolume is measured in.

use crate::columns;
use crate::error::{Error, Result};
use crate::objective::Objective;
use crate::optim::Individual;
use crate::pareto::hypervolume::hypervolume;
use crate::text;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// One generation as it ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HistoryRow {
    /// Generation, from 1.
    pub generation: u64,
    /// Evaluations since the run began.
    pub evaluations: u64,
    /// Training games since the run began.
    pub games: u64,
    /// Distinct individuals on the front, as the optimiser hears them.
    pub front_size: usize,
    /// What their own games say.
    #[serde(flatten)]
    pub own: FrontFigures,
    /// What the optimiser heard of them; `None` where it hears of their own games alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub smoothed: Option<FrontFigures>,
    /// Seconds of wall time since the run began, interruptions left out.
    pub seconds: f64,
}

/// Figures of a front of one kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FrontFigures {
    /// Hypervolume in the [`Frame`]; `None` before there is one.
    #[serde(default)]
    pub hypervolume: Option<f64>,
    /// Best value of each objective, in the user's direction; the infinity that is worse than any value before
    /// the first feasible individual.
    #[serde(with = "crate::json_float::exact::list")]
    pub best: Vec<f64>,
}

impl HistoryRow {
    /// The figures that tell best how far the run has come: those that the optimiser goes by.
    pub fn heard(&self) -> &FrontFigures {
        self.smoothed.as_ref().unwrap_or(&self.own)
    }
}

impl FrontFigures {
    /// Those of `points`, individuals with their violation, minimised.
    pub(super) fn of(
        points: &[(&[f64], f64)],
        frame: Option<&Frame>,
        objectives: &[Objective],
    ) -> Result<Self> {
        let feasible = points.iter().filter(|(_, violation)| *violation == 0.0).map(|(point, _)| *point);
        let best = |(j, objective): (usize, &Objective)| {
            let lowest = points.iter().map(|(point, _)| point[j]).fold(f64::INFINITY, f64::min);
            objective.restored(lowest)
        };
        Ok(Self {
            hypervolume: frame.map(|frame| frame.hypervolume(feasible)).transpose()?,
            best: objectives.iter().enumerate().map(best).collect(),
        })
    }
}

/// The fixed box that objectives are normalised by before hypervolume is taken.
///
/// For a benchmark problem it is the box of the true front where that is known in the run's objectives:
/// its corners are then the ideal and the nadir point. Else, and for games, it is made by the first
/// population that [spans](Self::spanned_by) one, and kept, so that rows compare along a run: a value of 1
/// is one box of that population's spread. The corners are then the best and the worst values of the
/// feasible individuals, and not the ideal and the nadir point of any front. The reference point lies 1.1
/// box lengths from the best corner towards the worst.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// The best corner: the least value of each objective, minimised.
    #[serde(alias = "ideal")]
    pub best: Vec<f64>,
    /// The worst corner: the greatest value of each objective, minimised.
    #[serde(alias = "nadir")]
    pub worst: Vec<f64>,
}

/// The reference point in normalised objectives.
const REFERENCE: f64 = 1.1;

impl Frame {
    /// The box of the feasible, finite individuals of a `population`. They make one if at least two of them
    /// differ, and if every objective has a range among them; `None` otherwise: a single point, or two that
    /// agree in an objective, say nothing of the size of a difference.
    ///
    /// An objective that is the same in the whole population, infeasible individuals included, may never
    /// vary. It does not stand in the way: its side of the box is as long as its value is large, and 1
    /// where that is 0.
    pub fn spanned_by(population: &[Individual]) -> Option<Self> {
        let is_finite = |i: &&Individual| i.objectives.iter().all(|f| f.is_finite());
        let is_feasible = |i: &&Individual| is_finite(i) && i.violation == 0.0;
        let all: Vec<&[f64]> = population.iter().filter(is_finite).map(|i| i.objectives.as_slice()).collect();
        let feasible = population.iter().filter(is_feasible).map(|i| i.objectives.as_slice());
        let (all, mut frame) = (Self::around(&all), Self::around(&feasible.collect::<Vec<_>>()));
        if frame.best == frame.worst {
            return None;
        }
        for (j, worst) in frame.worst.iter_mut().enumerate().filter(|(j, n)| **n == frame.best[*j]) {
            if all.best[j] < all.worst[j] {
                return None;
            }
            *worst += if *worst == 0.0 { 1.0 } else { worst.abs() };
        }
        Some(frame)
    }

    /// The box of `points` (minimised); without any it has no objectives.
    pub fn around<P: AsRef<[f64]>>(points: &[P]) -> Self {
        let n_obj = points.first().map_or(0, |point| point.as_ref().len());
        let fold = |pick: fn(f64, f64) -> f64, start: f64| {
            let along = |j: usize| points.iter().map(|p| p.as_ref()[j]).fold(start, pick);
            (0..n_obj).map(along).collect()
        };
        Self { best: fold(f64::min, f64::INFINITY), worst: fold(f64::max, f64::NEG_INFINITY) }
    }

    /// The reference point in the objectives' own units, minimised.
    pub fn reference(&self) -> Vec<f64> {
        self.best.iter().zip(&self.worst).map(|(i, n)| i + REFERENCE * range(*i, *n)).collect()
    }

    /// Hypervolume of `points` (minimised), in boxes.
    pub fn hypervolume<'p>(&self, points: impl Iterator<Item = &'p [f64]>) -> Result<f64> {
        let normalise = |point: &[f64]| -> Vec<f64> {
            let along = point.iter().zip(self.best.iter().zip(&self.worst));
            along.map(|(f, (i, n))| (f - i) / range(*i, *n)).collect()
        };
        let points: Vec<Vec<f64>> = points.map(normalise).collect();
        hypervolume(&points, &vec![REFERENCE; self.best.len()])
    }
}

/// Older programs made boxes of one point: in these an objective is measured in its own unit.
fn range(best: f64, worst: f64) -> f64 {
    if worst > best { worst - best } else { 1.0 }
}

/// The text of `history.csv`.
///
/// # Errors
/// [`Error::Internal`] if a row has no CSV form.
pub fn to_csv(rows: &[HistoryRow], objectives: &[Objective]) -> Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let names: Vec<&str> = objectives.iter().map(|objective| objective.name.as_str()).collect();
    let header = columns::history(&names, rows.iter().any(|row| row.smoothed.is_some()));
    let broken = |e: csv::Error| Error::Internal(format!("history.csv: {e}"));
    writer.write_record(&header).map_err(broken)?;
    for row in rows {
        let mut fields = vec![row.generation.to_string(), row.evaluations.to_string(), row.games.to_string()];
        let hypervolume =
            |of: &FrontFigures| of.hypervolume.map(|volume| volume.to_string()).unwrap_or_default();
        fields.extend([hypervolume(&row.own), row.front_size.to_string()]);
        fields.extend(row.own.best.iter().map(f64::to_string));
        if let Some(smoothed) = &row.smoothed {
            fields.push(hypervolume(smoothed));
            fields.extend(smoothed.best.iter().map(f64::to_string));
        }
        fields.push(format!("{:.3}", row.seconds));
        writer.write_record(&fields).map_err(broken)?;
    }
    writer.into_inner().map_err(|e| Error::Internal(format!("history.csv: {e}")))
}

/// Reads `history.csv` back.
///
/// # Errors
/// [`Error::RunFolder`] naming the file and the line that is damaged.
pub fn read_csv(path: &Path) -> Result<Vec<HistoryRow>> {
    let damaged = |why: String| Error::RunFolder(format!("{}: {why}", path.display()));
    let text = text::read(path).map_err(|e| damaged(e.to_string()))?;
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().map_err(|e| damaged(e.to_string()))?;
    let smoothed = header.iter().position(|column| column == columns::HYPERVOLUME_SMOOTHED);
    let mut rows = Vec::new();
    for (i, record) in reader.records().enumerate() {
        let record = record.map_err(|e| damaged(e.to_string()))?;
        let row =
            parse_row(&record, smoothed).ok_or_else(|| damaged(format!("line {} is damaged", i + 2)))?;
        rows.push(row);
    }
    Ok(rows)
}

/// A row in which the figures of what the optimiser heard begin at `smoothed`.
fn parse_row(record: &csv::StringRecord, smoothed: Option<usize>) -> Option<HistoryRow> {
    let numbers = |from: usize, to: usize| -> Option<Vec<f64>> {
        (from..to).map(|i| record.get(i)?.parse().ok()).collect()
    };
    // Without a box a hypervolume is empty.
    let hypervolume = |at: usize| match record.get(at)? {
        "" => Some(None),
        field => field.parse().ok().map(Some),
    };
    let last = record.len().checked_sub(1)?;
    let head = numbers(0, 3)?;
    let own = FrontFigures { hypervolume: hypervolume(3)?, best: numbers(5, smoothed.unwrap_or(last))? };
    let heard = |at| Some(FrontFigures { hypervolume: hypervolume(at)?, best: numbers(at + 1, last)? });
    Some(HistoryRow {
        generation: head[0] as u64,
        evaluations: head[1] as u64,
        games: head[2] as u64,
        front_size: record.get(4)?.parse().ok()?,
        own,
        smoothed: smoothed.map(heard).map_or(Some(None), |heard| heard.map(Some))?,
        seconds: record.get(last)?.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(best: Vec<f64>) -> HistoryRow {
        let (generation, evaluations, games) = (1, 8, 80);
        let own = FrontFigures { hypervolume: None, best };
        HistoryRow { generation, evaluations, games, front_size: 0, own, smoothed: None, seconds: 0.5 }
    }

    fn spanned(points: &[([f64; 2], f64)]) -> Option<Frame> {
        let individual = |&(objectives, violation): &([f64; 2], f64)| Individual {
            id: 0,
            genome: vec![],
            objectives: objectives.to_vec(),
            violation,
            rank: 0,
            crowding: 0.0,
        };
        Frame::spanned_by(&points.iter().map(individual).collect::<Vec<_>>())
    }

    #[test]
    fn fewer_points_than_make_a_box_make_none() {
        assert_eq!(spanned(&[]), None);
        assert_eq!(spanned(&[([-15_000.0, 3.0], 0.0), ([-9000.0, 2.0], 0.4)]), None);
        // Two feasible individuals, the same or alike in what varies elsewhere, or one of them without a value.
        assert_eq!(spanned(&[([1.0, 3.0], 0.0), ([1.0, 3.0], 0.0)]), None);
        assert_eq!(spanned(&[([1.0, 3.0], 0.0), ([2.0, 3.0], 0.0), ([2.0, 4.0], 0.1)]), None);
        assert_eq!(spanned(&[([1.0, 3.0], 0.0), ([2.0, f64::NAN], 0.0)]), None);
        let frame = spanned(&[([1.0, 3.0], 0.0), ([2.0, 7.0], 0.0), ([9.0, 9.0], 0.1)]).unwrap();
        assert_eq!(frame, Frame { best: vec![1.0, 3.0], worst: vec![2.0, 7.0] });
        assert_eq!(frame.reference(), [1.0 + 1.1, 3.0 + 1.1 * 4.0]);
        // (1.5, 5) is half a box from either end: 0.6 · 0.6 up to the reference point.
        let volume = frame.hypervolume([[1.5, 5.0].as_slice()].into_iter()).unwrap();
        assert!((volume - 0.36).abs() < 1e-12, "{volume}");
    }

    #[test]
    fn an_objective_that_never_varies_does_not_stand_in_the_way() {
        // Of a median of 512, to be maximised, 1024 is one box better, and not 512 of them.
        let frame = spanned(&[([-512.0, 1.0], 0.0), ([-512.0, 2.0], 0.0), ([-512.0, 4.0], 0.3)]).unwrap();
        assert_eq!(frame, Frame { best: vec![-512.0, 1.0], worst: vec![0.0, 2.0] });
        let volume = frame.hypervolume([[-1024.0, 1.0].as_slice()].into_iter()).unwrap();
        assert!((volume - 2.1 * 1.1).abs() < 1e-12, "{volume}");
        let frame = spanned(&[([0.0, 1.0], 0.0), ([0.0, 2.0], 0.0)]).unwrap();
        assert_eq!(frame.worst, [1.0, 2.0]);
    }

    #[test]
    fn a_box_of_one_point_that_an_older_program_made_is_kept() {
        let frame: Frame =
            serde_json::from_str(r#"{"ideal":[-15000.0,3.0],"nadir":[-15000.0,3.0]}"#).unwrap();
        // In raw units: (100 + 1.1) · (0.5 + 1.1).
        let volume = frame.hypervolume([[-15_100.0, 2.5].as_slice()].into_iter()).unwrap();
        assert!((volume - 101.1 * 1.6).abs() < 1e-9, "{volume}");
    }

    #[test]
    fn a_generation_without_a_hypervolume_has_an_empty_field() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("history.csv");
        let own = FrontFigures { hypervolume: Some(0.25), best: vec![] };
        let rows = [row(vec![]), HistoryRow { own, ..row(vec![]) }];
        let csv = to_csv(&rows, &[]).unwrap();
        let text = String::from_utf8(csv.clone()).unwrap();
        assert_eq!(text.lines().nth(1), Some("1,8,80,,0,0.500"), "{text}");
        std::fs::write(&path, csv).unwrap();
        assert_eq!(read_csv(&path).unwrap(), rows);
        // No other field may be empty.
        std::fs::write(&path, text.replace("1,8,80,,", "1,,80,,")).unwrap();
        assert!(read_csv(&path).unwrap_err().to_string().contains("line 2"));
        // Older programs wrote 0 into the checkpoint.
        let json = serde_json::to_string(&row(vec![])).unwrap();
        let old: HistoryRow = serde_json::from_str(&json.replace("null", "0.0")).unwrap();
        assert_eq!(old.own.hypervolume, Some(0.0), "{json}");
    }

    #[test]
    fn what_the_optimiser_heard_has_columns_of_its_own() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("history.csv");
        let heard = FrontFigures { hypervolume: None, best: vec![1.5, 4.0] };
        let rows = [HistoryRow { smoothed: Some(heard), ..row(vec![2.0, 3.0]) }];
        let csv = to_csv(&rows, &[Objective::mean_of("a"), Objective::mean_of("b")]).unwrap();
        let text = "generation,evaluations,games,hypervolume,front_size,best_a,best_b,hypervolume_smoothed,\
                    best_a_smoothed,best_b_smoothed,seconds\n1,8,80,,0,2,3,,1.5,4,0.500\n";
        assert_eq!(String::from_utf8_lossy(&csv), text);
        std::fs::write(&path, csv).unwrap();
        assert_eq!(read_csv(&path).unwrap(), rows);
    }

    #[test]
    fn hypervolume_is_of_the_feasible_and_the_best_of_all() {
        let frame = Frame { best: vec![0.0, 0.0], worst: vec![1.0, 1.0] };
        // (0.6, 0.6) alone is feasible: half a box to the reference point at 1.1 each way.
        let points = [([-1.0, 2.0].as_slice(), 0.5), ([0.6, 0.6].as_slice(), 0.0)];
        let found =
            FrontFigures::of(&points, Some(&frame), &[Objective::mean_of("a"), Objective::mean_of("b")])
                .unwrap();
        assert!((found.hypervolume.unwrap() - 0.25).abs() < 1e-12, "{found:?}");
        assert_eq!(found.best, [1.0, -0.6]);
        let none = FrontFigures::of(&[], None, &[Objective::mean_of("a")]).unwrap();
        assert_eq!(none, FrontFigures { hypervolume: None, best: vec![f64::NEG_INFINITY] });
    }

    #[test]
    fn a_generation_without_a_front_is_read_back() {
        let row = row(vec![f64::NEG_INFINITY, f64::INFINITY, 1.5]);
        let text = serde_json::to_string(&row).unwrap();
        assert!(text.contains(r#""best":["-inf","inf",1.5]"#), "{text}");
        assert_eq!(serde_json::from_str::<HistoryRow>(&text).unwrap(), row);
        // Older programs wrote null.
        let old: HistoryRow = serde_json::from_str(&text.replace(r#""-inf""#, "null")).unwrap();
        assert!(old.own.best[0].is_nan() && old.own.best[2] == 1.5);
    }
}
