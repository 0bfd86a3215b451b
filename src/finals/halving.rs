//! How a race among finalists gives out its games: who plays on, and how much.

/// Fewest games of a first stage, unless the experiment asks for fewer in all: what fewer games say of a
/// quantile or of an error is worth little.
const LEAST: u64 = 16;

/// The first stage takes at most this part of the budget, one in four, if its games can be fewer.
const PARTS: u64 = 4;

/// Share of the expected members of the front that a stage may lose. Simulated shares are cautious, as they
/// add the noise of the games a second time.
const LOST: f64 = 0.005;

/// Individuals that are drawn in all to tell the shares of a stage.
const DRAWN: usize = 200_000;

/// A race among finalists. Games count once a scenario.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Plan {
    /// Games that a member of the front has to play.
    pub games: u64,
    /// Games of all finalists together.
    pub budget: u64,
}

/// A stage of the race: finalists that have all played the same games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stage {
    /// Games that each has played by its end.
    pub games: u64,
    /// Games that all finalists together have played by its end, those that were left behind too.
    pub played: u64,
}

impl Stage {
    /// How many draws tell the shares of `finalists` well enough, in a time that does not grow with them.
    pub fn draws(finalists: usize) -> usize {
        (DRAWN / finalists.max(1)).clamp(40, 400)
    }
}

impl Plan {
    /// How many finalists there are games for: the first stage takes half of the budget at most.
    pub fn most_finalists(&self) -> usize {
        let most = self.budget / 2 / self.games.min(LEAST);
        (most as usize).max(LEAST as usize)
    }

    /// The first stage of `finalists`: the games of a member halved until they are cheap.
    pub fn first(&self, finalists: usize) -> Stage {
        let finalists = finalists as u64;
        let mut games = self.games;
        while games / 2 >= LEAST && finalists * games > self.budget / PARTS {
            games = games.div_ceil(2);
        }
        Stage { games, played: finalists * games }
    }

    /// The stage after `stage` and the places of those that play on; `None` where the race is over.
    /// `shares` says for each that has played `stage` how likely it is a member of the front.
    pub fn next(&self, stage: &Stage, shares: &[f64]) -> Option<(Stage, Vec<usize>)> {
        let games = if stage.games < self.games { self.games.min(2 * stage.games) } else { 2 * stage.games };
        let more = games - stage.games;
        let left = self.budget.saturating_sub(stage.played);
        let mut kept = contenders(shares);
        let expected = expected(shares);
        if stage.games < self.games {
            let room = left / self.stages_after(stage) / more;
            kept.truncate((room as usize).max(expected));
        } else if kept.len() <= expected || kept.len() as u64 * more > left {
            return None;
        }
        Some((Stage { games, played: stage.played + kept.len() as u64 * more }, kept))
    }

    /// How many stages bring those of `stage` to the games of a member.
    fn stages_after(&self, stage: &Stage) -> u64 {
        let doubled = std::iter::successors(Some(stage.games), |games| Some(2 * games));
        doubled.take_while(|games| *games < self.games).count() as u64
    }
}

/// How many members of the front are to be expected, at least one.
fn expected(shares: &[f64]) -> usize {
    /// What the rounding of a sum of shares may add.
    const ROUNDING: f64 = 1e-6;
    ((shares.iter().sum::<f64>() - ROUNDING).ceil() as usize).max(1)
}

/// Places of the fewest that hold nearly all of `shares`, the largest first, ties by place.
fn contenders(shares: &[f64]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..shares.len()).collect();
    places.sort_by(|&a, &b| shares[b].total_cmp(&shares[a]).then(a.cmp(&b)));
    let enough = (1.0 - LOST) * shares.iter().sum::<f64>();
    let mut held = 0.0;
    let count = places.iter().position(|&place| {
        held += shares[place];
        held >= enough
    });
    places.truncate(count.map_or(shares.len(), |last| last + 1));
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewest_that_hold_nearly_all_play_on() {
        assert_eq!(contenders(&[0.5, 0.0, 0.5]), [0, 2]);
        assert_eq!(contenders(&[0.004, 0.596, 0.4]), [1, 2]);
        assert_eq!(contenders(&[0.03, 0.57, 0.4]), [1, 2, 0]);
        assert_eq!(contenders(&[0.0, 0.0]), [0]);
    }

    #[test]
    fn games_are_halved_until_the_first_stage_is_cheap() {
        let first = |games, budget, finalists| Plan { games, budget }.first(finalists).games;
        assert_eq!(first(800, 100_000, 10), 800);
        // 64 finalists and a quarter of 25,600: 100 games each.
        assert_eq!(first(800, 25_600, 64), 100);
        assert_eq!(first(800, 25_599, 64), 50);
        assert_eq!((first(100, 0, 64), first(40, 0, 9), first(9, 0, 9)), (25, 20, 9));
        let most = |games, budget| Plan { games, budget }.most_finalists();
        assert_eq!((most(100, 32_000), most(100, 0), most(4, 800)), (1000, 16, 100));
    }

    #[test]
    fn one_of_many_alike_is_found_by_halving() {
        let plan = Plan { games: 800, budget: 25_600 };
        let mut stage = plan.first(64);
        let mut counts = vec![64];
        let alike = |count: usize| vec![1.0 / count as f64; count];
        while let Some((next, kept)) = plan.next(&stage, &alike(counts[counts.len() - 1])) {
            counts.push(kept.len());
            stage = next;
        }
        // After 6,400 games three stages are left for 19,200: all 64 play 100 more, 32 play
        // 200, 16 play 400.
        assert_eq!(counts, [64, 64, 32, 16]);
        assert_eq!(stage, Stage { games: 800, played: 6400 + 6400 + 6400 + 6400 });
    }

    #[test]
    fn the_expected_members_play_whatever_it_costs_and_then_only_what_is_left() {
        let plan = Plan { games: 40, budget: 100 };
        let stage = plan.first(20);
        assert_eq!(stage, Stage { games: 20, played: 400 });
        let (next, kept) = plan.next(&stage, &[vec![0.6; 10], vec![0.0; 10]].concat()).unwrap();
        assert_eq!((next.clone(), kept), (Stage { games: 40, played: 520 }, Vec::from_iter(0..6)));
        assert_eq!(plan.next(&next, &[0.5; 6]), None);
        // With games left, the undecided play on; the decided do not.
        let plan = Plan { games: 40, budget: 760 };
        assert_eq!(
            plan.next(&next, &[0.5; 6]).unwrap(),
            (Stage { games: 80, played: 760 }, Vec::from_iter(0..6))
        );
        assert_eq!(plan.next(&next, &[1.0; 6]), None);
    }
}
