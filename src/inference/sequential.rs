//! Is the first better than the second by a stated difference? A test that stops as soon as that
//! is decided, with stated error rates, and an interval that holds whenever it stops.
//!
//! **The test.** Two sequential probability ratio tests run on the same games (Wald, *Sequential
//! Analysis*, 1947, §3; run together as in Sobel & Wald, *Ann. Math. Stat.* 20, 1949): "no
//! difference" against "the first is better by δ", and against "the second is better by δ". The
//! first of these to accept its difference decides; when both have rejected theirs, the two
//! differ by less than δ. Bounds are ln(2/α) and ln β, which hold without Wald's neglect of the
//! overshoot (his inequality, §3.2).
//!
//! **The claim.** If there is no difference, one is declared with probability at most α. If one is
//! better by δ or more, it is missed (another answer is given) with probability at most β, and at
//! most α/2 more for the wrong side. The claim is exact for normal values of known variance; means of
//! games with their variance estimated from at least [`PILOT`] games a side come close, and the
//! tests of this module measure how close.
//!
//! **The interval** is a confidence sequence: it holds the true difference at all looks at once,
//! so also at the one where the test stops, with confidence 1 − α (normal mixture; Robbins, *Ann.
//! Math. Stat.* 41, 1970; Howard, Ramdas, McAuliffe & Sekhon, *Ann. Stat.* 49, 2021, §3.2). It is
//! wider than an interval for a fixed number of games, and can hold 0 where a difference is
//! declared.

use super::Interval;
use crate::error::Result;
use crate::statistics::Estimate;
use libm::{log, sqrt};
use std::ops::Range;

/// Games a side before the first look.
pub const PILOT: u64 = 64;

/// Games a side from one look to the next.
const LOOK: u64 = 32;

/// The difference of means that is to be told apart from none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Stated {
    /// In the unit of the values, above 0.
    Absolute(f64),
    /// In percent of the mean of the first [`PILOT`] games of both sides, above 0.
    Percent(f64),
}

/// What is to be decided, and how surely.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plan {
    /// The stated difference δ.
    pub difference: Stated,
    /// Probability of declaring a difference where there is none, between 0 and ½.
    pub alpha: f64,
    /// Probability of missing the stated difference, between 0 and ½.
    pub beta: f64,
    /// Games a side at most; fewer than [`PILOT`] decide nothing.
    pub max_games: u64,
}

/// What a test came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// The first has the higher mean.
    First,
    /// The second has the higher mean.
    Second,
    /// They differ by less than the stated difference.
    Less,
    /// The games did not suffice.
    Undecided,
}

/// The end of a test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Verdict {
    /// What it came to.
    pub decision: Decision,
    /// The means of the two sides; their standard errors are those of a fixed number of games.
    pub means: [Estimate; 2],
    /// First less second, with the interval that holds whenever the test stops.
    pub difference: Interval,
    /// First over second, both of them uncertain, with the interval that holds whenever the test stops; unbounded
    /// where the second may be 0.
    pub ratio: Interval,
    /// The stated difference in the unit of the values.
    pub stated: f64,
}

/// Plays until `plan` is decided. `play` gets ranges of game numbers, one after the other from 0, and
/// gives one value a game of each side; the games have to be independent.
///
/// # Errors
/// What `play` reports.
pub fn sequential(plan: &Plan, mut play: impl FnMut(Range<u64>) -> Result<[Vec<f64>; 2]>) -> Result<Verdict> {
    let mut sides = [Running::default(); 2];
    let mut more = |sides: &mut [Running; 2], games: Range<u64>| -> Result<()> {
        let values = play(games)?;
        sides.iter_mut().zip(&values).for_each(|(side, values)| values.iter().for_each(|&x| side.add(x)));
        Ok(())
    };
    let mut end = PILOT.min(plan.max_games);
    more(&mut sides, 0..end)?;
    let mut test = Test::new(plan, &sides);
    loop {
        let decided = if end < PILOT { None } else { test.look(&sides) };
        if decided.is_some() || end >= plan.max_games {
            return Ok(test.outcome(decided.unwrap_or(Decision::Undecided), &sides));
        }
        let next = (end + LOOK).min(plan.max_games);
        more(&mut sides, end..next)?;
        end = next;
    }
}

/// The mean and variance of a growing sample (Welford, *Technometrics* 4, 1962).
#[derive(Debug, Clone, Copy, Default)]
struct Running {
    games: u64,
    mean: f64,
    squares: f64,
}

impl Running {
    fn add(&mut self, x: f64) {
        self.games += 1;
        let off = x - self.mean;
        self.mean += off / self.games as f64;
        self.squares += off * (x - self.mean);
    }

    fn variance(&self) -> f64 {
        self.squares / (self.games as f64 - 1.0)
    }

    fn estimate(&self) -> Estimate {
        let std_error = sqrt(self.variance() / self.games as f64);
        Estimate { value: self.mean, std_error, games: self.games }
    }
}

/// The two probability ratio tests.
struct Test {
    stated: f64,
    alpha: f64,
    accept: f64,
    reject: f64,
    /// Where the interval is tightest, as a variance of the sum of differences.
    rho: f64,
    /// Whether "no difference" has been accepted against the first and against the second side.
    rejected: [bool; 2],
}

impl Test {
    fn new(plan: &Plan, pilot: &[Running; 2]) -> Self {
        let stated = match plan.difference {
            Stated::Absolute(difference) => difference,
            Stated::Percent(percent) => (pilot[0].mean + pilot[1].mean).abs() / 2.0 * percent / 100.0,
        };
        let accept = log(2.0 / plan.alpha);
        let variance = pilot[0].variance() + pilot[1].variance();
        // About where the test is expected to stop if the stated difference is there.
        let usual_games = 2.0 * accept * variance / (stated * stated);
        let usual_games = usual_games.clamp(PILOT as f64, plan.max_games.max(PILOT) as f64);
        let doubled = -2.0 * log(plan.alpha);
        // Values of later games may differ where those of the first ones do not.
        let spread =
            if variance > 0.0 { variance } else { (stated * stated).clamp(f64::MIN_POSITIVE, f64::MAX) };
        let rho = usual_games * spread / (doubled + log(doubled + 1.0));
        Self { stated, alpha: plan.alpha, accept, reject: log(plan.beta), rho, rejected: [false; 2] }
    }

    /// Looks at the games so far.
    fn look(&mut self, sides: &[Running; 2]) -> Option<Decision> {
        let (difference, variance) = difference(sides);
        let games = sides[0].games as f64;
        for (side, sign) in [1.0, -1.0].into_iter().enumerate() {
            let ratio = games * self.stated / variance * (sign * difference - self.stated / 2.0);
            if ratio >= self.accept {
                return Some(if side == 0 { Decision::First } else { Decision::Second });
            }
            self.rejected[side] |= ratio <= self.reject;
        }
        (self.rejected == [true; 2]).then_some(Decision::Less)
    }

    fn outcome(&self, decision: Decision, sides: &[Running; 2]) -> Verdict {
        let (difference, variance) = difference(sides);
        Verdict {
            decision,
            means: sides.map(|side| side.estimate()),
            difference: Interval::around(difference, self.margin(sides[0].games, variance)),
            ratio: self.ratio(sides),
            stated: self.stated,
        }
    }

    /// How far the mean of values with this `variance` may be from the truth after so many `games`.
    fn margin(&self, games: u64, variance: f64) -> f64 {
        let games = games as f64;
        let spread = games * variance + self.rho;
        if variance == 0.0 {
            return 0.0;
        }
        sqrt(spread * log(spread / (self.rho * self.alpha * self.alpha))) / games
    }

    /// The ratios r for which the mean of first − r·second may be 0 (Fieller, *J. R. Stat. Soc. B* 16, 1954, with the
    /// margin that holds whenever the test stops).
    fn ratio(&self, sides: &[Running; 2]) -> Interval {
        let [first, second] = sides;
        let ratio = first.mean / second.mean;
        let margin = |r: f64| self.margin(first.games, first.variance() + r * r * second.variance());
        let may_be = |r: f64| (first.mean - r * second.mean).abs() <= margin(r);
        if !ratio.is_finite() || second.mean.abs() <= self.margin(second.games, second.variance()) {
            return Interval::around(ratio, f64::NAN);
        }
        let end = |sign: f64| {
            let mut steps = (0..200).map(|power| ratio.abs().max(1e-6) * libm::exp2(f64::from(power) - 40.0));
            let Some(mut out) = steps.find(|step| !may_be(ratio + sign * step)) else { return f64::INFINITY };
            let mut inside = 0.0;
            for _ in 0..100 {
                let middle = 0.5 * (inside + out);
                *(if may_be(ratio + sign * middle) { &mut inside } else { &mut out }) = middle;
            }
            out
        };
        Interval { value: ratio, low: ratio - end(-1.0), high: ratio + end(1.0) }
    }
}

/// The difference of the means, and the variance of the difference of one game of each side.
fn difference(sides: &[Running; 2]) -> (f64, f64) {
    (sides[0].mean - sides[1].mean, sides[0].variance() + sides[1].variance())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Purpose, stream};
    use rand::RngExt;

    const PLAN: Plan =
        Plan { difference: Stated::Absolute(0.1), alpha: 0.05, beta: 0.1, max_games: 1_000_000 };

    /// Tests of sides whose true means are 1 + `lead` and 1, with the skew and the spread of game scores
    /// (gamma, coefficient of variation ½): the shares of each decision, of intervals that hold the
    /// truth (of the difference or of the ratio, whichever hold less often), and the mean number of games.
    fn simulate(lead: f64, repetitions: u32) -> ([f64; 3], f64, f64) {
        let mut rng = stream(1, Purpose::Measure, 1);
        let (mut decisions, mut held, mut ratios, mut games) = ([0.0; 3], 0.0, 0.0, 0.0);
        let one = 1.0 / f64::from(repetitions);
        for _ in 0..repetitions {
            let mut score = |mean: f64| {
                let mut uniform = || 1.0 - rng.random::<f64>();
                -mean / 4.0 * log(uniform() * uniform() * uniform() * uniform())
            };
            let outcome = sequential(&PLAN, |range| {
                let mut side = |mean: f64| range.clone().map(|_| score(mean)).collect::<Vec<_>>();
                Ok([side(1.0 + lead), side(1.0)])
            });
            let outcome = outcome.unwrap();
            decisions[outcome.decision as usize] += one;
            held += if outcome.difference.holds(lead) { one } else { 0.0 };
            ratios += if outcome.ratio.holds(1.0 + lead) { one } else { 0.0 };
            games += outcome.means[0].games as f64 * one;
        }
        (decisions, held.min(ratios), games)
    }

    #[test]
    fn stated_error_rates_hold() {
        let ([first, second, _], held, games) = simulate(0.0, 1500);
        println!("no difference: declared {first} + {second}, intervals hold {held}, {games} games");
        assert!(first + second <= PLAN.alpha && held >= 1.0 - PLAN.alpha);
        for lead in [0.1, -0.1] {
            let ([first, second, less], held, games) = simulate(lead, 1500);
            println!("lead {lead}: {first} {second} {less}, intervals hold {held}, {games} games");
            let right = if lead > 0.0 { first } else { second };
            assert!(1.0 - right <= PLAN.beta && held >= 1.0 - PLAN.alpha, "{lead}: {right} {held}");
        }
        let (_, held, games) = simulate(0.05, 1500);
        println!("half of it: intervals hold {held}, {games} games");
        assert!(held >= 1.0 - PLAN.alpha);
    }

    #[test]
    fn a_test_by_hand() {
        // Values ±1 about 10 and 9: variance 64/63 a side, the pilot decides for the first.
        let side = |mean: f64, range: Range<u64>| {
            range.map(|i| mean + if i.is_multiple_of(2) { 1.0 } else { -1.0 }).collect::<Vec<_>>()
        };
        let plan = Plan { difference: Stated::Percent(10.0), ..PLAN };
        let found = sequential(&plan, |games| Ok([side(10.0, games.clone()), side(9.0, games)])).unwrap();
        assert!((found.stated - 0.95).abs() < 1e-12, "{found:?}");
        assert_eq!((found.decision, found.means[0].games), (Decision::First, PILOT));
        assert!((found.difference.value - 1.0).abs() < 1e-12 && !found.difference.holds(0.0));
        let capped = Plan { max_games: 50, difference: Stated::Absolute(1e-3), ..PLAN };
        let found = sequential(&capped, |games| Ok([side(10.0, games.clone()), side(10.0, games)])).unwrap();
        assert_eq!((found.decision, found.means[1].games), (Decision::Undecided, 50));
        // The pilot alone knows the variance: however far apart, fewer games decide nothing.
        for (max_games, decision) in
            [(2, Decision::Undecided), (63, Decision::Undecided), (64, Decision::First)]
        {
            let short = Plan { max_games, ..plan };
            let found =
                sequential(&short, |games| Ok([side(90.0, games.clone()), side(9.0, games)])).unwrap();
            assert_eq!((found.decision, found.means[0].games), (decision, max_games));
        }
        let same =
            sequential(&plan, |games| Ok([vec![1.0; games.clone().count()], vec![1.0; games.count()]]));
        assert_eq!(same.unwrap().decision, Decision::Less);
    }

    /// With α = 1/e and ρ = 1 a mean of n games of variance v may be off by √((n·v + 1)·(ln(n·v + 1) + 2))/n.
    #[test]
    fn both_sides_of_a_ratio_are_uncertain() {
        let test = Test {
            stated: 1.0,
            alpha: libm::exp(-1.0),
            accept: 0.0,
            reject: 0.0,
            rho: 1.0,
            rejected: [false; 2],
        };
        let side = |mean: f64| Running { games: 2, mean, squares: 1.0 };
        let found = test.ratio(&[side(20.0), side(10.0)]);
        for r in [found.low, found.high] {
            let spread = 2.0 * (1.0 + r * r) + 1.0;
            let margin = (spread * (spread.ln() + 2.0)).sqrt() / 2.0;
            assert!(((20.0 - 10.0 * r).abs() - margin).abs() < 1e-6, "{found:?}");
        }
        assert!(found.value == 2.0 && found.low < 2.0 && found.high > 2.0);
        assert_eq!(test.ratio(&[side(20.0), side(0.5)]).high, f64::INFINITY);
        assert_eq!(test.ratio(&[side(20.0), side(0.0)]).high, f64::INFINITY);
    }

    #[test]
    fn the_interval_is_bounded_whatever_is_stated() {
        let side = |mean: f64, range: &Range<u64>, from: u64| {
            let off = |i: u64| if i < from { 0.0 } else { (i % 2) as f64 * 2.0 - 1.0 };
            range.clone().map(|i| mean + off(i)).collect::<Vec<_>>()
        };
        let finite = |outcome: &Verdict, truth: f64| {
            let Interval { low, high, .. } = outcome.difference;
            assert!(low.is_finite() && high.is_finite() && low <= truth && truth <= high, "{outcome:?}");
        };
        for size in [1e-300, 1e-15, 1e15, 1e300] {
            for difference in [Stated::Absolute(size), Stated::Percent(size)] {
                let plan = Plan { difference, max_games: 640, ..PLAN };
                let found = sequential(&plan, |games| Ok([side(10.0, &games, 0), side(9.0, &games, 0)]));
                finite(&found.unwrap(), 1.0);
            }
        }
        // The first games are all the same, the later ones are not.
        let plan = Plan { difference: Stated::Absolute(1e-3), max_games: 640, ..PLAN };
        let found = sequential(&plan, |games| Ok([side(10.0, &games, 96), side(10.0, &games, 96)]));
        finite(&found.unwrap(), 0.0);
    }
}
