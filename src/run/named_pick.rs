//! The picks that every front names, and the one grammar of their names.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

const KNEE: &str = "knee";
const BEST: &str = "best:";

/// A pick that every front names. In order, and in front.json, the best ones come before the knee.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum NamedPick {
    /// `best:<objective>`: the member with the best value of it.
    Best(String),
    /// `knee`: the largest trade-off.
    Knee,
}

impl NamedPick {
    /// Its name as words: `knee`, `best mean_score`.
    pub fn words(&self) -> String {
        self.to_string().replacen(':', " ", 1)
    }
}

impl fmt::Display for NamedPick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Best(objective) => write!(f, "{BEST}{objective}"),
            Self::Knee => f.write_str(KNEE),
        }
    }
}

impl FromStr for NamedPick {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.strip_prefix(BEST) {
            Some(objective) if !objective.is_empty() => Ok(Self::Best(objective.into())),
            None if text == KNEE => Ok(Self::Knee),
            _ => Err(format!("pick {text:?}: allowed is {KNEE} or {BEST}<objective>")),
        }
    }
}

impl From<NamedPick> for String {
    fn from(pick: NamedPick) -> Self {
        pick.to_string()
    }
}

impl TryFrom<String> for NamedPick {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn a_front_names_them_in_the_order_of_their_names() {
        let names = ["knee", "best:work", "best:a-b", "best:a", "best:mean_score@two", "best:knee", "best:z"];
        let names: BTreeMap<&str, u64> = names.into_iter().zip(0..).collect();
        let picks: BTreeMap<NamedPick, u64> =
            names.iter().map(|(name, id)| (name.parse().unwrap(), *id)).collect();
        let json = serde_json::to_string(&names).unwrap();
        assert_eq!(serde_json::to_string(&picks).unwrap(), json);
        assert_eq!(serde_json::from_str::<BTreeMap<NamedPick, u64>>(&json).unwrap(), picks);
    }

    #[test]
    fn other_names_are_refused() {
        for text in ["", "best:", "best", "Knee", "id:3"] {
            assert!(text.parse::<NamedPick>().is_err(), "{text}");
        }
        let message = serde_json::from_str::<NamedPick>("\"worst\"").unwrap_err().to_string();
        assert!(message.contains("knee or best:<objective>"), "{message}");
    }
}
