//! The multi-objective optimiser: NSGA-II, and baselines that it has to beat, behind one
//! ask/tell interface. It knows no game.
//!
//! ```text
//! Optimiser::ask ─► candidates ─► (your evaluations) ─► Optimiser::tell
//!    ▲ breeding: selection, sbx, mutation, space     survival: ranking, crowding, pruning ▼
//!    └─────────────────────────── population ◄────────────────────────────────────────────┘
//! ```
//!
//! [`Evolution`] is the skeleton; what an algorithm does differently is its [`Strategy`].
//! Objectives are minimised throughout; one to be maximised is negated before [`Evolution::tell`].
//! Transcendental functions come from `libm`, so that equal seeds give equal bytes on
//! every machine.
//!
//! Your own function, tuned in both of its values at once:
//!
//! ```
//! use paretune::optim::{Algorithm, Evaluated, Gene, Optimiser, Settings, Space};
//! use paretune::rng::{Purpose, stream};
//!
//! // A beam of width x and height y: light, and stiff under its load.
//! let gene = |name: &str| Gene::real(name, 0.1, 2.0);
//! let space = Space { genes: vec![gene("x"), gene("y")], simplexes: vec![] };
//! let beam = |g: &[f64]| vec![g[0] * g[1], 1.0 / (g[0] * g[1].powi(3))];
//!
//! let settings = Settings { pop_size: 40, ..Settings::default() };
//! let rng = stream(1, Purpose::Optimiser, 0);
//! let mut optimiser = Optimiser::new(Algorithm::Nsga2, settings, space, 2, rng, vec![])?;
//! let each_generation = |optimiser: &Optimiser| {
//!     println!("{}: {} on the front", optimiser.generation(), optimiser.front().len());
//! };
//! while optimiser.generation() < 50 {
//!     let candidates = optimiser.ask(); // evaluate them in any order, on any number of threads
//!     let evaluated = candidates.into_iter().map(|c| Evaluated {
//!         id: c.id,
//!         objectives: beam(&c.genome),
//!         violation: (c.genome[0] - c.genome[1]).max(0.0), // no wider than high
//!     });
//!     let evaluated = evaluated.collect();
//!     optimiser.tell(evaluated)?;
//!     each_generation(&optimiser);
//! }
//! // A good beam is as high as it may be, or else as narrow.
//! assert!(optimiser.front().iter().all(|i| i.genome[1] > 1.8 || i.genome[0] < 0.11));
//! # Ok::<(), paretune::error::Error>(())
//! ```
//!
//! [`Optimiser::run`] is the same loop for a function without constraints.

pub mod algorithms;
mod breeding;
mod broken_stick;
pub mod contribution;
pub mod crowding;
mod evolution;
mod individual;
pub mod initial;
pub mod mutation;
mod power;
pub mod pruning;
pub mod ranking;
pub mod sbx;
pub mod selection;
mod settings;
#[cfg(test)]
mod slow_pruning;
mod space;
mod strategy;
mod survival;
mod vicinity;

pub use algorithms::{Algorithm, Nsga2, Optimiser};
pub use evolution::Evolution;
pub use individual::{Candidate, Evaluated, Individual};
pub use settings::{Crossover, MAX_POP_SIZE, MIN_POP_SIZE, Mutation, Settings, operators};
pub use space::{Gene, GeneKind, Space};
pub use strategy::{Scene, Strategy};
pub use survival::{Survival, survivors};
