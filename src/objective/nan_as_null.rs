//! JSON has no NaN: it is written as `null` and read back as NaN (`#[serde(with)]`).

use serde::{Deserialize, Deserializer, Serializer};

/// Writes a finite number as it is and anything else as `null`.
pub fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if value.is_finite() { serializer.serialize_f64(*value) } else { serializer.serialize_none() }
}

/// Reads a number, or NaN for `null`.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Ok(Option::<f64>::deserialize(deserializer)?.unwrap_or(f64::NAN))
}
