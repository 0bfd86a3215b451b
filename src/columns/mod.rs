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

/// All columns of `front.csv` that an objective called `name` has.
pub fn columns(name: &str) -> Vec<String> {
    SUFFIXES.iter().flat_map(|suffix| figure_columns(name, suffix)).chain(interval_columns(name)).collect()
}

/// The columns of `history.csv` before those of objectives.
pub const HISTORY_HEAD: [&str; 5] = ["generation", "evaluations", "games", "hypervolume", "front_size"];

/// The column of `history.csv` with the best value of the objective called `name`.
pub fn best_column(name: &str) -> String {
    format!("best_{name}")
}

/// The last column of `history.csv`: the time since training began.
pub const SECONDS: &str = "seconds";
