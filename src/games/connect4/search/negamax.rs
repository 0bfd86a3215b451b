//! The recursion below the first move.

use super::super::rules::Position;
use super::devices::Devices;
use super::evaluate::{Evaluate, bounded};
use super::order::Order;
use super::table::{Bound, Known, Place, Table};

/// Beyond every value.
pub(super) const INFINITY: i32 = i32::MAX;

/// One search at work.
pub(super) struct Negamax<'a, E> {
    pub(super) evaluate: &'a E,
    pub(super) devices: Devices,
    pub(super) table: &'a mut Table,
    pub(super) order: &'a mut Order,
    /// Nodes so far.
    pub(super) nodes: u64,
    /// The largest number of nodes.
    pub(super) budget: u64,
}

/// What the threats on the board leave to look at.
pub(super) enum Candidates {
    /// The value is known.
    Known(i32),
    /// These cells, none of which is worse than the others that are playable.
    Cells(u64),
}

impl<E: Evaluate> Negamax<'_, E> {
    /// The value of the position after `cell`, for the side that takes it, between `alpha` and `beta` or a
    /// bound beyond them (fail-soft); `None` when the budget is spent. The cell does not win.
    pub(super) fn after(
        &mut self,
        position: Position,
        cell: u64,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        if self.nodes == self.budget {
            return None;
        }
        self.nodes += 1;
        let child = position.after(cell);
        let value = if child.is_full() {
            0
        } else if depth == 1 {
            bounded(self.evaluate, child)
        } else if self.devices.alpha_beta {
            self.value(child, depth - 1, -beta, -alpha)?
        } else {
            self.value(child, depth - 1, -INFINITY, INFINITY)?
        };
        Some(-value)
    }

    /// The value of `position`, which has neither four in a line nor a full board, to a `depth` of at least
    /// 1, as [`Self::after`].
    fn value(&mut self, position: Position, depth: u32, alpha: i32, beta: i32) -> Option<i32> {
        let candidates = match self.candidates(position, depth) {
            Candidates::Known(value) => return Some(value),
            Candidates::Cells(cells) => cells,
        };
        let place = self.table.place(position);
        let known = place.and_then(|place| self.table.get(place, position));
        if let Some(value) = known.and_then(|known| known.answer(depth, alpha, beta)) {
            return Some(value);
        }
        let first = known.filter(|_| self.devices.table_move).map_or(0, |known| known.cell);
        let (value, cell) = self.best(position, candidates, first, depth, alpha, beta)?;
        if let Some(place) = place {
            self.keep(place, (value, cell), depth, alpha, beta);
        }
        Some(value)
    }

    /// The best of `candidates` and its value.
    fn best(
        &mut self,
        position: Position,
        candidates: u64,
        first: u64,
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> Option<(i32, u64)> {
        let (mut best, mut best_cell) = (-INFINITY, 0);
        let wins = position.wins();
        for &cell in self.order.moves(position, candidates, first).cells() {
            if cell & wins != 0 {
                // Nothing is better, with or without alpha-beta.
                return Some((self.evaluate.won(position.stones() + 1), cell));
            }
            let value = self.after(position, cell, depth, alpha, beta)?;
            if value > best {
                (best, best_cell) = (value, cell);
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                self.order.cut_off(position, cell, depth);
                break;
            }
        }
        Some((best, best_cell))
    }

    /// The cells to look at in a search to `depth`, which is at least 1.
    pub(super) fn candidates(&self, position: Position, depth: u32) -> Candidates {
        if !self.devices.threats {
            return Candidates::Cells(position.playable());
        }
        if position.wins() != 0 {
            return Candidates::Known(self.evaluate.won(position.stones() + 1));
        }
        // The answer of the other side lies beyond depth 1.
        match if depth == 1 { position.playable() } else { position.safe() } {
            0 => Candidates::Known(-self.evaluate.won(position.stones() + 2)),
            cells => Candidates::Cells(cells),
        }
    }

    fn keep(&mut self, place: Place, (value, cell): (i32, u64), depth: u32, alpha: i32, beta: i32) {
        let bound = match value {
            _ if value >= beta => Bound::Lower,
            _ if value <= alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        self.table.put(place, Known { value, bound, depth, cell });
    }
}
