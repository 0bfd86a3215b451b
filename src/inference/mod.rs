//! Statistics of fronts: intervals that hold at the same time, how sure it is that a member is
//! non-dominated, sequential comparison. It knows no game.
//!
//! **What is claimed.** A front is chosen among many finalists on their validation games, so its
//! figures on those games are flattered. The figures that are shown come from further games on
//! fresh seeds, played for the chosen members only. The front was not selected on them, so each point
//! estimate of a member is unbiased (quantiles up to their usual small-sample bias), and the
//! intervals of all members and all objectives hold the true values *at the same time* in 95 of 100
//! runs. They hold for a member that is picked on these figures too, while its point estimate is
//! then a little flattered. The level of a single interval is that of Šidák ([`single_level`]),
//! which suffices for normal estimates with any correlation.

pub mod beta;
mod correlation;
pub mod front_membership;
mod importance;
mod interval;
pub mod kriging;
mod neighbourhood;
pub mod normal;
mod ridge;
pub mod sequential;
mod welch;

pub use correlation::{SampleOf, correlations};
pub use importance::{Importance, LEAST_ROWS, MOST_GENES, importance};
pub use interval::{Interval, at_look, interval, single_level};
pub use neighbourhood::Neighbourhood;
pub use welch::{difference, difference_of_intervals, of_sum};

/// The confidence of everything that is shown: a family of intervals holds as a whole.
pub const CONFIDENCE: f64 = 0.95;

#[cfg(test)]
mod tests;
