//! What the kernels look up.

use crate::game::twenty48::{LINES, line_array, line_tables};
use crate::heuristic::{Heuristic, steps_of_line};
use std::sync::LazyLock;

/// The tables of one heuristic.
///
/// Board-wide monotonicity needs no look-up of its own. With ascents a and descents d of an axis,
/// min(a, d) = (s − |g|) / 2, where s = a + d is a sum over lines, and where g = a − d telescopes to
/// the sum of last cells less the sum of first cells, which a board shows directly. So the values of
/// a heuristic with board-wide features are doubled, which changes no comparison, and −mono·s goes
/// into the line table. Doubled values fit an i32; partial sums may wrap around.
#[derive(Debug)]
pub(super) struct Tables<'h> {
    /// By line: slid towards its first cell in the lower half, towards its last in the upper.
    pub slid: &'static [u32; LINES],
    /// By line: its value, not doubled.
    lines: &'h [i32; LINES],
    /// By line: its doubled value, for a heuristic with board-wide features.
    doubled: Option<Box<[i32; LINES]>>,
    /// By line: the value of the line slid towards its first cell in the lower half, towards its last
    /// in the upper, [`BIAS`] added to both; so four of these add up without a carry.
    pub slid_values: Box<[u64; LINES]>,
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

impl<'h> Tables<'h> {
    pub fn new(heuristic: &'h Heuristic) -> Self {
        let slid = packed_slides();
        let lines = heuristic.lines();
        let (doubled, wide) = match heuristic.board_weights() {
            None => (None, None),
            Some(weights) => {
                let doubled = lines.iter().zip(steps()).map(|(v, &s)| 2 * v - weights.mono * i32::from(s));
                let wide = Wide { mono: weights.mono, corner: 2 * weights.corner };
                (Some(line_array(doubled.collect())), Some(wide))
            }
        };
        let values = doubled.as_deref().unwrap_or(lines);
        let value = |line: u32| u64::from((values[line as usize] + BIAS) as u32);
        let pair = |&slid: &u32| value(slid & 0xffff) | value(slid >> 16) << 32;
        let slid_values = line_array(slid.iter().map(pair).collect());
        Self { slid, lines, doubled, slid_values, wide }
    }

    /// By line: its value.
    pub fn values(&self) -> &[i32; LINES] {
        self.doubled.as_deref().unwrap_or(self.lines)
    }
}

/// More than the size of any line value: eight values and the board-wide part, doubled or not, stay
/// below 2^31.
pub(super) const BIAS: i32 = 1 << 28;

fn packed_slides() -> &'static [u32; LINES] {
    static SLIDES: LazyLock<Box<[u32; LINES]>> = LazyLock::new(|| {
        let slid = line_tables().all_slid().iter();
        line_array(slid.map(|&[first, last]| u32::from(first) | u32::from(last) << 16).collect())
    });
    &SLIDES
}

/// By line: ascents and descents together.
fn steps() -> &'static [u8; LINES] {
    static STEPS: LazyLock<Box<[u8; LINES]>> =
        LazyLock::new(|| line_array((0..=u16::MAX).map(steps_of_line).collect()));
    &STEPS
}
