//! `history.csv`: one line a generation, and the frame that hypervolume is measured in.

use crate::error::{Error, Result};
use crate::objective::Objective;
use crate::optim::{Individual, hypervolume::hypervolume};
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
    /// Hypervolume of the front in the [`Frame`]; 0 before the first feasible individual.
    pub hypervolume: f64,
    /// Distinct individuals on the front.
    pub front_size: usize,
    /// Best training value of each objective on the front, in the user's direction; the infinity that is
    /// worse than any value before the first feasible individual.
    #[serde(with = "crate::optim::exact_f64::list")]
    pub best: Vec<f64>,
    /// Seconds of wall time since the run began, interruptions left out.
    pub seconds: f64,
}

/// The fixed box that objectives are normalised by before hypervolume is taken.
///
/// For a benchmark problem it is the box of the true front where that is known in the run's objectives:
/// its corners are then the ideal and the nadir point. Else, and for games, it is spanned by the
/// feasible individuals of the first generation that has any, so that rows compare along a run: a
/// value of 1 is one box of the first generation's spread. The corners are then the best and the worst
/// values of that generation, and not the ideal and the nadir point of any front. The reference point lies
/// 1.1 box lengths from the best corner towards the worst.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// The best corner: the least value of each objective, minimised.
    pub ideal: Vec<f64>,
    /// The worst corner: the greatest value of each objective, minimised.
    pub nadir: Vec<f64>,
}

/// The reference point in normalised objectives.
const REFERENCE: f64 = 1.1;

impl Frame {
    /// The box of the feasible, finite individuals; `None` if there are none.
    pub fn spanned_by(individuals: &[Individual]) -> Option<Self> {
        let sound = |i: &&Individual| i.violation == 0.0 && i.objectives.iter().all(|f| f.is_finite());
        let points: Vec<&[f64]> = individuals.iter().filter(sound).map(|i| i.objectives.as_slice()).collect();
        (!points.is_empty()).then(|| Self::around(&points))
    }

    /// The box of `points` (minimised), of which there is at least one.
    pub fn around<P: AsRef<[f64]>>(points: &[P]) -> Self {
        let n_obj = points.first().map_or(0, |point| point.as_ref().len());
        let fold = |pick: fn(f64, f64) -> f64, start: f64| {
            let along = |j: usize| points.iter().map(|p| p.as_ref()[j]).fold(start, pick);
            (0..n_obj).map(along).collect()
        };
        Self { ideal: fold(f64::min, f64::INFINITY), nadir: fold(f64::max, f64::NEG_INFINITY) }
    }

    /// The reference point in the objectives' own units, minimised.
    pub fn reference(&self) -> Vec<f64> {
        self.ideal.iter().zip(&self.nadir).map(|(i, n)| i + REFERENCE * range(*i, *n)).collect()
    }

    /// Hypervolume of `points` (minimised), in boxes.
    pub fn hypervolume<'p>(&self, points: impl Iterator<Item = &'p [f64]>) -> Result<f64> {
        let normalise = |point: &[f64]| -> Vec<f64> {
            let along = point.iter().zip(self.ideal.iter().zip(&self.nadir));
            along.map(|(f, (i, n))| (f - i) / range(*i, *n)).collect()
        };
        let points: Vec<Vec<f64>> = points.map(normalise).collect();
        hypervolume(&points, &vec![REFERENCE; self.ideal.len()])
    }
}

/// A constant objective has no range: it is measured in its own unit.
fn range(ideal: f64, nadir: f64) -> f64 {
    if nadir > ideal { nadir - ideal } else { 1.0 }
}

/// The text of `history.csv`.
///
/// # Errors
/// [`Error::Internal`] if a row has no CSV form.
pub fn to_csv(rows: &[HistoryRow], objectives: &[Objective]) -> Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut header: Vec<String> =
        ["generation", "evaluations", "games", "hypervolume", "front_size"].map(String::from).to_vec();
    header.extend(objectives.iter().map(|o| format!("best_{}", o.name)));
    header.push("seconds".into());
    let broken = |e: csv::Error| Error::Internal(format!("history.csv: {e}"));
    writer.write_record(&header).map_err(broken)?;
    for row in rows {
        let mut fields = vec![row.generation.to_string(), row.evaluations.to_string(), row.games.to_string()];
        fields.extend([row.hypervolume.to_string(), row.front_size.to_string()]);
        fields.extend(row.best.iter().map(f64::to_string));
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
    let mut rows = Vec::new();
    for (i, record) in reader.records().enumerate() {
        let record = record.map_err(|e| damaged(e.to_string()))?;
        let row = parse_row(&record).ok_or_else(|| damaged(format!("line {} is damaged", i + 2)))?;
        rows.push(row);
    }
    Ok(rows)
}

fn parse_row(record: &csv::StringRecord) -> Option<HistoryRow> {
    let numbers: Option<Vec<f64>> = record.iter().map(|field| field.parse().ok()).collect();
    let numbers = numbers?;
    let (head, tail) = numbers.split_at_checked(5)?;
    let (seconds, best) = tail.split_last()?;
    Some(HistoryRow {
        generation: head[0] as u64,
        evaluations: head[1] as u64,
        games: head[2] as u64,
        hypervolume: head[3],
        front_size: head[4] as usize,
        best: best.to_vec(),
        seconds: *seconds,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(best: Vec<f64>) -> HistoryRow {
        let (generation, evaluations, games) = (1, 8, 80);
        HistoryRow { generation, evaluations, games, hypervolume: 0.0, front_size: 0, best, seconds: 0.5 }
    }

    #[test]
    fn a_generation_without_a_front_is_read_back() {
        let row = row(vec![f64::NEG_INFINITY, f64::INFINITY, 1.5]);
        let text = serde_json::to_string(&row).unwrap();
        assert!(text.contains(r#""best":["-inf","inf",1.5]"#), "{text}");
        assert_eq!(serde_json::from_str::<HistoryRow>(&text).unwrap(), row);
        // Older programs wrote null.
        let old: HistoryRow = serde_json::from_str(&text.replace(r#""-inf""#, "null")).unwrap();
        assert!(old.best[0].is_nan() && old.best[2] == 1.5);
    }
}
