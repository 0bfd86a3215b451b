//! Two games from one opening, in which two policies change colours.

use super::judge::Judge;
use super::policy::{Choice, Mover};
use super::rules::{COLUMNS, Position};
use super::solver::Verdict;
use crate::error::{Error, Result};

/// What a game came to for one of its players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Outcome {
    /// 2 for a win, 1 for a draw, 0 for a loss.
    pub(super) half_points: u32,
    /// Stones on the board at the end.
    pub(super) plies: u32,
    /// Moves that the player made.
    pub(super) moves: u32,
    /// Nodes of its searches.
    pub(super) nodes: u64,
    /// Moves of which is known whether they keep the perfect result.
    pub(super) graded: u32,
    /// Of these, those that keep it.
    pub(super) kept: u32,
}

/// How moves are graded: by whom, and from how many stones on the board on.
pub(super) struct Grading<'j> {
    pub(super) judge: &'j mut Judge,
    pub(super) from: u32,
}

/// What `own` makes of both games against `other` from `opening`: as first player and as second. `seed` decides what chance
/// decides.
///
/// # Errors
/// [`Error::Internal`] if a policy makes no move where there is one.
pub(super) fn play(
    own: &mut Mover,
    other: &mut Mover,
    opening: Position,
    seed: u64,
    mut grading: Option<Grading<'_>>,
) -> Result<[Outcome; 2]> {
    let mut game = |is_first: bool| {
        // Both games have chances of their own, and so have both sides.
        let chances = |side: u64| seed.wrapping_add(4 * side + 2 * u64::from(is_first));
        own.new_game(is_first, chances(0));
        other.new_game(!is_first, chances(1));
        of_colour(own, other, opening, is_first, grading.as_mut())
    };
    Ok([game(true)?, game(false)?])
}

fn of_colour(
    own: &mut Mover,
    other: &mut Mover,
    opening: Position,
    is_first: bool,
    mut grading: Option<&mut Grading<'_>>,
) -> Result<Outcome> {
    let mut outcome = Outcome::default();
    let mut position = opening;
    while !position.is_won() && !position.is_full() {
        let is_own = position.stones().is_multiple_of(2) == is_first;
        let choice = (if is_own { &mut *own } else { &mut *other }).choose(position);
        let next = after(position, choice)?;
        if is_own {
            outcome.moves += 1;
            outcome.nodes += choice.map_or(0, |choice| choice.nodes);
            if let Some(grading) = grading.as_deref_mut().filter(|it| position.stones() >= it.from) {
                outcome.graded += 1;
                outcome.kept += u32::from(grading.keeps(position, next));
            }
        }
        position = next;
    }
    outcome.plies = position.stones();
    outcome.half_points = match position.is_won() {
        false => 1,
        // The side that moved last won.
        true if position.stones().is_multiple_of(2) == is_first => 0,
        true => 2,
    };
    Ok(outcome)
}

fn after(position: Position, choice: Option<Choice>) -> Result<Position> {
    let cell = choice.filter(|it| it.column < COLUMNS).map_or(0, |it| position.playable_in(it.column));
    match cell {
        0 => Err(Error::Internal(format!("a policy made no possible move on\n{position}"))),
        cell => Ok(position.after(cell)),
    }
}

impl Grading<'_> {
    /// Whether the move from `position` to `next` keeps what perfect play makes of it.
    fn keeps(&mut self, position: Position, next: Position) -> bool {
        let best = self.judge.verdict(position);
        let found = match self.judge.verdict(next) {
            Verdict::Loss => Verdict::Win,
            Verdict::Draw => Verdict::Draw,
            Verdict::Win => Verdict::Loss,
        };
        found == best
    }
}
