//! One game, stone by stone, in colour.

use super::super::openings::{self, opening};
use super::super::policy::{Mover, PRESETS, PolicySpec};
use super::super::rules::Position;
use crate::error::{Error, Result};
use crate::rng::Purpose;
use anstyle::{AnsiColor, Style};

/// Plays the game of `seed` as first player against the article's weights and hands every position to `see`, until `see`
/// says false or fails. Returns how many moves were made.
pub(super) fn watch(spec: &PolicySpec, seed: u64, see: &mut dyn FnMut(&str) -> Result<bool>) -> Result<u64> {
    let opponent = PRESETS.iter().find(|preset| preset.name == "c4-article");
    let opponent = opponent.ok_or_else(|| Error::Internal("the preset c4-article is missing".into()))?;
    let mut movers = [Mover::new(spec)?, Mover::new(&PolicySpec::of(&opponent.policy()?)?)?];
    for (side, mover) in movers.iter_mut().enumerate() {
        mover.new_game(side == 0, seed);
    }
    let mut position = opening(openings::marked(seed, Purpose::Play))?;
    let mut line =
        format!("an opening of {} stones; X is the policy, O the article's weights", position.stones());
    let mut moves = 0;
    loop {
        let goes_on = see(&drawn(position, &line))?;
        let choice = movers[(position.stones() % 2) as usize].choose(position);
        let Some(choice) = choice.filter(|_| goes_on) else { return Ok(moves) };
        let side = if position.stones().is_multiple_of(2) { "X" } else { "O" };
        position = position.after(position.playable_in(choice.column));
        moves += 1;
        line = format!(
            "{side} takes column {} after {} nodes{}",
            choice.column + 1,
            choice.nodes,
            end(position)
        );
    }
}

fn end(position: Position) -> String {
    match (position.is_won(), position.is_full()) {
        (true, _) => format!(", and wins with {} stones on the board", position.stones()),
        (false, true) => ", and the game is drawn".into(),
        (false, false) => String::new(),
    }
}

fn drawn(position: Position, line: &str) -> String {
    format!("{}\n{line}\n", coloured(position))
}

/// The board with stones in colour, without a last line end.
pub(super) fn coloured(position: Position) -> String {
    let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into())).bold();
    let (x, o) = (colour(AnsiColor::Yellow), colour(AnsiColor::Red));
    position.to_string().replace('X', &format!("{x}X{x:#}")).replace('O', &format!("{o}O{o:#}"))
}
