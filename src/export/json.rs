//! JSON: a policy file, or the genes of what is no game.

use super::policy;
use crate::error::{Error, Result};
use crate::problem::Problem;
use crate::run::{FrontFile, FrontMember};
use serde_json::{Map, Value};

pub(super) fn write(front: &FrontFile, problem: &dyn Problem, member: &FrontMember) -> Result<String> {
    if problem.as_game().is_some() {
        return policy(front, problem, member)?.to_json();
    }
    let pairs = front.genes.iter().zip(&member.genome);
    let genes: Map<String, Value> = pairs.map(|(name, value)| (name.clone(), Value::from(*value))).collect();
    let json = serde_json::json!({ "domain": front.domain, "id": member.id, "genes": genes });
    let text = serde_json::to_string_pretty(&json);
    text.map(|text| text + "\n").map_err(|e| Error::Internal(format!("JSON: {e}")))
}
