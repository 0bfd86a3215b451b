//! `paretune play --watch`: one game, move by move, in colour.

use crate::cli::output;
use crate::error::{Error, Result};
use crate::games::twenty48::policy::Policy;
use crate::games::twenty48::rules::Board;
use crate::games::twenty48::search::{Outcome, play_with};
use anstyle::{Ansi256Color, Style};
use std::cell::OnceCell;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Width of a cell: the widest tile and a space either side.
const WIDTH: usize = 7;

/// Plays the game of `seed`; on a terminal each board is drawn over the last one.
pub fn run(policy: &Policy, seed: u64, delay: u64, stop: &AtomicBool) -> Result<()> {
    let terminal = std::io::stdout().is_terminal();
    let mut player = policy.player();
    player.new_game();
    let (mut score, mut moves) = (0_u64, 0_u64);
    // The first board that cannot be shown ends the game.
    let failed = OnceCell::new();
    let mut last = Board::default();
    let record = play_with(
        &mut |board| {
            last = board;
            if stop.load(Ordering::Relaxed) || failed.get().is_some() { None } else { player.choose(board) }
        },
        seed,
        |board, choice| {
            let line = format!("move {:>5}  score {score:>7}  {}", moves + 1, choice.mv);
            if let Err(e) = show(board, &line, terminal, moves > 0) {
                let _ = failed.set(e);
            }
            (score, moves) = (score + u64::from(choice.gain), moves + 1);
            if terminal {
                std::thread::sleep(Duration::from_millis(delay));
            }
        },
    );
    failed.into_inner().map_or(Ok(()), Err)?;
    if stop.load(Ordering::Relaxed) {
        return Err(Error::Interrupted(format!("after {} moves", record.moves)));
    }
    let end = match record.outcome {
        Outcome::Over => "no move is left",
        Outcome::BeyondRange => "two 32768 could be merged, beyond what the board holds",
    };
    show(last, &format!("{} moves, score {}: {end}", record.moves, record.score), terminal, moves > 0)
}

fn show(board: Board, line: &str, terminal: bool, over: bool) -> Result<()> {
    // Up over the board and its line, if they are there, and clear what follows.
    let up = if terminal && over { "\x1b[5A\x1b[J" } else { "" };
    output::data(&format!("{up}{}{line}\n", coloured(board)))
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
