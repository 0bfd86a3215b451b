//! What a policy that switches has to beat: the best member that costs no more, and the best mixture of two
//! members that costs the same.
//!
//! A mixture plays whole games: one member in a share p of them, another in the rest. Its score is linear in p;
//! what a step costs is all cost over all steps, (p·C₁ + (1 − p)·C₂) / (p·N₁ + (1 − p)·N₂) with the means C of
//! cost and N of steps of a game.

use super::tally::Tally;
use crate::inference::{Interval, of_sum};
use crate::statistics::Estimate;
use libm::hypot;

/// Members whose costs differ by less than this part cost the same: there is nothing to mix.
const SAME: f64 = 1e-3;

/// A policy against what costs as much.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Compared {
    /// Mean score of what it is compared with.
    pub mean: f64,
    /// By how much the policy's is higher, with the error of both and of the costs.
    pub gain: Estimate,
    /// What the error is made of: the part of each player and its games.
    parts: Vec<(f64, u64)>,
}

impl Compared {
    fn new(mean: f64, value: f64, parts: Vec<(f64, u64)>) -> Self {
        let std_error = parts.iter().fold(0.0, |sum, (error, _)| hypot(sum, *error));
        let games = parts.first().map_or(0, |(_, games)| *games);
        Self { mean, gain: Estimate { value, std_error, games }, parts }
    }

    /// The interval of confidence `level` about the gain; few games have wide ones.
    pub fn interval(&self, level: f64) -> Interval {
        let part = |&(error, games): &(f64, u64)| (error, games.saturating_sub(1).max(1) as f64);
        of_sum(self.gain.value, &self.parts.iter().map(part).collect::<Vec<_>>(), level)
    }
}

/// Two members whose mixture costs what a policy does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pair {
    /// The cheaper one.
    pub cheap: usize,
    /// The dearer one.
    pub dear: usize,
}

/// What a policy of a cost has to beat, members by their index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rivals {
    /// The best member that costs no more; the cheapest where all cost more.
    pub member: usize,
    /// The mixture that is better than this member, if there is one.
    pub pair: Option<Pair>,
}

impl Rivals {
    /// Those for a policy of `cost` among `members`, which are at least one.
    pub fn at(cost: f64, members: &[Tally]) -> Self {
        let costs: Vec<f64> = members.iter().map(|it| it.cost().value).collect();
        let scores: Vec<f64> = members.iter().map(|it| it.score().value).collect();
        let better = |a: &usize, b: &usize| scores[*a].total_cmp(&scores[*b]).then(b.cmp(a));
        let affordable = (0..members.len()).filter(|&i| costs[i] <= cost * (1.0 + SAME)).max_by(better);
        let cheapest = || (0..members.len()).min_by(|&a, &b| costs[a].total_cmp(&costs[b]));
        let member = affordable.or_else(cheapest).unwrap_or_default();
        let mut best = (scores.get(member).copied().unwrap_or(f64::NAN), None);
        for cheap in (0..members.len()).filter(|&i| costs[i] <= cost) {
            for dear in
                (0..members.len()).filter(|&i| costs[i] > cost && costs[i] > costs[cheap] * (1.0 + SAME))
            {
                let mean = mixed(cost, &members[cheap], &members[dear]).0;
                if mean > best.0 {
                    best = (mean, Some(Pair { cheap, dear }));
                }
            }
        }
        Self { member, pair: best.1 }
    }

    /// `policy` against the mixture, or against the member where no mixture is better.
    pub fn compared(&self, policy: &Tally, members: &[Tally]) -> Compared {
        match self.pair {
            Some(pair) => over_mixture(policy, &members[pair.cheap], &members[pair.dear]),
            None => over_member(policy, &members[self.member]),
        }
    }
}

/// The score of a mixture at `cost`, the share of games of the cheap member, and how the score grows with what
/// the games of a member cost beyond `cost` a step.
fn mixed(cost: f64, cheap: &Tally, dear: &Tally) -> (f64, f64, f64) {
    let [[s1, c1, n1], [s2, c2, n2]] = [cheap.means(), dear.means()];
    // p·a + (1 − p)·b = 0.
    let (a, b) = (c1 - cost * n1, c2 - cost * n2);
    let share = b / (b - a);
    (share * s1 + (1.0 - share) * s2, share, (s1 - s2) / (b - a))
}

/// The share of the games that `cheap` plays in the mixture with `dear` that costs `cost` a step.
pub(crate) fn share(cost: f64, cheap: &Tally, dear: &Tally) -> f64 {
    mixed(cost, cheap, dear).1
}

/// `policy` against the mixture of `cheap` and `dear` that costs the same. Errors are carried through share and
/// costs by the delta method; outside their costs the line through both is the rival, which no mixture reaches.
pub(crate) fn over_mixture(policy: &Tally, cheap: &Tally, dear: &Tally) -> Compared {
    let cost = policy.cost().value;
    let (mean, share, slope) = mixed(cost, cheap, dear);
    let steps = share * cheap.means()[2] + (1.0 - share) * dear.means()[2];
    let error =
        |tally: &Tally, weight: f64, slope: f64| weight * tally.linear([1.0, slope, -slope * cost]).std_error;
    let parts =
        [(policy, 1.0, slope * steps / policy.means()[2]), (cheap, share, slope), (dear, 1.0 - share, slope)];
    let part = |(tally, weight, slope): (&Tally, f64, f64)| (error(tally, weight, slope), tally.games());
    Compared::new(mean, policy.score().value - mean, parts.map(part).into())
}

/// `policy` against `member`.
pub(crate) fn over_member(policy: &Tally, member: &Tally) -> Compared {
    let (own, other) = (policy.score(), member.score());
    let part = |estimate: Estimate| (estimate.std_error, estimate.games);
    Compared::new(other.value, own.value - other.value, [own, other].map(part).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inference::normal;
    use crate::rng::{self, Purpose};

    fn exact(score: f64, cost: f64, steps: f64) -> Tally {
        let mut tally = Tally::default();
        (0..2).for_each(|_| tally.add([score, cost * steps, steps]));
        tally
    }

    #[test]
    fn a_mixture_is_the_one_worked_by_hand() {
        // 100 steps at 1 and 300 steps at 9. Half of each costs (100 + 2700) / 400 = 7, far from the mean 5.
        let (cheap, dear) = (exact(10.0, 1.0, 100.0), exact(30.0, 9.0, 300.0));
        assert!((share(7.0, &cheap, &dear) - 0.5).abs() < 1e-12);
        let compared = over_mixture(&exact(23.0, 7.0, 50.0), &cheap, &dear);
        assert!((compared.mean - 20.0).abs() < 1e-12 && (compared.gain.value - 3.0).abs() < 1e-12);
        assert!(compared.gain.std_error < 1e-6);
        assert!((share(1.0, &cheap, &dear) - 1.0).abs() < 1e-12 && share(9.0, &cheap, &dear).abs() < 1e-12);
    }

    #[test]
    fn few_games_have_wide_intervals() {
        let mut policy = Tally::default();
        [10.0, 20.0].into_iter().for_each(|score| policy.add([score, 1.0, 1.0]));
        // 15 ± 5 with one degree of freedom against 3 exactly: 12.706 errors to each side.
        let found = over_member(&policy, &exact(3.0, 1.0, 1.0)).interval(0.95);
        assert!(
            (found.low - (12.0 - 63.531)).abs() < 1e-2 && (found.high - 75.531).abs() < 1e-2,
            "{found:?}"
        );
    }

    #[test]
    fn rivals_are_the_best_that_cost_no_more() {
        let members =
            [exact(10.0, 1.0, 9.0), exact(14.0, 4.0, 9.0), exact(30.0, 9.0, 9.0), exact(8.0, 2.0, 9.0)];
        // At 5 the straight line from 1 to 9 stands at 20, that from 4 to 9 at 17.2.
        let rivals = Rivals::at(5.0, &members);
        assert_eq!(rivals, Rivals { member: 1, pair: Some(Pair { cheap: 0, dear: 2 }) });
        assert!((rivals.compared(&exact(21.0, 5.0, 9.0), &members).gain.value - 1.0).abs() < 1e-9);
        // Dearer than all there is a member to beat, and no mixture.
        assert_eq!(Rivals::at(20.0, &members), Rivals { member: 2, pair: None });
        assert_eq!(Rivals::at(0.5, &members).member, 0);
        // Where all cost the same, the best one counts.
        let same = [exact(10.0, 1.0, 9.0), exact(12.0, 1.0, 9.0)];
        assert_eq!(Rivals::at(1.0, &same), Rivals { member: 1, pair: None });
        assert_eq!(Rivals::at(1.000_01, &same), Rivals { member: 1, pair: None });
    }

    /// `games` games of a player: the longer, the higher the score and the dearer the step.
    fn noisy(rng: &mut rng::Rng, games: u64, score: f64, cost: f64) -> Tally {
        let mut tally = Tally::default();
        for _ in 0..games {
            let luck = (0.4 * normal::draw(rng)).max(-0.9);
            let steps = 100.0 * (1.0 + luck);
            tally.add([
                score * (1.0 + luck),
                steps * cost * (1.0 + 0.1 * luck + 0.1 * normal::draw(rng)),
                steps,
            ]);
        }
        tally
    }

    #[test]
    fn the_error_of_a_gain_is_what_its_values_spread_by() {
        let mut rng = rng::stream(3, Purpose::Inference, 1);
        let (mut values, mut errors) = (Vec::new(), 0.0);
        let times = 2000;
        for _ in 0..times {
            let [policy, cheap, dear] = [(200, 20.0, 5.0), (400, 12.0, 2.0), (150, 30.0, 11.0)]
                .map(|(n, s, c)| noisy(&mut rng, n, s, c));
            let gain = over_mixture(&policy, &cheap, &dear).gain;
            values.push(gain.value);
            errors += gain.std_error / f64::from(times);
        }
        let mean = values.iter().sum::<f64>() / f64::from(times);
        let spread =
            (values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / f64::from(times - 1)).sqrt();
        assert!((errors / spread - 1.0).abs() < 0.06, "{errors} {spread}");
    }
}
