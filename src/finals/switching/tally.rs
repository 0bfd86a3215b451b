//! What is known of a player from its games: means of score, cost and steps, with the errors of what follows
//! from them.

use crate::objective::Records;
use crate::statistics::Estimate;
// Not the system's functions: front.json has to be the same bytes on every machine.
use libm::sqrt;

/// Score, cost and steps of a game: what a [`Tally`] keeps.
pub(crate) const FIGURES: usize = 3;

/// Sums over the games of a player.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Tally {
    games: u64,
    sums: [f64; FIGURES],
    /// Sums of the products of two figures of a game.
    products: [[f64; FIGURES]; FIGURES],
}

impl Tally {
    /// The games in `records`, whose columns hold the score, the cost of a step and the number of steps.
    pub fn of(records: &Records, [score, cost, steps]: [usize; FIGURES]) -> Self {
        let mut tally = Self::default();
        let costs = records.column(cost).zip(records.column(steps));
        for (score, (cost, steps)) in records.column(score).zip(costs) {
            tally.add([score, cost * steps, steps]);
        }
        tally
    }

    /// Adds a game: its score, its whole cost and its steps.
    pub fn add(&mut self, game: [f64; FIGURES]) {
        self.games += 1;
        for (i, figure) in game.into_iter().enumerate() {
            self.sums[i] += figure;
            self.products[i].iter_mut().zip(game).for_each(|(sum, other)| *sum += figure * other);
        }
    }

    /// Adds the games of `more`.
    pub fn append(&mut self, more: &Self) {
        self.games += more.games;
        for i in 0..FIGURES {
            self.sums[i] += more.sums[i];
            self.products[i].iter_mut().zip(more.products[i]).for_each(|(sum, other)| *sum += other);
        }
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Means of score, cost and steps of a game.
    pub fn means(&self) -> [f64; FIGURES] {
        self.sums.map(|sum| sum / self.games as f64)
    }

    /// Mean score of a game.
    pub fn score(&self) -> Estimate {
        self.linear([1.0, 0.0, 0.0])
    }

    /// What a step costs: all cost over all steps, with the error of this ratio by the delta method.
    pub fn cost(&self) -> Estimate {
        let [_, cost, steps] = self.means();
        let ratio = cost / steps;
        Estimate { value: ratio, ..self.linear([0.0, 1.0 / steps, -ratio / steps]) }
    }

    /// What a game costs.
    pub fn cost_of_game(&self) -> f64 {
        self.means()[1]
    }

    /// The mean of a weighted sum of the figures of a game, with its error.
    pub fn linear(&self, weights: [f64; FIGURES]) -> Estimate {
        let (n, means) = (self.games as f64, self.means());
        let value = weights.iter().zip(means).map(|(weight, mean)| weight * mean).sum();
        let mut variance = 0.0;
        for i in 0..FIGURES {
            for j in 0..FIGURES {
                let covariance = (self.products[i][j] - n * means[i] * means[j]) / (n - 1.0);
                variance += weights[i] * weights[j] * covariance;
            }
        }
        Estimate { value, std_error: sqrt(variance.max(0.0) / n), games: self.games }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cost_of_a_step_is_a_ratio_of_sums() {
        // Two games: 2 steps at 10, 6 steps at 2. All cost 32, all steps 8; the mean of the two costs would be 6.
        let mut records = Records::new(3);
        [[5.0, 10.0, 2.0], [7.0, 2.0, 6.0]].iter().for_each(|row| records.push(row));
        let tally = Tally::of(&records, [0, 1, 2]);
        assert_eq!((tally.games(), tally.means()), (2, [6.0, 16.0, 4.0]));
        assert_eq!((tally.score().value, tally.score().std_error), (6.0, 1.0));
        // Residuals cost − 4 · steps: 20 − 8 and 12 − 24, so ±12; error √(288 / 2) / 4 = 3.
        let cost = tally.cost();
        assert_eq!(cost.value, 4.0);
        assert!((cost.std_error - 3.0).abs() < 1e-12, "{cost:?}");
        let mut twice = tally.clone();
        twice.append(&tally);
        assert_eq!((twice.games(), twice.means()), (4, tally.means()));
    }
}
