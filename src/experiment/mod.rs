//! Experiment files: TOML → checked struct; unknown keys and bad values are refused by name.

mod depth;
mod difference;
mod experiment;
mod holdout;
mod load;
mod sampling;
mod stop;
mod validate;
mod whole;

pub use depth::DepthConfig;
pub use difference::first_difference;
pub use experiment::{
    Experiment, FeatureChoice, Initial, MAX_SEED, ObjectiveConfig, OptimiserConfig, Scenario, SwitchingConfig,
};
pub use holdout::{HoldoutConfig, HoldoutMethod};
pub use load::{QUICK, Source, load, parse, table};
pub use sampling::{SamplingConfig, SamplingMethod, Seeds, Smoothing};
pub use stop::{StalledConfig, StopConfig};
pub use whole::Whole;
