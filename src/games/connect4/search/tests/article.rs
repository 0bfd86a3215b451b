//! The evaluation of the article on Connect Four with alpha-beta, written cell by cell.

use super::super::super::rules::{COLUMNS, Position, ROWS, cell};
use super::super::{Evaluate, WIN};

/// Windows of four cells that hold stones of one side alone count by their number: 1, 10 or 50. A stone
/// counts 2 for each column between it and the nearer edge. All wins are worth the same.
pub(super) struct Article {
    windows: Vec<u64>,
}

impl Article {
    pub(super) fn new() -> Self {
        let mut windows = Vec::new();
        for (column, row) in
            (0..COLUMNS as i32).flat_map(|column| (0..ROWS as i32).map(move |row| (column, row)))
        {
            for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                windows.extend(window((column, row), (right, up)));
            }
        }
        assert_eq!(windows.len(), 69);
        Self { windows }
    }

    fn side(&self, stones: u64, others: u64) -> i32 {
        let lines = self.windows.iter().filter(|&&window| window & others == 0);
        let weights = [0, 1, 10, 50];
        let of_windows: i32 = lines.map(|window| weights[(window & stones).count_ones() as usize]).sum();
        let of_columns: i32 = (0..COLUMNS)
            .map(|column| {
                let count = (0..ROWS).filter(|&row| stones & cell(column, row) != 0).count() as i32;
                2 * count * (column.min(COLUMNS - 1 - column) as i32)
            })
            .sum();
        of_windows + of_columns
    }
}

fn window((column, row): (i32, i32), (right, up): (i32, i32)) -> Option<u64> {
    let on_board =
        |(column, row): &(i32, i32)| (0..COLUMNS as i32).contains(column) && (0..ROWS as i32).contains(row);
    let cells: Vec<(i32, i32)> = (0..4).map(|i| (column + i * right, row + i * up)).collect();
    let bits = || cells.iter().fold(0, |bits, &(column, row)| bits | cell(column as u32, row as u32));
    cells.iter().all(on_board).then(bits)
}

impl Evaluate for Article {
    fn value(&self, position: Position) -> i32 {
        let (own, others) = (position.own(), position.others());
        self.side(own, others) - self.side(others, own)
    }

    fn won(&self, _stones: u32) -> i32 {
        WIN
    }
}

/// The same with wins that depend on their distance.
pub(super) struct NearWins(pub(super) Article);

impl Evaluate for NearWins {
    fn value(&self, position: Position) -> i32 {
        self.0.value(position)
    }
}

/// Values nothing, where only nodes count.
pub(super) struct Nothing;

impl Evaluate for Nothing {
    fn value(&self, _: Position) -> i32 {
        0
    }
}
