//! The form of figures: a number, or `null` where there is none. NaN and the infinities are all written
//! as `null`.

use serde::{Deserialize, Deserializer, Serializer};

/// Writes a finite number as it is and anything else as `null`.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if value.is_finite() { serializer.serialize_f64(*value) } else { serializer.serialize_none() }
}

/// Reads a number, or NaN for `null`.
///
/// # Errors
/// What is neither.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    or(f64::NAN, deserializer)
}

/// Reads a number, or `missing` for `null`.
///
/// # Errors
/// What is neither.
pub fn or<'de, D: Deserializer<'de>>(missing: f64, deserializer: D) -> Result<f64, D::Error> {
    Ok(Option::<f64>::deserialize(deserializer)?.unwrap_or(missing))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Serialize;

    #[derive(Serialize, Deserialize)]
    struct Sample(#[serde(with = "super")] f64);

    #[test]
    fn what_is_not_finite_is_null_and_read_back_as_what_the_reader_says() {
        let text = |value: f64| serde_json::to_string(&Sample(value)).unwrap();
        assert_eq!([0.1, -0.0, 5e-324].map(text), ["0.1", "-0.0", "5e-324"]);
        assert_eq!([f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(text), ["null"; 3]);
        assert!(serde_json::from_str::<Sample>("null").unwrap().0.is_nan());
        let mut null = serde_json::Deserializer::from_str("null");
        assert_eq!(or(f64::INFINITY, &mut null).unwrap(), f64::INFINITY);
        assert!(serde_json::from_str::<Sample>(r#""inf""#).is_err());
    }
}
