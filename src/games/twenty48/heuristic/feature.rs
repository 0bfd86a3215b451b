//! The features, by name.

use super::scale;
use crate::games::twenty48::rules::Board;

/// A feature of a 2048 board. Ranks are r = log₂(tile), 0 for an empty cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Feature {
    /// Number of empty cells, a line.
    Empty,
    /// Total length of runs of two or more equal tiles, empties skipped, a line.
    Merges,
    /// Less the smaller of the sums of descents and of ascents of r⁴, a line.
    Mono4,
    /// Less the smaller of the sums of descents and of ascents of r, a line.
    Mono1,
    /// Less the sum of r^3.5, a line.
    Sum35,
    /// Less the sum of |Δr| of neighbouring cells that both hold a tile, a line.
    Smooth,
    /// The largest rank where it stands at an end of the line, else 0, a line.
    Edge,
    /// Sum of (r − 1)·2^r, the points it took to make the tiles, a line.
    Value,
    /// Number of merges that sliding the line would make.
    Pairs,
    /// Less the smaller of descents and ascents of r, taken over all rows together, and the same
    /// over all columns together: one direction an axis for the whole board.
    BoardMono,
    /// The largest rank if any of the largest tiles stands in a corner, else 0.
    Corner,
}

impl Feature {
    /// Every feature; the order is that of the scales.
    pub const ALL: [Self; 11] = [
        Self::Empty,
        Self::Merges,
        Self::Mono4,
        Self::Mono1,
        Self::Sum35,
        Self::Smooth,
        Self::Edge,
        Self::Value,
        Self::Pairs,
        Self::BoardMono,
        Self::Corner,
    ];

    /// Its name in experiments and policies.
    pub fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Merges => "merges",
            Self::Mono4 => "mono4",
            Self::Mono1 => "mono1",
            Self::Sum35 => "sum35",
            Self::Smooth => "smooth",
            Self::Edge => "edge",
            Self::Value => "value",
            Self::Pairs => "pairs",
            Self::BoardMono => "board_mono",
            Self::Corner => "corner",
        }
    }

    /// The feature called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|feature| feature.name() == name)
    }

    /// What it is, for one line if it is a line feature.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Empty => "number of empty cells",
            Self::Merges => "total length of runs of two or more equal tiles, empties skipped",
            Self::Mono4 => "-min(descents, ascents) of rank^4",
            Self::Mono1 => "-min(descents, ascents) of rank",
            Self::Sum35 => "-sum of rank^3.5",
            Self::Smooth => "-sum of |rank difference| of neighbouring tiles",
            Self::Edge => "largest rank where it stands at an end of the line, else 0",
            Self::Value => "sum of (rank - 1) * tile",
            Self::Pairs => "number of merges that sliding would make",
            Self::BoardMono => {
                "-min(descents, ascents) of rank over all rows, and over all columns (whole board)"
            }
            Self::Corner => "largest rank if a largest tile is in a corner, else 0 (whole board)",
        }
    }

    /// Its typical spread, by which it is divided so that equal weights matter equally.
    pub fn scale(self) -> f64 {
        scale::SCALES[self as usize]
    }

    /// True if it is a sum over lines.
    pub fn is_line(self) -> bool {
        !matches!(self, Self::BoardMono | Self::Corner)
    }

    /// Its value for one line of ranks; 0 for a board-wide feature. The same from either end of
    /// the line. Only exactly rounded operations are used, so every machine agrees.
    pub fn line_value(self, line: [u8; 4]) -> f64 {
        let ranks = line.map(f64::from);
        match self {
            Self::Empty => line.iter().filter(|&&rank| rank == 0).count() as f64,
            Self::Merges => runs(line).filter(|&length| length > 1).sum::<usize>() as f64,
            Self::Pairs => runs(line).map(|length| length / 2).sum::<usize>() as f64,
            Self::Mono4 => -roughness(ranks.map(|r| r * r * r * r)),
            Self::Mono1 => -roughness(ranks),
            Self::Sum35 => {
                let [a, b, c, d] = ranks.map(|r| r * r * r * r.sqrt());
                -((a + d) + (b + c))
            }
            Self::Smooth => -smoothness(line),
            Self::Edge => {
                let largest = line.iter().copied().max().unwrap_or_default();
                if line[0] == largest || line[3] == largest { f64::from(largest) } else { 0.0 }
            }
            Self::Value => {
                line.iter().filter(|&&r| r > 0).map(|&r| f64::from(r - 1) * f64::from(1_u32 << r)).sum()
            }
            Self::BoardMono | Self::Corner => 0.0,
        }
    }

    /// Its value for a board: a line feature summed over four rows and four columns.
    pub fn board_value(self, board: Board) -> f64 {
        match self {
            Self::BoardMono => super::board_features::monotonicity(board).into(),
            Self::Corner => super::board_features::corner(board).into(),
            _ => lines_of(board).map(|line| self.line_value(line)).sum(),
        }
    }
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

/// The smaller of the sum of descents and the sum of ascents.
fn roughness(values: [f64; 4]) -> f64 {
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
