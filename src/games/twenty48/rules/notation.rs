//! Boards as text: `"2 2 4 0/0 0 0 0/0 0 0 0/0 0 0 0"`, and as rows of tiles.

use super::Board;
use super::board::tile;
use crate::error::{Error, Result};
use crate::text;
use std::fmt;
use std::str::FromStr;

const ALLOWED: &str = "0 for an empty cell, or a power of two from 2 to 32768";

impl Board {
    /// The board of four rows of tiles, top to bottom; 0 is an empty cell.
    ///
    /// # Errors
    /// [`Error::Input`] naming row and column of what is no tile.
    pub fn from_tiles(rows: &[[u32; 4]; 4]) -> Result<Self> {
        let mut board = Self::default();
        for (r, row) in rows.iter().enumerate() {
            for (c, &tile) in row.iter().enumerate() {
                let rank = rank(tile).ok_or_else(|| refuse(r, c, &tile.to_string()))?;
                board = board.place((4 * r + c) as u32, rank);
            }
        }
        Ok(board)
    }

    /// The tiles in four rows, top to bottom; 0 is an empty cell.
    pub fn to_tiles(self) -> [[u32; 4]; 4] {
        std::array::from_fn(|r| std::array::from_fn(|c| tile(self.rank((4 * r + c) as u32))))
    }

    /// The text that [`FromStr`] reads.
    pub fn to_notation(self) -> String {
        let row = |row: &[u32; 4]| row.map(|tile| tile.to_string()).join(" ");
        self.to_tiles().iter().map(row).collect::<Vec<_>>().join("/")
    }
}

fn rank(tile: u32) -> Option<u8> {
    match tile {
        0 => Some(0),
        2..=32768 if tile.is_power_of_two() => Some(tile.trailing_zeros() as u8),
        _ => None,
    }
}

fn refuse(row: usize, column: usize, token: &str) -> Error {
    Error::Input(format!("board: row {}, column {}: {token:?}: allowed is {ALLOWED}", row + 1, column + 1))
}

impl FromStr for Board {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let text = text::without_mark(text);
        let rows: Vec<&str> = text.trim().split('/').collect();
        if rows.len() != 4 {
            let found = rows.len();
            return Err(Error::Input(format!("board {text:?}: {found} rows: allowed are 4, separated by /")));
        }
        let mut tiles = [[0; 4]; 4];
        for (r, row) in rows.iter().enumerate() {
            let cells: Vec<&str> = row.split_whitespace().collect();
            if cells.len() != 4 {
                let found = cells.len();
                return Err(Error::Input(format!("board: row {} has {found} cells: allowed are 4", r + 1)));
            }
            for (c, cell) in cells.iter().enumerate() {
                let digits = cell.bytes().all(|byte| byte.is_ascii_digit());
                let tile = cell.parse().ok().filter(|_| digits);
                tiles[r][c] = tile.ok_or_else(|| refuse(r, c, cell))?;
            }
        }
        Self::from_tiles(&tiles)
    }
}

impl fmt::Display for Board {
    /// Four lines, each cell right-aligned to the width of the largest tile.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.max_tile().to_string().len();
        for (i, row) in self.to_tiles().iter().enumerate() {
            let cell =
                |tile: &u32| if *tile == 0 { format!("{:>width$}", ".") } else { format!("{tile:>width$}") };
            let line = row.iter().map(cell).collect::<Vec<_>>().join(" ");
            f.write_str(if i == 0 { "" } else { "\n" })?;
            f.write_str(&line)?;
        }
        Ok(())
    }
}
