//! Names of columns: what an objective is called stands in the header of every table.

/// The columns of `front.csv` and `population.csv` that are no objective's and no gene's.
pub const OTHER_COLUMNS: [&str; 6] =
    ["id", "generation", "rank", "rank_holdout", "games_holdout", "p_non_dominated"];

/// The columns of `front.csv` that an objective called `name` has: its training, held-out and fresh value, each
/// with its standard error, and the ends of the fresh one's interval.
pub fn columns(name: &str) -> [String; 8] {
    let suffixes = ["", "_se", "_holdout", "_holdout_se", "_fresh", "_fresh_se", "_fresh_low", "_fresh_high"];
    suffixes.map(|suffix| format!("{name}{suffix}"))
}
