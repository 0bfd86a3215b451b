//! Analytic benchmark problems with known fronts, all objectives minimised.

mod dtlz;
mod exact;
mod zdt;

pub use exact::Exact;

use crate::error::{Error, Result};
use crate::optim::{Gene, Space};

/// A benchmark problem of a chosen size.
#[derive(Debug, Clone)]
pub struct Benchmark {
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

impl Benchmark {
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

    /// The search space: genes `x1`, `x2`, … with the bounds of the variables.
    pub fn space(&self) -> Space {
        let bounds = self.lower.iter().zip(&self.upper).zip(1..);
        let gene = |((&lower, &upper), i)| Gene::real(format!("x{i}"), lower, upper);
        Space { genes: bounds.map(gene).collect(), simplexes: vec![] }
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
        let (ideal, nadir) = self.ideal_and_nadir();
        ideal.iter().zip(nadir).map(|(ideal, nadir)| nadir + 0.1 * (nadir - ideal)).collect()
    }

    fn ideal_and_nadir(&self) -> (Vec<f64>, Vec<f64>) {
        match self.name {
            "zdt3" => {
                let end = zdt::ZDT3_PIECES[4].1;
                (vec![0.0, zdt::zdt3_curve(end)], vec![end, 1.0])
            }
            "zdt6" => {
                let start = zdt::ZDT6_START;
                (vec![start, 0.0], vec![1.0, 1.0 - start * start])
            }
            "dtlz1" => (vec![0.0; 3], vec![0.5; 3]),
            "dtlz7" => {
                let end = dtlz::DTLZ7_PIECES[1].1;
                let last = |f| dtlz::dtlz7_last(f, f, 1.0);
                (vec![0.0, 0.0, last(end)], vec![end, end, last(0.0)])
            }
            _ => (vec![0.0; self.n_obj], vec![1.0; self.n_obj]),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pareto::dominance::dominates;

    #[test]
    fn unknown_names_and_small_sizes_are_refused() {
        let text = Benchmark::from_name("zdt9").unwrap_err().to_string();
        assert!(text.starts_with("unknown problem `zdt9`; known are zdt1, "), "{text}");
        assert!(Benchmark::from_name("dtlz2").unwrap().with_n_var(2).is_err());
        assert_eq!(Benchmark::from_name("zdt4").unwrap().with_n_var(2).unwrap().lower, [0.0, -5.0]);
    }

    #[test]
    fn points_worked_by_hand() {
        let at = |name: &str, x: &[f64]| Benchmark::from_name(name).unwrap().evaluate(x);
        assert_eq!(at("zdt1", &[0.25, 0.0, 0.0]), [0.25, 0.5]);
        assert_eq!(at("zdt2", &[0.5, 0.0, 0.0]), [0.5, 0.75]);
        assert_eq!(at("zdt1", &[0.0, 1.0, 1.0]), [0.0, 10.0]);
        assert_eq!(at("zdt4", &[0.0, 0.0]), [0.0, 1.0]);
        assert_eq!(at("dtlz1", &[1.0, 1.0, 0.5]), [0.5, 0.0, 0.0]);
        assert_eq!(at("dtlz2", &[0.0, 0.0, 0.5]), [1.0, 0.0, 0.0]);
        assert_eq!(at("dtlz7", &[0.0, 0.0, 0.0]), [0.0, 0.0, 6.0]);
    }

    #[test]
    fn fronts_are_non_dominated_and_within_the_reference() {
        for name in Benchmark::names() {
            let problem = Benchmark::from_name(name).unwrap();
            let front = problem.true_front(200);
            assert!(front.len() >= 200 && front.len() <= 231, "{name}: {}", front.len());
            for point in &front {
                assert!(point.iter().zip(problem.reference()).all(|(value, limit)| *value < limit), "{name}");
                let tolerant: Vec<f64> = point.iter().map(|value| value - 1e-9).collect();
                assert!(!front.iter().any(|other| dominates(other, &tolerant)), "{name}: {point:?}");
            }
        }
    }
}
