//! The seam to what is tuned: genes, metrics, and "play this candidate on these seeds".
//!
//! A [`Problem`] is all that the tuner, the run folder and the reports need; a [`Game`] has policies beside.
//! Nothing above knows one of them by its ideas: what it has to say of itself it says through these traits.

mod batch;
mod features;
mod game;
pub mod keys;
mod metric;
#[cfg(test)]
pub(crate) mod noise;
mod player;
mod policy_file;
mod scenario;
mod seam;
mod switching;
mod view;

pub use batch::{Batch, Job};
pub use features::{FeatureChoice, FeatureList, NamedFeature};
pub use game::{Game, Measured, game};
pub use metric::{Metric, MetricKind};
pub use player::{Borrowed, Player};
pub use policy_file::{Figure, POLICY_FORMAT, PolicyFile};
pub use scenario::{Games, MAX_GAMES, Scenario};
pub use seam::Problem;
pub use switching::{NamedGenome, Switch, SwitchRule, Switchable};
pub use view::{
    Adviser, Allowed, Bench, BookMaker, FeatureInfo, GameOption, Measurement, PresetPolicy, Said, Session,
    Shown, View,
};
