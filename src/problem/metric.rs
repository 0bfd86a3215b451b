//! What a problem reports of every game.

/// One number of every game: a column of the records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Metric {
    /// Its name in experiments.
    pub name: String,
    /// Its unit, for axis titles; may be empty.
    pub unit: String,
    /// Whether it is a number or one of a few categories.
    pub kind: MetricKind,
}

/// What the values of a metric are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MetricKind {
    /// Numbers, of which statistics are taken.
    Number,
    /// Numbers for each of what another metric counts, such as the cost of each of the `moves`. The mean over games is
    /// all of it over all of them.
    Rate {
        /// The name of the metric that counts.
        of: String,
    },
    /// Whole numbers that stand for something, negative ones too. The shares of the first such metric are kept
    /// of validation and test games and drawn.
    Category {
        /// What is told apart, for the title of the picture, such as `largest piece`.
        what: String,
        /// What values are called, where it is not the number itself.
        labels: Vec<(i64, String)>,
    },
}

impl Metric {
    /// A number.
    pub fn number(name: impl Into<String>, unit: impl Into<String>) -> Self {
        Self { name: name.into(), unit: unit.into(), kind: MetricKind::Number }
    }

    /// A number for each of what the metric `of` counts.
    pub fn rate(name: impl Into<String>, unit: impl Into<String>, of: impl Into<String>) -> Self {
        Self { name: name.into(), unit: unit.into(), kind: MetricKind::Rate { of: of.into() } }
    }

    /// A category: `what` it tells apart, and `labels` for its values.
    pub fn category(
        name: impl Into<String>,
        unit: impl Into<String>,
        what: impl Into<String>,
        labels: Vec<(i64, String)>,
    ) -> Self {
        let kind = MetricKind::Category { what: what.into(), labels };
        Self { name: name.into(), unit: unit.into(), kind }
    }

    /// Whether a game may have this `value`: a number, a whole one for a category, or NaN where there is none.
    pub fn allows(&self, value: f64) -> bool {
        let is_right = match self.kind {
            MetricKind::Number | MetricKind::Rate { .. } => value.is_finite(),
            MetricKind::Category { .. } => value.is_finite() && value.fract() == 0.0,
        };
        is_right || value.is_nan()
    }

    /// What [`Metric::allows`] allows, for messages.
    pub fn allowed(&self) -> &'static str {
        match self.kind {
            MetricKind::Number | MetricKind::Rate { .. } => "a finite number, or NaN where there is none",
            MetricKind::Category { .. } => "a whole number, or NaN where there is none",
        }
    }

    /// What `value` of a category is called.
    pub fn label(&self, value: i64) -> String {
        let MetricKind::Category { labels, .. } = &self.kind else { return value.to_string() };
        let named = labels.iter().find(|(known, _)| *known == value);
        named.map_or_else(|| value.to_string(), |(_, label)| label.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn categories_may_be_negative_and_have_labels() {
        let result = Metric::category("result", "", "result", vec![(-1, "lost".into()), (0, "drawn".into())]);
        assert_eq!([-1, 0, 1].map(|value| result.label(value)), ["lost", "drawn", "1"]);
        assert_eq!(Metric::number("score", "points").label(-3), "-3");
        assert!(result.allows(-1.0) && !result.allows(0.5) && result.allows(f64::NAN));
        let number = Metric::number("score", "points");
        assert!(number.allows(0.5) && !number.allows(f64::INFINITY) && number.allows(f64::NAN));
    }
}
