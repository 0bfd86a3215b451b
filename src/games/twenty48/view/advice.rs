//! Advice on a board: its moves, valued by a policy.

use crate::error::Result;
use crate::games::twenty48::policy::Policy;
use crate::games::twenty48::rules::{Board, Move};
use crate::problem::{Adviser, Shown};
use crate::table::{Column, Grid, Width};
use serde_json::{Map, Value, json};

/// A board as an example.
pub(super) const BOARD: &str = "a board such as 2 2 4 0/0 0 0 0/0 0 0 0/0 0 0 0";

/// A policy that is asked for moves.
pub(super) struct PolicyAdviser(pub Policy);

impl Adviser for PolicyAdviser {
    fn advise(&self, position: &str) -> Result<Shown> {
        let board: Board = position.parse()?;
        let advice = moves(&self.0, board);
        let best = match board.merges_beyond_range() {
            Some(mv) => Some(mv),
            None => self.0.choose(&board),
        };
        let json = to_json(board, &advice, best);
        Ok(Shown { text: Box::new(move |width| to_text(board, &advice, best, width)), json })
    }
}

/// One move of a board.
struct Advice {
    mv: Move,
    legal: bool,
    /// Missing for a move that is illegal or whose result no board can hold.
    after: Option<Board>,
    gain: u64,
    value: Option<f64>,
}

fn moves(policy: &Policy, board: Board) -> Vec<Advice> {
    let mut player = policy.player();
    let (values, factor) = player.move_values(board);
    let advice = |(mv, value): (Move, Option<i32>)| match (board.merges_beyond_range_in(mv), board.moved(mv))
    {
        (Some(gain), _) => Advice { mv, legal: true, after: None, gain, value: None },
        (None, Some((after, gain))) => {
            let value = value.map(|value| f64::from(value) / factor);
            Advice { mv, legal: true, after: Some(after), gain: gain.into(), value }
        }
        (None, None) => Advice { mv, legal: false, after: None, gain: 0, value: None },
    };
    Move::ALL.into_iter().zip(values).map(advice).collect()
}

fn to_json(board: Board, advice: &[Advice], best: Option<Move>) -> Value {
    let one = |a: &Advice| {
        let after = a.after.map(Board::to_tiles);
        (
            a.mv.name().to_owned(),
            json!({ "legal": a.legal, "after": after, "gain": a.gain, "value": a.value }),
        )
    };
    let moves: Map<String, Value> = advice.iter().map(one).collect();
    json!({ "board": board.to_tiles(), "moves": moves, "best": best.map(Move::name) })
}

fn to_text(board: Board, advice: &[Advice], best: Option<Move>, width: Width) -> String {
    let cells = |cell: &dyn Fn(&Advice) -> String| advice.iter().map(cell).collect::<Vec<_>>();
    let mark = |a: &Advice| if best == Some(a.mv) { "*" } else { "" }.to_owned();
    let note = |a: &Advice| match (a.legal, a.after) {
        (_, Some(_)) => "…",
        (true, None) => "ends the game: a 65536",
        (false, None) => "not legal",
    };
    let after = |a: &Advice| a.after.map_or_else(|| note(a).into(), Board::to_notation);
    let value = |a: &Advice| a.value.map(|value| format!("{value:.4}")).unwrap_or_default();
    let gain = |a: &Advice| if a.legal { a.gain.to_string() } else { String::new() };
    let mut grid = Grid::new("--wide, --json");
    grid.push(Column::names("", cells(&mark)));
    grid.push(Column::names("move", cells(&|a| a.mv.to_string())));
    grid.push(Column::numbers("gain", cells(&gain)));
    grid.push(Column::numbers("value", cells(&value)));
    let boards = Column::names("board after", cells(&after)).or(cells(&|a| note(a).to_owned()));
    let boards = grid.push(boards);
    grid.shorten(vec![boards], "boards", "the boards after the moves");
    let verdict = best.map_or("no legal move".into(), |mv| format!("best: {mv}"));
    format!("{board}\n{}\n{verdict}\n", grid.render(width))
}
