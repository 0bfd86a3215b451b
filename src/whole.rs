//! Whole numbers with a range that their error message names.

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A whole number from `MIN` to `MAX`; anything else is refused when it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Whole<const MIN: u64, const MAX: u64>(u64);

impl<const MIN: u64, const MAX: u64> Whole<MIN, MAX> {
    /// The largest number.
    pub const MAX: u64 = MAX;

    /// `value`, moved into the range.
    pub const fn new(value: u64) -> Self {
        if value < MIN {
            Self(MIN)
        } else if value > MAX {
            Self(MAX)
        } else {
            Self(value)
        }
    }

    /// The number.
    pub const fn get(self) -> u64 {
        self.0
    }

    /// The number as an index or a count in memory.
    pub const fn size(self) -> usize {
        self.0 as usize
    }
}

impl<const MIN: u64, const MAX: u64> Serialize for Whole<MIN, MAX> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.0)
    }
}

struct WholeVisitor<const MIN: u64, const MAX: u64>;

impl<const MIN: u64, const MAX: u64> Visitor<'_> for WholeVisitor<MIN, MAX> {
    type Value = Whole<MIN, MAX>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number from {MIN} to {MAX}")
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Self::Value, E> {
        if (MIN..=MAX).contains(&value) {
            Ok(Whole(value))
        } else {
            Err(E::invalid_value(de::Unexpected::Unsigned(value), &self))
        }
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Self::Value, E> {
        let refused = || E::invalid_value(de::Unexpected::Signed(value), &self);
        u64::try_from(value).map_err(|_| refused()).and_then(|value| self.visit_u64(value))
    }
}

impl<'de, const MIN: u64, const MAX: u64> Deserialize<'de> for Whole<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_u64(WholeVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn out_of_range_names_value_and_range() {
        type Small = Whole<2, 9>;
        assert_eq!(serde_json::from_str::<Small>("9").unwrap().get(), 9);
        for text in ["-5", "1", "10", "2.5", "\"x\""] {
            let message = serde_json::from_str::<Small>(text).unwrap_err().to_string();
            assert!(message.contains("a whole number from 2 to 9"), "{message}");
        }
    }
}
