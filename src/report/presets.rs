//! The policies that come with the program, as a table.

use crate::problem::{Figure, PolicyFile, PresetPolicy};
use crate::table::{Column, Grid, Width, grouped, plain, with_error, wrap};

/// One line a preset, and below how its weights were found. Where the table is wider than `width`, the number of
/// games is left out first. `hint` says how to see what is hidden.
pub fn presets_table(presets: &[(PresetPolicy, PolicyFile)], width: Width, hint: &str) -> String {
    let cells =
        |cell: &dyn Fn(&PresetPolicy) -> String| presets.iter().map(|(preset, _)| cell(preset)).collect();
    let mut grid = Grid::new(hint);
    grid.push(Column::names("preset", cells(&|preset| preset.name.into())));
    grid.push(Column::names("plays", cells(&|preset| preset.plays.into())));
    for name in measured(presets) {
        let figure =
            |policy: &PolicyFile| policy.measured().into_iter().find(|(it, _)| *it == name).map(|it| it.1);
        let figures =
            presets.iter().map(|(_, policy)| figure(policy).map(shown).unwrap_or_default()).collect();
        grid.push(Column::numbers(&title(name), figures));
    }
    let games = presets.iter().map(|(_, policy)| games(policy)).collect();
    let games = grid.push(Column::numbers("games", games));
    grid.hide(vec![games], "games", "games");
    let found = presets.iter().map(|(preset, _)| wrap(&format!("{}: {}.", preset.name, preset.found), width));
    grid.render(width) + &found.collect::<String>()
}

/// The names of what was measured of any preset, in their order.
fn measured(presets: &[(PresetPolicy, PolicyFile)]) -> Vec<&str> {
    let mut names = Vec::new();
    for (name, _) in presets.iter().flat_map(|(_, policy)| policy.measured()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// `mean_score` as "mean score", `work_per_move` as "work/move".
fn title(name: &str) -> String {
    name.replace("_per_", "/").replace('_', " ")
}

fn shown(figure: Figure) -> String {
    match figure {
        Figure::Estimate(estimate) => with_error(&estimate),
        Figure::Number(number) => plain(number),
    }
}

/// The games behind the first estimate.
fn games(policy: &PolicyFile) -> String {
    let games = policy.measured().into_iter().find_map(|(_, figure)| match figure {
        Figure::Estimate(estimate) => Some(estimate.games),
        Figure::Number(_) => None,
    });
    games.map(|games| grouped(games as f64, 0)).unwrap_or_default()
}
