//! The features that a heuristic may have, as a table.

use crate::problem::FeatureInfo;
use crate::table::{Column, Grid, Width, wrap};

/// One line a feature, and below what each means.
pub fn features_table(features: &[FeatureInfo], width: Width) -> String {
    let cells = |cell: &dyn Fn(&FeatureInfo) -> String| features.iter().map(cell).collect::<Vec<_>>();
    let mut grid = Grid::new("--wide, --json");
    grid.push(Column::names("feature", cells(&|it| it.name.into())));
    grid.push(Column::numbers("scale", cells(&|it| it.scale.to_string())));
    grid.push(Column::names("in the sets", cells(&|it| it.sets.join(", "))));
    let meanings = features.iter().map(|it| wrap(&format!("{}: {}.", it.name, it.meaning), width));
    grid.render(width) + &meanings.collect::<String>()
}
