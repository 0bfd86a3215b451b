//! One number of the genome: its name, its bounds and what its values are.

use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};

/// Bounds of a gene that counts, at most this far from 0: half a step is exact there.
const MAX_WHOLE: f64 = 1e15;

/// What the values of a gene are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GeneKind {
    /// Any number within the bounds.
    #[default]
    Real,
    /// A whole number within the bounds; near ones are alike.
    Integer,
    /// A label, numbered from the lower to the upper bound; none is nearer to another.
    Categorical,
}

impl GeneKind {
    pub(super) fn is_real(&self) -> bool {
        *self == Self::Real
    }
}

/// One number of the genome.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gene {
    /// Its name in files and messages; unique in its space.
    pub name: String,
    /// The least value, finite.
    pub lower: f64,
    /// The greatest value, finite, ≥ `lower`; equal bounds fix the gene.
    pub upper: f64,
    /// What its values are; bounds of integers and labels are whole. Left out where it is real.
    #[serde(default, skip_serializing_if = "GeneKind::is_real")]
    pub kind: GeneKind,
}

impl Gene {
    /// A gene with real values.
    pub fn real(name: impl Into<String>, lower: f64, upper: f64) -> Self {
        Self { name: name.into(), lower, upper, kind: GeneKind::Real }
    }

    /// A gene with whole values.
    pub fn integer(name: impl Into<String>, lower: i32, upper: i32) -> Self {
        Self { name: name.into(), lower: lower.into(), upper: upper.into(), kind: GeneKind::Integer }
    }

    /// A gene with `labels` ≥ 1 labels, 0 to `labels` − 1.
    pub fn categorical(name: impl Into<String>, labels: u32) -> Self {
        let upper = f64::from(labels) - 1.0;
        Self { name: name.into(), lower: 0.0, upper, kind: GeneKind::Categorical }
    }

    /// How many values a gene that counts has.
    pub(in crate::optim) fn count(&self) -> f64 {
        self.upper - self.lower + 1.0
    }

    /// The nearest value of the gene. Whole values are never −0, which would be a second 0.
    pub(in crate::optim) fn snap(&self, value: f64) -> f64 {
        match self.kind {
            _ if value.is_nan() => self.lower,
            GeneKind::Real => value.clamp(self.lower, self.upper),
            GeneKind::Integer | GeneKind::Categorical => value.round().clamp(self.lower, self.upper) + 0.0,
        }
    }

    /// The value at the share `u` in [0, 1) of the range; whole values have equal shares.
    pub(super) fn at(&self, u: f64) -> f64 {
        match self.kind {
            GeneKind::Real => self.lower + u * (self.upper - self.lower),
            GeneKind::Integer | GeneKind::Categorical => {
                (self.lower + (u * self.count()).floor()).min(self.upper)
            }
        }
    }

    /// Checks the bounds on their own.
    pub(super) fn validate(&self) -> Result<()> {
        let Self { name, lower, upper, kind } = self;
        if !lower.is_finite() || !upper.is_finite() || !(upper - lower).is_finite() {
            return Err(Error::Input(format!("gene `{name}`: bounds {lower} to {upper} are not finite")));
        }
        if lower > upper {
            return Err(Error::Input(format!(
                "gene `{name}`: lower bound {lower} is above upper bound {upper}"
            )));
        }
        let is_whole = |bound: &f64| bound.fract() == 0.0 && bound.abs() <= MAX_WHOLE;
        if kind.is_real() || (is_whole(lower) && is_whole(upper)) {
            return Ok(());
        }
        Err(Error::Input(format!(
            "gene `{name}`: bounds {lower} to {upper} of a gene with whole values; allowed are whole numbers"
        )))
    }

    /// Whether `value` is one of the gene's.
    pub(super) fn allows(&self, value: f64) -> bool {
        self.lower <= value && value <= self.upper && (self.kind.is_real() || value.fract() == 0.0)
    }
}
