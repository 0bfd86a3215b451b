//! Line values as the kernels add them up.

use crate::game::twenty48::{LINES, line_array, line_tables};
use crate::heuristic::{Heuristic, steps_of_line};
use std::sync::LazyLock;

/// Line values to add up, and what comes on top of them.
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

impl Values<'_> {
    /// For each line the values of the line slid towards its first cell, and towards its last.
    pub fn slid(&self) -> impl Iterator<Item = [i32; 2]> {
        line_tables().all_slid().iter().map(|slid| slid.map(|line| self.lines[usize::from(line)]))
    }
}

/// The values of a heuristic with board-wide features.
///
/// Board-wide monotonicity needs no look-up of its own. With ascents a and descents d of an axis,
/// min(a, d) = (s − |g|) / 2, where s = a + d is a sum over lines, and where g = a − d telescopes to
/// the sum of last cells less the sum of first cells, which a board shows directly. So all values are
/// doubled, which changes no comparison, and −mono·s goes into the line table. Doubled values fit an
/// i32; partial sums may wrap around.
#[derive(Debug)]
pub(super) struct Doubled {
    lines: Box<[i32; LINES]>,
    wide: Wide,
}

impl Doubled {
    /// The doubled values of `heuristic`; `None` if it has no board-wide features.
    pub fn new(heuristic: &Heuristic) -> Option<Self> {
        let weights = heuristic.board_weights()?;
        let double = |(value, &steps): (&i32, &u8)| 2 * value - weights.mono * i32::from(steps);
        let lines = line_array(heuristic.lines().iter().zip(steps()).map(double).collect());
        Some(Self { lines, wide: Wide { mono: weights.mono, corner: 2 * weights.corner } })
    }

    pub fn values(&self) -> Values<'_> {
        Values { lines: &self.lines, wide: Some(self.wide) }
    }
}

/// By line: ascents and descents together.
fn steps() -> &'static [u8; LINES] {
    static STEPS: LazyLock<Box<[u8; LINES]>> =
        LazyLock::new(|| line_array((0..=u16::MAX).map(steps_of_line).collect()));
    &STEPS
}
