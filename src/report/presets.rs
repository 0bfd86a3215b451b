//! The policies that come with the program, as a table.

use super::Width;
use super::grid::{Column, Grid};
use super::number::{grouped, plain, with_error};
use super::wrap::wrap;
use crate::games::twenty48::policy::{Measured, PolicySpec, Preset};

/// One line a preset, and below how its weights were found. Where the table is wider than `width`, the number of
/// games is left out first. `hint` says how to see what is hidden.
pub fn presets_table(presets: &[(Preset, PolicySpec)], width: Width, hint: &str) -> String {
    let cells = |cell: &dyn Fn(&Preset) -> String| presets.iter().map(|(preset, _)| cell(preset)).collect();
    let figures = |cell: &dyn Fn(&Measured) -> String| {
        presets.iter().map(|(_, policy)| policy.measured.as_ref().map(cell).unwrap_or_default()).collect()
    };
    let mut grid = Grid::new(hint);
    grid.push(Column::names("preset", cells(&|preset| preset.name.into())));
    grid.push(Column::names("plays", cells(&|preset| preset.plays.into())));
    grid.push(Column::numbers("mean score", figures(&|it| with_error(&it.mean_score))));
    grid.push(Column::numbers("work/move", figures(&|it| it.work_per_move.map(plain).unwrap_or_default())));
    let games = figures(&|it| grouped(it.mean_score.games as f64, 0));
    let games = grid.push(Column::numbers("games", games));
    grid.hide(vec![games], "games", "games");
    let found = presets.iter().map(|(preset, _)| wrap(&format!("{}: {}.", preset.name, preset.found), width));
    grid.render(width) + &found.collect::<String>()
}
