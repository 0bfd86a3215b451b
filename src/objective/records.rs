//! The raw outcome of games: one row a game, one column a metric of the domain.

/// A row-major table of metric values. Rows keep the order of the seeds they were played on,
/// so everything computed from them is independent of threads.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Records {
    columns: usize,
    data: Vec<f64>,
}

impl Records {
    /// An empty table for `columns` metrics (at least 1).
    pub fn new(columns: usize) -> Self {
        Self { columns: columns.max(1), data: Vec::new() }
    }

    /// Appends one game; `row` holds one value a metric, in the domain's order.
    pub fn push(&mut self, row: &[f64]) {
        debug_assert_eq!(row.len(), self.columns);
        self.data.extend_from_slice(row);
    }

    /// Appends all rows of `other`, which has the same columns.
    pub fn append(&mut self, mut other: Self) {
        debug_assert_eq!(other.columns, self.columns);
        self.data.append(&mut other.data);
    }

    /// Number of games.
    pub fn len(&self) -> usize {
        self.data.len() / self.columns.max(1)
    }

    /// Whether it holds `games` games of `metrics` metrics each.
    pub fn has_shape(&self, games: usize, metrics: usize) -> bool {
        self.columns == metrics && self.data.len() == games * metrics
    }

    /// True before the first game.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// The values of metric `column`, one a game.
    pub fn column(&self, column: usize) -> impl Iterator<Item = f64> + '_ {
        self.data.iter().skip(column).step_by(self.columns.max(1)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_keep_the_order_of_rows() {
        let mut records = Records::new(2);
        records.push(&[1.0, 10.0]);
        let mut more = Records::new(2);
        more.push(&[2.0, 20.0]);
        records.append(more);
        assert_eq!(records.len(), 2);
        assert_eq!(records.column(1).collect::<Vec<_>>(), [10.0, 20.0]);
    }
}
