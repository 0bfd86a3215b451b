//! Searches against a plain recursion and against published counts.

mod article;
mod counts;
mod judged;
mod limits;
mod naive;

use super::super::rules::{COLUMNS, Position};
use super::{DEFAULT_TABLE_BITS, Devices, Evaluate, Searcher};
use proptest::prelude::*;

fn searcher<E: Evaluate>(evaluate: E, devices: Devices) -> Searcher<E> {
    Searcher::new(evaluate, devices, DEFAULT_TABLE_BITS).unwrap()
}

/// A position of a random game that goes on.
fn position() -> impl Strategy<Value = Position> {
    proptest::collection::vec(0..COLUMNS, 0..45).prop_map(|columns| {
        columns.into_iter().fold(Position::EMPTY, |position, column| match position.play(column) {
            Ok(next) if !next.is_won() && !next.is_full() => next,
            _ => position,
        })
    })
}

/// Every set of devices.
fn devices() -> impl Iterator<Item = Devices> {
    (0..256u32).map(|bits| {
        let is_on = |device: u32| bits >> device & 1 == 1;
        Devices {
            alpha_beta: is_on(0),
            centre_order: is_on(1),
            table: is_on(2),
            table_move: is_on(3),
            mirror: is_on(4),
            killers: is_on(5),
            history: is_on(6),
            threats: is_on(7),
        }
    })
}
