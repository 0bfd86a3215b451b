//! What a position is worth.

use super::super::rules::{CELLS, Position};

/// The largest value that a heuristic gives, and with a minus the smallest.
pub const MAX_VALUE: i32 = 1_000_000;

/// The value of a win is this less the number of stones at the win, which is beyond [`MAX_VALUE`].
pub const WIN: i32 = MAX_VALUE + CELLS as i32 + 1;

/// A heuristic.
///
/// ```
/// use paretune::games::connect4::rules::Position;
/// use paretune::games::connect4::search::Evaluate;
///
/// /// Values the number of cells that complete four in a line.
/// struct Threats;
///
/// impl Evaluate for Threats {
///     fn value(&self, position: Position) -> i32 {
///         position.threats().count_ones() as i32 - position.threats_of_others().count_ones() as i32
///     }
/// }
///
/// assert_eq!(Threats.value(Position::EMPTY), 0);
/// ```
pub trait Evaluate {
    /// The value for the side to move of a position without four in a line and with an empty cell. A value
    /// beyond [`MAX_VALUE`] counts as [`MAX_VALUE`].
    fn value(&self, position: Position) -> i32;

    /// The value of a win, for the side that wins with that many `stones` on the board: beyond [`MAX_VALUE`],
    /// and never more for more stones. By default a nearer win is better and so is a later loss. With a
    /// constant a lost position is not defended.
    fn won(&self, stones: u32) -> i32 {
        WIN - stones as i32
    }
}

/// Whether `value` is that of a forced win or loss.
pub const fn is_decided(value: i32) -> bool {
    value > MAX_VALUE || value < -MAX_VALUE
}

/// The heuristic value of `position` within its bounds.
pub(super) fn bounded(evaluate: &impl Evaluate, position: Position) -> i32 {
    evaluate.value(position).clamp(-MAX_VALUE, MAX_VALUE)
}
