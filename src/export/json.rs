//! JSON: a policy file, or the variables of a benchmark problem.

use super::policy;
use crate::error::{Error, Result};
use crate::run::{FrontFile, FrontMember};
use serde_json::{Map, Value};

pub(super) fn write(front: &FrontFile, member: &FrontMember) -> Result<String> {
    if !front.scenarios.is_empty() {
        return policy(front, member)?.to_json();
    }
    let pairs = front.genes.iter().zip(&member.genome);
    let genes: Map<String, Value> = pairs.map(|(name, value)| (name.clone(), Value::from(*value))).collect();
    let json = serde_json::json!({ "domain": front.domain, "id": member.id, "genes": genes });
    let text = serde_json::to_string_pretty(&json);
    text.map(|text| text + "\n").map_err(|e| Error::Internal(format!("JSON: {e}")))
}
