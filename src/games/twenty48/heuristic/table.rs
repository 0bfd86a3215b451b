//! Weights → tables of line values in fixed point, each built at first use.

use super::line_values::{self, Terms};
use super::{BoardWeights, Feature, SearchTables, Spare, Spares};
use crate::error::{Error, Result};
use crate::games::twenty48::rules::{Board, LINES, zeroes_by_line};
use std::sync::OnceLock;

/// The value of a position without a legal move: below every live value.
pub const DEAD: i32 = -(1 << 30);

/// The largest live value: eight lines and the board-wide part stay below 2³⁰, with room for the
/// rounding of each entry.
const LARGEST: f64 = (1 << 30) as f64 - 64.0;

/// Rows and columns of a board.
const LINES_A_BOARD: f64 = 8.0;

/// Values by line.
type Table = Box<[i32; LINES]>;

/// A weight vector with the values of lines.
///
/// The value is Σ wᵢ·fᵢ/sᵢ over the features, times a factor that makes the largest conceivable
/// value fit 2³⁰, rounded a line. Integers add up the same in any order, so every way to search
/// plays the same moves; and a factor changes no comparison.
#[derive(Debug, Clone)]
pub struct Heuristic {
    /// Of lines without a rank above [`LOW_RANK`](super::LOW_RANK).
    low: OnceLock<Spare<Table>>,
    /// Of all lines, if no search table has them.
    all: OnceLock<Spare<Table>>,
    terms: Terms,
    board: Option<BoardWeights>,
    factor: f64,
    search: OnceLock<Spare<SearchTables>>,
}

/// A heuristic ready to value boards.
#[derive(Debug, Clone, Copy)]
pub struct Evaluator<'h> {
    lines: &'h [i32; LINES],
    board: Option<BoardWeights>,
}

impl Evaluator<'_> {
    /// The value of `board`, larger than [`DEAD`] and below 2³⁰.
    #[inline]
    pub fn value(&self, board: Board) -> i32 {
        let transposed = board.transposed();
        let lines = self.line_sum(board) + self.line_sum(transposed);
        match self.board {
            None => lines,
            Some(weights) => lines + weights.value(board, transposed),
        }
    }

    /// The values of the four rows of `board`, added.
    #[inline]
    pub fn line_sum(&self, board: Board) -> i32 {
        (0..4).map(|row| self.lines[usize::from(board.row(row))]).sum()
    }
}

impl Heuristic {
    /// The heuristic that gives `features[i]` the weight `weights[i]`.
    ///
    /// # Errors
    /// [`Error::Input`] if there are not as many weights as features, if one is negative or not
    /// finite (it is named), or if all are 0.
    pub fn new(features: &[Feature], weights: &[f64]) -> Result<Self> {
        check(features, weights)?;
        let scaled: Vec<f64> = features.iter().zip(weights).map(|(f, w)| w / f.scale()).collect();
        let bound: f64 = features.iter().zip(&scaled).map(|(f, c)| c * bound(*f)).sum();
        let factor = LARGEST / bound;
        let mut terms: Terms =
            features.iter().zip(&scaled).map(|(&feature, c)| (feature, c * factor)).collect();
        let find = |wanted: Feature| Some(terms.iter().find(|(feature, _)| *feature == wanted)?.1 as i32);
        let (mono, corner) = (find(Feature::BoardMono), find(Feature::Corner));
        let wide = mono.is_some() || corner.is_some();
        let board = BoardWeights { mono: mono.unwrap_or_default(), corner: corner.unwrap_or_default() };
        terms.retain(|(feature, _)| feature.is_line());
        let (low, all, search) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Ok(Self { low, all, terms, board: wide.then_some(board), factor, search })
    }

    /// The heuristic of coefficients of features that are not divided by their scales.
    ///
    /// # Errors
    /// Those of [`Self::new`].
    pub fn unscaled(coefficients: &[(Feature, f64)]) -> Result<Self> {
        let features: Vec<Feature> = coefficients.iter().map(|&(feature, _)| feature).collect();
        let weights: Vec<f64> = coefficients.iter().map(|&(feature, c)| c * feature.scale()).collect();
        Self::new(&features, &weights)
    }

    /// What values boards.
    pub fn evaluator(&self) -> Evaluator<'_> {
        Evaluator { lines: self.lines(), board: self.board }
    }

    /// The value of `board`; for many boards [`Self::evaluator`] is faster.
    pub fn value(&self, board: Board) -> i32 {
        self.evaluator().value(board)
    }

    /// The table of line values.
    pub fn lines(&self) -> &[i32; LINES] {
        static SPARES: Spares<Table> = Spares::new();
        if let Some(search) = self.search.get() {
            return search.lines();
        }
        let fill = |table: &mut Table| line_values::fill_all(&self.terms, table);
        self.all.get_or_init(|| SPARES.table(empty_table, fill))
    }

    /// What values boards without a rank above [`LOW_RANK`](super::LOW_RANK).
    pub(crate) fn low_evaluator(&self) -> Evaluator<'_> {
        Evaluator { lines: self.low_lines(), board: self.board }
    }

    /// The values of the lines without a rank above [`LOW_RANK`](super::LOW_RANK); other entries mean nothing.
    pub(crate) fn low_lines(&self) -> &[i32; LINES] {
        static SPARES: Spares<Table> = Spares::new();
        let fill = |table: &mut Table| line_values::fill_low(&self.terms, table);
        self.low.get_or_init(|| SPARES.table(empty_table, fill))
    }

    /// The table laid out for deeper searches, built at first use.
    pub(crate) fn search_tables(&self) -> &SearchTables {
        self.search.get_or_init(|| SearchTables::new(|lines| line_values::fill_all(&self.terms, lines)))
    }

    /// The weights of board-wide features, if it has any.
    pub fn board_weights(&self) -> Option<BoardWeights> {
        self.board
    }

    /// What one unit of Σ wᵢ·fᵢ/sᵢ is in fixed point.
    pub fn factor(&self) -> f64 {
        self.factor
    }
}

fn empty_table() -> Table {
    zeroes_by_line()
}

fn check(features: &[Feature], weights: &[f64]) -> Result<()> {
    if features.len() != weights.len() {
        let (found, wanted) = (weights.len(), features.len());
        return Err(Error::Input(format!("{found} weights: allowed are {wanted}, one a feature")));
    }
    for (feature, weight) in features.iter().zip(weights) {
        if !weight.is_finite() || *weight < 0.0 || *weight > 1e100 {
            let name = feature.name();
            return Err(Error::Input(format!(
                "weight of {name} = {weight:?}: allowed is a number from 0 to 1e100"
            )));
        }
    }
    if weights.iter().all(|&weight| weight < 1e-100) {
        return Err(Error::Input("all weights are 0: allowed is at least one that is not".into()));
    }
    Ok(())
}

/// The largest absolute value of a feature over all boards.
fn bound(feature: Feature) -> f64 {
    feature.largest_of_boards().unwrap_or_else(|| LINES_A_BOARD * line_values::largest(feature))
}
