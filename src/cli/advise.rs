//! `paretune advise`.

use super::width::Wide;
use super::{output, side};
use crate::error::{Error, Result};
use crate::games::twenty48::policy::{Policy, PolicySpec};
use crate::games::twenty48::rules::{Board, Move};
use crate::games::twenty48::search::MAX_PLY;
use crate::report::{Column, Grid, Width};
use crate::text;
use serde_json::{Map, Value, json};
use std::ffi::OsString;
use std::io::BufRead;

/// A board as an example.
const BOARD: &str = "a board such as 2 2 4 0/0 0 0 0/0 0 0 0/0 0 0 0";

/// Arguments of `advise`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Four rows of tiles, as in "2 2 4 0/0 0 0 0/0 0 0 0/0 0 0 0" (0 is empty), or - to read one
    /// board a line from stdin
    board: String,
    /// The policy that values the moves: a file, or a preset that `paretune presets` lists
    #[arg(long, value_name = "POLICY", default_value = "quick")]
    policy: OsString,
    /// Search so deep, whatever the policy says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_PLY)))]
    ply: Option<u8>,
    /// Print one JSON object a board
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    wide: Wide,
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

/// Runs `advise`.
///
/// # Errors
/// [`Error::Input`] naming what is wrong with a board or the policy.
pub fn run(args: &Args) -> Result<()> {
    let policy = Policy::new(policy(args)?)?;
    if args.board != "-" {
        return advise(&policy, args.board.parse()?, args);
    }
    for (i, line) in std::io::stdin().lock().split(b'\n').enumerate() {
        let line = line.map_err(|e| Error::io("read", "stdin", e))?;
        let named = |why: String| Error::Input(format!("stdin line {}: {why}", i + 1));
        let line = text::decode(line).map_err(|_| named(format!("not UTF-8: allowed is {BOARD}")))?;
        if line.trim().is_empty() {
            continue;
        }
        let board = line.parse().map_err(|e: Error| named(e.to_string()))?;
        advise(&policy, board, args)?;
    }
    Ok(())
}

fn policy(args: &Args) -> Result<PolicySpec> {
    let mut spec = side::file_or_preset(&args.policy)?;
    if let Some(ply) = args.ply {
        spec.members.iter_mut().for_each(|member| member.search.ply = ply);
    }
    Ok(spec)
}

fn advise(policy: &Policy, board: Board, args: &Args) -> Result<()> {
    let advice = moves(policy, board);
    let best = match board.merges_beyond_range() {
        Some(mv) => Some(mv),
        None => policy.choose(&board),
    };
    if args.json {
        output::data(&format!("{}\n", to_json(board, &advice, best)))
    } else {
        output::data(&to_text(board, &advice, best, args.wide.columns()))
    }
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
