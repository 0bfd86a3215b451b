//! How wide a text on stdout may be.

use clap::Args;
use std::io::stdout;
use terminal_size::{Width, terminal_size_of};

/// The variable that says how wide a line may be, whatever stdout is.
const VARIABLE: &str = "COLUMNS";

/// A text is laid out for this many columns at least: below, not even a number has room.
const LEAST: usize = 40;

/// A wider line is taken for a mistake in the variable.
const MOST: usize = 10_000;

/// The choice of the width of tables, for commands that print one.
#[derive(Debug, Args)]
pub struct Wide {
    /// Show whole tables and whole lines, however narrow the terminal is
    #[arg(long)]
    wide: bool,
}

impl Wide {
    /// How many columns a line of stdout may have; `None` is without limit: with `--wide`, and where
    /// [`columns`] knows of none.
    pub fn columns(&self) -> Option<usize> {
        if self.wide { None } else { columns() }
    }
}

/// How many columns a line of stdout may have: what `COLUMNS` says, else what the terminal has; `None` is
/// without limit, where stdout is no terminal.
pub fn columns() -> Option<usize> {
    let terminal = || terminal_size_of(stdout()).map(|(Width(columns), _)| columns.into());
    let said = std::env::var(VARIABLE).ok();
    said.and_then(|text| sane(&text)).or_else(terminal).map(|columns: usize| columns.max(LEAST))
}

/// The whole number above 0 that `text` is.
fn sane(text: &str) -> Option<usize> {
    text.trim().parse().ok().filter(|columns| (1..=MOST).contains(columns))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_number_of_columns_counts() {
        assert_eq!(["80", " 200 ", "1"].map(sane), [Some(80), Some(200), Some(1)]);
        assert_eq!(["", "0", "-3", "wide", "80x24", "99999999999999999999", "10001"].map(sane), [None; 7]);
    }
}
