//! Names of columns of the tables in a run's folder: `front.csv`, `population.csv` and `history.csv`. What an
//! objective is called stands in the header of each.

pub mod older;

/// The columns that come before the figures; `front.csv` has the first three, `population.csv` the last one only
/// where finalists raced.
pub const HEAD_COLUMNS: [&str; 5] = ["id", "generation", "rank", "rank_validation", "games_validation"];

/// The column of the probability that no other member dominates this one.
pub const P_NON_DOMINATED: &str = "p_non_dominated";

/// What follows an objective's name for each kind of its figures: those of training, validation and test games.
pub const SUFFIXES: [&str; 3] = ["", "_validation", TEST];

const TEST: &str = "_test";

const SMOOTHED: &str = "_smoothed";

/// The columns of `front.csv` and `population.csv` that are no objective's and no gene's.
pub fn other_columns() -> impl Iterator<Item = &'static str> {
    HEAD_COLUMNS.into_iter().chain([P_NON_DOMINATED])
}

/// The columns of the objective called `name` for one of [`SUFFIXES`]: its value and the standard error.
pub fn figure_columns(name: &str, suffix: &str) -> [String; 2] {
    ["", "_se"].map(|end| format!("{name}{suffix}{end}"))
}

/// The columns of the ends of its test figure's interval.
pub fn interval_columns(name: &str) -> [String; 2] {
    ["_low", "_high"].map(|end| format!("{name}{TEST}{end}"))
}

/// The column of `population.csv` with what the optimiser heard last, where it smooths.
pub fn smoothed_column(name: &str) -> String {
    format!("{name}{SMOOTHED}")
}

/// All columns that an objective called `name` has in `front.csv` and `population.csv`.
pub fn columns(name: &str) -> Vec<String> {
    let figures = SUFFIXES.iter().flat_map(|suffix| figure_columns(name, suffix));
    figures.chain([smoothed_column(name)]).chain(interval_columns(name)).collect()
}

/// The column of `history.csv` with the hypervolume of what the optimiser heard.
pub const HYPERVOLUME_SMOOTHED: &str = "hypervolume_smoothed";

/// The columns of `history.csv` for the objectives called `names`: figures of own games, and after them, where the
/// optimiser smooths, those of what it heard.
pub fn history(names: &[&str], smooths: bool) -> Vec<String> {
    let head = ["generation", "evaluations", "games", "hypervolume", "front_size"].map(String::from);
    let best = |suffix: &'static str| names.iter().map(move |name| format!("best_{name}{suffix}"));
    let heard = smooths.then(|| std::iter::once(HYPERVOLUME_SMOOTHED.to_owned()).chain(best(SMOOTHED)));
    head.into_iter().chain(best("")).chain(heard.into_iter().flatten()).chain(["seconds".into()]).collect()
}
