//! Options that belong to a game: the command line offers those of all games, and the game reads them.

use crate::problem::{Allowed, Bench, BookMaker, GameOption, View};
use crate::registry;
use clap::builder::{PossibleValuesParser, ValueParser};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use std::marker::PhantomData;

/// A command that offers options of games.
pub trait Offers {
    /// Those of the game with this view.
    fn options(view: &dyn View) -> &'static [GameOption];
}

/// `advise`.
#[derive(Debug)]
pub struct Advising;

impl Offers for Advising {
    fn options(view: &dyn View) -> &'static [GameOption] {
        view.options()
    }
}

/// `bench`.
#[derive(Debug)]
pub struct Benching;

impl Offers for Benching {
    fn options(view: &dyn View) -> &'static [GameOption] {
        view.bench().map_or(&[], Bench::options)
    }
}

/// `book`.
#[derive(Debug)]
pub struct Booking;

impl Offers for Booking {
    fn options(view: &dyn View) -> &'static [GameOption] {
        view.book().map_or(&[], BookMaker::options)
    }
}

/// The options of games that were given: names and values.
#[derive(Debug)]
pub struct GameOptions<O> {
    /// In the order in which the game lists them.
    pub given: Vec<(String, String)>,
    command: PhantomData<O>,
}

/// The options of all games, each name once.
fn all<O: Offers>() -> Vec<GameOption> {
    let mut all: Vec<GameOption> = Vec::new();
    for option in registry::views().flat_map(O::options) {
        if all.iter().all(|other| other.name != option.name) {
            all.push(*option);
        }
    }
    all
}

impl<O: Offers> Args for GameOptions<O> {
    fn augment_args(command: Command) -> Command {
        all::<O>().into_iter().fold(command, |command, option| command.arg(argument(&option)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn argument(option: &GameOption) -> Arg {
    let values: ValueParser = match option.allowed {
        Allowed::Whole(low, high) => clap::value_parser!(u64).range(low..=high).into(),
        Allowed::Words(words) => PossibleValuesParser::new(words).into(),
        Allowed::File => clap::value_parser!(String),
    };
    Arg::new(option.name).long(option.name).value_name(option.value).help(option.help).value_parser(values)
}

impl<O: Offers> FromArgMatches for GameOptions<O> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let value = |option: &GameOption| match option.allowed {
            Allowed::Whole(..) => matches.get_one::<u64>(option.name).map(u64::to_string),
            Allowed::Words(_) | Allowed::File => matches.get_one::<String>(option.name).cloned(),
        };
        let given =
            all::<O>().iter().filter_map(|option| Some((option.name.to_owned(), value(option)?))).collect();
        Ok(Self { given, command: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
