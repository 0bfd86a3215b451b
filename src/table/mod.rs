//! What a person reads on a terminal: tables that fit its width, numbers with their errors, sentences in
//! lines. It knows no run and no game.

mod grid;
mod number;
mod wrap;

pub use grid::{Column, Grid};
pub use number::{
    beside_zero, decimals_for, grouped, plain, signed_interval, with_bounds, with_commas, with_error,
};
pub use wrap::{cut, wrap};

/// How many columns of a terminal a text may take; `None` is without limit: lines are not broken, and nothing of
/// a table is left out.
pub type Width = Option<usize>;

/// `1 gene`, `2 genes`.
pub fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
