//! The problems that an experiment can name: one row each. The library takes any other problem as well; only
//! the command line is bound to these.

use crate::benchmarks::{Benchmark, Exact};
use crate::error::{Error, Result};
use crate::games::connect4::Connect4;
use crate::games::twenty48::Twenty48;
use crate::problem::{Game, Problem, Scenario, View};
use toml::Table;

/// A row: a game that comes with the program.
struct Row {
    name: &'static str,
    /// The keys of an experiment that are its own.
    keys: &'static [&'static str],
    build: fn(&Table) -> Result<Box<dyn Problem>>,
    view: &'static dyn View,
}

const GAMES: [Row; 2] = [
    Row {
        name: Twenty48::NAME,
        keys: &Twenty48::KEYS,
        build: |keys| Ok(Box::new(Twenty48::new(keys)?)),
        view: Twenty48::VIEW,
    },
    Row {
        name: Connect4::NAME,
        keys: &Connect4::KEYS,
        build: |keys| Ok(Box::new(Connect4::new(keys)?)),
        view: Connect4::VIEW,
    },
];

/// What an experiment that names no `domain` tunes.
pub const DEFAULT: &str = GAMES[0].name;

/// The problem called `domain`, the default one for `None`, with these `keys` of its own.
///
/// # Errors
/// [`Error::Input`] naming what is not known: the problem, or the key with its value and what is allowed.
/// `everybody` are the keys that every problem has.
pub fn build(domain: Option<&str>, keys: &Table, everybody: &[&str]) -> Result<Box<dyn Problem>> {
    let name = domain.unwrap_or(DEFAULT);
    if let Some(row) = GAMES.iter().find(|row| row.name == name) {
        refuse_unknown(keys, everybody, row.keys)?;
        return (row.build)(keys);
    }
    if Benchmark::names().any(|known| known == name) {
        refuse_unknown(keys, everybody, &Exact::KEYS)?;
        return Ok(Box::new(Exact::new(name, keys)?));
    }
    let games = GAMES.iter().map(|row| row.name);
    let allowed: Vec<&str> = games.chain(Benchmark::names()).collect();
    Err(Error::Input(format!("domain = {name:?}: allowed is {}", allowed.join(", "))))
}

/// Refuses a key that neither `everybody` nor the problem has.
fn refuse_unknown(keys: &Table, everybody: &[&str], own: &[&str]) -> Result<()> {
    let Some(unknown) = keys.keys().find(|key| !own.contains(&key.as_str())) else { return Ok(()) };
    let allowed: Vec<String> = everybody.iter().chain(own).map(|key| format!("`{key}`")).collect();
    Err(Error::Input(match GAMES.iter().find(|row| row.keys.contains(&unknown.as_str())) {
        Some(row) => format!("{unknown}: allowed is nothing: it is a key of {}", row.name),
        None => format!("unknown field `{unknown}`, expected one of {}", allowed.join(", ")),
    }))
}

/// What a person sees of each game that comes with the program.
pub fn views() -> impl Iterator<Item = &'static dyn View> {
    GAMES.iter().map(|row| row.view)
}

/// The names of the games that come with the program.
pub fn names() -> Vec<&'static str> {
    GAMES.iter().map(|row| row.name).collect()
}

/// Calls `with` with the game called `name`, as it is without an experiment.
///
/// # Errors
/// [`Error::Input`] if there is no such game, or what `with` reports.
pub fn with_game<T>(name: &str, with: impl FnOnce(&dyn Game) -> Result<T>) -> Result<T> {
    let row = GAMES.iter().find(|row| row.name == name).ok_or_else(|| {
        let allowed: Vec<String> = GAMES.iter().map(|row| format!("{:?}", row.name)).collect();
        Error::Input(format!("game = {name:?}: allowed is {}", allowed.join(", ")))
    })?;
    with(crate::problem::game((row.build)(&Table::new())?.as_ref())?)
}

/// The complete keys of `scenarios` for `problem`.
///
/// # Errors
/// [`Error::Input`] naming the key, its value and what is allowed.
pub fn complete(problem: &dyn Problem, scenarios: &mut [Scenario]) -> Result<()> {
    for (i, scenario) in scenarios.iter_mut().enumerate() {
        let named = |why: String| {
            let everybody = "expected one of `name`, `games`, ";
            Error::Input(format!("scenario[{i}].{}", why.replacen("expected one of ", everybody, 1)))
        };
        scenario.keys = problem.scenario_keys(&scenario.keys).map_err(named)?;
    }
    Ok(())
}
