//! The multi-objective optimiser: NSGA-II behind an ask/tell interface. It knows no game.
//!
//! ```text
//! Nsga2::ask ─► candidates ─► (whoever evaluates) ─► Nsga2::tell
//!    ▲ selection, sbx, mutation, space           survival: sorting, crowding, pruning ▼
//!    └──────────────────────── population ◄───────────────────────────────────────────┘
//! ```
//!
//! Objectives are minimised throughout; whoever maximises negates before [`Nsga2::tell`].
//! Transcendental functions come from `libm`, so that equal seeds give equal bytes on
//! every machine.

pub mod crowding;
pub mod dominance;
mod exact_f64;
pub mod hypervolume;
pub mod indicators;
mod individual;
pub mod mutation;
mod nsga2;
mod power;
pub mod pruning;
pub mod racing;
pub mod sbx;
pub mod selection;
mod settings;
pub mod sorting;
mod space;
mod survival;

pub use individual::{Candidate, Evaluated, Individual};
pub use nsga2::Nsga2;
pub use settings::{Crossover, MAX_POP_SIZE, Mutation, Settings};
pub use space::{Gene, GeneKind, Space};
pub use survival::{Survival, survivors};
