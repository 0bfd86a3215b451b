//! Iterative deepening (Slate & Atkin 1977).

use super::super::rules::{COLUMNS, Position, column_cells, column_of};
use super::devices::Devices;
use super::evaluate::{Evaluate, bounded, is_decided};
use super::limits::Limits;
use super::negamax::Negamax;
use super::order::{Order, columns};
use super::root::Best;
use super::table::{TABLE_BITS, Table};
use crate::error::{Error, Result};

/// What a search found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// The column to play, from 0.
    pub column: u32,
    /// Its value for the side to move.
    pub value: i32,
    /// The last depth that was finished; 0 if none was.
    pub depth: u32,
    /// Nodes of all depths, of the unfinished one, too.
    pub nodes: u64,
}

/// A player that searches over a heuristic.
///
/// Within a game the table is kept from move to move, which changes work but no value at a given depth.
/// Between games, [`Searcher::clear`] forgets it.
pub struct Searcher<E> {
    evaluate: E,
    devices: Devices,
    table: Table,
    order: Order,
}

impl<E: Evaluate> Searcher<E> {
    /// A searcher over `evaluate` with a table of 2 to the power of `table_bits` entries, which takes no
    /// memory if the device is off.
    ///
    /// # Errors
    /// [`Error::Input`] for a size outside [`TABLE_BITS`].
    pub fn new(evaluate: E, devices: Devices, table_bits: u32) -> Result<Self> {
        if !TABLE_BITS.contains(&table_bits) {
            let (least, most) = (TABLE_BITS.start(), TABLE_BITS.end());
            return Err(Error::Input(format!("table bits = {table_bits}: allowed is {least} to {most}")));
        }
        let (table, order) = (Table::new(devices, table_bits), Order::new(devices));
        Ok(Self { evaluate, devices, table, order })
    }

    /// Forgets the game, which takes no time.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The heuristic.
    pub const fn evaluate(&self) -> &E {
        &self.evaluate
    }

    /// The heuristic, to be changed between games: [`Searcher::clear`] has to follow.
    pub const fn evaluate_mut(&mut self) -> &mut E {
        &mut self.evaluate
    }

    /// The best move of `position`, `None` if the game is over. Of moves with equal values the first in the
    /// order of columns is taken: see [`Devices::centre_order`].
    ///
    /// If not even depth 1 is finished, it is the first playable column in that order, with the heuristic
    /// value of the position and depth 0.
    pub fn search(&mut self, position: Position, limits: Limits) -> Option<Found> {
        let cell = columns(self.devices).map(column_cells).map(|cells| cells & position.playable());
        let fallback = cell.into_iter().find(|&cell| cell != 0).filter(|_| !position.is_won())?;
        let mut negamax = self.start(limits);
        let (mut best, mut depth) = (None::<Best>, 0);
        while depth < limits.depth(position) && !best.is_some_and(|best| is_decided(best.value)) {
            let Some(found) = negamax.best_move(position, depth + 1, best) else { break };
            (best, depth) = (Some(found), depth + 1);
        }
        let nodes = negamax.nodes;
        let best = best.unwrap_or_else(|| Best { cell: fallback, value: bounded(&self.evaluate, position) });
        Some(Found { column: column_of(best.cell), value: best.value, depth, nodes })
    }

    /// The exact value of each playable move for the side to move, at the last depth that was finished. All
    /// are `None` if the game is over or not even depth 1 was finished.
    pub fn values(&mut self, position: Position, limits: Limits) -> [Option<i32>; COLUMNS as usize] {
        let mut values = [None; COLUMNS as usize];
        if position.is_won() {
            return values;
        }
        let mut negamax = self.start(limits);
        for depth in 1..=limits.depth(position) {
            let Some(found) = negamax.all_values(position, depth) else { break };
            values = found;
            if values.iter().flatten().all(|&value| is_decided(value)) {
                break;
            }
        }
        values
    }

    fn start(&mut self, limits: Limits) -> Negamax<'_, E> {
        self.order.reset();
        Negamax {
            evaluate: &self.evaluate,
            devices: self.devices,
            table: &mut self.table,
            order: &mut self.order,
            nodes: 0,
            budget: limits.nodes(),
        }
    }
}
