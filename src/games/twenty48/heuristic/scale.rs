//! The typical spread of each feature.
//!
//! Standard deviation of the feature's board value over the afterstates of 1-ply play, rounded
//! to three digits. Measured by `cargo run --release --example measure-scales`.

/// By feature, in the order of `Feature::ALL`.
pub(super) const SCALES: [f64; 11] =
    [4.38, 1.72, 3310.0, 3.95, 5610.0, 11.0, 9.81, 19_000.0, 0.822, 5.16, 4.49];
