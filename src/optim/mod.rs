//! The multi-objective optimiser: NSGA-II, and baselines that it has to beat, behind one
//! ask/tell interface. It knows no game.
//!
//! ```text
//! Optimiser::ask ─► candidates ─► (whoever evaluates) ─► Optimiser::tell
//!    ▲ breeding: selection, sbx, mutation, space     survival: sorting, crowding, pruning ▼
//!    └─────────────────────────── population ◄────────────────────────────────────────────┘
//! ```
//!
//! [`Evolution`] is the skeleton; what an algorithm does differently is its [`Strategy`].
//! Objectives are minimised throughout; whoever maximises negates before [`Evolution::tell`].
//! Transcendental functions come from `libm`, so that equal seeds give equal bytes on
//! every machine.

pub mod algorithms;
mod breeding;
pub mod crowding;
pub mod dominance;
mod evolution;
mod exact_f64;
pub mod hypervolume;
pub mod indicators;
mod individual;
pub mod mutation;
mod power;
pub mod pruning;
pub mod sbx;
pub mod selection;
mod settings;
pub mod sorting;
mod space;
mod strategy;
mod survival;

pub use algorithms::{Algorithm, Cmaes, Ga, Nsga2, Optimiser, RandomSearch};
pub use evolution::Evolution;
pub use individual::{Candidate, Evaluated, Individual};
pub use settings::{Crossover, MAX_POP_SIZE, Mutation, Settings};
pub use space::{Gene, Space};
pub use strategy::{Scene, Strategy};
pub use survival::{Survival, survivors};
