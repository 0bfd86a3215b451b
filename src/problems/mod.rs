//! Analytic benchmark problems with known fronts, all objectives minimised.

mod dtlz;
mod zdt;

use crate::error::{Error, Result};

/// A benchmark problem of a chosen size.
#[derive(Debug, Clone)]
pub struct Problem {
    /// Its name in lower case, such as `zdt1`.
    pub name: &'static str,
    /// The number of variables.
    pub n_var: usize,
    /// The number of objectives.
    pub n_obj: usize,
    /// The lower bound of each variable.
    pub lower: Vec<f64>,
    /// The upper bound of each variable.
    pub upper: Vec<f64>,
    function: fn(&[f64]) -> Vec<f64>,
    front: fn(usize) -> Vec<Vec<f64>>,
}

/// (name, standard number of variables, objectives, function, front)
type Entry = (&'static str, usize, usize, fn(&[f64]) -> Vec<f64>, fn(usize) -> Vec<Vec<f64>>);

const PROBLEMS: [Entry; 10] = [
    ("zdt1", 30, 2, zdt::zdt1, zdt::convex_front),
    ("zdt2", 30, 2, zdt::zdt2, zdt::concave_front),
    ("zdt3", 30, 2, zdt::zdt3, zdt::zdt3_front),
    ("zdt4", 10, 2, zdt::zdt4, zdt::convex_front),
    ("zdt6", 10, 2, zdt::zdt6, zdt::zdt6_front),
    ("dtlz1", 7, 3, dtlz::dtlz1, dtlz::dtlz1_front),
    ("dtlz2", 12, 3, dtlz::dtlz2, dtlz::sphere_front),
    ("dtlz3", 12, 3, dtlz::dtlz3, dtlz::sphere_front),
    ("dtlz4", 12, 3, dtlz::dtlz4, dtlz::sphere_front),
    ("dtlz7", 22, 3, dtlz::dtlz7, dtlz::dtlz7_front),
];

impl Problem {
    /// The names that [`from_name`](Self::from_name) knows.
    pub fn names() -> impl Iterator<Item = &'static str> {
        PROBLEMS.iter().map(|entry| entry.0)
    }

    /// The problem called `name`, in its standard size: 30 variables for ZDT1 to ZDT3, 10
    /// for ZDT4 and ZDT6; three objectives and 7, 12, 12, 12 and 22 variables for DTLZ1 to
    /// DTLZ4 and DTLZ7.
    ///
    /// # Errors
    /// [`Error::Input`] that lists the known names.
    pub fn from_name(name: &str) -> Result<Self> {
        let entry = PROBLEMS.iter().find(|entry| entry.0 == name).ok_or_else(|| {
            let known = Self::names().collect::<Vec<_>>().join(", ");
            Error::Input(format!("unknown problem `{name}`; known are {known}"))
        })?;
        let &(name, n_var, n_obj, function, front) = entry;
        let (lower, upper) = bounds(name, n_var);
        Ok(Self { name, n_var, n_obj, lower, upper, function, front })
    }

    /// The same problem with another number of variables, at least as many as objectives.
    ///
    /// # Errors
    /// [`Error::Input`] if there are fewer.
    pub fn with_n_var(self, n_var: usize) -> Result<Self> {
        if n_var < self.n_obj {
            let Self { name, n_obj, .. } = self;
            return Err(Error::Input(format!("{name}: {n_var} variables; allowed is {n_obj} or more")));
        }
        let (lower, upper) = bounds(self.name, n_var);
        Ok(Self { n_var, lower, upper, ..self })
    }

    /// The objectives at `x`, which has `n_var` values inside the bounds.
    pub fn evaluate(&self, x: &[f64]) -> Vec<f64> {
        (self.function)(x)
    }

    /// About `n` ≥ 2 points of the true front: for ZDT, exactly `n`, evenly spaced in the
    /// first objective (ZDT3: over its pieces together); for DTLZ, a regular grid of at
    /// least `n` points.
    pub fn true_front(&self, n: usize) -> Vec<Vec<f64>> {
        (self.front)(n.max(2))
    }

    /// The customary hypervolume reference point: the nadir of the true front, plus one
    /// tenth of its distance from the ideal point in every objective.
    pub fn reference(&self) -> Vec<f64> {
        match self.name {
            "zdt3" => vec![0.851_832_865_4 * 1.1, 1.0 + 0.1 * 1.773_369_011],
            _ => vec![1.1; self.n_obj],
        }
    }
}

fn bounds(name: &str, n_var: usize) -> (Vec<f64>, Vec<f64>) {
    let (mut lower, mut upper) = (vec![0.0; n_var], vec![1.0; n_var]);
    if name == "zdt4" {
        lower[1..].fill(-5.0);
        upper[1..].fill(5.0);
    }
    (lower, upper)
}
