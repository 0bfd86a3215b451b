//! Threats of a side, by what players know of them (Allis, "A knowledge-based approach of Connect-Four", 1988,
//! section 3).

use super::super::rules::{BOARD, BOTTOM, Position, ROWS};

/// The rows, from the lowest, of odd number when counted from 1.
const ODD_ROWS: u64 = BOTTOM * 0b01_0101;

/// Cells that matter to one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Threats {
    /// Cells that cannot be taken yet.
    pub(super) hanging: u64,
    /// Cells that can be taken at once.
    pub(super) playable: u64,
    /// Hanging cells in the rows that the side gets if all other columns fill up: odd ones for the first player, even
    /// ones for the second.
    pub(super) parity: u64,
    /// Cells with another threat right above: the other side can answer one of them only.
    pub(super) stacked: u64,
}

/// The threats at the `cells` of the first or the second player on `position`.
pub(super) const fn of(cells: u64, is_first: bool, position: Position) -> Threats {
    let playable = cells & position.playable();
    let hanging = cells & !playable;
    let rows = if is_first { ODD_ROWS } else { BOARD & !ODD_ROWS };
    Threats { hanging, playable, parity: hanging & rows, stacked: cells & cells >> 1 }
}

/// Whether the side to move is the first that has to play below a threat, if both fill what is free before: `None` if
/// there is no threat. A free cell is one that lies neither in nor above the cell below a threat.
pub(super) const fn gives_way(threats_of_both: u64, position: Position) -> Option<bool> {
    if threats_of_both == 0 {
        return None;
    }
    let empty = BOARD & !position.all();
    let mut dear = threats_of_both >> 1 | threats_of_both;
    let mut row = 1;
    while row < ROWS {
        dear |= dear << 1 & BOARD;
        row += 1;
    }
    Some((empty & !dear).count_ones().is_multiple_of(2))
}
