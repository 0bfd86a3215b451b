//! Depth as genes: how a genome that has them beside its weights becomes a policy.

use super::{Condition, DepthConfig, Member, PolicySpec, Rule};
use crate::games::twenty48::heuristic::Feature;
use crate::games::twenty48::search::SearchOptions;
use crate::optim::{Gene, Space};

/// The value of a threshold gene for a depth that is never used.
const NEVER: i32 = -1;

/// The value of `ply2_empties` for 2-ply on every board that no deeper search takes.
const ALWAYS: i32 = 9;

/// The last value of the threshold genes for 2-, 3- and 4-ply. Deeper searches on emptier boards
/// cost much and gain nothing.
const LAST: [i32; 3] = [ALWAYS, 6, 3];

/// What the genes of the weights for 1-ply are called: this, then the feature.
const PLY_1: &str = "ply1_";

/// The space of genomes: one weight a feature, for each weight vector; then what decides the depth,
/// if `depth` is a gene.
pub fn space(depth: Option<&DepthConfig>, features: &[String]) -> Space {
    let weights = |prefix: &'static str| {
        features.iter().map(move |feature| Gene::real(format!("{prefix}{feature}"), 0.0, 1.0))
    };
    let vectors = depth.map_or(1, |depth| depth.vectors.size());
    let weights = ["", PLY_1].into_iter().take(vectors).flat_map(weights);
    let genes = weights.chain(depth.into_iter().flat_map(thresholds));
    Space { genes: genes.collect(), simplexes: vec![features.len(); vectors] }
}

/// The feature whose weight the gene `name` is, if it is one.
pub fn feature(name: &str) -> Option<Feature> {
    Feature::from_name(name.strip_prefix(PLY_1).unwrap_or(name))
}

/// How many of the `genes` of a genome are weights of a vector.
pub fn features(depth: &DepthConfig, genes: usize) -> usize {
    genes.saturating_sub(thresholds(depth).len()) / depth.vectors.size()
}

/// The genes that decide the depth, which follow the weights of a genome.
fn thresholds(depth: &DepthConfig) -> Vec<Gene> {
    let threshold = |(ply, &last): (u64, &i32)| Gene::integer(format!("ply{ply}_empties"), NEVER, last);
    let mut genes: Vec<Gene> = (2..=depth.max_ply.get()).zip(&LAST).map(threshold).collect();
    if depth.max_ply.get() > 2 && depth.cutoffs.len() > 1 {
        // Neighbours are alike, so it counts: it is no label.
        genes.push(Gene::integer("cutoff_level", 0, depth.cutoffs.len() as i32 - 1));
    }
    genes
}

/// The policy of `genome`, one of [`space`]. Depths that no
/// board is searched at are left out, so that a genome without thresholds is a policy with one
/// member, `name`, and no rules; several members are called after their depths.
pub fn policy<'g>(depth: &DepthConfig, name: &str, features: Vec<String>, genome: &'g [f64]) -> PolicySpec {
    let take = |genome: &'g [f64]| genome.split_at(features.len().min(genome.len()));
    let (weights, rest) = take(genome);
    let (own, values) = if depth.vectors.get() == 2 { take(rest) } else { (weights, rest) };
    let threshold = |ply: u8| values.get(usize::from(ply) - 2).map_or(NEVER, |value| *value as i32);
    let member = |ply: u8| {
        let search = search(depth, values, ply);
        let weights = if ply == 1 { own } else { weights };
        Member { name: format!("{ply}-ply"), weights: weights.to_vec(), search }
    };
    let base = if threshold(2) == ALWAYS { 2 } else { 1 };
    let mut policy = PolicySpec::single(features, member(base));
    let mut taken = NEVER;
    for ply in (base + 1..=depth.max_ply.get() as u8).rev() {
        if threshold(ply) > taken {
            taken = threshold(ply);
            let when = Condition { empty_at_most: Some(taken as u32), ..Condition::default() };
            policy.members.push(member(ply));
            policy.rules.push(Rule { member: format!("{ply}-ply"), when });
        }
    }
    if let [only] = policy.members.as_mut_slice() {
        name.clone_into(&mut only.name);
    }
    policy
}

/// The genome of a player that searches every board `ply` deep with `weights`, as nearly as genes can say: boards
/// with more empty cells than they allow for a depth are searched one ply less.
pub fn genome(depth: &DepthConfig, weights: &[f64], ply: u8) -> Vec<f64> {
    let thresholds = (2..=depth.max_ply.get()).zip(&LAST);
    let threshold = |(at, &last): (u64, &i32)| f64::from(if at <= ply.into() { last } else { NEVER });
    let mut genome = weights.repeat(depth.vectors.size());
    genome.extend(thresholds.map(threshold));
    // The first cut-off.
    genome.resize(space_size(depth, weights.len()), 0.0);
    genome
}

/// How many genes a genome has.
fn space_size(depth: &DepthConfig, features: usize) -> usize {
    features * depth.vectors.size() + thresholds(depth).len()
}

/// The search of depth `ply` that the gene `values` ask for.
fn search(depth: &DepthConfig, values: &[f64], ply: u8) -> SearchOptions {
    // The level follows a threshold for each depth from 2 up.
    let level = values.get(depth.max_ply.size() - 1).map_or(0, |value| *value as usize);
    let cutoff = if ply > 2 { depth.cutoffs.get(level).copied().unwrap_or_default() } else { 0.0 };
    SearchOptions { ply, cutoff, cache: depth.cache && ply > 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::whole::Whole;

    /// Depth, cut-off and threshold of every member; the first has no threshold.
    fn decoded(depth: &DepthConfig, values: &[f64]) -> Vec<(u8, f64, Option<u32>)> {
        let genome = [&[0.25, 0.75], values].concat();
        let policy = policy(depth, "it", vec!["empty".into(), "edge".into()], &genome);
        assert!(policy.members.iter().all(|member| member.weights == [0.25, 0.75]));
        assert_eq!(policy.members.len(), policy.rules.len() + 1);
        let at = std::iter::once(None).chain(policy.rules.iter().map(|rule| rule.when.empty_at_most));
        policy.members.iter().zip(at).map(|(m, at)| (m.search.ply, m.search.cutoff, at)).collect()
    }

    #[test]
    fn genomes_are_the_policies_worked_by_hand() {
        let depth = DepthConfig::default();
        let decoded = |values: &[f64]| decoded(&depth, values);
        assert_eq!(decoded(&[-1.0, -1.0, -1.0, 2.0]), [(1, 0.0, None)]);
        assert_eq!(decoded(&[9.0, -1.0, -1.0, 0.0]), [(2, 0.0, None)]);
        assert_eq!(decoded(&[3.0, -1.0, -1.0, 0.0]), [(1, 0.0, None), (2, 0.0, Some(3))]);
        assert_eq!(decoded(&[9.0, 2.0, -1.0, 1.0]), [(2, 0.0, None), (3, 0.03, Some(2))]);
        assert_eq!(
            decoded(&[8.0, 5.0, 2.0, 2.0]),
            [(1, 0.0, None), (4, 0.01, Some(2)), (3, 0.01, Some(5)), (2, 0.0, Some(8))]
        );
        // 3-ply is never reached below 4-ply with the same threshold, nor 2-ply below 3-ply.
        assert_eq!(decoded(&[0.0, 3.0, 3.0, 0.0]), [(1, 0.0, None), (4, 0.1, Some(3))]);
        assert_eq!(decoded(&[1.0, 4.0, 0.0, 0.0]), [(1, 0.0, None), (4, 0.1, Some(0)), (3, 0.1, Some(4))]);
    }

    #[test]
    fn genes_that_decide_nothing_are_left_out() {
        let names =
            |depth: &DepthConfig| thresholds(depth).into_iter().map(|gene| gene.name).collect::<Vec<_>>();
        let all = ["ply2_empties", "ply3_empties", "ply4_empties", "cutoff_level"];
        assert_eq!(names(&DepthConfig::default()), all);
        assert_eq!(names(&DepthConfig { max_ply: Whole::new(2), ..DepthConfig::default() }), all[..1]);
        let one = DepthConfig { max_ply: Whole::new(3), cutoffs: vec![0.05], ..DepthConfig::default() };
        assert_eq!(names(&one), all[..2]);
        assert_eq!(decoded(&one, &[-1.0, 6.0]), [(1, 0.0, None), (3, 0.05, Some(6))]);
    }

    #[test]
    fn one_ply_has_its_own_vector_where_there_are_two() {
        let depth = DepthConfig { vectors: Whole::new(2), max_ply: Whole::new(2), ..DepthConfig::default() };
        let names = ["empty".to_owned(), "edge".to_owned()];
        let space = space(Some(&depth), &names);
        let genes: Vec<&str> = space.genes.iter().map(|gene| gene.name.as_str()).collect();
        assert_eq!(genes, ["empty", "edge", "ply1_empty", "ply1_edge", "ply2_empties"]);
        assert_eq!((space.simplexes, features(&depth, genes.len())), (vec![2, 2], 2));
        let weighed: Vec<Option<Feature>> = genes.iter().map(|name| feature(name)).collect();
        let [empty, edge] = [Some(Feature::Empty), Some(Feature::Edge)];
        assert_eq!(weighed, [empty, edge, empty, edge, None]);
        let weights = |threshold: f64| -> Vec<(u8, Vec<f64>)> {
            let genome = [0.25, 0.75, 0.5, 0.5, threshold];
            let policy = policy(&depth, "it", names.to_vec(), &genome);
            policy.members.into_iter().map(|member| (member.search.ply, member.weights)).collect()
        };
        assert_eq!(weights(3.0), [(1, vec![0.5, 0.5]), (2, vec![0.25, 0.75])]);
        assert_eq!(weights(-1.0), [(1, vec![0.5, 0.5])]);
        assert_eq!(weights(9.0), [(2, vec![0.25, 0.75])]);
    }

    #[test]
    fn the_genome_of_a_depth_searches_as_deep_as_genes_can_say() {
        let depth = DepthConfig::default();
        let values = |ply: u8| genome(&depth, &[0.25, 0.75], ply)[2..].to_vec();
        assert_eq!(values(1), [-1.0, -1.0, -1.0, 0.0]);
        assert_eq!(values(2), [9.0, -1.0, -1.0, 0.0]);
        assert_eq!(values(3), [9.0, 6.0, -1.0, 0.0]);
        assert_eq!((values(4), values(8)), (vec![9.0, 6.0, 3.0, 0.0], values(4)));
        assert_eq!(decoded(&depth, &values(1)), [(1, 0.0, None)]);
        assert_eq!(decoded(&depth, &values(2)), [(2, 0.0, None)]);
        let two = DepthConfig { vectors: Whole::new(2), max_ply: Whole::new(2), ..depth };
        assert_eq!(genome(&two, &[0.25, 0.75], 3), [0.25, 0.75, 0.25, 0.75, 9.0]);
    }

    #[test]
    fn a_single_member_has_the_given_name_and_others_those_of_their_depths() {
        let names = |values: [f64; 4]| -> Vec<String> {
            let policy = policy(&DepthConfig::default(), "it", vec![], &values);
            policy.members.into_iter().map(|member| member.name).collect()
        };
        assert_eq!(names([9.0, -1.0, -1.0, 0.0]), ["it"]);
        assert_eq!(names([9.0, 0.0, -1.0, 0.0]), ["2-ply", "3-ply"]);
    }
}
