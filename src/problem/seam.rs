//! The seam between what is tuned and what tunes it.

use super::{Game, Metric, Player, Scenario};
use crate::error::{Error, Result};
use crate::objective::{Goal, ObjectiveConfig};
use crate::optim::Space;
use crate::rng::Purpose;
use toml::Table;

/// A game, or a benchmark problem, whose genomes can be scored. The tuner, the run folder and the reports need
/// nothing more of it; what policies need is in [`Game`].
///
/// Four methods have to be written, the others have defaults that fit a game of one's own.
pub trait Problem: Send + Sync {
    /// What `domain` of an experiment calls it.
    fn name(&self) -> &str;

    /// The genes with their bounds.
    fn space(&self) -> &Space;

    /// The columns of the records that candidates produce, at least one.
    fn metrics(&self) -> &[Metric];

    /// Gets a genome of [`Self::space`] ready to be scored.
    ///
    /// # Errors
    /// [`crate::error::Error::Input`] if the genome is not of this problem.
    fn candidate(&self, genome: &[f64]) -> Result<Box<dyn Player + '_>>;

    /// What a game has beyond a problem: itself, where it has policies that can be kept and played.
    fn as_game(&self) -> Option<&dyn Game> {
        None
    }

    /// True if scoring plays games on seeds; false if a candidate's value is exact.
    fn plays_games(&self) -> bool {
        true
    }

    /// The complete keys that an experiment may set for this problem beside those that every problem has.
    fn keys(&self) -> Table {
        Table::new()
    }

    /// Whether an experiment may set the key `name` for this problem; those that may stay unset are not among
    /// the complete ones.
    fn has_key(&self, name: &str) -> bool {
        self.keys().contains_key(name)
    }

    /// The complete keys of a scenario that sets `given` beside name and games.
    ///
    /// # Errors
    /// In one line the key, its value and what is allowed, beginning with the key.
    fn scenario_keys(&self, given: &Table) -> std::result::Result<Table, String> {
        super::keys::none(given)
    }

    /// `seed` of a game of this `purpose` as the game takes it. A game that begins with one of a fixed number of openings
    /// parts them by purpose here, so that no test game begins where a training game did.
    fn seed(&self, seed: u64, _purpose: Purpose) -> u64 {
        seed
    }

    /// The objectives called `name`, or the default ones for `None`; `None` if there are none.
    fn objectives(&self, name: Option<&str>) -> Option<Vec<ObjectiveConfig>> {
        let first = |metric: &Metric| vec![ObjectiveConfig::mean(&metric.name)];
        self.metrics().first().filter(|_| name.is_none()).map(first)
    }

    /// The names that [`Self::objectives`] knows.
    fn objective_sets(&self) -> &'static [&'static str] {
        &[]
    }

    /// The genome that plays like the policy called `name`, which comes with the program.
    ///
    /// # Errors
    /// [`Error::Input`] with what is allowed in its place.
    fn initial(&self, _name: &str) -> Result<Vec<f64>> {
        Err(Error::Input("allowed is a list of genes".into()))
    }

    /// By what gene `index` has to be divided to be the coefficient that another program wants, where there is
    /// such a number.
    fn scale(&self, _index: usize) -> Option<f64> {
        None
    }

    /// What the member of a front is called that is best in the objective that `measures` so, with this goal,
    /// where there is a word for it.
    fn word_for_best(&self, _measures: &str, _goal: Goal) -> Option<&'static str> {
        None
    }

    /// How games are played in `scenarios`, to be read after "games at", where there is more to say than their
    /// number.
    fn setting(&self, _scenarios: &[Scenario]) -> Option<String> {
        None
    }

    /// About `n` points of the true front (minimised), where it is known.
    fn true_front(&self, _n: usize) -> Option<Vec<Vec<f64>>> {
        None
    }
}
