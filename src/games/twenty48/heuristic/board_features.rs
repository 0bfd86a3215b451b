//! Board-wide features, packed so that they cost a look-up a line.

use crate::games::twenty48::rules::{Board, line_table, ranks_of_line};
use std::sync::LazyLock;

/// The largest value of −monotonicity: each axis has four lines, and the worst line, 0 15 0 15,
/// has 45 of ascents and descents together, of which the smaller counts.
pub(super) const MAX_MONO: i32 = 180;

/// The largest corner value: a 32768 in a corner.
pub(super) const MAX_CORNER: i32 = 15;

/// Fixed-point weights of the board-wide features.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BoardWeights {
    /// Of [`Feature::BoardMono`](super::Feature::BoardMono), whose value is an integer.
    pub mono: i32,
    /// Of [`Feature::Corner`](super::Feature::Corner), whose value is a rank.
    pub corner: i32,
}

impl BoardWeights {
    /// The weighted sum for a board and its transpose.
    #[inline]
    pub fn value(self, board: Board, transposed: Board) -> i32 {
        let (rows, ranks) = shape(board);
        let (columns, _) = shape(transposed);
        self.corner * corner_rank(board, ranks) - self.mono * (smaller(rows) + smaller(columns))
    }
}

/// What a line adds to board-wide features.
///
/// ```text
/// bit 0      7 8     15 16            31
///  │ ascents │ descents │ ranks present │
/// ```
pub(super) fn line_shapes() -> &'static [u32; 1 << 16] {
    static SHAPES: LazyLock<Box<[u32; 1 << 16]>> =
        LazyLock::new(|| line_table(|line| line_shape(ranks_of_line(line))));
    &SHAPES
}

fn line_shape(ranks: [u8; 4]) -> u32 {
    let steps = || ranks.windows(2).map(|pair| i32::from(pair[1]) - i32::from(pair[0]));
    let ascents: i32 = steps().map(|step| step.max(0)).sum();
    let descents: i32 = steps().map(|step| (-step).max(0)).sum();
    let present = ranks.iter().fold(0, |mask, &rank| mask | 1_u32 << rank);
    ascents as u32 | (descents as u32) << 8 | present << 16
}

/// Ascents and descents of a line together.
pub(crate) fn steps_of_line(line: u16) -> u8 {
    let shape = line_shapes()[usize::from(line)];
    (shape as u8) + (shape >> 8) as u8
}

/// The packed ascents and descents of all rows (four lines of at most 45 fit eight bits), and
/// the ranks present.
#[inline]
fn shape(board: Board) -> (u32, u32) {
    let shapes = line_shapes();
    (0..4).fold((0, 0), |(steps, ranks), row| {
        let shape = shapes[usize::from(board.row(row))];
        (steps + (shape & 0xffff), ranks | shape >> 16)
    })
}

#[inline]
fn smaller(steps: u32) -> i32 {
    (steps & 0xff).min(steps >> 8) as i32
}

/// The largest rank if it stands in a corner, else 0; `ranks` has a bit for each rank present.
#[inline]
fn corner_rank(board: Board, ranks: u32) -> i32 {
    let largest = 31 - (ranks | 1).leading_zeros();
    let in_corner = [0, 3, 12, 15].iter().any(|&cell| u32::from(board.rank(cell)) == largest);
    if in_corner { largest as i32 } else { 0 }
}

/// The value of [`Feature::BoardMono`](super::Feature::BoardMono), ≤ 0.
pub(super) fn monotonicity(board: Board) -> i32 {
    -smaller(shape(board).0) - smaller(shape(board.transposed()).0)
}

/// The value of [`Feature::Corner`](super::Feature::Corner).
pub(super) fn corner(board: Board) -> i32 {
    corner_rank(board, shape(board).1)
}
