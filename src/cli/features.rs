//! `paretune features`.

use super::output;
use super::width::Wide;
use crate::error::Result;
use crate::problem::FeatureInfo;
use crate::registry;
use crate::report::features_table;
use serde_json::json;

/// Arguments of `features`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print one JSON object a feature
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    wide: Wide,
}

/// Runs `features`.
///
/// # Errors
/// What the output reports.
pub fn run(args: &Args) -> Result<()> {
    let features = registry::with_game(registry::DEFAULT, |game| Ok(game.view().features()))?;
    if !args.json {
        return output::data(&features_table(&features, args.wide.columns()));
    }
    let object = |it: &FeatureInfo| json!({ "name": it.name, "meaning": it.meaning, "scale": it.scale, "sets": it.sets });
    features.iter().try_for_each(|feature| output::data(&format!("{}\n", object(feature))))
}
