//! The switching policies of 2048 that a run measures against its best single member.

use crate::error::Result;
use crate::games::twenty48::heuristic::{Feature, FeatureSet};
use crate::games::twenty48::policy::{Condition, Member, PolicySpec, Rule};
use crate::games::twenty48::search::{MAX_PLY, SearchOptions};
use crate::problem::{Role, Variant, VariantFront, Variants};

/// With at most this number of empty cells the depth policy searches one ply deeper: the thresholds
/// that paid best at equal work when fixed depths were measured, from 1-ply and from deeper.
const DEEPER_AT_EMPTY: [u32; 2] = [3, 2];

/// What all of them cost, where the best member counts 1: itself, the article's rules, its search one ply deeper on
/// nearly full boards only, and one ply deeper throughout.
pub(super) const COST: f64 = 1.0 + 1.0 + 3.0 + 25.0;

/// The article's threshold for "the board is nearly full".
const ARTICLE_EMPTY: u32 = 3;

/// The best single member, the same one ply deeper, the article's rules over the front, and
/// depth by empty cells around the best member. Rules that need two members are left out where
/// the front has one, and depth rules at the deepest search.
pub fn policies(features: &FeatureSet, front: &VariantFront<'_>, search: SearchOptions) -> Result<Variants> {
    let builder = Builder { features, front, search };
    let mut policies = vec![builder.single()?];
    if search.ply < MAX_PLY {
        policies.push(builder.deeper()?);
    }
    policies.extend(builder.article()?);
    if search.ply < MAX_PLY {
        policies.push(builder.depth_by_empties()?);
    }
    Ok(Variants { metric: "score", cost: "work", policies })
}

struct Builder<'a> {
    features: &'a FeatureSet,
    front: &'a VariantFront<'a>,
    search: SearchOptions,
}

impl Builder<'_> {
    fn member(&self, name: &str, index: usize, extra_ply: u8) -> Member {
        let search = SearchOptions { ply: self.search.ply + extra_ply, ..self.search };
        Member { name: name.into(), weights: self.front.genomes[index].clone(), search }
    }

    fn policy(&self, members: Vec<Member>, rules: Vec<Rule>) -> PolicySpec {
        let mut policy = PolicySpec::single(self.features.names(), members[0].clone());
        (policy.members, policy.rules) = (members, rules);
        policy
    }

    fn single(&self) -> Result<Variant> {
        let policy = self.policy(vec![self.member("best", self.front.best, 0)], vec![]);
        let what = format!("best single member, {}-ply", self.search.ply);
        Ok(Variant { name: "single", what, role: Role::Baseline, policy: policy.file()? })
    }

    fn deeper(&self) -> Result<Variant> {
        let policy = self.policy(vec![self.member("best-deeper", self.front.best, 1)], vec![]);
        let what = format!("the same, {}-ply throughout", self.search.ply + 1);
        Ok(Variant { name: "deeper", what, role: Role::Dearer, policy: policy.file()? })
    }

    /// The article's rules: nearly full → most weight on empties; largest tile not in a corner
    /// → most weight on the edge or corner; else the knee.
    fn article(&self) -> Result<Option<Variant>> {
        let heaviest = (self.heaviest(&[Feature::Empty]), self.heaviest(&[Feature::Corner, Feature::Edge]));
        let (Some(roomy), Some(cornered)) = heaviest else { return Ok(None) };
        let members = vec![
            self.member("knee", self.front.knee, 0),
            self.member("most-empty", roomy, 0),
            self.member("most-corner", cornered, 0),
        ];
        if members.iter().all(|member| member.weights == members[0].weights) {
            return Ok(None);
        }
        let full = Condition { empty_at_most: Some(ARTICLE_EMPTY), ..Condition::default() };
        let astray = Condition { max_not_in_corner: Some(true), ..Condition::default() };
        let rules = vec![
            Rule { member: "most-empty".into(), when: full },
            Rule { member: "most-corner".into(), when: astray },
        ];
        let what = "weights by board: nearly full, largest tile astray, else knee".into();
        let policy = self.policy(members, rules);
        Ok(Some(Variant { name: "weights", what, role: Role::SameCost, policy: policy.file()? }))
    }

    /// Index of the member with most weight on the first of `wanted` that is a feature here.
    fn heaviest(&self, wanted: &[Feature]) -> Option<usize> {
        let gene = wanted.iter().find_map(|w| self.features.features().iter().position(|f| f == w))?;
        let genomes = self.front.genomes;
        (0..genomes.len()).max_by(|&a, &b| genomes[a][gene].total_cmp(&genomes[b][gene]).then(b.cmp(&a)))
    }

    fn depth_by_empties(&self) -> Result<Variant> {
        let at = DEEPER_AT_EMPTY[usize::from(self.search.ply > 1)];
        let (base, deep) = (self.search.ply, self.search.ply + 1);
        let members =
            vec![self.member("best", self.front.best, 0), self.member("best-deeper", self.front.best, 1)];
        let when = Condition { empty_at_most: Some(at), ..Condition::default() };
        let policy = self.policy(members, vec![Rule { member: "best-deeper".into(), when }]);
        let what = format!("{deep}-ply with ≤ {at} empty cells, else {base}-ply");
        Ok(Variant { name: "depth", what, role: Role::BetweenCosts, policy: policy.file()? })
    }
}
