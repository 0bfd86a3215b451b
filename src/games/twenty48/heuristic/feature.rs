//! The features, by name.

use super::board_features::{MAX_CORNER, MAX_MONO, corner, monotonicity};
use crate::games::twenty48::rules::Board;
use Measure::{Board as Whole, Line};

/// How a feature is measured.
#[derive(Debug, Clone, Copy)]
enum Measure {
    /// By the ranks of a line, the same from either end of it: the board's value is the sum over four rows and
    /// four columns. Only exactly rounded operations are used, so every machine agrees.
    Line(fn([u8; 4]) -> f64),
    /// By the whole board. The search adds these up by [`BoardWeights`](super::BoardWeights).
    Board {
        value: fn(Board) -> i32,
        /// The largest absolute value of all boards.
        largest: i32,
    },
}

/// What is known of a feature.
struct Row {
    name: &'static str,
    meaning: &'static str,
    scale: f64,
    measure: Measure,
}

/// Makes of one row a feature the type and all that is known of each.
macro_rules! features {
    ($($(#[$doc:meta])* $feature:ident = $name:literal, $scale:literal, $measure:expr, $meaning:literal;)+) => {
        /// A feature of a 2048 board. Ranks are r = log₂(tile), 0 for an empty cell.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Feature {
            $($(#[$doc])* $feature,)+
        }

        impl Feature {
            /// Every feature.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$feature,)+];
        }

        /// By feature.
        static ROWS: [Row; Feature::ALL.len()] =
            [$(Row { name: $name, meaning: $meaning, scale: $scale, measure: $measure },)+];
    };
}

// Name, scale, measure and meaning, which is of one line for a line feature. The scale is the standard deviation
// of the board's value over the afterstates of 1-ply play, rounded to three digits; it is measured by
// `cargo run --release --example measure-scales`.
features! {
    /// Number of empty cells, a line.
    Empty = "empty", 4.38, Line(empties), "number of empty cells";
    /// Total length of runs of two or more equal tiles, empties skipped, a line.
    Merges = "merges", 1.72, Line(merges), "total length of runs of two or more equal tiles, empties skipped";
    /// Less the smaller of the sums of descents and of ascents of r⁴, a line.
    Mono4 = "mono4", 3310.0, Line(|line| -roughness(line, |r| r * r * r * r)),
        "-min(descents, ascents) of rank^4";
    /// Less the smaller of the sums of descents and of ascents of r, a line.
    Mono1 = "mono1", 3.95, Line(|line| -roughness(line, |r| r)), "-min(descents, ascents) of rank";
    /// Less the sum of r^3.5, a line.
    Sum35 = "sum35", 5610.0, Line(sum35), "-sum of rank^3.5";
    /// Less the sum of |Δr| of neighbouring cells that both hold a tile, a line.
    Smooth = "smooth", 11.0, Line(|line| -smoothness(line)), "-sum of |rank difference| of neighbouring tiles";
    /// The largest rank where it stands at an end of the line, else 0, a line.
    Edge = "edge", 9.81, Line(edge), "largest rank where it stands at an end of the line, else 0";
    /// Sum of (r − 1)·2^r, the points it took to make the tiles, a line.
    Value = "value", 19_000.0, Line(points), "sum of (rank - 1) * tile";
    /// Number of merges that sliding the line would make.
    Pairs = "pairs", 0.822, Line(pairs), "number of merges that sliding would make";
    /// Less the smaller of descents and ascents of r, taken over all rows together, and the same
    /// over all columns together: one direction an axis for the whole board.
    BoardMono = "board_mono", 5.16, Whole { value: monotonicity, largest: MAX_MONO },
        "-min(descents, ascents) of rank over all rows, and over all columns (whole board)";
    /// The largest rank if any of the largest tiles stands in a corner, else 0.
    Corner = "corner", 4.49, Whole { value: corner, largest: MAX_CORNER },
        "largest rank if a largest tile is in a corner, else 0 (whole board)";
}

impl Feature {
    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// Its name in experiments and policies.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The feature called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|feature| feature.name() == name)
    }

    /// What it is, for one line if it is a line feature.
    pub fn meaning(self) -> &'static str {
        self.row().meaning
    }

    /// Its typical spread, by which it is divided so that equal weights matter equally.
    pub fn scale(self) -> f64 {
        self.row().scale
    }

    /// True if it is a sum over lines.
    pub fn is_line(self) -> bool {
        self.largest_of_boards().is_none()
    }

    /// The largest absolute value of a board-wide feature; none for a line feature.
    pub(super) fn largest_of_boards(self) -> Option<f64> {
        match self.row().measure {
            Line(_) => None,
            Whole { largest, .. } => Some(largest.into()),
        }
    }

    /// Its value for one line of ranks; 0 for a board-wide feature. The same from either end of
    /// the line.
    pub fn line_value(self, line: [u8; 4]) -> f64 {
        match self.row().measure {
            Line(value) => value(line),
            Whole { .. } => 0.0,
        }
    }

    /// Its value for a board: a line feature summed over four rows and four columns.
    pub fn board_value(self, board: Board) -> f64 {
        match self.row().measure {
            Line(value) => lines_of(board).map(value).sum(),
            Whole { value, .. } => value(board).into(),
        }
    }
}

fn empties(line: [u8; 4]) -> f64 {
    line.iter().filter(|&&rank| rank == 0).count() as f64
}

fn merges(line: [u8; 4]) -> f64 {
    runs(line).filter(|&length| length > 1).sum::<usize>() as f64
}

fn pairs(line: [u8; 4]) -> f64 {
    runs(line).map(|length| length / 2).sum::<usize>() as f64
}

fn sum35(line: [u8; 4]) -> f64 {
    let [a, b, c, d] = line.map(f64::from).map(|r| r * r * r * r.sqrt());
    -((a + d) + (b + c))
}

fn edge(line: [u8; 4]) -> f64 {
    let largest = line.iter().copied().max().unwrap_or_default();
    if line[0] == largest || line[3] == largest { f64::from(largest) } else { 0.0 }
}

fn points(line: [u8; 4]) -> f64 {
    line.iter().filter(|&&r| r > 0).map(|&r| f64::from(r - 1) * f64::from(1_u32 << r)).sum()
}

/// The ranks of the four rows and the four columns.
fn lines_of(board: Board) -> impl Iterator<Item = [u8; 4]> {
    let rows = |board: Board| (0..4).map(move |row| std::array::from_fn(|c| board.rank(4 * row + c as u32)));
    rows(board).chain(rows(board.transposed()))
}

/// Lengths of the runs of equal tiles, empties skipped.
fn runs(line: [u8; 4]) -> impl Iterator<Item = usize> {
    let tiles: Vec<u8> = line.into_iter().filter(|&rank| rank != 0).collect();
    tiles.chunk_by(|a, b| a == b).map(<[u8]>::len).collect::<Vec<_>>().into_iter()
}

/// The smaller of the sum of descents and the sum of ascents of a function of the rank.
fn roughness(line: [u8; 4], of: fn(f64) -> f64) -> f64 {
    let values = line.map(|rank| of(f64::from(rank)));
    let steps = || values.windows(2).map(|pair| pair[0] - pair[1]);
    let descents: f64 = steps().map(|step| step.max(0.0)).sum();
    let ascents: f64 = steps().map(|step| (-step).max(0.0)).sum();
    descents.min(ascents)
}

/// Sum of the differences of neighbouring cells that both hold a tile.
fn smoothness(line: [u8; 4]) -> f64 {
    let both = line.windows(2).filter(|pair| pair[0] != 0 && pair[1] != 0);
    both.map(|pair| f64::from(pair[0].abs_diff(pair[1]))).sum()
}
