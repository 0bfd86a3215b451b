//! Depth as genes: how a genome that has them beside its weights becomes a policy.

use super::{Condition, Member, PolicySpec, Rule};
use crate::optim::Gene;
use crate::player::SearchOptions;
use serde::{Deserialize, Serialize};

/// The deepest search that genes can ask for.
const MAX_PLY: u8 = 4;

/// The most cut-offs to choose from.
const MAX_CUTOFFS: usize = 16;

/// The largest cut-off that a search takes.
const MAX_CUTOFF: f64 = 0.5;

/// The value of a threshold gene for a depth that is never used.
const NEVER: i32 = -1;

/// The value of `ply2_empties` for 2-ply on every board that no deeper search takes.
const ALWAYS: i32 = 9;

/// The last value of the threshold genes for 2-, 3- and 4-ply. Deeper searches on emptier boards
/// cost much and gain nothing.
const LAST: [i32; 3] = [ALWAYS, 6, 3];

/// `[depth]`: the search depth as genes beside the weights, so that a genome is a policy of one
/// weight vector searched deeper on fuller boards.
///
/// With e empty cells a board is searched 4-ply if e ≤ `ply4_empties`, else 3-ply if
/// e ≤ `ply3_empties`, else 2-ply if e ≤ `ply2_empties`, else 1-ply. The genes are whole numbers:
///
/// | gene | values |
/// |---|---|
/// | `ply2_empties` | −1 never, 0 to 8 at most so many empty cells, 9 always |
/// | `ply3_empties` | −1 never, 0 to 6 |
/// | `ply4_empties` | −1 never, 0 to 3 |
/// | `cutoff_level` | number of the cut-off in `cutoffs`, from 0; it holds for 3- and 4-ply |
///
/// Genes for depths above `max_ply` are not there, nor is `cutoff_level` where there is nothing
/// to choose.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DepthGenes {
    /// The deepest search, 2 to 4; default 4.
    pub max_ply: u8,
    /// The cut-offs to choose from, 1 to 16 different numbers from 0 (exact) to 0.5: a spawn that
    /// is reached with a probability below is valued by 1-ply. From the coarsest to the finest
    /// they are neighbours in work; default 0.1, 0.03, 0.01.
    pub cutoffs: Vec<f64>,
    /// Whether search values are cached within a game, which counts less work for the same games;
    /// default false.
    pub cache: bool,
}

impl Default for DepthGenes {
    fn default() -> Self {
        Self { max_ply: MAX_PLY, cutoffs: vec![0.1, 0.03, 0.01], cache: false }
    }
}

impl DepthGenes {
    /// Checks the ranges.
    ///
    /// # Errors
    /// Key, value and what is allowed.
    pub fn validate(&self) -> Result<(), String> {
        if !(2..=MAX_PLY).contains(&self.max_ply) {
            return Err(format!("max_ply = {}: allowed is a whole number from 2 to {MAX_PLY}", self.max_ply));
        }
        let count = self.cutoffs.len();
        if !(1..=MAX_CUTOFFS).contains(&count) {
            return Err(format!("cutoffs has {count} numbers: allowed are 1 to {MAX_CUTOFFS}"));
        }
        for (i, cutoff) in self.cutoffs.iter().enumerate() {
            if !(0.0..=MAX_CUTOFF).contains(cutoff) {
                return Err(format!("cutoffs[{i}] = {cutoff}: allowed is a number from 0 to {MAX_CUTOFF}"));
            }
            if self.cutoffs[..i].contains(cutoff) {
                return Err(format!("cutoffs[{i}] = {cutoff}: allowed is a number that is not there yet"));
            }
        }
        Ok(())
    }

    /// The genes, which follow the weights of a genome.
    pub fn genes(&self) -> Vec<Gene> {
        let threshold = |(ply, &last): (u8, &i32)| Gene::integer(format!("ply{ply}_empties"), NEVER, last);
        let mut genes: Vec<Gene> = (2..=self.max_ply).zip(&LAST).map(threshold).collect();
        if self.max_ply > 2 && self.cutoffs.len() > 1 {
            // Neighbours are alike, so it counts: it is no label.
            genes.push(Gene::integer("cutoff_level", 0, self.cutoffs.len() as i32 - 1));
        }
        genes
    }

    /// The policy of `genome`: one weight per feature, then the values of [`Self::genes`]. Depths
    /// that no board is searched at are left out, so that a genome without thresholds is a policy
    /// with one member, `name`, and no rules; several members are called after their depths.
    pub fn policy(&self, name: &str, features: Vec<String>, genome: &[f64]) -> PolicySpec {
        let (weights, genes) = genome.split_at(features.len().min(genome.len()));
        let thresholds = usize::from(self.max_ply) - 1;
        let threshold = |ply: u8| genes.get(usize::from(ply) - 2).map_or(NEVER, |value| *value as i32);
        let level = genes.get(thresholds).map_or(0, |value| *value as usize);
        let search = |ply: u8| {
            let cutoff = if ply > 2 { self.cutoffs.get(level).copied().unwrap_or_default() } else { 0.0 };
            SearchOptions { ply, cutoff, cache: self.cache && ply > 1 }
        };
        let member =
            |ply: u8| Member { name: format!("{ply}-ply"), weights: weights.to_vec(), search: search(ply) };
        let base = if threshold(2) == ALWAYS { 2 } else { 1 };
        let mut policy = PolicySpec::single(features, member(base));
        let mut taken = NEVER;
        for ply in (base + 1..=self.max_ply).rev() {
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
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Depth, cut-off and threshold of every member; the first has no threshold.
    fn decoded(genes: &DepthGenes, values: &[f64]) -> Vec<(u8, f64, Option<u32>)> {
        let genome = [&[0.25, 0.75], values].concat();
        let policy = genes.policy("it", vec!["empty".into(), "edge".into()], &genome);
        assert!(policy.members.iter().all(|member| member.weights == [0.25, 0.75]));
        assert_eq!(policy.members.len(), policy.rules.len() + 1);
        let at = std::iter::once(None).chain(policy.rules.iter().map(|rule| rule.when.empty_at_most));
        policy.members.iter().zip(at).map(|(m, at)| (m.search.ply, m.search.cutoff, at)).collect()
    }

    #[test]
    fn genomes_are_the_policies_worked_by_hand() {
        let genes = DepthGenes::default();
        let decoded = |values: &[f64]| decoded(&genes, values);
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
        let names = |genes: &DepthGenes| genes.genes().into_iter().map(|gene| gene.name).collect::<Vec<_>>();
        let all = ["ply2_empties", "ply3_empties", "ply4_empties", "cutoff_level"];
        assert_eq!(names(&DepthGenes::default()), all);
        assert_eq!(names(&DepthGenes { max_ply: 2, ..DepthGenes::default() }), all[..1]);
        let one = DepthGenes { max_ply: 3, cutoffs: vec![0.05], ..DepthGenes::default() };
        assert_eq!(names(&one), all[..2]);
        assert_eq!(decoded(&one, &[-1.0, 6.0]), [(1, 0.0, None), (3, 0.05, Some(6))]);
    }

    #[test]
    fn a_single_member_has_the_given_name_and_others_those_of_their_depths() {
        let names = |values: [f64; 4]| -> Vec<String> {
            let policy = DepthGenes::default().policy("it", vec![], &values);
            policy.members.into_iter().map(|member| member.name).collect()
        };
        assert_eq!(names([9.0, -1.0, -1.0, 0.0]), ["it"]);
        assert_eq!(names([9.0, 0.0, -1.0, 0.0]), ["2-ply", "3-ply"]);
    }

    #[test]
    fn ranges_are_named() {
        let refused = |max_ply: u8, cutoffs: &[f64]| {
            DepthGenes { max_ply, cutoffs: cutoffs.to_vec(), cache: false }.validate().unwrap_err()
        };
        assert_eq!(refused(5, &[0.1]), "max_ply = 5: allowed is a whole number from 2 to 4");
        assert_eq!(refused(3, &[]), "cutoffs has 0 numbers: allowed are 1 to 16");
        assert_eq!(refused(3, &[0.1, 0.7]), "cutoffs[1] = 0.7: allowed is a number from 0 to 0.5");
        assert!(refused(3, &[f64::NAN]).contains("NaN"));
        assert!(refused(3, &[0.1, 0.1]).starts_with("cutoffs[1] = 0.1: allowed is a number that is not"));
        DepthGenes::default().validate().unwrap();
    }
}
