//! Properties of the optimiser's parts on random and degenerate input.

#![allow(clippy::unwrap_used)]

use paretune::optim::contribution::{front_contributions, prune_by_contribution};
use paretune::optim::crowding::crowding_distances;
use paretune::optim::pruning::{prune_by_crowding, prune_by_vicinity, vicinities};
use paretune::optim::ranking::{assign_ranks, constrained_dominates};
use paretune::optim::{Crossover, Gene, GeneKind, Individual, Space, Survival, mutation, sbx, survivors};
use paretune::pareto::dominance::dominates;
use paretune::pareto::hypervolume::{contributions, hypervolume};
use paretune::pareto::sorting::non_dominated_ranks;
use paretune::rng::{Purpose, stream};
use proptest::prelude::*;

/// Values with many ties, zeros of both signs, infinities and NaN.
fn rough_value() -> impl Strategy<Value = f64> + Clone {
    prop_oneof![
        8 => (0..5_i32).prop_map(f64::from),
        4 => -1.0..1.0_f64,
        1 => Just(-0.0),
        1 => Just(f64::INFINITY),
        1 => Just(f64::NEG_INFINITY),
        1 => Just(f64::NAN),
    ]
}

fn points(
    value: impl Strategy<Value = f64> + Clone + 'static,
    objectives: std::ops::Range<usize>,
    most: usize,
) -> impl Strategy<Value = Vec<Vec<f64>>> {
    objectives.prop_flat_map(move |m| prop::collection::vec(prop::collection::vec(value.clone(), m), 0..most))
}

/// The textbook sort: take away the non-dominated points, again and again.
fn ranks_by_peeling(n: usize, is_dominated: impl Fn(usize, usize) -> bool) -> Vec<u32> {
    let (mut ranks, mut left, mut rank) = (vec![0; n], (0..n).collect::<Vec<_>>(), 0);
    while !left.is_empty() {
        let (front, rest): (Vec<usize>, Vec<usize>) =
            left.iter().partition(|&&i| !left.iter().any(|&j| is_dominated(i, j)));
        front.iter().for_each(|&i| ranks[i] = rank);
        (left, rank) = (rest, rank + 1);
    }
    ranks
}

/// The volume by inclusion and exclusion over all subsets.
fn volume_by_inclusion(points: &[Vec<f64>], reference: &[f64]) -> f64 {
    (1_u32..1 << points.len())
        .map(|subset| {
            let chosen = || (0..points.len()).filter(move |i| subset >> i & 1 == 1);
            let side = |k: usize| {
                let corner = chosen().map(|i| points[i][k]).fold(f64::NEG_INFINITY, f64::max);
                (reference[k] - corner).max(0.0)
            };
            let sign = if subset.count_ones() % 2 == 1 { 1.0 } else { -1.0 };
            sign * (0..reference.len()).map(side).product::<f64>()
        })
        .sum()
}

fn simplex_space() -> impl Strategy<Value = (Space, Vec<f64>)> {
    let gene =
        (0.0..0.3_f64, 0.0..1.0_f64, prop_oneof![Just(0.0), Just(f64::NAN), -1.0..3.0_f64, 0.0..1e-300_f64]);
    prop::collection::vec(gene, 1..8).prop_map(|rows| {
        let n = rows.len() as f64;
        let genes = rows.iter().zip(1..).map(|(&(lower, extra, _), i)| {
            let lower = if i % 2 == 0 { 0.0 } else { lower / n };
            Gene::real(format!("w{i}"), lower, (lower + extra).max(1.0 / n))
        });
        (
            Space { genes: genes.collect(), simplexes: vec![rows.len()] },
            rows.iter().map(|row| row.2).collect(),
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn sorting_agrees_with_the_textbook(points in points(rough_value(), 1..6, 70)) {
        let is_failed = |i: usize| points[i].iter().any(|value| value.is_nan());
        let judged = ranks_by_peeling(points.len(), |i, j| match (is_failed(i), is_failed(j)) {
            (true, other) => !other,
            (false, true) => false,
            (false, false) => dominates(&points[j], &points[i]),
        });
        prop_assert_eq!(non_dominated_ranks(&points), judged);
    }

    #[test]
    fn constrained_ranks_agree_with_constrained_domination(
        rows in prop::collection::vec((prop::collection::vec(0..4_i32, 3), 0..4_i32), 0..40),
    ) {
        let mut population: Vec<Individual> = rows.iter().map(|(objectives, violation)| Individual {
            id: 0,
            genome: vec![],
            objectives: objectives.iter().map(|&value| f64::from(value)).collect(),
            violation: f64::from(*violation),
            rank: 0,
            crowding: 0.0,
        }).collect();
        assign_ranks(&mut population);
        let judged = ranks_by_peeling(rows.len(), |i, j| constrained_dominates(&population[j], &population[i]));
        prop_assert!(population.iter().zip(judged).all(|(individual, rank)| individual.rank == rank));
    }

    #[test]
    fn repair_lands_inside((space, mut genome) in simplex_space()) {
        prop_assume!(space.validate().is_ok());
        space.repair(&mut genome);
        prop_assert!(space.check(&genome, "repaired").is_ok(), "{:?}", genome);
        prop_assert!((genome.iter().sum::<f64>() - 1.0).abs() <= 1e-12, "{:?}", genome);
        let once = genome.clone();
        space.repair(&mut genome);
        prop_assert_eq!(genome, once);
    }

    #[test]
    fn repair_keeps_the_ratios_of_genes_off_their_bounds((space, raw) in simplex_space()) {
        prop_assume!(space.validate().is_ok());
        let mut genome = raw.clone();
        space.repair(&mut genome);
        let free: Vec<f64> = (0..raw.len())
            .filter(|&i| raw[i] > 1e-3 && raw[i] < space.genes[i].upper)
            .filter(|&i| genome[i] > space.genes[i].lower + 1e-9 && genome[i] < space.genes[i].upper - 1e-9)
            .filter(|&i| raw[i] > space.genes[i].lower)
            .map(|i| genome[i] / raw[i])
            .collect();
        prop_assert!(free.windows(2).all(|pair| (pair[0] / pair[1] - 1.0).abs() < 1e-6), "{:?}", free);
    }

    #[test]
    fn variation_stays_inside(
        shares in prop::collection::vec((0.0..=1.0_f64, 0.0..=1.0_f64), 1..6),
        lower in -1e6..1e6_f64,
        width in prop_oneof![Just(0.0), 1e-12..1e6_f64, Just(1e300)],
        eta in prop_oneof![Just(0.0), 0.0..100.0_f64],
        seed in any::<u64>(),
    ) {
        let upper = lower + width;
        let genes = (0..shares.len()).map(|i| Gene::real(format!("x{i}"), lower, upper));
        let space = Space { genes: genes.collect(), simplexes: vec![] };
        let at = |share: f64| (lower + share * width).clamp(lower, upper);
        let first: Vec<f64> = shares.iter().map(|pair| at(pair.0)).collect();
        let second: Vec<f64> = shares.iter().map(|pair| at(pair.1)).collect();
        let mut rng = stream(seed, Purpose::Optimiser, 0);
        let settings = Crossover { eta, prob: 1.0 };
        for mut child in sbx::crossover(&space, [&first, &second], settings, &mut rng).unwrap() {
            prop_assert!(space.check(&child, "child").is_ok(), "{:?}", child);
            mutation::mutate(&space, &mut child, eta, 1.0, &mut rng);
            prop_assert!(space.check(&child, "mutant").is_ok(), "{:?}", child);
        }
    }

    #[test]
    fn variation_of_whole_values_stays_among_them(
        rows in prop::collection::vec((-40..40_i32, 0..12_i32, any::<bool>(), 0.0..1.0_f64), 1..6),
        eta in prop_oneof![Just(0.0), 0.0..100.0_f64],
        seed in any::<u64>(),
    ) {
        let gene = |(i, row): (usize, &(i32, i32, bool, f64))| {
            let kind = if row.2 { GeneKind::Integer } else { GeneKind::Categorical };
            Gene { kind, ..Gene::integer(format!("n{i}"), row.0, row.0 + row.1) }
        };
        let space = Space { genes: rows.iter().enumerate().map(gene).collect(), simplexes: vec![] };
        let mut rng = stream(seed, Purpose::Optimiser, 0);
        let (first, second) = (space.sample(&mut rng), space.sample(&mut rng));
        let settings = Crossover { eta, prob: 1.0 };
        for mut child in sbx::crossover(&space, [&first, &second], settings, &mut rng).unwrap() {
            prop_assert!(space.check(&child, "child").is_ok(), "{:?}", child);
            let before = child.clone();
            mutation::mutate(&space, &mut child, eta, 1.0, &mut rng);
            prop_assert!(space.check(&child, "mutant").is_ok(), "{:?}", child);
            for ((gene, a), b) in space.genes.iter().zip(before).zip(&child) {
                prop_assert!((a != *b) == (gene.lower < gene.upper), "{} stays at {}", gene.name, a);
                prop_assert!(b.is_sign_positive() || *b < 0.0, "no second zero");
            }
        }
    }

    #[test]
    fn room_is_never_nan_and_pruning_is_exact(points in points(rough_value(), 1..5, 30), keep in 0..30_usize) {
        let sound: Vec<Vec<f64>> = points.into_iter().filter(|p| p.iter().all(|v| !v.is_nan())).collect();
        prop_assert!(crowding_distances(&sound).iter().all(|room| *room >= 0.0));
        prop_assert!(vicinities(&sound).iter().all(|room| *room >= 0.0));
        prop_assert!(front_contributions(&sound).iter().all(|room| *room >= 0.0));
        let [crowding, vicinity] = [prune_by_crowding(&sound, keep), prune_by_vicinity(&sound, keep)];
        for left in [crowding, vicinity, prune_by_contribution(&sound, keep)] {
            prop_assert_eq!(left.len(), keep.min(sound.len()));
            prop_assert!(left.windows(2).all(|pair| pair[0] < pair[1]));
        }
    }

    #[test]
    fn pruning_measures_again_after_every_removal(points in points(rough_value(), 3..6, 60), more in 0..20_usize) {
        let sound: Vec<Vec<f64>> = points.into_iter().filter(|p| p.iter().all(|v| v.is_finite())).collect();
        // With the ends of all objectives in, the scale stays.
        let keep = 2 * sound.first().map_or(1, Vec::len) + 1 + more;
        let mut left: Vec<usize> = (0..sound.len()).collect();
        while left.len() > keep {
            let room = vicinities(&left.iter().map(|&i| sound[i].as_slice()).collect::<Vec<_>>());
            let least = (0..left.len()).rev().min_by(|&a, &b| room[a].total_cmp(&room[b])).unwrap();
            left.remove(least);
        }
        prop_assert_eq!(prune_by_vicinity(&sound, keep), left);
    }

    #[test]
    fn survivors_know_their_room(points in points(rough_value(), 3..5, 60), pop_size in 1..40_usize) {
        let individual = |(objectives, id): (Vec<f64>, u64)| {
            Individual { id, genome: vec![], objectives, violation: 0.0, rank: 0, crowding: 0.0 }
        };
        let merged: Vec<Individual> = points.into_iter().zip(0..).map(individual).collect();
        let left = survivors(merged, pop_size, Survival::Pruned);
        let again = survivors(left.clone(), pop_size, Survival::Pruned);
        let known = |list: &[Individual]| list.iter().map(|i| (i.id, i.rank, i.crowding)).collect::<Vec<_>>();
        prop_assert_eq!(known(&left), known(&again));
    }

    #[test]
    fn hypervolume_agrees_with_inclusion_and_exclusion(
        points in points(prop_oneof![0.0..1.3_f64, (0..4_i32).prop_map(|i| f64::from(i) / 3.0)], 1..7, 9),
    ) {
        let reference = vec![1.1; points.first().map_or(1, Vec::len)];
        let whole = hypervolume(&points, &reference).unwrap();
        prop_assert!((whole - volume_by_inclusion(&points, &reference)).abs() < 1e-12, "{}", whole);
        for (i, share) in contributions(&points, &reference).unwrap().into_iter().enumerate() {
            let rest = [&points[..i], &points[i + 1..]].concat();
            let without = hypervolume(&rest, &reference).unwrap();
            prop_assert!(without <= whole + 1e-12);
            prop_assert!((whole - without - share).abs() < 1e-12, "{} without {}", share, i);
        }
    }

    #[test]
    fn infinities_and_nan_never_make_a_hypervolume_nan(points in points(rough_value(), 1..6, 12)) {
        let reference = vec![3.0; points.first().map_or(1, Vec::len)];
        let whole = hypervolume(&points, &reference).unwrap();
        let shares = contributions(&points, &reference).unwrap();
        prop_assert!(whole >= 0.0 && shares.iter().all(|share| *share >= 0.0), "{} {:?}", whole, shares);
    }
}

#[test]
fn sorting_agrees_with_the_textbook_on_large_sets() {
    use rand::RngExt;
    for (n, m, levels) in [(3000, 3, 0), (2500, 4, 7), (2500, 2, 40), (1500, 6, 3)] {
        let mut rng = stream(1, Purpose::Measure, n as u64);
        let mut value = || match levels {
            0 => rng.random::<f64>(),
            _ => f64::from(rng.random_range(0..levels)),
        };
        let points: Vec<Vec<f64>> = (0..n).map(|_| (0..m).map(|_| value()).collect()).collect();
        let judged = ranks_by_peeling(n, |i, j| dominates(&points[j], &points[i]));
        assert_eq!(non_dominated_ranks(&points), judged, "{n} points, {m} objectives");
    }
}
