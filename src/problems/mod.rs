//! Benchmark problems with known fronts.

mod dtlz;
mod zdt;

use crate::error::{Error, Result};

/// Objectives of the DTLZ problems.
const DTLZ_OBJECTIVES: usize = 3;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Family {
    Zdt(u8),
    Dtlz(u8),
}

/// A benchmark problem; all objectives are minimised.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    family: Family,
    n_var: usize,
}

impl Problem {
    /// `zdt1` to `zdt4`, `zdt6` (Zitzler, Deb & Thiele 2000), `dtlz1` to `dtlz4` and `dtlz7` (Deb,
    /// Thiele, Laumanns & Zitzler 2002; three objectives) with their standard sizes.
    pub fn from_name(name: &str) -> Option<Self> {
        let (family, n_var) = match name {
            "zdt1" => (Family::Zdt(1), 30),
            "zdt2" => (Family::Zdt(2), 30),
            "zdt3" => (Family::Zdt(3), 30),
            "zdt4" => (Family::Zdt(4), 10),
            "zdt6" => (Family::Zdt(6), 10),
            "dtlz1" => (Family::Dtlz(1), 7),
            "dtlz2" => (Family::Dtlz(2), 12),
            "dtlz3" => (Family::Dtlz(3), 12),
            "dtlz4" => (Family::Dtlz(4), 12),
            "dtlz7" => (Family::Dtlz(7), 22),
            _ => return None,
        };
        Some(Self { family, n_var })
    }

    /// The same problem with `n_var` variables.
    ///
    /// # Errors
    /// [`Error::Input`] if there are too few.
    pub fn with_n_var(self, n_var: usize) -> Result<Self> {
        let least = if matches!(self.family, Family::Zdt(_)) { 2 } else { DTLZ_OBJECTIVES };
        if n_var < least {
            return Err(Error::Input(format!("n_var = {n_var}: allowed is a whole number ≥ {least}")));
        }
        Ok(Self { n_var, ..self })
    }

    /// Number of variables.
    pub fn n_var(&self) -> usize {
        self.n_var
    }

    /// Number of objectives.
    pub fn n_obj(&self) -> usize {
        if matches!(self.family, Family::Zdt(_)) { 2 } else { DTLZ_OBJECTIVES }
    }

    /// Least value of variable `i`.
    pub fn lower(&self, i: usize) -> f64 {
        if self.family == Family::Zdt(4) && i > 0 { -5.0 } else { 0.0 }
    }

    /// Largest value of variable `i`.
    pub fn upper(&self, i: usize) -> f64 {
        if self.family == Family::Zdt(4) && i > 0 { 5.0 } else { 1.0 }
    }

    /// The objective values of `x`, which has [`Self::n_var`] variables.
    pub fn evaluate(&self, x: &[f64]) -> Vec<f64> {
        match self.family {
            Family::Zdt(number) => zdt::evaluate(number, x).to_vec(),
            Family::Dtlz(number) => dtlz::evaluate(number, x, DTLZ_OBJECTIVES),
        }
    }

    /// About `n` points of the true front, for the ZDT problems evenly spaced in the first
    /// objective.
    pub fn true_front(&self, n: usize) -> Vec<Vec<f64>> {
        match self.family {
            Family::Zdt(number) => zdt::true_front(number, n),
            Family::Dtlz(number) => dtlz::true_front(number, n),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        for (a, b) in found.iter().zip(expected) {
            assert!((a - b).abs() < 1e-9, "{found:?} is not {expected:?}");
        }
    }

    fn at(name: &str, x: f64) -> Vec<f64> {
        let problem = Problem::from_name(name).unwrap();
        let x: Vec<f64> = (0..problem.n_var()).map(|_| x).collect();
        problem.evaluate(&x)
    }

    #[test]
    fn hand_worked_values() {
        // All variables ½: ZDT1 has g = 1 + 9·½ = 5.5 and f2 = 5.5·(1 − √(.5/5.5)).
        close(&at("zdt1", 0.5), &[0.5, 5.5 - (0.5_f64 * 5.5).sqrt()]);
        close(&at("zdt2", 0.5), &[0.5, 5.5 * (1.0 - (0.5_f64 / 5.5).powi(2))]);
        // sin(10π·½) = 0, so ZDT3 equals ZDT1 there.
        close(&at("zdt3", 0.5), &[0.5, 5.5 - (0.5_f64 * 5.5).sqrt()]);
        // ZDT4: g = 1 + 90 + 9·(¼ − 10·cos 2π) = 91 + 9·(−9.75) = 3.25.
        close(&at("zdt4", 0.5), &[0.5, 3.25 * (1.0 - (0.5_f64 / 3.25).sqrt())]);
        // ZDT6: sin(6π·½) = 0 gives f1 = 1; g = 1 + 9·(½)^¼.
        let g = 1.0 + 9.0 * 0.5_f64.powf(0.25);
        close(&at("zdt6", 0.5), &[1.0, g * (1.0 - 1.0 / (g * g))]);
        // DTLZ with the distance variables at ½ has g = 0.
        close(&at("dtlz1", 0.5), &[0.125, 0.125, 0.25]);
        let half = std::f64::consts::FRAC_1_SQRT_2;
        close(&at("dtlz2", 0.5), &[0.5, 0.5, half]);
        close(&at("dtlz3", 0.5), &[0.5, 0.5, half]);
        // DTLZ7 at 0: g = 1, h = 3, f3 = 2·3.
        close(&at("dtlz7", 0.0), &[0.0, 0.0, 6.0]);
    }

    #[test]
    fn the_true_front_is_reached_by_optimal_variables() {
        let problem = Problem::from_name("zdt1").unwrap();
        let mut x = vec![0.0; 30];
        x[0] = 0.25;
        close(&problem.evaluate(&x), &[0.25, 0.5]);
        for point in problem.true_front(5) {
            assert!((point[1] - (1.0 - point[0].sqrt())).abs() < 1e-12);
        }
        for point in Problem::from_name("dtlz2").unwrap().true_front(100) {
            assert!((point.iter().map(|f| f * f).sum::<f64>() - 1.0).abs() < 1e-12);
        }
        for point in Problem::from_name("dtlz1").unwrap().true_front(100) {
            assert!((point.iter().sum::<f64>() - 0.5).abs() < 1e-12);
        }
    }

    #[test]
    fn true_fronts_are_non_dominated() {
        for name in ["zdt1", "zdt2", "zdt3", "zdt4", "zdt6", "dtlz1", "dtlz2", "dtlz3", "dtlz4", "dtlz7"] {
            let front = Problem::from_name(name).unwrap().true_front(200);
            assert!(front.len() > 50, "{name} has {}", front.len());
            assert!(crate::optim::sort_points(&front).iter().all(|rank| *rank == 0), "{name}");
        }
    }
}
