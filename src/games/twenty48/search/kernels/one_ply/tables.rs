//! Line values as the kernels add them up.

use crate::games::twenty48::heuristic::{Heuristic, LOW_RANK, LOW_RANKS, Spare, Spares, rows, steps_of_line};
use crate::games::twenty48::rules::{LINES, line_table, zeroes_by_line};
use std::sync::LazyLock;

/// Line values to add up, and what comes on top of them. Only lines without a rank above [`LOW_RANK`]
/// count: with a rank of [`LOW_RANK`] on the board a game is played to its end by the plain engine.
#[derive(Debug, Clone, Copy)]
pub(super) struct Values<'h> {
    /// By line.
    pub lines: &'h [i32; LINES],
    /// What to add to doubled values; `None` if values are not doubled.
    pub wide: Option<Wide>,
}

/// Weights of what is added to doubled values.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wide {
    /// Of |g|, for each axis.
    pub mono: i32,
    /// Of the largest rank, if it stands in a corner.
    pub corner: i32,
}

/// How many ranks the lines have whose slides count.
pub(super) const SLID_RANKS: usize = LOW_RANK as usize;

/// The values of a heuristic with board-wide features.
///
/// Board-wide monotonicity needs no look-up of its own. With ascents a and descents d of an axis,
/// min(a, d) = (s − |g|) / 2, where s = a + d is a sum over lines, and where g = a − d telescopes to
/// the sum of last cells less the sum of first cells, which a board shows directly. So all values are
/// doubled, which changes no comparison, and −mono·s goes into the line table. Doubled values fit an
/// i32; partial sums may wrap around.
#[derive(Debug)]
pub(super) struct Doubled {
    lines: Spare<Box<[i32; LINES]>>,
    wide: Wide,
}

impl Doubled {
    /// The doubled values of `heuristic`; `None` if it has no board-wide features.
    pub fn new(heuristic: &Heuristic) -> Option<Self> {
        static SPARES: Spares<Box<[i32; LINES]>> = Spares::new();
        let weights = heuristic.board_weights()?;
        let (values, steps) = (heuristic.low_lines(), steps());
        let lines = SPARES.table(zeroes_by_line, |lines| {
            rows(LOW_RANKS).for_each(|row| {
                for line in row..row + LOW_RANKS {
                    lines[line] = 2 * values[line] - weights.mono * i32::from(steps[line]);
                }
            })
        });
        Some(Self { lines, wide: Wide { mono: weights.mono, corner: 2 * weights.corner } })
    }

    pub fn values(&self) -> Values<'_> {
        Values { lines: &self.lines, wide: Some(self.wide) }
    }
}

/// By line: ascents and descents together.
fn steps() -> &'static [u8; LINES] {
    static STEPS: LazyLock<Box<[u8; LINES]>> = LazyLock::new(|| line_table(steps_of_line));
    &STEPS
}
