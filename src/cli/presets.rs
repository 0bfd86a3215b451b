//! `paretune presets`.

use super::output;
use super::width::Wide;
use crate::error::{Error, Result};
use crate::games::twenty48::policy::{PRESETS, PolicySpec, Preset};
use crate::report::presets_table;
use serde_json::{Value, json};

/// Arguments of `presets`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print one policy file instead of the list
    #[arg(value_name = "NAME", value_parser = PRESETS.map(|preset| preset.name), conflicts_with_all = ["json", "wide"])]
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
/// [`Error::Internal`] if a file that was built in is no policy.
pub fn run(args: &Args) -> Result<()> {
    if let Some(preset) = args.name.as_deref().and_then(Preset::from_name) {
        return output::data(&preset.policy()?.to_json()?);
    }
    let presets: Result<Vec<(Preset, PolicySpec)>> =
        PRESETS.map(|it| Ok((it, it.policy()?))).into_iter().collect();
    let presets = presets?;
    if !args.json {
        return output::data(&presets_table(&presets, args.wide.columns(), "--wide, --json"));
    }
    presets.iter().try_for_each(|(preset, policy)| output::data(&format!("{}\n", to_json(preset, policy)?)))
}

fn to_json(preset: &Preset, policy: &PolicySpec) -> Result<Value> {
    let policy = serde_json::to_value(policy).map_err(|e| Error::Internal(format!("JSON: {e}")))?;
    let Preset { name, plays, found, .. } = preset;
    Ok(json!({ "name": name, "plays": plays, "found": found, "policy": policy }))
}
