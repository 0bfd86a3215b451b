//! The first key in which two experiments differ.

use super::Experiment;
use crate::error::{Error, Result};
use serde_json::Value;

/// The first key, in alphabetical order on each level, whose value differs: `(key, here, there)`.
///
/// # Errors
/// [`Error::Internal`] if an experiment has no JSON form.
pub fn first_difference(here: &Experiment, there: &Experiment) -> Result<Option<(String, String, String)>> {
    let broken = |e: serde_json::Error| Error::Internal(format!("experiment: {e}"));
    let tree = |e: &Experiment| serde_json::to_value(e).map_err(broken);
    Ok(walk(String::new(), &tree(here)?, &tree(there)?))
}

fn walk(key: String, here: &Value, there: &Value) -> Option<(String, String, String)> {
    match (here, there) {
        (Value::Object(a), Value::Object(b)) => {
            let names = a.keys().chain(b.keys().filter(|k| !a.contains_key(*k)));
            names
                .map(|name| {
                    let inner = if key.is_empty() { name.clone() } else { format!("{key}.{name}") };
                    walk(inner, a.get(name).unwrap_or(&Value::Null), b.get(name).unwrap_or(&Value::Null))
                })
                .find_map(|difference| difference)
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            a.iter().zip(b).enumerate().find_map(|(i, (x, y))| walk(format!("{key}.{i}"), x, y))
        }
        _ if here == there => None,
        _ => Some((key, shown(here), shown(there))),
    }
}

fn shown(value: &Value) -> String {
    if value.is_null() { "not set".into() } else { value.to_string() }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    #[test]
    fn names_the_key_and_both_values() {
        let a = parse("a", "[[scenario]]\ngames = 5", &[]).unwrap().experiment;
        let mut b = a.clone();
        assert_eq!(first_difference(&a, &b).unwrap(), None);
        b = parse("b", "[[scenario]]\ngames = 6", &[]).unwrap().experiment;
        let difference = first_difference(&a, &b).unwrap().unwrap();
        assert_eq!(difference, ("scenario.0.games".into(), "5".into(), "6".into()));
        b = parse("b", "[[scenario]]\ngames = 5\n[optimiser]\npop_size = 9", &[]).unwrap().experiment;
        assert_eq!(first_difference(&a, &b).unwrap().unwrap().0, "optimiser.pop_size");
    }
}
