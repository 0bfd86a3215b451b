//! The form that is exact in both directions: finite values are numbers, NaN is `null`, and the
//! infinities are the strings `"inf"` and `"-inf"`. A checkpoint that read an infinity back as NaN would
//! rank the individual differently than the run it continues.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// One float in its JSON form.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Form {
    Finite(f64),
    Infinite(String),
    Nan(()),
}

impl From<f64> for Form {
    fn from(value: f64) -> Self {
        if value.is_nan() {
            Self::Nan(())
        } else if value.is_infinite() {
            Self::Infinite(if value > 0.0 { "inf" } else { "-inf" }.to_owned())
        } else {
            Self::Finite(value)
        }
    }
}

impl Form {
    fn value<E: de::Error>(self) -> Result<f64, E> {
        match self {
            Self::Finite(value) => Ok(value),
            Self::Nan(()) => Ok(f64::NAN),
            Self::Infinite(text) if text == "inf" => Ok(f64::INFINITY),
            Self::Infinite(text) if text == "-inf" => Ok(f64::NEG_INFINITY),
            Self::Infinite(text) => Err(E::custom(format!("`{text}`: not a number, null, inf or -inf"))),
        }
    }
}

/// Writes one float.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    Form::from(*value).serialize(serializer)
}

/// Reads one float.
///
/// # Errors
/// What is no number, `null`, `"inf"` or `"-inf"`.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Form::deserialize(deserializer)?.value()
}

/// The same for a list of floats.
pub mod list {
    use super::Form;
    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes a list of floats.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(values: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(values.iter().map(|&value| Form::from(value)))
    }

    /// Reads a list of floats.
    ///
    /// # Errors
    /// What is no list of floats in this form.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<f64>, D::Error> {
        Vec::<Form>::deserialize(deserializer)?.into_iter().map(Form::value).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    #[derive(Serialize, Deserialize)]
    struct Sample(#[serde(with = "super::list")] Vec<f64>);

    #[test]
    fn every_float_survives_the_round_trip() {
        let values = vec![0.1, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 5e-324, f64::MAX];
        let text = serde_json::to_string(&Sample(values.clone())).unwrap();
        assert!(text.starts_with(r#"[0.1,-0.0,null,"inf","-inf","#), "{text}");
        let back: Sample = serde_json::from_str(&text).unwrap();
        let bits = |list: &[f64]| list.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&back.0), bits(&values));
    }

    #[test]
    fn other_text_is_refused() {
        assert!(serde_json::from_str::<Sample>(r#"["nan"]"#).is_err());
    }
}
