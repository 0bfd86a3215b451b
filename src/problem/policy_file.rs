//! The policy file: the one artefact that is scored, exported and played. The envelope is every game's; the
//! rest belongs to the game, which reads and checks it.

use crate::error::{Error, Result};
use crate::statistics::Estimate;
use crate::text;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::path::Path;

/// Version of the policy file.
pub const POLICY_FORMAT: u32 = 1;

/// The key of the rules in words, which no reader needs.
const IN_WORDS: &str = "in_words";

/// A policy as data: a JSON object with `format`, `game`, what the game needs to play it, and in `measured` how
/// it measured, if it was.
#[derive(Debug, Clone, PartialEq)]
pub struct PolicyFile {
    game: String,
    object: Map<String, Value>,
}

/// A figure under `measured`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Figure {
    /// With its error and its games.
    Estimate(Estimate),
    /// A number alone.
    Number(f64),
}

impl PolicyFile {
    /// The policy of `game` with the fields of `body`, which may hold `format` and `game` already.
    ///
    /// # Errors
    /// [`Error::Internal`] if `body` is no JSON object.
    pub fn new(game: &str, body: &impl Serialize) -> Result<Self> {
        let broken = |why: String| Error::Internal(format!("policy of {game}: {why}"));
        let body = serde_json::to_value(body).map_err(|e| broken(e.to_string()))?;
        let Value::Object(body) = body else { return Err(broken(format!("{body} is no object"))) };
        let mut object = Map::new();
        object.insert("format".into(), POLICY_FORMAT.into());
        object.insert("game".into(), game.into());
        object.extend(body);
        Ok(Self { game: game.into(), object })
    }

    /// The policy that `json` holds.
    ///
    /// # Errors
    /// In one line what is wrong with the envelope.
    pub fn parse(json: &str) -> std::result::Result<Self, String> {
        const EXPECTED: &str = "a policy as `paretune export` writes it";
        let object: Map<String, Value> = serde_json::from_str(json).map_err(|e| match e.classify() {
            serde_json::error::Category::Data => format!("{e}: expected {EXPECTED}"),
            _ => e.to_string(),
        })?;
        let missing = |key: &str| format!("missing field `{key}`: allowed is {EXPECTED}");
        let format = object.get("format").ok_or_else(|| missing("format"))?;
        if *format != POLICY_FORMAT {
            return Err(format!("format = {format}: allowed is {POLICY_FORMAT}"));
        }
        let game = object.get("game").ok_or_else(|| missing("game"))?;
        let game = game.as_str().ok_or_else(|| format!("game = {game}: allowed is the name of a game"))?;
        Ok(Self { game: game.into(), object: object.clone() })
    }

    /// Reads a policy file and checks its envelope.
    ///
    /// # Errors
    /// [`Error::Input`] naming the file, the key and what is allowed.
    pub fn read(path: &Path) -> Result<Self> {
        let refuse = |why: String| Error::Input(format!("{}: {why}", path.display()));
        let text = text::read(path).map_err(|e| refuse(format!("cannot read: {e}")))?;
        Self::parse(&text).map_err(refuse)
    }

    /// The game it plays.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The whole object as the game's own type.
    ///
    /// # Errors
    /// In one line the key, its value and what is allowed.
    pub fn decode<T: DeserializeOwned>(&self) -> std::result::Result<T, String> {
        serde_path_to_error::deserialize(Value::Object(self.object.clone())).map_err(|e| e.to_string())
    }

    /// The same policy with these figures under `measured`.
    pub fn with_measured(mut self, figures: Map<String, Value>) -> Self {
        self.object.insert("measured".into(), Value::Object(figures));
        self
    }

    /// The same policy with its rules in words, a line each.
    pub fn with_words(mut self, words: &[String]) -> Self {
        self.object.insert(IN_WORDS.into(), words.into());
        self
    }

    /// Its rules in words, a line each; empty where it has none.
    pub fn in_words(&self) -> Vec<&str> {
        let lines = self.object.get(IN_WORDS).and_then(Value::as_array).into_iter().flatten();
        lines.filter_map(Value::as_str).collect()
    }

    /// How it measured: names and figures, in their order.
    pub fn measured(&self) -> Vec<(&str, Figure)> {
        let figure = |value: &Value| match value {
            Value::Number(number) => number.as_f64().map(Figure::Number),
            value => serde_json::from_value(value.clone()).ok().map(Figure::Estimate),
        };
        let entries = self.object.get("measured").and_then(Value::as_object).into_iter().flatten();
        entries.filter_map(|(name, value)| Some((name.as_str(), figure(value)?))).collect()
    }

    /// The object itself.
    pub fn object(&self) -> &Map<String, Value> {
        &self.object
    }

    /// The file's text: indented JSON with a line end.
    ///
    /// # Errors
    /// [`Error::Internal`] if it has no JSON form.
    pub fn to_json(&self) -> Result<String> {
        let json = serde_json::to_string_pretty(&self.object);
        json.map(|text| text + "\n").map_err(|e| Error::Internal(format!("policy: {e}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_envelope_is_checked_and_the_order_kept() {
        let policy = PolicyFile::new("dice", &json!({ "sides": 6, "bias": 0.5 })).unwrap();
        let text = policy.to_json().unwrap();
        assert_eq!(text, "{\n  \"format\": 1,\n  \"game\": \"dice\",\n  \"sides\": 6,\n  \"bias\": 0.5\n}\n");
        assert_eq!(PolicyFile::parse(&text).unwrap(), policy);
        for (text, part) in [
            ("[1]", "expected a policy as `paretune export` writes it"),
            ("{", "EOF"),
            ("{}", "missing field `format`"),
            ("{\"format\": 2, \"game\": \"dice\"}", "format = 2: allowed is 1"),
            ("{\"format\": 1}", "missing field `game`"),
            ("{\"format\": 1, \"game\": 3}", "game = 3"),
        ] {
            let said = PolicyFile::parse(text).unwrap_err();
            assert!(said.contains(part), "{said}");
        }
    }

    #[test]
    fn figures_come_with_and_without_errors() {
        let estimate = Estimate { value: 3.0, std_error: 0.5, games: 9 };
        let figures = json!({ "mean_points": estimate, "work_per_move": 2.5 });
        let policy = PolicyFile::new("dice", &json!({})).unwrap();
        assert!(policy.measured().is_empty());
        let policy = policy.with_measured(figures.as_object().unwrap().clone());
        let expected = [("mean_points", Figure::Estimate(estimate)), ("work_per_move", Figure::Number(2.5))];
        assert_eq!(policy.measured(), expected);
    }
}
