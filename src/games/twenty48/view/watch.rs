//! One game, board by board, in colour.

use crate::error::Result;
use crate::games::twenty48::policy::Policy;
use crate::games::twenty48::rules::Board;
use crate::games::twenty48::search::{GameEnd, play_with};
use anstyle::{Ansi256Color, Style};
use std::cell::OnceCell;

/// Width of a cell: the widest tile and a space either side.
const WIDTH: usize = 7;

/// Plays the game of `seed` and hands every board to `see`, with the move made on it, until `see` says false or
/// fails. Returns how many moves were made.
pub(super) fn watch(policy: &Policy, seed: u64, see: &mut dyn FnMut(&str) -> Result<bool>) -> Result<u64> {
    let mut player = policy.player();
    player.new_game();
    let (mut score, mut moves) = (0_u64, 0_u64);
    // What `see` said when it had enough.
    let ended = OnceCell::new();
    let mut last = Board::default();
    let record = play_with(
        &mut |board| {
            last = board;
            if ended.get().is_some() { None } else { player.choose(board) }
        },
        seed,
        |board, choice| {
            let line = format!("move {:>5}  score {score:>7}  {}", moves + 1, choice.mv);
            match see(&drawn(board, &line)) {
                Ok(true) => {}
                enough => drop(ended.set(enough)),
            }
            (score, moves) = (score + u64::from(choice.gain), moves + 1);
        },
    );
    if let Some(enough) = ended.into_inner() {
        return enough.map(|_| moves);
    }
    let end = match record.outcome {
        GameEnd::Over => "no move is left",
        GameEnd::BeyondRange => "two 32768 could be merged, beyond what the board holds",
    };
    see(&drawn(last, &format!("{} moves, score {}: {end}", record.moves, record.score)))?;
    Ok(moves)
}

fn drawn(board: Board, line: &str) -> String {
    format!("{}{line}\n", coloured(board))
}

fn coloured(board: Board) -> String {
    let cell = |tile: &u32| {
        let style = style(*tile);
        let text = if *tile == 0 { "·".to_owned() } else { tile.to_string() };
        format!("{style}{text:^WIDTH$}{style:#}")
    };
    board.to_tiles().iter().map(|row| row.iter().map(cell).collect::<String>() + "\n").collect()
}

/// Warmer and brighter with the tile.
fn style(tile: u32) -> Style {
    const COLOURS: [u8; 16] = [236, 254, 230, 223, 216, 209, 203, 228, 227, 226, 220, 214, 51, 45, 39, 201];
    let rank = tile.checked_ilog2().unwrap_or_default() as usize;
    let background = Ansi256Color(COLOURS[rank.min(COLOURS.len() - 1)]);
    let text = Ansi256Color(if tile == 0 { 244 } else { 16 });
    Style::new().bg_color(Some(background.into())).fg_color(Some(text.into()))
}
