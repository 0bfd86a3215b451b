//! What is to be expected of those that were chosen: by their own games, among all that they were chosen from.
//!
//! A front is chosen by figures, so those of its members are flattered, and drawing about them again would add their
//! luck a second time. What is expected of a member given all games of all that stood to choose does not know how it
//! was chosen, and needs not (Gelman et al., *Bayesian Data Analysis*, 3rd ed. 2013, §8.1).

use crate::inference::Neighbourhood;
use crate::inference::kriging::{Kriging, Noisy, Smoothed};

/// What is to be expected of the first `members` of the individuals with these `genomes`, of each objective of which
/// `known` holds a value an individual; the value with its own error where one is no finite number. By objective.
pub fn expected(genomes: &[&[f64]], known: &[Vec<Noisy>], members: usize) -> Vec<Vec<Smoothed>> {
    let neighbourhood = Neighbourhood::new(genomes);
    let of_objective = |known: &Vec<Noisy>| -> Vec<Smoothed> {
        let is_sound = |it: &Noisy| it.value.is_finite() && it.variance.is_finite();
        if !known.iter().all(is_sound) {
            let own = |it: &Noisy| Smoothed { value: it.value, std_error: it.variance.sqrt() };
            return known[..members].iter().map(own).collect();
        }
        let kriging = Kriging::new(&neighbourhood, known);
        (0..members).map(|i| kriging.smoothed(i)).collect()
    };
    known.iter().map(of_objective).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inference::front_membership::{Uncertain, probability_non_dominated};
    use crate::inference::normal;
    use crate::pareto::first_front::non_dominated;
    use crate::rng::{Purpose, Rng, stream};
    use rand::RngExt;

    /// Finalists of a front.
    const FINALISTS: usize = 64;

    /// A front chosen among finalists with this `noise` of validation games, then tested with as many: for each
    /// member the probability that is shown and whether it is true; both for what is expected and for test games
    /// alone.
    fn front(noise: f64, rng: &mut Rng) -> Vec<([f64; 2], bool)> {
        let genomes: Vec<Vec<f64>> =
            (0..FINALISTS).map(|_| (0..6).map(|_| rng.random::<f64>()).collect()).collect();
        let truth: Vec<[f64; 2]> = genomes.iter().map(|genome| truth(genome)).collect();
        let mut figures = |noise: f64| -> Vec<[f64; 2]> {
            truth.iter().map(|it| it.map(|value| value + noise * normal::draw(rng))).collect()
        };
        let (validation, test) = (figures(noise), figures(noise));
        let chosen = non_dominated(&validation);
        let mut order: Vec<usize> = (0..FINALISTS).filter(|&i| chosen[i]).collect();
        let members = order.len();
        order.extend((0..FINALISTS).filter(|&i| !chosen[i]));
        let known = |j: usize| -> Vec<Noisy> {
            let of = |(place, &i): (usize, &usize)| match place < members {
                true => Noisy { value: (validation[i][j] + test[i][j]) / 2.0, variance: noise * noise / 2.0 },
                false => Noisy { value: validation[i][j], variance: noise * noise },
            };
            order.iter().enumerate().map(of).collect()
        };
        let of_genomes: Vec<&[f64]> = order.iter().map(|&i| genomes[i].as_slice()).collect();
        let expected = expected(&of_genomes, &[known(0), known(1)], members);
        let correlations = vec![vec![1.0, 0.0], vec![0.0, 1.0]];
        let uncertain = |of: &dyn Fn(usize, usize) -> Smoothed| -> Vec<Uncertain> {
            let member = |i: usize| Uncertain {
                values: (0..2).map(|j| of(i, j).value).collect(),
                errors: (0..2).map(|j| of(i, j).std_error).collect(),
                correlations: correlations.clone(),
            };
            (0..members).map(member).collect()
        };
        let all = uncertain(&|i, j| expected[j][i]);
        let alone = uncertain(&|i, j| Smoothed { value: test[order[i]][j], std_error: noise });
        let [all, alone] = [all, alone].map(|it| probability_non_dominated(&it, rng));
        let points: Vec<[f64; 2]> = order[..members].iter().map(|&i| truth[i]).collect();
        let is_true = non_dominated(&points);
        (0..members).map(|i| ([all[i].unwrap(), alone[i].unwrap()], is_true[i])).collect()
    }

    /// So many fronts.
    fn fronts(noise: f64, count: usize, rng: &mut Rng) -> Vec<([f64; 2], bool)> {
        (0..count).flat_map(|_| front(noise, rng)).collect()
    }

    /// Two objectives that want different things.
    fn truth(genome: &[f64]) -> [f64; 2] {
        let far = |from: f64| genome.iter().map(|x| (x - from) * (x - from)).sum::<f64>();
        [far(0.3) + 0.2 * genome[0], far(0.6) - 0.3 * genome[1] * genome[2]]
    }

    /// In each tenth of what is shown: what is expected to be true less what is, in standard deviations.
    fn off(shown: &[(f64, bool)]) -> Vec<f64> {
        let tenth = |p: f64| ((10.0 * p) as usize).min(9);
        let off = |bin: usize| {
            let within = || shown.iter().filter(move |(p, _)| tenth(*p) == bin);
            let difference: f64 = within().map(|(p, is_true)| f64::from(u8::from(*is_true)) - p).sum();
            difference / within().map(|(p, _)| p * (1.0 - p)).sum::<f64>().sqrt().max(1.0)
        };
        (0..10).map(off).collect()
    }

    #[test]
    fn in_each_tenth_of_what_is_shown_as_much_is_true() {
        let mut rng = stream(2, Purpose::Measure, 0);
        let fronts: Vec<([f64; 2], bool)> =
            [0.06, 0.2].into_iter().flat_map(|noise| fronts(noise, 40, &mut rng)).collect();
        let [expected, alone] = [0, 1]
            .map(|which| off(&fronts.iter().map(|(p, is_true)| (p[which], *is_true)).collect::<Vec<_>>()));
        assert!(expected.iter().all(|off| off.abs() < 3.0), "{expected:?}");
        // Test games alone, drawn again, say far too little of those that they do not favour.
        assert!(alone[..3].iter().sum::<f64>() > 9.0, "{alone:?}");
    }
}
