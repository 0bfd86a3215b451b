//! The positions of a book, always in the same order.

use super::super::super::rules::{COLUMNS, Position};
use super::super::outright;

/// The positions of 0 to `stones` stones by number of stones, each level by key; of two mirror images the one
/// with the smaller key. Positions whose score is plain to see are left out.
pub(super) fn levels(stones: u32) -> Vec<Vec<Position>> {
    let mut reached = vec![Position::EMPTY];
    let mut levels = vec![searched(&reached)];
    for _ in 0..stones {
        reached = next(&reached);
        levels.push(searched(&reached));
    }
    levels
}

fn searched(reached: &[Position]) -> Vec<Position> {
    reached.iter().copied().filter(|&position| outright::score(position).is_none()).collect()
}

/// The positions one stone after `reached` in which the game is not over.
fn next(reached: &[Position]) -> Vec<Position> {
    let mut positions: Vec<_> = reached.iter().flat_map(|&position| open_after(position)).collect();
    positions.sort_unstable_by_key(|position| position.key());
    positions.dedup();
    positions
}

fn open_after(position: Position) -> impl Iterator<Item = Position> {
    let open = after_all(position).filter(|after| !after.is_won());
    open.map(|after| if after.key() == after.mirror_key() { after } else { after.mirrored() })
}

/// The positions after each move.
pub(super) fn after_all(position: Position) -> impl Iterator<Item = Position> {
    let cells = (0..COLUMNS).map(move |column| position.playable_in(column)).filter(|&cell| cell != 0);
    cells.map(move |cell| position.after(cell))
}
