//! The one artefact: what the tuner scores, what `export` writes, what `play` loads.
//!
//! [`PolicySpec`] is the data; a [`Mover`] is set up and plays.

mod condition;
mod mover;
mod presets;
mod spec;

pub use condition::Condition;
pub use mover::{Choice, Mover};
pub use presets::PRESETS;
pub use spec::{GAME, Member, Plays, PolicySpec, Rule};

#[cfg(test)]
mod tests;
