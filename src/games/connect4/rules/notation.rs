//! Positions as text: the moves of a game, `"44536"`, and a drawn board, six rows from the top.

use super::{COLUMNS, Position, ROWS, cell, column_cells, has_four};
use crate::error::{Error, Result};
use crate::text;
use std::fmt;
use std::str::FromStr;

impl Position {
    /// The position after the side to move dropped a stone into `column`, from 0.
    ///
    /// # Errors
    /// [`Error::Input`] naming the column, counted from 1, if it does not exist or is full, or if the game is
    /// over.
    pub fn play(self, column: u32) -> Result<Self> {
        self.dropped(column).map_err(|why| Error::Input(format!("position: {why}")))
    }

    /// The position after stones dropped into `columns`, from 0, by both sides in turn.
    ///
    /// # Errors
    /// [`Error::Input`] naming the move and the column, both counted from 1, as [`Position::play`].
    pub fn from_moves(columns: impl IntoIterator<Item = u32>) -> Result<Self> {
        columns.into_iter().zip(1..).try_fold(Self::EMPTY, |position, (column, number)| {
            position.dropped(column).map_err(|why| refuse_move(number, &why))
        })
    }

    /// The stones of both sides, first player first.
    const fn sides(self) -> [u64; 2] {
        if self.stones().is_multiple_of(2) {
            [self.own(), self.others()]
        } else {
            [self.others(), self.own()]
        }
    }

    fn dropped(self, column: u32) -> std::result::Result<Self, String> {
        if self.is_won() {
            return Err(format!("the game is over: move {} won it", self.stones()));
        }
        if column >= COLUMNS {
            return Err(format!(
                "column {} does not exist: allowed are 1 to {COLUMNS}",
                u64::from(column) + 1
            ));
        }
        match self.playable_in(column) {
            0 => Err(format!("column {} is full: allowed {}", column + 1, self.allowed())),
            cell => Ok(self.after(cell)),
        }
    }

    /// The columns with an empty cell, in words.
    fn allowed(self) -> String {
        let open = (0..COLUMNS).filter(|&column| self.playable_in(column) != 0);
        match open.map(|column| (column + 1).to_string()).collect::<Vec<_>>().as_slice() {
            [] => "is none, as the board is full".into(),
            [only] => format!("is {only}"),
            [all @ .., last] => format!("are {} and {last}", all.join(", ")),
        }
    }
}

fn refuse_move(number: u32, why: &str) -> Error {
    Error::Input(format!("position: move {number}: {why}"))
}

impl FromStr for Position {
    type Err = Error;

    /// Reads the moves of a game, as columns from 1, or six rows from the top, separated by line ends or `/`:
    /// `X` is a stone of the first player, `O` of the second, `.` an empty cell. Small letters and blanks
    /// between cells are allowed, and so is a last row of column numbers.
    fn from_str(text: &str) -> Result<Self> {
        let text = text::without_mark(text).trim();
        if text.contains(['/', '\n', '.']) { from_rows(text) } else { from_digits(text) }
    }
}

fn from_digits(text: &str) -> Result<Position> {
    text.chars().zip(1..).try_fold(Position::EMPTY, |position, (digit, number)| {
        let column = digit.to_digit(10).filter(|column| (1..=COLUMNS).contains(column));
        let no_column = || format!("{digit:?} is no column: allowed are 1 to {COLUMNS}");
        let played = column.ok_or_else(no_column).and_then(|column| position.dropped(column - 1));
        played.map_err(|why| refuse_move(number, &why))
    })
}

fn from_rows(text: &str) -> Result<Position> {
    let mut rows: Vec<Vec<char>> = text.split(['\n', '/']).map(row_cells).collect();
    if rows.last().is_some_and(|row| row.iter().copied().eq(column_numbers())) {
        rows.pop();
    }
    if rows.len() != ROWS as usize {
        let found = rows.len();
        return Err(refuse(&format!("{found} rows: allowed are {ROWS}, separated by line ends or /")));
    }
    let mut sides = [0; 2];
    for (row, cells) in rows.iter().enumerate() {
        read_row(row as u32, cells, &mut sides)?;
    }
    checked(sides)
}

fn row_cells(row: &str) -> Vec<char> {
    row.chars().filter(|character| !character.is_whitespace()).collect()
}

fn column_numbers() -> impl Iterator<Item = char> {
    (1..=COLUMNS).filter_map(|column| char::from_digit(column, 10))
}

/// Adds the stones of `row`, counted from the top, to those of both sides.
fn read_row(row: u32, cells: &[char], sides: &mut [u64; 2]) -> Result<()> {
    if cells.len() != COLUMNS as usize {
        return Err(refuse(&format!("row {} has {} cells: allowed are {COLUMNS}", row + 1, cells.len())));
    }
    for (&character, column) in cells.iter().zip(0..) {
        match character {
            '.' => {}
            'X' | 'x' => sides[0] |= cell(column, ROWS - 1 - row),
            'O' | 'o' => sides[1] |= cell(column, ROWS - 1 - row),
            _ => return Err(refuse_cell(row, column, character)),
        }
    }
    Ok(())
}

fn refuse(why: &str) -> Error {
    Error::Input(format!("position: {why}"))
}

fn refuse_cell(row: u32, column: u32, found: char) -> Error {
    refuse(&format!("row {}, column {}: {found:?}: allowed are X, O and .", row + 1, column + 1))
}

/// The position with these stones of the first and the second player, if a game can have reached it.
fn checked([first, second]: [u64; 2]) -> Result<Position> {
    let all = first | second;
    check_support(all)?;
    let (firsts, seconds) = (first.count_ones(), second.count_ones());
    if firsts != seconds && firsts != seconds + 1 {
        let allowed = "allowed are as many X as O, or one more";
        return Err(refuse(&format!("{firsts} X and {seconds} O: {allowed}")));
    }
    let first_moved_last = firsts > seconds;
    check_end(first, second, first_moved_last)?;
    Ok(Position::from_stones(if first_moved_last { second } else { first }, all))
}

/// Refuses a stone above an empty cell.
fn check_support(all: u64) -> Result<()> {
    for column in 0..COLUMNS {
        let floats = |row: &u32| all & cell(column, *row) != 0 && all & cell(column, row - 1) == 0;
        if let Some(row) = (1..ROWS).find(floats) {
            let (row, column) = (ROWS - row, column + 1);
            return Err(refuse(&format!("row {row}, column {column}: the stone lies on an empty cell")));
        }
    }
    Ok(())
}

/// Refuses a position that goes on after a win.
fn check_end(first: u64, second: u64, first_moved_last: bool) -> Result<()> {
    let (last, other, name, other_name) =
        if first_moved_last { (first, second, 'X', 'O') } else { (second, first, 'O', 'X') };
    match (has_four(last), has_four(other)) {
        (true, true) => Err(refuse("X and O both have four in a line")),
        (false, true) => Err(refuse(&format!("{other_name} has four in a line, but {name} moved after it"))),
        (true, false) if !won_by_one_stone(last, first | second) => {
            Err(refuse(&format!("{name} has fours in a line that no single last stone made")))
        }
        _ => Ok(()),
    }
}

/// Whether the winner has no four without one of its stones that lie on top of a column.
fn won_by_one_stone(winner: u64, all: u64) -> bool {
    (0..COLUMNS).any(|column| {
        let stones = all & column_cells(column);
        // Stones of a column are its lowest cells, so that the highest bit is the one on top.
        let top = stones & !(stones >> 1);
        winner & top != 0 && !has_four(winner ^ top)
    })
}

impl fmt::Display for Position {
    /// Six rows from the top and a line of column numbers, cells separated by blanks, without a last line
    /// end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.sides();
        for row in (0..ROWS).rev() {
            let stone = |column| match cell(column, row) {
                bit if first & bit != 0 => 'X',
                bit if second & bit != 0 => 'O',
                _ => '.',
            };
            writeln!(f, "{}", spaced((0..COLUMNS).map(stone)))?;
        }
        f.write_str(&spaced(column_numbers()))
    }
}

fn spaced(cells: impl Iterator<Item = char>) -> String {
    cells.map(String::from).collect::<Vec<_>>().join(" ")
}
