//! Simulated binary crossover (Deb & Agrawal, "Simulated binary crossover for continuous search
//! space", *Complex Systems* 9, 1995) with bounds (Deb & Agrawal, "A niched-penalty approach for
//! constraint handling in genetic algorithms", 1999): each child has its own spread, cut at its own
//! bound, so that no probability leaks out of the space. Integers are crossed on the interval that is half a step
//! wider at both ends and rounded, so that the end values are as likely as others; labels are
//! exchanged (uniform crossover, Syswerda 1989).

use super::broken_stick::{break_off, shares};
use super::power::power;
use super::{Crossover, Gene, GeneKind, Space};
use crate::error::Result;
use crate::rng::Rng;
use rand::RngExt;
use rand::seq::SliceRandom;

/// Probability that a gene of a crossed pair is crossed.
const GENE_PROB: f64 = 0.5;

/// Genes closer than this are copied.
const MIN_DISTANCE: f64 = 1e-14;

/// Two children of two parents, inside the bounds of `space` (weights of a simplex sum to 1; their bounds are left
/// to [`Space::repair`]). The pair is crossed with probability `settings.prob`, then each gene
/// with probability ½: labels change places, and which child gets which of two new numbers is a
/// fair coin. So is which child comes first: neither is closer to the first parent on average.
/// Of a simplex, the shares of a stick that is broken in a random order are crossed, and not its weights.
///
/// # Errors
/// [`Error::Input`](crate::error::Error::Input) that names the gene and the value if a
/// parent lies outside the bounds or has the wrong length.
pub fn crossover(
    space: &Space,
    parents: [&[f64]; 2],
    settings: Crossover,
    rng: &mut Rng,
) -> Result<[Vec<f64>; 2]> {
    space.check(parents[0], "first parent")?;
    space.check(parents[1], "second parent")?;
    Ok(cross(space, parents, settings, rng))
}

/// [`crossover`] of parents that are known to be inside.
pub(super) fn cross(
    space: &Space,
    parents: [&[f64]; 2],
    settings: Crossover,
    rng: &mut Rng,
) -> [Vec<f64>; 2] {
    let [one, other] = parents.map(<[f64]>::to_vec);
    let mut children = if rng.random() { [one, other] } else { [other, one] };
    if rng.random::<f64>() >= settings.prob {
        return children;
    }
    let [first, second] = &mut children;
    let mut free = 0;
    for range in space.simplex_ranges() {
        free = range.end;
        cross_simplex([&mut first[range.clone()], &mut second[range]], settings.eta, rng);
    }
    let genes = space.genes[free..].iter().zip(&mut first[free..]).zip(&mut second[free..]);
    for ((gene, a), b) in genes {
        if rng.random::<f64>() < GENE_PROB && (*a - *b).abs() > MIN_DISTANCE {
            if gene.kind == GeneKind::Categorical {
                std::mem::swap(a, b);
                continue;
            }
            (*a, *b) = crossed([*a, *b], interval(gene), settings.eta, rng);
            (*a, *b) = (gene.snap(*a), gene.snap(*b));
        }
    }
    children
}

/// Crosses the shares of two sticks, each with probability ½.
fn cross_simplex([first, second]: [&mut [f64]; 2], eta: f64, rng: &mut Rng) {
    let mut order: Vec<usize> = (0..first.len()).collect();
    order.shuffle(rng);
    let [mut one, mut other] = [&*first, &*second].map(|weights| shares(weights, &order));
    for (a, b) in one.iter_mut().zip(&mut other) {
        if rng.random::<f64>() < GENE_PROB && (*a - *b).abs() > MIN_DISTANCE {
            (*a, *b) = crossed([*a, *b], (0.0, 1.0), eta, rng);
        }
    }
    break_off(&one, &order, first);
    break_off(&other, &order, second);
}

/// The two new values of `pair`, in an order that a fair coin says.
fn crossed([a, b]: [f64; 2], bounds: (f64, f64), eta: f64, rng: &mut Rng) -> (f64, f64) {
    let [low, high] = spread(a.min(b), a.max(b), bounds, eta, rng.random());
    if rng.random() { (low, high) } else { (high, low) }
}

/// Where the values of `gene` are spread before they are rounded: with half a step more at both
/// ends every whole value has an interval of length 1.
pub(super) fn interval(gene: &Gene) -> (f64, f64) {
    let margin = if gene.kind == GeneKind::Real { 0.0 } else { 0.5 };
    (gene.lower - margin, gene.upper + margin)
}

/// The two new values of one gene for the parents' values `low` < `high` and a uniform
/// `u` in [0, 1).
fn spread(low: f64, high: f64, (lower, upper): (f64, f64), eta: f64, u: f64) -> [f64; 2] {
    let distance = high - low;
    let half_sum = 0.5 * low + 0.5 * high;
    let half_step = |to_bound: f64| 0.5 * distance * spread_factor(to_bound / distance, eta, u);
    let child_low = half_sum - half_step(low - lower);
    let child_high = half_sum + half_step(upper - high);
    [child_low.clamp(lower, upper), child_high.clamp(lower, upper)]
}

/// How far the children are apart, in units of the parents' distance, if the room to the
/// bound is `room` ≥ 0 such units: the quantile `u` of the spread distribution cut there.
fn spread_factor(room: f64, eta: f64, u: f64) -> f64 {
    let inside = 2.0 - 1.0 / power(1.0 + 2.0 * room, eta + 1.0);
    let scaled = u * inside;
    let base = if scaled <= 1.0 { scaled } else { 1.0 / (2.0 - scaled) };
    libm::pow(base, 1.0 / (eta + 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optim::mutation::mutate;
    use crate::rng::{Purpose, stream};

    fn unit_space(n: usize) -> Space {
        let genes = (0..n).map(|i| Gene::real(format!("x{i}"), 0.0, 1.0));
        Space { genes: genes.collect(), simplexes: vec![] }
    }

    /// By the formulas of the bounded operator: parents 0.4 and 0.6 in [0, 1] with η = 1
    /// have room 2, so β reaches 5 and the cut mass is 2 − 1/25 = 1.96.
    #[test]
    fn children_are_those_worked_by_hand() {
        let [low, high] = spread(0.4, 0.6, (0.0, 1.0), 1.0, 0.5 / 1.96);
        let half = 0.1 * 0.5_f64.sqrt();
        assert!((low - (0.5 - half)).abs() < 1e-15 && (high - (0.5 + half)).abs() < 1e-15);
        let [low, high] = spread(0.4, 0.6, (0.0, 1.0), 1.0, 1.75 / 1.96);
        assert!((low - 0.3).abs() < 1e-12 && (high - 0.7).abs() < 1e-12, "{low} {high}");
    }

    #[test]
    fn the_extreme_quantiles_reach_the_middle_and_the_bounds() {
        assert_eq!(spread(0.25, 0.75, (0.0, 1.0), 15.0, 0.0), [0.5, 0.5]);
        let [low, high] = spread(0.2, 0.7, (0.0, 1.0), 2.0, 1.0 - f64::EPSILON / 2.0);
        assert!(low.abs() < 1e-9 && (high - 1.0).abs() < 1e-9, "{low} {high}");
    }

    #[test]
    fn a_parent_at_its_bound_gives_a_child_that_moves_inward_only() {
        for u in [0.1, 0.5, 0.9] {
            let [low, _] = spread(0.0, 0.5, (0.0, 1.0), 15.0, u);
            assert!((0.0..0.25).contains(&low), "{low}");
        }
    }

    #[test]
    fn nothing_is_crossed_at_probability_0_or_between_equal_parents() {
        let mut rng = stream(1, Purpose::Optimiser, 0);
        let (space, settings) = (unit_space(2), Crossover { eta: 15.0, prob: 0.0 });
        for _ in 0..20 {
            let mut children = cross(&space, [&[0.1, 0.2], &[0.7, 0.9]], settings, &mut rng);
            children.sort_by(|a, b| a[0].total_cmp(&b[0]));
            assert_eq!(children, [[0.1, 0.2], [0.7, 0.9]]);
            let same = cross(&space, [&[0.1, 0.2], &[0.1, 0.2]], Crossover::default(), &mut rng);
            assert_eq!(same, [[0.1, 0.2], [0.1, 0.2]]);
        }
    }

    /// Nothing is selected, so nothing but the operators moves the population. Uniform on the simplex of eight
    /// weights the largest has a mean of (1 + 1/2 + … + 1/8)/8 = 0.3397; scaled weights came to 0.27.
    #[test]
    fn a_population_that_is_not_selected_is_not_drawn_to_the_middle() {
        let genes = (0..8).map(|i| Gene::real(format!("w{i}"), 0.0, 1.0)).collect();
        let space = Space { genes, simplexes: vec![8] };
        let mut rng = stream(6, Purpose::Optimiser, 0);
        let mut largest = 0.0;
        for _ in 0..40 {
            let mut population: Vec<Vec<f64>> = (0..48).map(|_| space.sample(&mut rng)).collect();
            for _ in 0..40 {
                population.shuffle(&mut rng);
                for pair in 0..12 {
                    let parents = [&population[2 * pair], &population[2 * pair + 1]].map(Vec::as_slice);
                    for (place, mut child) in
                        cross(&space, parents, Crossover::default(), &mut rng).into_iter().enumerate()
                    {
                        mutate(&space, &mut child, 20.0, 1.0 / 8.0, &mut rng);
                        space.repair(&mut child);
                        population[24 + 2 * pair + place] = child;
                    }
                }
            }
            let of = |genome: &Vec<f64>| genome.iter().copied().fold(0.0, f64::max);
            largest += population.iter().map(of).sum::<f64>() / 48.0 / 40.0;
        }
        assert!((largest - 0.3397).abs() < 0.03, "{largest}");
    }

    #[test]
    fn both_children_together_keep_the_mean_and_about_half_of_the_genes_are_crossed() {
        let mut rng = stream(2, Purpose::Optimiser, 0);
        let (space, settings) = (unit_space(1), Crossover { eta: 15.0, prob: 0.9 });
        let (mut sum, mut crossed) = (0.0, 0);
        for _ in 0..20_000 {
            let [a, b] = cross(&space, [&[0.3], &[0.7]], settings, &mut rng);
            sum += a[0] + b[0];
            crossed += usize::from(a[0] != 0.3 && a[0] != 0.7);
        }
        assert!((sum / 40_000.0 - 0.5).abs() < 1e-9, "{sum}");
        let share = crossed as f64 / 20_000.0;
        assert!((share - 0.45).abs() < 4.0 * (0.45 * 0.55 / 20_000.0_f64).sqrt(), "{share}");
    }

    #[test]
    fn integers_keep_the_mean_and_reach_every_value_between_and_beyond() {
        let mut rng = stream(4, Purpose::Optimiser, 0);
        let space = Space { genes: vec![Gene::integer("n", 0, 10)], simplexes: vec![] };
        let mut counts = [0_u32; 11];
        for _ in 0..20_000 {
            let settings = Crossover { eta: 2.0, prob: 1.0 };
            let [a, b] = cross(&space, [&[3.0], &[7.0]], settings, &mut rng);
            space.check(&a, "child").unwrap();
            assert!(a[0] + b[0] == 10.0, "equal room on both sides keeps the mean: {a:?} {b:?}");
            counts[a[0] as usize] += 1;
        }
        assert!(counts.iter().all(|&n| n > 0), "{counts:?}");
    }

    /// At η = 0 between the ends of 0 to 3, widened to −½ to 3½, the room is 1/6 of the distance: β has
    /// density 1 on [0, 1] and 1/β² up to 4/3, together 5/4. The lower child is 3/2 − 3β/2, so it
    /// rounds to 0 for β > 2/3, with probability (1/3 + 1/4) / (5/4) = 7/15, and to 1 else.
    #[test]
    fn ends_are_as_likely_as_the_density_says() {
        let mut rng = stream(5, Purpose::Optimiser, 0);
        let gene = Gene::integer("n", 0, 3);
        let draw = |_| {
            let [low, _] = spread(0.0, 3.0, interval(&gene), 0.0, rng.random());
            usize::from(gene.snap(low) == 0.0)
        };
        let share = (0..20_000).map(draw).sum::<usize>() as f64 / 20_000.0;
        assert!((share - 7.0 / 15.0).abs() < 0.0142, "{share}");
    }

    #[test]
    fn labels_change_places_in_half_of_the_crossings() {
        let mut rng = stream(6, Purpose::Optimiser, 0);
        let space =
            Space { genes: vec![Gene::categorical("c", 5), Gene::categorical("d", 5)], simplexes: vec![] };
        let mut swapped = 0;
        for _ in 0..20_000 {
            let [a, b] =
                cross(&space, [&[0.0, 1.0], &[4.0, 3.0]], Crossover { eta: 15.0, prob: 1.0 }, &mut rng);
            let kept = |child: &[f64]| matches!(child, [0.0 | 4.0, 1.0 | 3.0]);
            assert!(kept(&a) && kept(&b) && a[0] + b[0] == 4.0 && a[1] + b[1] == 4.0, "{a:?} {b:?}");
            swapped += usize::from((a[0] == 0.0) != (a[1] == 1.0));
        }
        let share = swapped as f64 / 20_000.0;
        assert!((share - 0.5).abs() < 4.0 * 0.5 / 20_000.0_f64.sqrt(), "{share}");
    }
}
