//! In which order moves are tried.

use super::super::rules::{CELLS, CENTRE_FIRST, COLUMNS, Position, column_cells};
use super::devices::Devices;

const LEFT_FIRST: [u32; COLUMNS as usize] = [0, 1, 2, 3, 4, 5, 6];

/// Bits of a position, with sentinels.
const BITS: usize = 49;

/// Scores above all of the history.
const SCORE_OF_TABLE_MOVE: u32 = u32::MAX;
const SCORES_OF_KILLERS: [u32; 2] = [u32::MAX - 1, u32::MAX - 2];
const MAX_HISTORY: u32 = u32::MAX - 3;

/// The order of moves and what it has learnt from cut-offs. Killers and history belong to one search.
pub(super) struct Order {
    columns: [u32; COLUMNS as usize],
    learns: bool,
    killers: Option<Box<[[u64; 2]; CELLS as usize]>>,
    history: Option<Box<[[u32; BITS]; 2]>>,
}

impl Order {
    pub(super) fn new(devices: Devices) -> Self {
        Self {
            columns: columns(devices),
            learns: devices.killers || devices.history,
            killers: devices.killers.then(|| Box::new([[0; 2]; CELLS as usize])),
            history: devices.history.then(|| Box::new([[0; BITS]; 2])),
        }
    }

    /// Forgets all cut-offs.
    pub(super) fn reset(&mut self) {
        if let Some(killers) = &mut self.killers {
            killers.fill([0; 2]);
        }
        if let Some(history) = &mut self.history {
            history.fill([0; BITS]);
        }
    }

    /// The cells of `candidates`, `first` before all others if it is one of them.
    pub(super) fn moves(&self, position: Position, candidates: u64, first: u64) -> Moves {
        let mut moves = Moves::default();
        for column in self.columns {
            let cell = candidates & column_cells(column);
            if cell != 0 {
                moves.push(cell, self.score(position, cell, first));
            }
        }
        moves
    }

    fn score(&self, position: Position, cell: u64, first: u64) -> u32 {
        if cell == first {
            return SCORE_OF_TABLE_MOVE;
        }
        if !self.learns {
            return 0;
        }
        let killers = self.killers.as_ref().map_or([0; 2], |killers| killers[position.stones() as usize]);
        match killers.iter().position(|&killer| killer == cell) {
            Some(i) => SCORES_OF_KILLERS[i],
            None => self.history.as_ref().map_or(0, |history| history[side(position)][index(cell)]),
        }
    }

    /// Notes that `cell` cut off at `position`, searched to `depth`.
    pub(super) fn cut_off(&mut self, position: Position, cell: u64, depth: u32) {
        if let Some(killers) = &mut self.killers {
            let [first, second] = &mut killers[position.stones() as usize];
            if *first != cell {
                (*first, *second) = (cell, *first);
            }
        }
        if let Some(history) = &mut self.history {
            let count = &mut history[side(position)][index(cell)];
            *count = count.saturating_add(depth * depth).min(MAX_HISTORY);
        }
    }
}

/// The columns in the order that breaks ties.
pub(super) const fn columns(devices: Devices) -> [u32; COLUMNS as usize] {
    if devices.centre_order { CENTRE_FIRST } else { LEFT_FIRST }
}

const fn side(position: Position) -> usize {
    (position.stones() & 1) as usize
}

const fn index(cell: u64) -> usize {
    cell.trailing_zeros() as usize
}

/// Moves by falling score; among equal scores in the order they came.
#[derive(Default)]
pub(super) struct Moves {
    cells: [u64; COLUMNS as usize],
    scores: [u32; COLUMNS as usize],
    count: usize,
}

impl Moves {
    fn push(&mut self, cell: u64, score: u32) {
        let mut at = self.count;
        while at > 0 && self.scores[at - 1] < score {
            (self.cells[at], self.scores[at]) = (self.cells[at - 1], self.scores[at - 1]);
            at -= 1;
        }
        (self.cells[at], self.scores[at]) = (cell, score);
        self.count += 1;
    }

    pub(super) fn cells(&self) -> &[u64] {
        &self.cells[..self.count]
    }
}
