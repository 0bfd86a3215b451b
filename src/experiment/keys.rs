//! Which keys of an experiment are everybody's: the others belong to the problem.

use super::Experiment;
use super::validation::Holdout;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, IntoDeserializer, MapAccess, Visitor};
use serde::ser::{Error, SerializeMap};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use toml::{Table, Value};

/// The keys that every problem has, in the order in which they are written.
pub const EVERYBODY: [&str; 13] = [
    "domain",
    "seed",
    "preset",
    "initial",
    "optimiser",
    "bounds",
    "scenario",
    "sampling",
    "stop",
    "objective",
    "validation",
    "test",
    "switching",
];

/// Adds to `own` keys of a problem those of the `complete` ones that are not there, as an older program left them
/// out.
pub fn fill_missing(own: &mut Table, complete: &Table) {
    for (key, value) in complete {
        match (own.get_mut(key), value) {
            (None, value) => drop(own.insert(key.clone(), value.clone())),
            (Some(Value::Table(own)), Value::Table(complete)) => fill_missing(own, complete),
            _ => {}
        }
    }
}

impl Experiment {
    /// Adds the keys of the problem that are not there and that the `complete` experiment has.
    pub fn fill_own_keys(&mut self, complete: &Self) {
        fill_missing(&mut self.keys, &complete.keys);
        for (scenario, complete) in self.scenario.iter_mut().zip(&complete.scenario) {
            fill_missing(&mut scenario.keys, &complete.keys);
        }
    }
}

impl Serialize for Experiment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let shared = Table::try_from(Shared(self)).map_err(S::Error::custom)?;
        let mut map = serializer.serialize_map(Some(shared.len() + self.keys.len()))?;
        let (domain, rest) = EVERYBODY.split_at(1);
        let shared =
            |keys: &'static [&'static str]| keys.iter().filter_map(|&key| Some((key, shared.get(key)?)));
        let own = self.keys.iter().map(|(key, value)| (key.as_str(), value));
        for (key, value) in shared(domain).chain(own).chain(shared(rest)) {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

/// The keys that every problem has, as they are.
struct Shared<'e>(&'e Experiment);

impl Serialize for Shared<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Experiment::serialize(self.0, serializer)
    }
}

impl<'de> Deserialize<'de> for Experiment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Experiment;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the keys of an experiment")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Experiment, A::Error> {
        let mut keys = Table::new();
        let mut holdout = None;
        let shared = Split { map, keys: &mut keys, holdout: &mut holdout };
        let mut experiment = Experiment::deserialize(MapAccessDeserializer::new(shared))?;
        experiment.keys = keys;
        if let Some(holdout) = holdout {
            if experiment.validation.is_some() || experiment.test.is_some() {
                return Err(serde::de::Error::custom(
                    "holdout: allowed is nothing beside validation and test",
                ));
            }
            let (validation, test) = holdout.translated();
            (experiment.validation, experiment.test) = (Some(validation), Some(test));
        }
        Ok(experiment)
    }
}

/// A map that hands on everybody's keys and keeps the others.
struct Split<'k, A> {
    map: A,
    keys: &'k mut Table,
    /// What an older experiment says in the place of `validation` and `test`.
    holdout: &'k mut Option<Holdout>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Split<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        while let Some(key) = self.map.next_key::<String>()? {
            if EVERYBODY.contains(&key.as_str()) {
                return seed.deserialize(key.into_deserializer()).map(Some);
            }
            if key == "holdout" {
                *self.holdout = Some(self.map.next_value()?);
            } else {
                let value: Value = self.map.next_value()?;
                self.keys.insert(key, value);
            }
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_of_the_problem_are_kept_and_come_after_the_domain() {
        let text = "seed = 3\ndomain = \"dice\"\nsides = 6\n[optimiser]\nn_gen = 4\n[loaded]\nby = 0.5\n";
        let experiment: Experiment = toml::from_str(text).unwrap();
        assert_eq!((experiment.seed.get(), experiment.keys.len()), (3, 2));
        let json = serde_json::to_string(&experiment).unwrap();
        let start = r#"{"domain":"dice","loaded":{"by":0.5},"sides":6,"seed":3,"optimiser":{"#;
        assert!(json.starts_with(start), "{json}");
        assert_eq!(serde_json::from_str::<Experiment>(&json).unwrap(), experiment);
        let toml = toml::to_string(&experiment).unwrap();
        assert_eq!(toml::from_str::<Experiment>(&toml).unwrap(), experiment);
    }

    #[test]
    fn older_names_are_translated() {
        let read = |text: &str| toml::from_str::<Experiment>(text);
        let old = read("[holdout]\ngames = 40\nconfirm = 60\nmembers = 9\nmethod = \"fixed\"").unwrap();
        let new = "[validation]\ngames = 40\nmembers = 9\nmethod = \"fixed\"\n[test]\ngames = 60";
        assert_eq!(old, read(new).unwrap());
        assert_eq!(read("[holdout]\ngames = 40").unwrap().test.unwrap().games.get(), 40);
        let said = read("[holdout]\ngames = 4\n[test]\ngames = 4").unwrap_err().to_string();
        assert!(said.contains("holdout: allowed is nothing beside validation and test"), "{said}");
    }

    #[test]
    fn every_key_of_everybody_is_read() {
        for key in EVERYBODY {
            let text = format!("{{{key:?}: {{\"strange\": {{}}}}}}");
            let experiment = serde_json::from_str::<Experiment>(&text);
            // A table that it cannot be, or one whose key is not known: none is the problem's.
            assert!(experiment.is_err() || key == "bounds", "{key}");
        }
    }
}
