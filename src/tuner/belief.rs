//! What is to be expected of a candidate: by what its neighbours tell, and by its own games.

use crate::inference::kriging::Smoothed;
use crate::objective::Objective;
use crate::statistics::Estimate;
use crate::statistics::Influence;

/// What is believed of one objective of a candidate, minimised: what neighbours tell, normal, and how its own games
/// add to it. In the form of information, so that games can be added one by one: a precision, and the mean times it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Belief {
    /// What a game says of it.
    influence: Influence,
    /// The variance of what one game says; 0 where games are exact.
    variance: f64,
    precision: f64,
    weighted_mean: f64,
}

impl Belief {
    /// The belief in `objective` by which a candidate's own `sample` together with its neighbours comes to
    /// `smoothed`.
    pub fn new(
        objective: &Objective,
        influence: Influence,
        variance: f64,
        sample: &[f64],
        smoothed: Smoothed,
    ) -> Self {
        let mut belief = Self { influence, variance, precision: 0.0, weighted_mean: 0.0 };
        let whole = 1.0 / (smoothed.std_error * smoothed.std_error);
        if variance > 0.0 && whole.is_finite() {
            let own = sample.len() as f64 / variance;
            belief.precision = (whole - own).max(0.0);
            belief.weighted_mean = smoothed.value * whole - own * belief.own(objective, sample);
        }
        belief
    }

    /// What is to be expected after the games of `sample`, the candidate's own.
    pub fn after(&self, objective: &Objective, sample: &[f64]) -> Smoothed {
        let own = self.own(objective, sample);
        if self.variance <= 0.0 {
            return Smoothed { value: own, std_error: 0.0 };
        }
        let games = sample.len() as f64 / self.variance;
        let precision = self.precision + games;
        Smoothed {
            value: (self.weighted_mean + games * own) / precision,
            std_error: (1.0 / precision).sqrt(),
        }
    }

    /// What the games of `sample` say alone, minimised.
    fn own(&self, objective: &Objective, sample: &[f64]) -> f64 {
        objective.minimised(self.influence.mean(sample))
    }
}

/// The variance of one game, minimised, where what one game says has `variance` and all together `value`.
pub(crate) fn minimised_variance(objective: &Objective, value: f64, variance: f64, games: usize) -> f64 {
    let std_error = (variance / games as f64).sqrt();
    let error = objective.minimised_error(&Estimate { value, std_error, games: games as u64 });
    error * error * games as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_games_add_to_what_neighbours_tell() {
        // Two games of 12 with variance 8: 12 ± 2. Neighbours say 6 ± 2, so together 9 ± √2, minimised −9.
        let smoothed = Smoothed { value: -9.0, std_error: 2.0_f64.sqrt() };
        let belief =
            Belief::new(&Objective::mean_of("mean_score"), Influence::Value, 8.0, &[10.0, 14.0], smoothed);
        let same = belief.after(&Objective::mean_of("mean_score"), &[10.0, 14.0]);
        assert!((same.value + 9.0).abs() < 1e-12 && (same.std_error - 2.0_f64.sqrt()).abs() < 1e-12);
        // Six games of 12: (1/4·6 + 6/8·12) / (1/4 + 6/8) = 10.5 ± 1.
        let more = belief.after(&Objective::mean_of("mean_score"), &[12.0; 6]);
        assert!((more.value + 10.5).abs() < 1e-12 && (more.std_error - 1.0).abs() < 1e-12);
    }

    #[test]
    fn exact_games_are_all_there_is() {
        let smoothed = Smoothed { value: -3.0, std_error: 0.0 };
        let belief = Belief::new(&Objective::mean_of("mean_score"), Influence::Value, 0.0, &[3.0], smoothed);
        assert_eq!(
            belief.after(&Objective::mean_of("mean_score"), &[3.0]),
            Smoothed { value: -3.0, std_error: 0.0 }
        );
    }
}
