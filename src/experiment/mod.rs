//! Experiment files: TOML → checked struct; unknown keys and bad values are refused by name.

mod difference;
#[expect(clippy::module_inception)]
mod experiment;
mod holdout;
mod keys;
mod load;
mod sampling;
mod stop;
mod validate;

pub use difference::first_difference;
pub use experiment::{Experiment, Generations, Initial, MAX_SEED, OptimiserConfig, SwitchingConfig};
pub use holdout::{HoldoutConfig, HoldoutMethod};
pub use keys::{EVERYBODY, fill_missing};
pub use load::{QUICK, Source, load, parse, table};
pub use sampling::{SamplingConfig, SamplingMethod, Seeds, Smoothing};
pub use stop::{StalledConfig, StopConfig};
