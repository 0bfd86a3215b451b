//! Expectimax as it is defined, on the naive engine.

use super::super::SearchOptions;
use crate::games::twenty48::heuristic::{DEAD, Heuristic};
use crate::games::twenty48::rules::naive::{self, Tiles};
use crate::games::twenty48::rules::{Board, Move};

pub struct Judge<'h> {
    heuristic: &'h Heuristic,
    plies: u8,
    /// The cut-off in units of 2⁻³², as all probabilities here.
    threshold: u64,
}

impl<'h> Judge<'h> {
    pub fn new(heuristic: &'h Heuristic, options: SearchOptions) -> Self {
        let threshold = (options.cutoff * 2_f64.powi(32)) as u64;
        Self { heuristic, plies: options.ply, threshold }
    }

    /// The value of every legal move.
    pub fn move_values(&self, board: Board) -> [Option<i32>; 4] {
        Move::ALL.map(|direction| {
            let (after, _) = naive::moved(&board.to_tiles(), direction)?;
            Some(self.afterstate(&after, self.plies - 1, 1 << 32))
        })
    }

    /// The expectation over all spawns, rounded down; the heuristic's value at depth 0.
    fn afterstate(&self, after: &Tiles, plies: u8, probability: u64) -> i32 {
        if plies == 0 {
            return self.heuristic.value(naive::fast(after));
        }
        let cells = naive::empty_cells(after);
        let parts = 10 * cells.len() as u64;
        let mut sum = 0;
        for (r, c) in cells {
            for (tile, share) in [(2, 9), (4, 1)] {
                let mut spawned = *after;
                spawned[r][c] = tile;
                sum += share as i64 * i64::from(self.position(&spawned, plies, probability * share / parts));
            }
        }
        sum.div_euclid(parts as i64) as i32
    }

    /// The best move's value; what is too unlikely is searched no deeper than one ply.
    fn position(&self, tiles: &Tiles, plies: u8, probability: u64) -> i32 {
        let plies = if probability < self.threshold { 1 } else { plies };
        let legal = Move::ALL.into_iter().filter_map(|direction| naive::moved(tiles, direction));
        legal.map(|(after, _)| self.afterstate(&after, plies - 1, probability)).max().unwrap_or(DEAD)
    }
}
