//! The one artefact: what the tuner scores, what `export` writes, what `play` loads.
//!
//! [`PolicySpec`] is the data; [`Policy`] has its tables built and plays.

mod condition;
pub mod depth;
mod depth_config;
mod presets;
mod spec;

pub use condition::Condition;
pub use depth_config::DepthConfig;
pub use presets::PRESETS;
pub(crate) use spec::GAME;
pub use spec::{MeasuredPlay, Member, PolicySpec, Rule};

use crate::error::{Error, Result};
use crate::games::twenty48::heuristic::{FeatureSet, Heuristic};
use crate::games::twenty48::rules::{Board, Move};
use crate::games::twenty48::search::{Choice, GameRecord, SearchOptions, SearchPlayer, Searcher, play_with};
use std::path::Path;

/// A policy that is ready to play.
#[derive(Debug)]
pub struct Policy {
    spec: PolicySpec,
    /// One a distinct weight vector: members that differ in depth share a table.
    players: Vec<SearchPlayer>,
    /// The player of each member.
    of_member: Vec<usize>,
    /// The rules with the index of their member.
    rules: Vec<(Condition, usize)>,
}

impl Policy {
    /// Builds the tables of `spec`.
    ///
    /// # Errors
    /// [`Error::Input`] naming the feature, weight or rule at fault.
    pub fn new(spec: PolicySpec) -> Result<Self> {
        let names: Vec<&str> = spec.features.iter().map(String::as_str).collect();
        let features = FeatureSet::from_names(&names)?;
        let mut players = Vec::new();
        let mut built: Vec<&[f64]> = Vec::new();
        let mut of_member = Vec::new();
        for member in &spec.members {
            let known = built.iter().position(|weights| *weights == member.weights.as_slice());
            of_member.push(known.unwrap_or(built.len()));
            if known.is_none() {
                let heuristic = Heuristic::new(features.features(), &member.weights);
                let named = |e: Error| e.about(format!("member {:?}", member.name));
                players.push(SearchPlayer::new(heuristic.map_err(named)?));
                built.push(&member.weights);
            }
        }
        let find = |rule: &Rule| spec.members.iter().position(|m| m.name == rule.member);
        let rules: Option<Vec<_>> = spec.rules.iter().map(|rule| Some((rule.when, find(rule)?))).collect();
        let rules = rules.ok_or_else(|| Error::Input("a rule uses a member that is not there".into()))?;
        Ok(Self { spec, players, of_member, rules })
    }

    /// Reads a policy file and builds it.
    ///
    /// # Errors
    /// [`Error::Input`] naming the file and the fault.
    pub fn load(path: &Path) -> Result<Self> {
        Self::new(PolicySpec::read(path)?).map_err(|e| e.about(path.display()))
    }

    /// The policy as data.
    pub fn spec(&self) -> &PolicySpec {
        &self.spec
    }

    /// Index of the member that plays on `board`.
    #[inline]
    pub fn member_for(&self, board: Board) -> usize {
        self.rules.iter().find(|(when, _)| when.holds(board)).map_or(0, |&(_, member)| member)
    }

    /// The move on `board`, or `None` if there is no legal one.
    ///
    /// For many moves in a row [`Policy::player`] saves setting up the search each time.
    ///
    /// ```
    /// use paretune::games::twenty48::policy::Policy;
    /// # let text = r#"{"format":1,"game":"twenty48","features":["empty","corner"],"members":[
    /// #   {"name":"a","weights":[0.5,0.5],"search":{"ply":1,"cutoff":0.0,"cache":false}}]}"#;
    /// # let policy = Policy::new(serde_json::from_str(text)?)?;
    /// let board = "2 2 4 0/0 0 0 0/0 0 0 0/0 0 0 0".parse()?;
    /// assert!(policy.choose(&board).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn choose(&self, board: &Board) -> Option<Move> {
        self.player().choose(*board).map(|choice| choice.mv)
    }

    /// A player for whole games.
    pub fn player(&self) -> PolicyPlayer<'_> {
        let search = |(member, &player): (&Member, &usize)| {
            Searcher::new(self.players[player].heuristic(), member.search)
        };
        PolicyPlayer {
            policy: self,
            searchers: self.spec.members.iter().zip(&self.of_member).map(search).collect(),
        }
    }

    /// Plays one game for each of `seeds`, in their order, by the weights of the first member and `search`.
    pub fn play_searching(&self, search: SearchOptions, seeds: &[u64]) -> Vec<GameRecord> {
        self.players.first().map_or_else(Vec::new, |player| player.play(search, seeds))
    }

    /// Plays one game for each of `seeds`, in their order.
    pub fn play(&self, seeds: &[u64]) -> Vec<GameRecord> {
        if let ([member], [player]) = (self.spec.members.as_slice(), self.players.as_slice()) {
            return player.play(member.search, seeds);
        }
        let mut player = self.player();
        seeds.iter().map(|&seed| player.play_game(seed)).collect()
    }
}

/// A [`Policy`] with its searches set up.
#[derive(Debug)]
pub struct PolicyPlayer<'p> {
    policy: &'p Policy,
    searchers: Vec<Searcher<'p>>,
}

impl PolicyPlayer<'_> {
    /// The move on `board` with its value, or `None` if there is no legal one.
    pub fn choose(&mut self, board: Board) -> Option<Choice> {
        self.searchers[self.policy.member_for(board)].choose(board)
    }

    /// Boards looked at since the last call of [`Self::new_game`].
    pub fn work(&self) -> u64 {
        self.searchers.iter().map(Searcher::work).sum()
    }

    /// Forgets everything of the last game.
    pub fn new_game(&mut self) {
        self.searchers.iter_mut().for_each(Searcher::new_game);
    }

    /// The value of every legal move, in the order of [`Move::ALL`], and what one unit of the
    /// heuristic is in it.
    pub fn move_values(&mut self, board: Board) -> ([Option<i32>; 4], f64) {
        let member = self.policy.member_for(board);
        let factor = self.policy.players[self.policy.of_member[member]].heuristic().factor();
        (self.searchers[member].move_values(board), factor)
    }

    /// Plays the game of `seed`.
    pub fn play_game(&mut self, seed: u64) -> GameRecord {
        self.new_game();
        let mut record = play_with(&mut |board| self.choose(board), seed, |_, _| ());
        record.work = self.work();
        record
    }
}

#[cfg(test)]
mod tests;
