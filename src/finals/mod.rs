//! After the last generation: the front is chosen on validation games and shown with test games, and
//! policies that switch between its members are measured.

mod finalists;
mod finish;
mod halving;
mod importance;
mod more_games;
mod test_games;
mod validation_games;
pub(crate) mod variants;

pub use finish::{Outcome, PopulationRow};
pub(crate) use validation_games::held_out;
