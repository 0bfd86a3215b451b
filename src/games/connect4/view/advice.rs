//! Advice on a position: its moves, with exact scores or valued by a policy.

use super::super::policy::{Mover, PolicySpec};
use super::super::rules::{COLUMNS, Position};
use super::super::solver::{Book, Solver};
use crate::error::Result;
use crate::problem::{Adviser, Shown};
use crate::table::{Column, Grid, Width};
use serde_json::json;
use std::cell::RefCell;
use std::path::Path;

/// A position as an example.
pub(super) const POSITION: &str = "the columns played so far such as 4453, or six rows from the top such as ......./......./......./......./...O.../..XX...";

/// The size of the table: 2 to the power of this entries of 8 bytes, 128 MiB.
const TABLE_BITS: u32 = 24;

/// The moves of a position by column.
type Values = [Option<i32>; COLUMNS as usize];

/// The exact solver.
pub(super) struct Exact(RefCell<Solver>);

impl Exact {
    /// The solver, with the book in the file `path`.
    pub(super) fn new(path: Option<&str>) -> Result<Self> {
        let book = path.map(|path| Book::read(Path::new(path))).transpose()?;
        let solver = Solver::new(TABLE_BITS)?;
        Ok(Self(RefCell::new(book.into_iter().fold(solver, Solver::with_book))))
    }
}

impl Adviser for Exact {
    fn advise(&self, text: &str) -> Result<Shown> {
        let position: Position = text.parse()?;
        let mut solver = self.0.borrow_mut();
        let (score, moves) = (solver.score(position), solver.scores(position));
        let json = json!({
            "position": text.trim(),
            "score": score,
            "moves": moves,
            "best": best(&moves),
        });
        let said = verdict(score, position);
        Ok(Shown { text: Box::new(move |width| to_text(position, &moves, "score", &said, width)), json })
    }
}

/// A policy that is asked for moves.
pub(super) struct ByPolicy(RefCell<Mover>);

impl ByPolicy {
    pub(super) fn new(spec: &PolicySpec) -> Result<Self> {
        Ok(Self(RefCell::new(Mover::new(spec)?)))
    }
}

impl Adviser for ByPolicy {
    fn advise(&self, text: &str) -> Result<Shown> {
        let position: Position = text.parse()?;
        let mut mover = self.0.borrow_mut();
        mover.new_game(position.stones().is_multiple_of(2), 0);
        let moves = mover.values(position);
        let choice = mover.choose(position).map(|choice| choice.column + 1);
        let json = json!({ "position": text.trim(), "moves": moves, "best": choice });
        let said = choice.map_or("the game is over".into(), |column| format!("best: column {column}"));
        Ok(Shown { text: Box::new(move |width| to_text(position, &moves, "value", &said, width)), json })
    }
}

/// The columns, from 1, with the greatest of `moves`.
fn best(moves: &Values) -> Vec<u32> {
    let most = moves.iter().flatten().max();
    let is_best = |column: &u32| moves[*column as usize - 1].as_ref().is_some_and(|it| Some(it) == most);
    (1..=COLUMNS).filter(is_best).collect()
}

/// What `score` says, in words.
fn verdict(score: i32, position: Position) -> String {
    let side = |own: bool| if position.stones().is_multiple_of(2) == own { "X" } else { "O" };
    let stone = 22 - score.abs();
    match score {
        _ if position.is_won() => format!("{} has won", side(false)),
        _ if position.is_full() => "the game is drawn".into(),
        0 => "a draw".into(),
        1.. => format!("{} wins with its stone {stone}", side(true)),
        _ => format!("{} wins with its stone {stone}", side(false)),
    }
}

fn to_text(position: Position, moves: &Values, what: &str, said: &str, width: Width) -> String {
    let columns: Vec<u32> = (1..=COLUMNS).collect();
    let best = best(moves);
    let value = |column: &u32| moves[*column as usize - 1].map_or("–".into(), |value| value.to_string());
    let mark = |column: &u32| if best.contains(column) { "*" } else { "" }.to_owned();
    let mut grid = Grid::new("--json");
    grid.push(Column::names("", columns.iter().map(mark).collect()));
    grid.push(Column::numbers("column", columns.iter().map(u32::to_string).collect()));
    grid.push(Column::numbers(what, columns.iter().map(value).collect()));
    format!("{position}\n{}\n{said}\n", grid.render(width))
}
