//! Experiment files: TOML → checked struct; unknown keys and bad values are refused by name.

mod difference;
mod keys;
mod load;
mod sampling;
mod stop;
mod top_level;
mod validate;
mod validation;

pub use difference::first_difference;
pub use keys::{EVERYBODY, fill_missing};
pub use load::{QUICK, Source, load, parse, set, table};
pub use sampling::{SamplingConfig, SamplingMethod, Seeds, Smoothing};
pub use stop::{StalledConfig, StopConfig};
pub use top_level::{Experiment, Generations, Initial, MAX_SEED, OptimiserConfig, PopSize, SwitchingConfig};
pub use validation::{Finalists, TestConfig, ValidationConfig, ValidationMethod};
