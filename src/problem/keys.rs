//! Reading the keys that belong to a problem, with messages that name the key.

use serde::de::DeserializeOwned;
use toml::{Table, Value};

/// The `given` keys as the problem's own type.
///
/// # Errors
/// In one line the key, its value and what is allowed.
pub fn read<T: DeserializeOwned>(given: &Table) -> Result<T, String> {
    serde_path_to_error::deserialize(Value::Table(given.clone())).map_err(|e| {
        let path = e.path().to_string();
        let message = e.into_inner().to_string();
        let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
        if path == "." { message } else { format!("{path}: {message}") }
    })
}

/// No keys at all.
///
/// # Errors
/// In one line the first of `given`.
pub fn none(given: &Table) -> Result<Table, String> {
    match given.keys().next() {
        Some(key) => Err(format!("{key}: allowed is nothing: there is no such key")),
        None => Ok(Table::new()),
    }
}
