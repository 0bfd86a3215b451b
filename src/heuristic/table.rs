//! Weights → one table of line values in fixed point.

use super::board_features::{MAX_CORNER, MAX_MONO};
use super::{BoardWeights, Feature, SearchTables};
use crate::error::{Error, Result};
use crate::game::twenty48::{Board, LINES, line_array, mirrored_line, ranks_of_line};
use std::ops::Range;
use std::sync::{Arc, LazyLock, OnceLock};

/// The value of a position without a legal move: below every live value.
pub const DEAD: i32 = -(1 << 30);

/// The largest live value: eight lines and the board-wide part stay below 2³⁰, with room for the
/// rounding of each entry.
const LARGEST: f64 = (1 << 30) as f64 - 64.0;

/// Rows and columns of a board.
const LINES_A_BOARD: f64 = 8.0;

/// Lines without a larger rank than this are valued first, as few games get further: 8192.
pub(crate) const LOW_RANK: u8 = 13;

/// A weight vector with the values of lines.
///
/// The value is Σ wᵢ·fᵢ/sᵢ over the features, times a factor that makes the largest conceivable
/// value fit 2³⁰, rounded a line. Integers add up the same in any order, so every way to search
/// plays the same moves; and a factor changes no comparison.
#[derive(Debug, Clone)]
pub struct Heuristic {
    /// By line; 0 for lines with a rank above [`LOW_RANK`].
    low: Box<[i32; LINES]>,
    /// By line, computed at first use.
    all: OnceLock<Box<[i32; LINES]>>,
    /// Features of lines, times their weights in fixed point.
    terms: Vec<(Feature, f64)>,
    board: Option<BoardWeights>,
    factor: f64,
    search: OnceLock<Arc<SearchTables>>,
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
        let terms: Vec<(Feature, f64)> =
            features.iter().zip(&scaled).map(|(&feature, c)| (feature, c * factor)).collect();
        let find = |wanted: Feature| Some(terms.iter().find(|(feature, _)| *feature == wanted)?.1 as i32);
        let (mono, corner) = (find(Feature::BoardMono), find(Feature::Corner));
        let wide = mono.is_some() || corner.is_some();
        let board = BoardWeights { mono: mono.unwrap_or_default(), corner: corner.unwrap_or_default() };
        let mut low = line_array(vec![0; LINES]);
        add_values(&terms, 0..canonical().low, &mut low);
        let (all, search) = (OnceLock::new(), OnceLock::new());
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
        self.all.get_or_init(|| {
            let mut all = self.low.clone();
            add_values(&self.terms, canonical().low..canonical().lines.len(), &mut all);
            all
        })
    }

    /// What values boards without a rank above [`LOW_RANK`].
    pub(crate) fn low_evaluator(&self) -> Evaluator<'_> {
        Evaluator { lines: &self.low, board: self.board }
    }

    /// The values of the lines without a rank above [`LOW_RANK`]; other entries mean nothing.
    pub(crate) fn low_lines(&self) -> &[i32; LINES] {
        &self.low
    }

    /// The table laid out for deeper searches, built at first use.
    pub(crate) fn search_tables(&self) -> &SearchTables {
        self.search.get_or_init(|| Arc::new(SearchTables::new(self.lines())))
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
    match feature {
        Feature::BoardMono => MAX_MONO.into(),
        Feature::Corner => MAX_CORNER.into(),
        _ => LINES_A_BOARD * canonical().largest[feature as usize],
    }
}

/// The values of every feature for one of each pair of mirrored lines.
struct Canonical {
    /// The lines that are no larger than their mirror image; first those without a rank above
    /// [`LOW_RANK`].
    lines: Vec<u16>,
    /// How many of those there are.
    low: usize,
    /// By feature, in the order of the lines.
    values: Vec<Vec<f64>>,
    /// By feature, the largest absolute value of a line.
    largest: Vec<f64>,
}

fn canonical() -> &'static Canonical {
    static CANONICAL: LazyLock<Canonical> = LazyLock::new(|| {
        let canonical = (0..=u16::MAX).filter(|&line| line <= mirrored_line(line));
        let is_low = |line: &u16| ranks_of_line(*line).iter().all(|&rank| rank <= LOW_RANK);
        let (mut lines, high): (Vec<u16>, Vec<u16>) = canonical.partition(is_low);
        let low = lines.len();
        lines.extend(high);
        let of = |f: &Feature| lines.iter().map(|&line| f.line_value(ranks_of_line(line))).collect();
        let values: Vec<Vec<f64>> = Feature::ALL.iter().map(of).collect();
        let largest = values.iter().map(|v| v.iter().fold(0.0, |m: f64, x| m.max(x.abs()))).collect();
        Canonical { lines, low, values, largest }
    });
    &CANONICAL
}

/// Puts the values of some [`canonical`] lines and of their mirror images into `table`.
fn add_values(terms: &[(Feature, f64)], lines: Range<usize>, table: &mut [i32; LINES]) {
    /// Lines added up at a time, so that the sums stay in the first cache.
    const CHUNK: usize = 1024;
    let canonical = canonical();
    let mut sums = [0.0; CHUNK];
    for first in lines.clone().step_by(CHUNK) {
        let chunk = first..(first + CHUNK).min(lines.end);
        sums.fill(0.0);
        for (feature, coefficient) in terms {
            let values = &canonical.values[*feature as usize][chunk.clone()];
            for (sum, value) in sums.iter_mut().zip(values) {
                *sum += coefficient * value;
            }
        }
        for (&line, &sum) in canonical.lines[chunk].iter().zip(&sums) {
            let entry = rounded(sum);
            table[usize::from(line)] = entry;
            table[usize::from(mirrored_line(line))] = entry;
        }
    }
}

/// The nearest integer, ties to even, of a number below 2³¹: adding 1.5·2⁵² pushes the fraction
/// out of the mantissa.
#[inline]
fn rounded(x: f64) -> i32 {
    const PUSH: f64 = 6_755_399_441_055_744.0;
    ((x + PUSH) - PUSH) as i32
}
