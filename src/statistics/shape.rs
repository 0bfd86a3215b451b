//! How the games of a candidate are distributed, as far as its neighbours tell.

/// Half the width of the window, in shares of games, over which a density is measured.
const WINDOW: f64 = 0.05;

/// Weighted games about one candidate, in the unit of their metric: its own and, less, those of candidates like it.
#[derive(Debug, Clone)]
pub struct Shape {
    /// Values, ascending, each with the weight of all games up to it.
    games: Vec<(f64, f64)>,
}

/// A quantile of a [`Shape`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Anchor {
    /// The quantile.
    pub value: f64,
    /// The density of games there, per unit of the metric; at least that of all games spread evenly.
    pub density: f64,
}

impl Shape {
    /// From `games`, values that ascend, each with its weight ≥ 0.
    pub fn new(games: impl Iterator<Item = (f64, f64)>) -> Self {
        let mut total = 0.0;
        let add = |(value, weight)| {
            total += weight;
            (value, total)
        };
        Self { games: games.map(add).collect() }
    }

    /// The quantile at `q` in (0, 1) with the density there; `None` without games.
    pub fn anchor(&self, q: f64) -> Option<Anchor> {
        let window = WINDOW.min(q / 2.0).min((1.0 - q) / 2.0);
        let (low, high) = (self.quantile(q - window)?, self.quantile(q + window)?);
        let range = self.games.last()?.0 - self.games.first()?.0;
        // Where values repeat, the window may have no width: then the density is that of one which has some.
        let width = (high - low).max(2.0 * window * WINDOW * range);
        let density = if width > 0.0 { 2.0 * window / width } else { f64::INFINITY };
        Some(Anchor { value: self.quantile(q)?, density })
    }

    /// The smallest value at or below which lies a share `q` of the weight.
    fn quantile(&self, q: f64) -> Option<f64> {
        let aim = q * self.games.last()?.1;
        let place = self.games.partition_point(|(_, up_to)| *up_to < aim);
        self.games.get(place).or(self.games.last()).map(|(value, _)| *value)
    }

    /// Mean and standard deviation; `None` without weight.
    pub fn moments(&self) -> Option<(f64, f64)> {
        let total = self.games.last().map(|(_, total)| *total).filter(|total| *total > 0.0)?;
        let mean = self.weighted().map(|(value, weight)| weight * value).sum::<f64>() / total;
        let squares = self.weighted().map(|(value, weight)| weight * (value - mean) * (value - mean));
        Some((mean, (squares.sum::<f64>() / total).sqrt()))
    }

    fn weighted(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let before = std::iter::once(0.0).chain(self.games.iter().map(|(_, up_to)| *up_to));
        self.games.iter().zip(before).map(|((value, up_to), before)| (*value, up_to - before))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_and_density_of_an_even_spread() {
        // A thousand games, one a unit: a tenth lies at or below 100, and the density is 1/1000 a unit.
        let shape = Shape::new((1..=1000).map(|i| (f64::from(i), 1.0)));
        let anchor = shape.anchor(0.1).unwrap();
        assert_eq!(anchor.value, 100.0);
        assert!((anchor.density - 0.001).abs() < 1e-5, "{anchor:?}");
    }

    #[test]
    fn weights_count_as_games_do() {
        let (by_weight, by_games) = (
            Shape::new([(1.0, 1.0), (2.0, 3.0), (5.0, 2.0)].into_iter()),
            Shape::new([1.0, 2.0, 2.0, 2.0, 5.0, 5.0].into_iter().map(|value| (value, 1.0))),
        );
        assert_eq!(by_weight.anchor(0.5).unwrap().value, by_games.anchor(0.5).unwrap().value);
        // The mean is 17/6, the mean square 63/6.
        let (mean, deviation) = by_weight.moments().unwrap();
        assert!((mean - 17.0 / 6.0).abs() < 1e-12);
        assert!((deviation - (63.0_f64 / 6.0 - 289.0 / 36.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn values_that_repeat_leave_a_finite_density() {
        let shape = Shape::new([(1.0, 1.0), (2.0, 97.0), (4.0, 2.0)].into_iter());
        assert!(shape.anchor(0.5).unwrap().density.is_finite());
        assert!(Shape::new(std::iter::empty()).anchor(0.5).is_none());
    }
}
