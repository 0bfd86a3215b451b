//! A setting in which candidates are scored.

use crate::whole::Whole;
use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use toml::{Table, Value};

/// The most games a candidate may play in a scenario, for any one purpose.
pub const MAX_GAMES: u64 = 100_000_000;

/// How many games an experiment may ask for; one game has no error.
pub type Games = Whole<2, MAX_GAMES>;

/// `[[scenario]]`: how games are played to score a candidate. A name and a number of games are everybody's;
/// the other keys belong to the problem, which reads and checks them.
#[derive(Debug, Clone, PartialEq)]
pub struct Scenario {
    /// Its name; default `main`.
    pub name: String,
    /// Games of a round; default 25. How many rounds a candidate plays is up to `[sampling]`.
    pub games: Games,
    /// The problem's own keys.
    pub keys: Table,
}

impl Default for Scenario {
    fn default() -> Self {
        Self { name: "main".into(), games: Whole::new(25), keys: Table::new() }
    }
}

impl Serialize for Scenario {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2 + self.keys.len()))?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("games", &self.games)?;
        self.keys.iter().try_for_each(|(key, value)| map.serialize_entry(key, value))?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for Scenario {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Scenario;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("struct Scenario")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Scenario, A::Error> {
        let mut scenario = Scenario::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "name" => scenario.name = map.next_value()?,
                "games" => scenario.games = map.next_value()?,
                _ => drop(scenario.keys.insert(key, map.next_value::<Value>()?)),
            }
        }
        Ok(scenario)
    }
}
