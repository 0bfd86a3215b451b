//! Experiment files: TOML → checked struct; unknown keys and bad values are refused by name.

mod depth;
mod difference;
mod experiment;
mod load;
mod validate;
mod whole;

pub use depth::DepthConfig;
pub use difference::first_difference;
pub use experiment::{
    Algorithm, Experiment, FeatureChoice, HoldoutConfig, ObjectiveConfig, OptimiserConfig, Scenario,
    SwitchingConfig,
};
pub use load::{QUICK, Source, load, parse};
pub use whole::Whole;
