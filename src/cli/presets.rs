//! `paretune presets`.

use super::output;
use super::policy_source;
use super::width::Wide;
use crate::error::Result;
use crate::problem::{PolicyFile, PresetPolicy};
use crate::report::presets_table;
use serde_json::{Value, json};

/// Arguments of `presets`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print one policy file instead of the list
    #[arg(value_name = "NAME", value_parser = policy_source::preset_names(), conflicts_with_all = ["json", "wide"])]
    name: Option<String>,
    /// Print one JSON object a preset
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    wide: Wide,
}

/// Runs `presets`.
///
/// # Errors
/// [`crate::error::Error::Internal`] if a file that was built in is no policy.
pub fn run(args: &Args) -> Result<()> {
    if let Some(preset) = args.name.as_deref().and_then(policy_source::preset) {
        return output::data(&preset.policy()?.to_json()?);
    }
    let with_policy = |it: PresetPolicy| Ok((it, it.policy()?));
    let presets = policy_source::presets().into_iter().map(with_policy).collect::<Result<Vec<_>>>()?;
    if !args.json {
        return output::data(&presets_table(&presets, args.wide.columns(), "--wide, --json"));
    }
    presets.iter().try_for_each(|(preset, policy)| output::data(&format!("{}\n", to_json(preset, policy))))
}

fn to_json(preset: &PresetPolicy, policy: &PolicyFile) -> Value {
    let PresetPolicy { name, plays, found, .. } = preset;
    json!({ "name": name, "plays": plays, "found": found, "policy": policy.object() })
}
