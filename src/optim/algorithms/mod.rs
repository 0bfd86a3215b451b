//! The algorithms, one file each, behind one type.

pub mod cmaes;
pub mod ga;
pub mod nsga2;
pub mod random;

use super::{Candidate, Evaluated, Evolution, Individual, Settings, Space};
use crate::error::{Error, Result};
use crate::rng::Rng;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::ops::ControlFlow;

/// NSGA-II.
pub type Nsga2 = Evolution<nsga2::Nsga2Strategy>;

/// Makes of one row an algorithm all that names each of them. The `$` is for the macro that this one makes.
macro_rules! algorithms {
    ($d:tt $($(#[$meta:meta])* $algorithm:ident = $name:literal: $strategy:ty;)+) => {
        /// The name of an algorithm: `optimiser.algorithm`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
        pub enum Algorithm {
            $($(#[$meta])* #[serde(rename = $name)] $algorithm,)+
        }

        impl Algorithm {
            /// Every algorithm, the default first.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$algorithm,)+];

            /// Its name in experiments and state files.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$algorithm => $name,)+
                }
            }
        }

        /// Any of the algorithms, with its whole state. Serialised, it is the state of the algorithm
        /// and its name under `algorithm`; a state without a name is NSGA-II's.
        #[derive(Debug, Clone, Serialize, Deserialize)]
        #[serde(tag = "algorithm", try_from = "Stored")]
        #[allow(missing_docs, reason = "`Algorithm` says it")]
        pub enum Optimiser {
            $(#[serde(rename = $name)] $algorithm(Evolution<$strategy>),)+
        }

        /// An expression that has a value of the same type for every algorithm.
        macro_rules! of_each {
            ($d of:expr, $d algorithm:ident => $d value:expr) => {
                match $d of {
                    $(Algorithm::$algorithm => {
                        let $d algorithm = Optimiser::$algorithm;
                        $d value
                    })+
                }
            };
        }

        /// The same call on whichever algorithm it is.
        macro_rules! each {
            ($d optimiser:expr, $d it:ident => $d call:expr) => {
                match $d optimiser {
                    $(Optimiser::$algorithm($d it) => $d call,)+
                }
            };
        }
    };
}

// An algorithm is a file, which `mod` names above, and a row here.
algorithms! { $
    /// All objectives at once, a whole front.
    #[default]
    Nsga2 = "nsga2": nsga2::Nsga2Strategy;
    /// Uniform genomes; leaves crossover and mutation unused.
    Random = "random": random::RandomStrategy;
    /// Each objective for itself, in a part of the population of its own; leaves the survival unused.
    Ga = "ga": ga::GaStrategy;
    /// Each objective for itself; leaves crossover and mutation unused.
    Cmaes = "cmaes": cmaes::CmaesStrategy;
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
        of_each!(algorithm, of => Evolution::new(settings, space, n_obj, rng, initial).map(of))
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

    /// The genome that the algorithm wants to try first in the next generation; see [`Evolution::offered`].
    pub fn offered(&self) -> Option<Vec<f64>> {
        each!(self, optimiser => optimiser.offered())
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
        let read = of_each!(stored.algorithm, of => serde_json::from_value(state).map(of));
        read.map_err(|e| Error::Input(e.to_string()))
    }
}
