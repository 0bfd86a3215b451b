//! `paretune play --human`: a person types, a policy answers.

use super::output;
use crate::error::{Error, Result};
use crate::problem::{Game, PolicyFile, Said};
use crate::rng::{Purpose, seed};
use crate::text;
use std::io::{BufRead, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};

/// What a person on a terminal is asked by.
const PROMPT: &str = "> ";

/// Plays until the game ends, the person has enough or nothing more is typed.
///
/// # Errors
/// What the policy or the input reports; [`Error::Interrupted`] if `stop` was set.
pub(super) fn play(game: &dyn Game, policy: &PolicyFile, run_seed: u64, stop: &AtomicBool) -> Result<()> {
    let seed = game.seed(seed(run_seed, Purpose::Play, 0), Purpose::Play);
    let mut session = game.view().against_person(policy, seed)?;
    output::data(&session.begin()?)?;
    prompt()?;
    for line in std::io::stdin().lock().split(b'\n') {
        if stop.load(Ordering::Relaxed) {
            return Err(Error::Interrupted("the game was left".into()));
        }
        let line = line.map_err(|e| Error::io("read", "stdin", e))?;
        // What is not UTF-8 is no move either.
        match session.answer(text::decode(line).unwrap_or_default().trim())? {
            Said::More(text) => output::data(&text)?,
            Said::End(text) => return output::data(&text),
        }
        prompt()?;
    }
    Ok(())
}

fn prompt() -> Result<()> {
    if std::io::stdout().is_terminal() { output::data(PROMPT) } else { Ok(()) }
}
