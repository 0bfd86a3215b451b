//! How sure it is that each member of the front belongs to it.

use super::PopulationRow;
use crate::inference::front_membership::{Uncertain, expected, probability_non_dominated};
use crate::inference::kriging::{Noisy, Smoothed};
use crate::objective::{Goal, Objective};
use crate::rng::{self, Purpose};
use crate::run::{FrontFile, FrontMember, TestFigures};
use crate::statistics::Estimate;
use std::collections::{BTreeMap, BTreeSet};

/// The most finalists that tell of each other.
const MOST: usize = 512;

/// Gives each member of `front` the probability that no other one dominates it, by its validation and test games
/// together and by those of the other finalists in `population`, the `tested` also telling how errors of objectives
/// are correlated. Exact values are what they are.
pub(super) fn show(
    front: &mut FrontFile,
    population: &[PopulationRow],
    objectives: &[Objective],
    tested: &BTreeMap<u64, TestFigures>,
) {
    let known: Vec<Vec<Noisy>> =
        (0..objectives.len()).map(|j| figures(front, population, objectives, j)).collect();
    let expected: Vec<Vec<Smoothed>> = match front.games {
        0 => exact(&known, front.members.len()),
        _ => expected(&genomes(front, population), &known, front.members.len()),
    };
    let uncertain = |(i, member): (usize, &FrontMember)| Uncertain {
        values: expected.iter().map(|of| of[i].value).collect(),
        errors: expected.iter().map(|of| of[i].std_error).collect(),
        correlations: correlations(objectives, tested.get(&member.id)),
    };
    let uncertain: Vec<Uncertain> = front.members.iter().enumerate().map(uncertain).collect();
    let mut rng = rng::stream(front.seed, Purpose::Inference, 0);
    let probabilities = probability_non_dominated(&uncertain, &mut rng);
    front.members.iter_mut().zip(probabilities).for_each(|(member, p)| member.p_non_dominated = p);
}

fn exact(known: &[Vec<Noisy>], members: usize) -> Vec<Vec<Smoothed>> {
    let of = |it: &Noisy| Smoothed { value: it.value, std_error: 0.0 };
    known.iter().map(|known| known[..members].iter().map(of).collect()).collect()
}

/// The finalists that are not members, those of most games first, as many as may tell.
fn others<'p>(front: &FrontFile, population: &'p [PopulationRow]) -> impl Iterator<Item = &'p PopulationRow> {
    let members: BTreeSet<u64> = front.members.iter().map(|member| member.id).collect();
    let mut others: Vec<&PopulationRow> =
        population.iter().filter(|row| !members.contains(&row.member.id)).collect();
    others.sort_by_key(|row| std::cmp::Reverse(row.games_validation));
    others.into_iter().take(MOST.saturating_sub(members.len()))
}

/// The genomes of the members and of the others.
fn genomes<'f>(front: &'f FrontFile, population: &'f [PopulationRow]) -> Vec<&'f [f64]> {
    let others = others(front, population).map(|row| row.member.genome.as_slice());
    front.members.iter().map(|member| member.genome.as_slice()).chain(others).collect()
}

/// What the games of the members and of the others say of objective `j`, minimised.
fn figures(
    front: &FrontFile,
    population: &[PopulationRow],
    objectives: &[Objective],
    j: usize,
) -> Vec<Noisy> {
    let members = front.members.iter().map(|member| together(&[member.validation[j], member.test[j]]));
    let estimates: Vec<Estimate> =
        members.chain(others(front, population).map(|row| row.member.validation[j])).collect();
    let a_game = |e: &Estimate| e.std_error * e.std_error * e.games as f64;
    // Where all games of one give the same, the others say how much one game may tell.
    let mut known: Vec<f64> = estimates.iter().map(a_game).filter(|variance| *variance > 0.0).collect();
    known.sort_by(f64::total_cmp);
    let usual = known.get(known.len() / 2).copied().unwrap_or(0.0);
    let noisy = |e: &Estimate| {
        let variance =
            if e.std_error > 0.0 || e.games == 0 { a_game(e) } else { usual } / e.games.max(1) as f64;
        let error = objectives[j].minimised_error(&Estimate { std_error: variance.sqrt(), ..*e });
        Noisy { value: objectives[j].minimised(e.value), variance: error * error }
    };
    estimates.iter().map(noisy).collect()
}

/// Estimates from different games as one, by the games of each.
fn together(estimates: &[Estimate]) -> Estimate {
    let games: u64 = estimates.iter().map(|e| e.games).sum();
    if games == 0 {
        return estimates[0];
    }
    let share = |e: &Estimate| e.games as f64 / games as f64;
    let part = |e: &Estimate| share(e) * e.std_error;
    let variance: f64 = estimates.iter().map(|e| part(e) * part(e)).sum();
    let value = estimates.iter().map(|e| share(e) * e.value).sum();
    Estimate { value, std_error: variance.sqrt(), games }
}

/// How the errors of the objectives are correlated, minimised; exact values are not.
fn correlations(objectives: &[Objective], tested: Option<&TestFigures>) -> Vec<Vec<f64>> {
    let goals = || objectives.iter().map(|o| o.goal).enumerate();
    let correlation = |(i, one): (usize, Goal), (j, other): (usize, Goal)| {
        let known = tested.map_or(f64::from(u8::from(i == j)), |it| it.correlations[i][j]);
        if one == other { known } else { -known }
    };
    goals().map(|i| goals().map(|j| correlation(i, j)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_put_together_by_their_number() {
        let [few, many] = [(10.0, 2.0, 100), (14.0, 1.0, 300)].map(|(value, std_error, games)| Estimate {
            value,
            std_error,
            games,
        });
        // (100·10 + 300·14) / 400, and the error of a sum: √(¼²·2² + ¾²·1²).
        let found = together(&[few, many]);
        assert_eq!((found.value, found.games), (13.0, 400));
        assert!((found.std_error - (0.25_f64 + 0.5625).sqrt()).abs() < 1e-12, "{found:?}");
        assert_eq!(together(&[Estimate::exact(3.0), Estimate::exact(3.0)]), Estimate::exact(3.0));
    }
}
