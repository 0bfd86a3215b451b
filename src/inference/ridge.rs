//! Ridge regression (Hoerl & Kennard, *Technometrics* 12, 1970) of many outcomes on the same rows.

/// Penalties that are tried, in units of the number of rows; the columns have variance 1.
const PENALTIES: [f64; 5] = [1e-4, 1e-3, 1e-2, 1e-1, 1.0];

/// The rows of a regression, factored once for each penalty.
#[derive(Debug)]
pub struct Ridge {
    rows: Vec<Vec<f64>>,
    fits: Vec<Factored>,
}

#[derive(Debug)]
struct Factored {
    /// Lower triangle L with L·Lᵀ = XᵀX + penalty·n·I.
    lower: Vec<Vec<f64>>,
    /// How much each row pulls its own fitted value, the intercept's share 1/n with it.
    leverage: Vec<f64>,
}

impl Ridge {
    /// Factors `rows`, at least one, whose columns are centred about where they vary.
    pub fn new(rows: Vec<Vec<f64>>) -> Self {
        let gram = gram(&rows);
        let fits = PENALTIES.map(|penalty| Factored::new(&gram, &rows, penalty)).into();
        Self { rows, fits }
    }

    /// The coefficients for `outcomes`, one a row, and the intercept, with the penalty whose
    /// leave-one-out errors are smallest (PRESS; Allen, *Technometrics* 16, 1974).
    pub fn fit(&self, outcomes: &[f64]) -> (Vec<f64>, f64) {
        let mean = outcomes.iter().sum::<f64>() / outcomes.len() as f64;
        let mut moments = vec![0.0; self.rows[0].len()];
        for (row, outcome) in self.rows.iter().zip(outcomes) {
            moments.iter_mut().zip(row).for_each(|(m, x)| *m += x * (outcome - mean));
        }
        let fitted = self.fits.iter().map(|fit| {
            let coefficients = fit.solve(&moments);
            let error = |((row, outcome), leverage): ((&Vec<f64>, &f64), &f64)| {
                let left_out = (outcome - mean - dot(row, &coefficients)) / (1.0 - leverage);
                left_out * left_out
            };
            let press: f64 = self.rows.iter().zip(outcomes).zip(&fit.leverage).map(error).sum();
            (press, coefficients)
        });
        let best = fitted.min_by(|a, b| a.0.total_cmp(&b.0));
        (best.map(|(_, coefficients)| coefficients).unwrap_or_default(), mean)
    }
}

impl Factored {
    fn new(gram: &[Vec<f64>], rows: &[Vec<f64>], penalty: f64) -> Self {
        let n = rows.len() as f64;
        let mut factored = Self { lower: cholesky(gram, penalty * n), leverage: Vec::new() };
        let pull = |row: &Vec<f64>| (1.0 / n + dot(row, &factored.solve(row))).min(0.999_999);
        factored.leverage = rows.iter().map(pull).collect();
        factored
    }

    fn solve(&self, right: &[f64]) -> Vec<f64> {
        let n = right.len();
        let mut x = right.to_vec();
        for i in 0..n {
            x[i] = (x[i] - dot(&self.lower[i][..i], &x[..i])) / self.lower[i][i];
        }
        for i in (0..n).rev() {
            let rest: f64 = (i + 1..n).map(|k| self.lower[k][i] * x[k]).sum();
            x[i] = (x[i] - rest) / self.lower[i][i];
        }
        x
    }
}

/// XᵀX.
fn gram(rows: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let columns = rows[0].len();
    let mut gram = vec![vec![0.0; columns]; columns];
    for row in rows {
        for (line, x) in gram.iter_mut().zip(row) {
            line.iter_mut().zip(row).for_each(|(sum, y)| *sum += x * y);
        }
    }
    gram
}

/// The lower triangle of `gram` + `ridge`·I; `ridge` is above 0, so there is one.
pub(super) fn cholesky(gram: &[Vec<f64>], ridge: f64) -> Vec<Vec<f64>> {
    let n = gram.len();
    let mut lower = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..=i {
            let rest = gram[i][j] - dot(&lower[i][..j], &lower[j][..j]);
            lower[i][j] = if i == j { (rest + ridge).max(ridge).sqrt() } else { rest / lower[j][j] };
        }
    }
    lower
}

/// The sum of products, in order.
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_and_leaving_out_is_what_it_says() {
        // y = 3 + 2·x₁ − x₂ on a centred grid.
        let grid: Vec<Vec<f64>> =
            (0..25).map(|i| vec![f64::from(i / 5) - 2.0, f64::from(i % 5) - 2.0]).collect();
        let outcomes: Vec<f64> = grid.iter().map(|x| 3.0 + 2.0 * x[0] - x[1]).collect();
        let (coefficients, mean) = Ridge::new(grid).fit(&outcomes);
        // Σx² = 50 and penalty 1e-4·25: 2·50/50.0025.
        assert!((coefficients[0] - 100.0 / 50.0025).abs() < 1e-9, "{coefficients:?}");
        assert!((coefficients[1] + 50.0 / 50.0025).abs() < 1e-9 && (mean - 3.0).abs() < 1e-12);
    }

    #[test]
    fn equations_are_solved() {
        // XᵀX = [[2, 1], [1, 2]] + 1·I → [[3, 1], [1, 3]]; times (1, 2) is (5, 7).
        let factored = Factored { lower: cholesky(&[vec![2.0, 1.0], vec![1.0, 2.0]], 1.0), leverage: vec![] };
        let solution = factored.solve(&[5.0, 7.0]);
        assert!((solution[0] - 1.0).abs() < 1e-12 && (solution[1] - 2.0).abs() < 1e-12);
    }
}
