//! A policy that is set up and makes moves.

use super::super::heuristic::{FeatureSet, Heuristic};
use super::super::rules::{CENTRE_FIRST, COLUMNS, Position};
use super::super::search::{Limits, Searcher};
use super::super::solver::{Book, Solver};
use super::{Condition, Member, Plays, PolicySpec};
use crate::error::{Error, Result};
use crate::rng::Rng;
use rand::{RngExt, SeedableRng};
use std::path::Path;

/// The size of the table of a member: 2 to the power of this entries of 16 bytes, 1 MiB. It suits the depths of tuning,
/// and it is part of how a policy plays, since nodes depend on it.
const TABLE_BITS: u32 = 16;
/// The size of the table of the solver: 2 to the power of this entries of 8 bytes, 32 MiB.
const SOLVER_TABLE_BITS: u32 = 22;

/// A move that a policy chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The column, from 0.
    pub column: u32,
    /// Nodes of its search; 0 where nothing was searched.
    pub nodes: u64,
}

/// A policy that is set up. Games begin with [`Mover::new_game`].
pub struct Mover(Kind);

enum Kind {
    Weights(Vec<Search>, Vec<(Condition, usize)>),
    Random(Box<Rng>),
    Solver(Box<Solver>),
}

struct Search {
    searcher: Searcher<Heuristic>,
    limits: Limits,
}

impl Mover {
    /// Sets up the policy of `spec`.
    ///
    /// # Errors
    /// [`Error::Input`] naming the feature, weight or rule at fault, or if memory is short.
    pub fn new(spec: &PolicySpec) -> Result<Self> {
        Ok(Self(match spec.plays {
            Plays::Random => Kind::Random(Box::new(Rng::seed_from_u64(0))),
            Plays::Solver => {
                let book = spec.book.as_ref().map(|path| Book::read(Path::new(path))).transpose()?;
                let solver = Solver::new(SOLVER_TABLE_BITS)?;
                Kind::Solver(Box::new(book.into_iter().fold(solver, Solver::with_book)))
            }
            Plays::Weights => weights(spec)?,
        }))
    }

    /// Begins a game as the first or the second player. `seed` decides what chance decides.
    pub fn new_game(&mut self, is_first: bool, seed: u64) {
        match &mut self.0 {
            Kind::Weights(searches, _) => {
                for search in searches {
                    search.searcher.evaluate_mut().play_as(is_first);
                    search.searcher.clear();
                }
            }
            Kind::Random(rng) => **rng = Rng::seed_from_u64(seed),
            Kind::Solver(_) => {}
        }
    }

    /// The move on `position`; `None` if the game is over. Of moves that are equally good it is the first from the middle
    /// outwards.
    pub fn choose(&mut self, position: Position) -> Option<Choice> {
        if position.is_won() || position.is_full() {
            return None;
        }
        match &mut self.0 {
            Kind::Weights(searches, rules) => {
                let search = searches.get_mut(member_for(rules, position))?;
                let found = search.searcher.search(position, search.limits)?;
                Some(Choice { column: found.column, nodes: found.nodes })
            }
            Kind::Random(rng) => {
                let open: Vec<u32> = open(position).collect();
                open.get(rng.random_range(0..open.len())).map(|&column| Choice { column, nodes: 0 })
            }
            Kind::Solver(solver) => {
                // Nodes must not depend on what was asked before.
                solver.reset();
                let scores = solver.scores(position);
                let column = best(&scores)?;
                Some(Choice { column, nodes: solver.nodes() })
            }
        }
    }

    /// The value of each move on `position`, in units that only compare with each other; `None` where a column is full
    /// or nothing is valued.
    pub fn values(&mut self, position: Position) -> [Option<i32>; COLUMNS as usize] {
        match &mut self.0 {
            Kind::Weights(searches, rules) => match searches.get_mut(member_for(rules, position)) {
                Some(search) => search.searcher.values(position, search.limits),
                None => [None; COLUMNS as usize],
            },
            Kind::Random(_) => [None; COLUMNS as usize],
            Kind::Solver(solver) => solver.scores(position),
        }
    }
}

fn weights(spec: &PolicySpec) -> Result<Kind> {
    let names: Vec<&str> = spec.features.iter().map(String::as_str).collect();
    let features = FeatureSet::from_names(&names)?;
    let search = |member: &Member| {
        let named = |e: Error| e.about(format!("member {:?}", member.name));
        let heuristic = Heuristic::new(&features, &member.weights).map_err(named)?;
        let limits = member.search.limits().map_err(Error::Input).map_err(named)?;
        Ok(Search { searcher: Searcher::new(heuristic, member.search.devices, TABLE_BITS)?, limits })
    };
    let find = |name: &String| spec.members.iter().position(|m| m.name == *name);
    let rules: Option<Vec<_>> = spec.rules.iter().map(|it| Some((it.when, find(&it.member)?))).collect();
    let rules = rules.ok_or_else(|| Error::Input("a rule uses a member that is not there".into()))?;
    Ok(Kind::Weights(spec.members.iter().map(search).collect::<Result<_>>()?, rules))
}

fn member_for(rules: &[(Condition, usize)], position: Position) -> usize {
    rules.iter().find(|(when, _)| when.holds(position)).map_or(0, |&(_, member)| member)
}

fn open(position: Position) -> impl Iterator<Item = u32> {
    CENTRE_FIRST.into_iter().filter(move |&column| position.playable_in(column) != 0)
}

/// The column of the greatest score, from the middle outwards.
fn best(scores: &[Option<i32>; COLUMNS as usize]) -> Option<u32> {
    let most = scores.iter().flatten().max()?;
    CENTRE_FIRST.into_iter().find(|&column| scores[column as usize] == Some(*most))
}
