//! The first move of a search.

use super::super::rules::{COLUMNS, Position, column_cells};
use super::evaluate::Evaluate;
use super::negamax::{Candidates, INFINITY, Negamax};
use super::order::columns;

/// A move and its value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Best {
    pub(super) cell: u64,
    pub(super) value: i32,
}

impl<E: Evaluate> Negamax<'_, E> {
    /// The best move of `position` to `depth`, and its value; of equal moves the first in the order of
    /// columns. `last` is the best move of the depth before. `None` when the budget is spent.
    pub(super) fn best_move(&mut self, position: Position, depth: u32, last: Option<Best>) -> Option<Best> {
        let columns = columns(self.devices);
        let rank = |cell: u64| columns.iter().position(|&column| cell & column_cells(column) != 0);
        let wins = position.wins();
        let mut best: Option<Best> = None;
        for cell in self.root_moves(position, depth, last) {
            let precedes = best.is_some_and(|best| rank(cell) < rank(best.cell));
            // A move that precedes the best one so far replaces it with an equal value, too.
            let alpha = best.map_or(-INFINITY, |best| best.value - i32::from(precedes));
            let value = match cell & wins {
                0 => self.after(position, cell, depth, alpha, INFINITY)?,
                _ => self.evaluate.won(position.stones() + 1),
            };
            if value > alpha {
                best = Some(Best { cell, value });
            }
            if cell & wins != 0 {
                break;
            }
        }
        best
    }

    /// The moves to look at, in order. Only a move that wins at once can end the loop early, so that no other
    /// is put before one of those.
    fn root_moves(&self, position: Position, depth: u32, last: Option<Best>) -> Vec<u64> {
        let playable = position.playable();
        let candidates = match self.candidates(position, depth) {
            Candidates::Cells(cells) => cells,
            Candidates::Known(_) => [position.wins(), playable].into_iter().find(|&c| c != 0).unwrap_or(0),
        };
        let first = last.filter(|_| self.devices.table_move).map_or(0, |last| last.cell);
        let in_order = columns(self.devices).map(|column| candidates & column_cells(column));
        let others = in_order.into_iter().filter(|&cell| cell != 0 && cell != first);
        [first & candidates].into_iter().filter(|&cell| cell != 0).chain(others).collect()
    }

    /// The exact value of each playable move to `depth`; `None` when the budget is spent.
    pub(super) fn all_values(
        &mut self,
        position: Position,
        depth: u32,
    ) -> Option<[Option<i32>; COLUMNS as usize]> {
        let mut values = [None; COLUMNS as usize];
        for (value, column) in values.iter_mut().zip(0..) {
            *value = match position.playable_in(column) {
                0 => None,
                cell if cell & position.wins() != 0 => Some(self.evaluate.won(position.stones() + 1)),
                cell => Some(self.after(position, cell, depth, -INFINITY, INFINITY)?),
            };
        }
        Some(values)
    }
}
