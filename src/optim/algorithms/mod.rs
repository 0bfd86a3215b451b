//! The algorithms, one file each, behind one type.

pub mod cmaes;
pub mod ga;
pub mod nsga2;
pub mod random;

use super::{Candidate, Evaluated, Evolution, Individual, Settings, Space, breeding};
use crate::error::{Error, Result};
use crate::rng::Rng;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::ops::ControlFlow;

/// NSGA-II.
pub type Nsga2 = Evolution<nsga2::Nsga2Strategy>;
/// Random search.
pub type RandomSearch = Evolution<random::RandomStrategy>;
/// A genetic algorithm per objective.
pub type Ga = Evolution<ga::GaStrategy>;
/// A separable CMA-ES per objective.
pub type Cmaes = Evolution<cmaes::CmaesStrategy>;

/// The name of an algorithm: `optimiser.algorithm`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Algorithm {
    /// [`Nsga2`]: all objectives at once, a whole front.
    #[default]
    Nsga2,
    /// [`RandomSearch`]: uniform genomes; leaves crossover and mutation unused.
    Random,
    /// [`Ga`]: each objective for itself, in a part of the population of its own; leaves the
    /// survival unused.
    Ga,
    /// [`Cmaes`]: each objective for itself; leaves crossover and mutation unused.
    Cmaes,
}

impl Algorithm {
    /// Every algorithm, the default first.
    pub const ALL: [Self; 4] = [Self::Nsga2, Self::Random, Self::Ga, Self::Cmaes];
}

/// Any of the algorithms, with its whole state. Serialised, it is the state of the algorithm
/// and its name under `algorithm`; a state without a name is NSGA-II's.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "algorithm", rename_all = "lowercase", try_from = "Stored")]
#[allow(missing_docs, reason = "the types say it")]
pub enum Optimiser {
    Nsga2(Nsga2),
    Random(RandomSearch),
    Ga(Ga),
    Cmaes(Cmaes),
}

/// The same call on whichever algorithm it is.
macro_rules! each {
    ($optimiser:expr, $name:ident => $call:expr) => {
        match $optimiser {
            Optimiser::Nsga2($name) => $call,
            Optimiser::Random($name) => $call,
            Optimiser::Ga($name) => $call,
            Optimiser::Cmaes($name) => $call,
        }
    };
}

impl Optimiser {
    /// An optimiser of `n_obj` ≥ 1 objectives; see [`Evolution::new`].
    ///
    /// # Errors
    /// As [`Evolution::new`].
    pub fn new(
        algorithm: Algorithm,
        settings: Settings,
        space: Space,
        n_obj: usize,
        rng: Rng,
        initial: Vec<Vec<f64>>,
    ) -> Result<Self> {
        Ok(match algorithm {
            Algorithm::Nsga2 => Self::Nsga2(Evolution::new(settings, space, n_obj, rng, initial)?),
            Algorithm::Random => Self::Random(Evolution::new(settings, space, n_obj, rng, initial)?),
            Algorithm::Ga => Self::Ga(Evolution::new(settings, space, n_obj, rng, initial)?),
            Algorithm::Cmaes => Self::Cmaes(Evolution::new(settings, space, n_obj, rng, initial)?),
        })
    }

    /// The candidates to evaluate next; see [`Evolution::ask`].
    pub fn ask(&mut self) -> Vec<Candidate> {
        each!(self, optimiser => optimiser.ask())
    }

    /// Takes the evaluations of all candidates that were asked for; see [`Evolution::tell`].
    ///
    /// # Errors
    /// As [`Evolution::tell`].
    pub fn tell(&mut self, evaluated: Vec<Evaluated>) -> Result<()> {
        each!(self, optimiser => optimiser.tell(evaluated))
    }

    /// Replaces what is known of members of the population; see [`Evolution::update`].
    ///
    /// # Errors
    /// As [`Evolution::update`].
    pub fn update(&mut self, evaluated: Vec<Evaluated>) -> Result<()> {
        each!(self, optimiser => optimiser.update(evaluated))
    }

    /// Goes on to generation `n_gen` with the objectives that `evaluate` gives a genome, all
    /// feasible. `each_generation` is called after every generation and can stop the run.
    ///
    /// ```
    /// # use paretune::optim::{Algorithm, Gene, Optimiser, Settings, Space};
    /// # use paretune::rng::{Purpose, stream};
    /// # use std::ops::ControlFlow;
    /// # let genes = vec![Gene::real("x", -2.0, 2.0)];
    /// # let (space, rng) = (Space { genes, simplexes: vec![] }, stream(1, Purpose::Optimiser, 0));
    /// let mut optimiser = Optimiser::new(Algorithm::Cmaes, Settings::default(), space, 1, rng, vec![])?;
    /// let is_good = |optimiser: &Optimiser| optimiser.front()[0].objectives[0] < 1e-12;
    /// optimiser.run(
    ///     100,
    ///     |genome| vec![(genome[0] - 1.0).powi(2)],
    ///     |now| if is_good(now) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) },
    /// )?;
    /// assert!(is_good(&optimiser) && optimiser.generation() < 100);
    /// # Ok::<(), paretune::error::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Evolution::tell`].
    pub fn run(
        &mut self,
        n_gen: u64,
        mut evaluate: impl FnMut(&[f64]) -> Vec<f64>,
        mut each_generation: impl FnMut(&Self) -> ControlFlow<()>,
    ) -> Result<()> {
        while self.generation() < n_gen {
            let evaluated = self.ask().into_iter().map(|candidate| Evaluated {
                id: candidate.id,
                objectives: evaluate(&candidate.genome),
                violation: 0.0,
            });
            let evaluated = evaluated.collect();
            self.tell(evaluated)?;
            if each_generation(self).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// How many generations were told.
    pub fn generation(&self) -> u64 {
        each!(self, optimiser => optimiser.generation())
    }

    /// The current population, best front first; see [`Evolution::population`].
    pub fn population(&self) -> &[Individual] {
        each!(self, optimiser => optimiser.population())
    }

    /// The best front; see [`Evolution::front`].
    pub fn front(&self) -> Vec<&Individual> {
        each!(self, optimiser => optimiser.front())
    }

    /// The centroid of the population where the algorithm tries it as the first child of the next generation:
    /// NSGA-II with one objective, once it has a population. It is left out if a member of the population
    /// has this genome already, so compare it with the first candidate.
    pub fn centroid(&self) -> Option<Vec<f64>> {
        let is_tried = matches!(self, Self::Nsga2(_)) && self.n_obj() == 1 && self.generation() > 0;
        is_tried.then(|| breeding::centroid(self.population(), self.space()))
    }

    /// The settings it was made with.
    pub fn settings(&self) -> &Settings {
        each!(self, optimiser => optimiser.settings())
    }

    /// The space it searches.
    pub fn space(&self) -> &Space {
        each!(self, optimiser => optimiser.space())
    }

    /// The number of objectives.
    pub fn n_obj(&self) -> usize {
        each!(self, optimiser => optimiser.n_obj())
    }
}

/// A state as it was read, with the name of its algorithm.
#[derive(Deserialize)]
struct Stored {
    #[serde(default)]
    algorithm: Algorithm,
    #[serde(flatten)]
    state: Map<String, Value>,
}

impl TryFrom<Stored> for Optimiser {
    type Error = Error;

    fn try_from(stored: Stored) -> Result<Self> {
        let state = Value::Object(stored.state);
        let read = match stored.algorithm {
            Algorithm::Nsga2 => serde_json::from_value(state).map(Self::Nsga2),
            Algorithm::Random => serde_json::from_value(state).map(Self::Random),
            Algorithm::Ga => serde_json::from_value(state).map(Self::Ga),
            Algorithm::Cmaes => serde_json::from_value(state).map(Self::Cmaes),
        };
        read.map_err(|e| Error::Input(e.to_string()))
    }
}
