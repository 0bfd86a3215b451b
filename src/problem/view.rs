//! What a person sees of a game: statistics of games, one game move by move, advice on a position, the
//! policies that come with it, how fast it plays.

use super::PolicyFile;
use crate::error::{Error, Result};
use crate::objective::Records;
use crate::table::Width;
use serde_json::Value;
use std::path::Path;
use std::time::Duration;

/// A text for a person at a width, and the same as JSON.
pub struct Shown {
    /// The text, in lines of at most the width.
    pub text: Box<dyn Fn(Width) -> String>,
    /// The same for a program.
    pub json: Value,
}

/// What the command line offers of a game. Whatever a game leaves out is refused by name, or shown by its
/// metrics alone.
pub trait View: Send + Sync {
    /// The policies that come with the program, from the cheapest to the dearest.
    fn presets(&self) -> &'static [PresetPolicy] {
        &[]
    }

    /// Options of `advise` beside those of every game.
    fn options(&self) -> &'static [GameOption] {
        &[]
    }

    /// `policy` as option `name` with this value wants it.
    ///
    /// # Errors
    /// [`Error::Input`] if there is no such option or the value is out of range.
    fn adjusted(&self, policy: &PolicyFile, name: &str, _value: &str) -> Result<PolicyFile> {
        Err(Error::Input(format!("--{name}: {} has no such option", policy.game())))
    }

    /// The keys of a scenario that say in which setting a policy plays outside an experiment, such as its opponent.
    fn setting_keys(&self) -> &'static [&'static str] {
        &[]
    }

    /// Statistics of the played games `records` that are more telling than the means of the metrics, with the
    /// time that they took; `None` if there are none.
    ///
    /// # Errors
    /// [`Error::Internal`] if they have no JSON form.
    fn statistics(&self, _records: &Records, _took: Duration) -> Result<Option<Shown>> {
        Ok(None)
    }

    /// Plays the game of `seed` and hands every position to `see`, drawn with a line below, until `see` says
    /// false. Every drawing has the same number of lines. Returns how many moves were made.
    ///
    /// # Errors
    /// [`Error::Input`] if the game cannot be watched, or what `see` reports.
    fn watch(
        &self,
        policy: &PolicyFile,
        _seed: u64,
        _see: &mut dyn FnMut(&str) -> Result<bool>,
    ) -> Result<u64> {
        Err(Error::Input(format!("--watch: {} cannot be watched", policy.game())))
    }

    /// A game of a person against `policy`; `seed` decides what chance decides.
    ///
    /// # Errors
    /// [`Error::Input`] if a person cannot play, or naming what is wrong with the policy.
    fn against_person(&self, policy: &PolicyFile, _seed: u64) -> Result<Box<dyn Session>> {
        Err(Error::Input(format!("--human: {} cannot be played by a person", policy.game())))
    }

    /// What a position looks like, for help and messages; `None` if the game gives no advice.
    fn position(&self) -> Option<&'static str> {
        None
    }

    /// The preset that knows most of positions; `None` where it is the first one.
    fn best_adviser(&self) -> Option<&'static str> {
        None
    }

    /// Someone to ask for moves, who plays by `policy`.
    ///
    /// # Errors
    /// [`Error::Input`] naming what is wrong with the policy.
    fn adviser(&self, policy: &PolicyFile) -> Result<Box<dyn Adviser>> {
        Err(Error::Input(format!("{} gives no advice", policy.game())))
    }

    /// The features that a heuristic of the game may have, with what each means.
    fn features(&self) -> Vec<FeatureInfo> {
        Vec::new()
    }

    /// What solves its openings; `None` where there is nothing to solve.
    fn book(&self) -> Option<&dyn BookMaker> {
        None
    }

    /// How fast it plays; `None` where nothing can be measured.
    fn bench(&self) -> Option<&dyn Bench> {
        None
    }
}

/// A game with a person, who types a line at a time.
pub trait Session {
    /// What the person sees first.
    ///
    /// # Errors
    /// What the policy reports.
    fn begin(&mut self) -> Result<String>;

    /// What comes of `line`. What is no move and no command is answered with what is allowed.
    ///
    /// # Errors
    /// What the policy reports.
    fn answer(&mut self, line: &str) -> Result<Said>;
}

/// What a [`Session`] says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// Something to print; the person is asked again.
    More(String),
    /// The last thing to print.
    End(String),
}

/// Gives advice on positions.
pub trait Adviser {
    /// The moves of `position`, valued.
    ///
    /// # Errors
    /// [`Error::Input`] naming what is wrong with the position.
    fn advise(&self, position: &str) -> Result<Shown>;
}

/// A feature of a heuristic.
#[derive(Debug, Clone, PartialEq)]
pub struct FeatureInfo {
    /// Its name in experiments.
    pub name: &'static str,
    /// What it is.
    pub meaning: &'static str,
    /// Its typical spread, by which it is divided so that equal weights matter equally.
    pub scale: f64,
    /// The named sets that hold it.
    pub sets: Vec<&'static str>,
}

/// A policy that comes with the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PresetPolicy {
    /// What it is called.
    pub name: &'static str,
    /// How it plays, in a few words.
    pub plays: &'static str,
    /// Where its weights are from.
    pub found: &'static str,
    /// The policy file, with what it measured.
    pub json: &'static str,
}

impl PresetPolicy {
    /// The policy itself.
    ///
    /// # Errors
    /// [`Error::Internal`] if the file that was built in is no policy.
    pub fn policy(&self) -> Result<PolicyFile> {
        PolicyFile::parse(self.json).map_err(|why| Error::Internal(format!("preset {}: {why}", self.name)))
    }
}

/// An option of the command line that belongs to a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameOption {
    /// Its name, without dashes.
    pub name: &'static str,
    /// What stands for its value in the help.
    pub value: &'static str,
    /// What it does.
    pub help: &'static str,
    /// What is allowed.
    pub allowed: Allowed,
}

/// The values that an option takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Allowed {
    /// Whole numbers from the first to the last.
    Whole(u64, u64),
    /// One of these words.
    Words(&'static [&'static str]),
    /// The path of a file.
    File,
}

/// Solves the openings of a game.
pub trait BookMaker: Sync {
    /// Options of `book` beside those of every game.
    fn options(&self) -> &'static [GameOption];

    /// Writes a book to the file `path`, or goes on with one that is there. The current thread pool works; `progress` hears how
    /// much is done, and of how much; `stop` is asked often. Returns what the book holds, in words.
    ///
    /// # Errors
    /// [`Error::Input`] naming an option or what is wrong with the file, [`Error::Interrupted`] once `stop` says true.
    fn compute(
        &self,
        path: &Path,
        options: &[(String, String)],
        progress: &mut dyn FnMut(usize, usize),
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<String>;
}

/// How fast a game plays.
pub trait Bench {
    /// Options of `bench` beside those of every game.
    fn options(&self) -> &'static [GameOption];

    /// The ways to compute the same games, the slowest first, and whether this machine has each.
    fn kernels(&self) -> Vec<(&'static str, bool)>;

    /// Makes `kernel` the one that plays; without one, that of the environment variable PARETUNE_KERNEL, if it
    /// names one. Returns the kernel that was named.
    ///
    /// # Errors
    /// [`Error::Input`] if there is no such kernel, or this machine cannot run it.
    fn choose_kernel(&self, kernel: Option<&str>) -> Result<Option<&'static str>>;

    /// A measurement of `rounds` rounds: by `kernel` and the slowest, or by all.
    ///
    /// # Errors
    /// [`Error::Input`] naming an option that is out of range.
    fn measurement(
        &self,
        options: &[(String, String)],
        kernel: Option<&str>,
        rounds: usize,
    ) -> Result<Box<dyn Measurement>>;
}

/// A measurement that has not begun.
pub trait Measurement {
    /// How many steps it has.
    fn steps(&self) -> u64;

    /// Measures; `each` hears of every step, and of how many games it had.
    ///
    /// # Errors
    /// [`Error::Internal`] if two kernels play different games.
    fn run(&self, each: &mut dyn FnMut(u64)) -> Result<Shown>;
}
