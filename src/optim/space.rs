//! The search space: named genes with bounds, some of which may be weights that sum to 1.

use crate::error::{Error, Result};
use crate::rng::Rng;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ops::Range;

mod gene;
mod simplex;
mod stored;

pub use gene::{Gene, GeneKind};

/// All genomes that the optimiser may try.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "stored::Space")]
pub struct Space {
    /// The genes in genome order, at least one.
    pub genes: Vec<Gene>,
    /// Numbers of weights that sum to 1: the first genes are the weights of the first simplex, the
    /// next ones those of the second, and so on. Weights are real and their bounds non-negative.
    pub simplexes: Vec<usize>,
}

impl Space {
    /// The number of genes.
    pub fn len(&self) -> usize {
        self.genes.len()
    }

    /// Whether there is no gene; such a space does not validate.
    pub fn is_empty(&self) -> bool {
        self.genes.is_empty()
    }

    /// Where the weights of each simplex are in a genome, empty ones left out.
    pub(super) fn simplex_ranges(&self) -> impl Iterator<Item = Range<usize>> {
        self.simplexes
            .iter()
            .scan(0_usize, |start, count| {
                let first = *start;
                *start = start.saturating_add(*count);
                Some(first..*start)
            })
            .filter(|range| !range.is_empty())
    }

    /// Number of genes that are weights of a simplex; `None` if it is none that memory holds.
    fn weights(&self) -> Option<usize> {
        self.simplexes.iter().try_fold(0_usize, |sum, &count| sum.checked_add(count))
    }

    /// Checks that every gene has a name of its own and finite, ordered bounds, whole ones
    /// where its values are whole, and that the weights of a simplex are real with
    /// non-negative bounds and Σ lower ≤ 1 ≤ Σ upper.
    ///
    /// # Errors
    /// [`Error::Input`] that names the gene and the value.
    pub fn validate(&self) -> Result<()> {
        if self.is_empty() {
            return Err(Error::Input("the space has no genes; at least one is needed".into()));
        }
        let mut names = BTreeSet::new();
        for gene in &self.genes {
            if !names.insert(gene.name.as_str()) {
                return Err(Error::Input(format!("gene `{}`: the name is taken twice", gene.name)));
            }
            gene.validate()?;
        }
        let (wanted, there) = (self.weights(), self.len());
        if wanted.is_none_or(|wanted| wanted > there) {
            let wanted = wanted.map_or(format!("more than {}", usize::MAX), |wanted| wanted.to_string());
            return Err(Error::Input(format!(
                "simplexes have {wanted} weights: the space has {there} genes"
            )));
        }
        self.simplex_ranges().try_for_each(|range| simplex::validate(&self.genes[range]))
    }

    /// Checks that `genome` has one value per gene, each inside its bounds and whole where the
    /// gene's values are. `what` says whose genome it is, for the message.
    ///
    /// # Errors
    /// [`Error::Input`] that names the gene and the value.
    pub fn check(&self, genome: &[f64], what: &str) -> Result<()> {
        if genome.len() != self.len() {
            let text = format!("{what} has {} values; the space has {} genes", genome.len(), self.len());
            return Err(Error::Input(text));
        }
        for (gene, &value) in self.genes.iter().zip(genome) {
            if !gene.allows(value) {
                let Gene { name, lower, upper, kind } = gene;
                let whole = if kind.is_real() { "" } else { "a whole number from " };
                let text = format!("{what}: gene `{name}` is {value}; allowed is {whole}{lower} to {upper}");
                return Err(Error::Input(text));
            }
        }
        Ok(())
    }

    /// Moves `genome` (one value per gene) into the space: each value is clamped to its
    /// bounds and rounded where it is whole, a NaN becomes the lower bound, and the weights
    /// of a simplex are scaled by the one factor t with Σ clamp(t·xᵢ, lowerᵢ, upperᵢ) = 1.
    /// Where even a large t falls short, the weights at 0 share the rest evenly within their
    /// bounds. A genome that is already inside does not change. The space must be valid.
    pub fn repair(&self, genome: &mut [f64]) {
        for (gene, value) in self.genes.iter().zip(genome.iter_mut()) {
            *value = gene.snap(*value);
        }
        let off: Vec<Range<usize>> = self.sums_off(genome).map(|(range, _)| range).collect();
        for range in off {
            simplex::repair(&self.genes[range.clone()], &mut genome[range]);
        }
    }

    /// The simplexes whose weights in `genome` do not sum to 1, each with its sum.
    pub(super) fn sums_off(&self, genome: &[f64]) -> impl Iterator<Item = (Range<usize>, f64)> {
        let sums = self.simplex_ranges().map(|range| (range.clone(), genome[range].iter().sum::<f64>()));
        sums.filter(|(_, sum)| (sum - 1.0).abs() > simplex::SUM_TOLERANCE)
    }

    /// A random genome: uniform over the values of each gene; the weights of a simplex are
    /// uniform on the whole simplex (Dirichlet(1) from exponentials) and then repaired into
    /// the bounds.
    pub fn sample(&self, rng: &mut Rng) -> Vec<f64> {
        let weights = self.weights().unwrap_or(self.len());
        let mut draw = |(i, gene): (usize, &Gene)| {
            let u: f64 = rng.random();
            if i < weights { -libm::log(1.0 - u) } else { gene.at(u) }
        };
        let mut genome: Vec<f64> = self.genes.iter().enumerate().map(&mut draw).collect();
        for range in self.simplex_ranges() {
            let sum: f64 = genome[range.clone()].iter().sum();
            genome[range].iter_mut().for_each(|value| *value /= sum);
        }
        self.repair(&mut genome);
        genome
    }

    /// Leaves `rng` where [`Self::sample`] would.
    pub(super) fn skip_sample(&self, rng: &mut Rng) {
        for _ in &self.genes {
            let _: f64 = rng.random();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Purpose, stream};

    fn space(bounds: &[(f64, f64)], simplex: bool) -> Space {
        let named = bounds.iter().zip(["a", "b", "c", "d"]);
        let genes: Vec<Gene> = named.map(|(&(lower, upper), name)| Gene::real(name, lower, upper)).collect();
        Space { simplexes: if simplex { vec![genes.len()] } else { vec![] }, genes }
    }

    fn repaired(bounds: &[(f64, f64)], genome: &[f64]) -> Vec<f64> {
        let (space, mut genome) = (space(bounds, true), genome.to_vec());
        space.validate().unwrap();
        space.repair(&mut genome);
        assert!((genome.iter().sum::<f64>() - 1.0).abs() <= 1e-12, "{genome:?}");
        space.check(&genome, "repaired").unwrap();
        genome
    }

    #[test]
    fn bad_spaces_are_refused_by_name() {
        let message =
            |bounds: &[(f64, f64)], simplex| space(bounds, simplex).validate().unwrap_err().to_string();
        assert_eq!(message(&[], false), "the space has no genes; at least one is needed");
        assert_eq!(
            message(&[(0.0, 1.0), (2.0, 1.0)], false),
            "gene `b`: lower bound 2 is above upper bound 1"
        );
        assert!(message(&[(f64::NAN, 1.0)], false).starts_with("gene `a`: bounds NaN to 1"));
        assert!(message(&[(-1e308, 1e308)], false).contains("not finite"));
        assert!(message(&[(-0.5, 1.0)], true).starts_with("gene `a`: lower bound -0.5 is negative"));
        assert!(message(&[(0.0, 0.3), (0.0, 0.3)], true).contains("sum to 0 and 0.6; 1 must lie between"));
        assert!(message(&[(0.7, 1.0), (0.7, 1.0)], true).contains("sum to 1.4 and 2"));
        let mut twice = space(&[(0.0, 1.0), (0.0, 1.0)], false);
        twice.genes[1].name = "a".into();
        assert_eq!(twice.validate().unwrap_err().to_string(), "gene `a`: the name is taken twice");
        space(&[(1.0, 1.0)], false).validate().unwrap();
    }

    #[test]
    fn outside_the_simplex_repair_clamps_and_replaces_nan() {
        let mut genome = [f64::NAN, f64::INFINITY, -3.0, 0.5];
        space(&[(-1.0, 1.0); 4], false).repair(&mut genome);
        assert_eq!(genome, [-1.0, 1.0, -1.0, 0.5]);
    }

    #[test]
    fn simplex_repairs_worked_by_hand() {
        assert_eq!(repaired(&[(0.0, 1.0); 2], &[0.2, 0.2]), [0.5, 0.5]);
        assert_eq!(repaired(&[(0.0, 1.0); 4], &[1.0, 1.0, 2.0, 0.0]), [1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 0.0]);
        assert_eq!(repaired(&[(0.0, 0.5), (0.0, 1.0), (0.0, 1.0)], &[0.4, 0.1, 0.1]), [0.5, 0.25, 0.25]);
        assert_eq!(repaired(&[(0.25, 1.0), (0.0, 1.0), (0.0, 1.0)], &[0.0, 1.0, 0.5]), [0.25, 0.5, 0.25]);
    }

    #[test]
    fn zeros_share_evenly_what_the_others_cannot_carry() {
        assert_eq!(repaired(&[(0.0, 1.0); 4], &[0.0; 4]), [0.25; 4]);
        assert_eq!(repaired(&[(0.0, 0.5), (0.0, 1.0), (0.0, 1.0)], &[0.1, 0.0, 0.0]), [0.5, 0.25, 0.25]);
        let uneven = [(0.0, 0.125), (0.0, 1.0), (0.0, 1.0)];
        assert_eq!(repaired(&uneven, &[0.0; 3]), [0.125, 0.4375, 0.4375]);
        assert_eq!(repaired(&[(0.0, 1.0); 2], &[5e-324, 0.0]), [1.0, 0.0]);
    }

    #[test]
    fn bounds_that_leave_one_point_give_that_point() {
        assert_eq!(repaired(&[(0.5, 1.0), (0.5, 1.0)], &[0.9, 0.6]), [0.5, 0.5]);
        assert_eq!(repaired(&[(0.0, 0.5), (0.0, 0.5)], &[0.1, 0.0]), [0.5, 0.5]);
    }

    #[test]
    fn a_genome_inside_is_left_alone() {
        let genome = [0.1, 0.2, 0.3, 0.4];
        assert_eq!(repaired(&[(0.0, 1.0); 4], &genome), genome);
    }

    #[test]
    fn samples_are_uniform() {
        let mut rng = stream(1, Purpose::Optimiser, 0);
        let (plain, simplex) = (space(&[(-2.0, 4.0)], false), space(&[(0.0, 1.0); 3], true));
        let mean = (0..20_000).map(|_| plain.sample(&mut rng)[0]).sum::<f64>() / 20_000.0;
        assert!((mean - 1.0).abs() < 4.0 * 6.0 / (12.0 * 20_000.0_f64).sqrt(), "{mean}");
        // On the simplex of three weights, P(x > 1/2) = (1/2)².
        let above = (0..20_000).filter(|_| simplex.sample(&mut rng)[1] > 0.5).count();
        let share = above as f64 / 20_000.0;
        assert!((share - 0.25).abs() < 4.0 * (0.25 * 0.75 / 20_000.0_f64).sqrt(), "{share}");
    }

    /// Weights beside counts and labels.
    fn mixed() -> Space {
        let genes = vec![
            Gene::real("a", 0.0, 1.0),
            Gene::real("b", 0.0, 1.0),
            Gene::integer("n", -1, 3),
            Gene::categorical("c", 3),
        ];
        Space { genes, simplexes: vec![2] }
    }

    #[test]
    fn spaces_with_whole_values_are_checked_by_name() {
        let message = |change: fn(&mut Space)| {
            let mut space = mixed();
            change(&mut space);
            space.validate().unwrap_err().to_string()
        };
        mixed().validate().unwrap();
        assert!(message(|s| s.genes[2].lower = -0.5).starts_with("gene `n`: bounds -0.5 to 3 of a gene"));
        assert!(message(|s| s.genes[3].upper = 1e16).contains("allowed are whole numbers"));
        assert_eq!(message(|s| s.simplexes = vec![3]), "gene `n`: simplex weights have real values");
        assert_eq!(message(|s| s.simplexes = vec![1, 4]), "simplexes have 5 weights: the space has 4 genes");
        let text = message(|s| s.simplexes = vec![usize::MAX, 2]);
        assert_eq!(text, "simplexes have more than 18446744073709551615 weights: the space has 4 genes");
        let refused = |genome: &[f64]| mixed().check(genome, "it").unwrap_err().to_string();
        assert_eq!(
            refused(&[0.5, 0.5, 1.5, 0.0]),
            "it: gene `n` is 1.5; allowed is a whole number from -1 to 3"
        );
        assert_eq!(
            refused(&[0.5, 0.5, 1.0, 3.0]),
            "it: gene `c` is 3; allowed is a whole number from 0 to 2"
        );
        mixed().check(&[0.5, 0.5, -1.0, 2.0], "it").unwrap();
    }

    #[test]
    fn repair_rounds_whole_values_and_scales_the_weights_alone() {
        let mut genome = [0.2, 0.2, -0.3, 7.0];
        mixed().repair(&mut genome);
        assert_eq!(genome, [0.5, 0.5, 0.0, 2.0]);
        assert!(genome[2].is_sign_positive(), "a second zero would be a second genome");
        let mut genome = [0.5, 0.5, -1.5, f64::NAN];
        mixed().repair(&mut genome);
        assert_eq!(genome, [0.5, 0.5, -1.0, 0.0]);
    }

    #[test]
    fn samples_of_whole_values_are_uniform() {
        let mut rng = stream(2, Purpose::Optimiser, 0);
        let mut counts = [[0_u32; 5]; 2];
        for _ in 0..20_000 {
            let genome = mixed().sample(&mut rng);
            mixed().check(&genome, "sample").unwrap();
            assert!((genome[0] + genome[1] - 1.0).abs() <= 1e-12);
            counts[0][(genome[2] + 1.0) as usize] += 1;
            counts[1][genome[3] as usize] += 1;
        }
        let near = |count: u32, share: f64| {
            (f64::from(count) / 20_000.0 - share).abs() < 4.0 * (share * (1.0 - share) / 20_000.0).sqrt()
        };
        assert!(counts[0].iter().all(|&n| near(n, 0.2)), "{counts:?}");
        assert!(counts[1][..3].iter().all(|&n| near(n, 1.0 / 3.0)), "{counts:?}");
    }

    #[test]
    fn the_stored_form_names_only_what_is_not_real_and_the_older_one_is_read() {
        let json = serde_json::to_string(&mixed()).unwrap();
        assert!(json.starts_with(r#"{"genes":[{"name":"a","lower":0.0,"upper":1.0},"#), "{json}");
        assert!(json.contains(r#""upper":3.0,"kind":"integer"}"#), "{json}");
        assert_eq!(serde_json::from_str::<Space>(&json).unwrap(), mixed());
        let older = |simplex: &str| {
            let text = format!(r#"{{"genes":[{{"name":"a","lower":0.0,"upper":1.0}}]{simplex}}}"#);
            serde_json::from_str::<Space>(&text).unwrap().simplexes
        };
        assert_eq!(older(r#","simplex":true"#), [1]);
        assert_eq!(older(r#","simplex":1"#), [1]);
        assert!(older(r#","simplex":false"#).is_empty() && older("").is_empty());
        assert!(serde_json::from_str::<Space>(r#"{"genes":[],"simple":1}"#).is_err());
    }
}
