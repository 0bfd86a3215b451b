//! Archives of the good points that a search has seen, of whatever generation. Both keep
//! members none of which dominates another, take only feasible, successfully evaluated
//! individuals, and are deterministic: the same offers in the same order give the same bytes.

use super::{Individual, Survival, survivors};
use crate::error::{Error, Result};
use crate::pareto::dominance::dominates;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// An ε-archive (Laumanns, Thiele, Deb & Zitzler, "Combining convergence and diversity in
/// evolutionary multiobjective optimization", 2002, algorithm 3, with additive ε): objective
/// space is divided into boxes of side ε, and of the boxes that no other occupied box
/// dominates each holds one member.
///
/// Every point ever offered is then within ε, in every objective, of being dominated by a
/// member, and the number of members is bounded by the range of the objectives over ε. Read from a
/// file, it is checked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "StoredEpsilon")]
pub struct EpsilonArchive {
    epsilon: Vec<f64>,
    members: Vec<Individual>,
}

impl EpsilonArchive {
    /// An empty archive with one ε per objective, in its unit.
    ///
    /// # Errors
    /// [`Error::Input`] that names the value if an ε is not finite and positive.
    pub fn new(epsilon: Vec<f64>) -> Result<Self> {
        if let Some(bad) = epsilon.iter().find(|&&value| !(value > 0.0 && value.is_finite())) {
            return Err(Error::Input(format!("epsilon is {bad}; allowed is any finite number above 0")));
        }
        Ok(Self { epsilon, members: Vec::new() })
    }

    /// Takes `individual` in if it is good enough, and lets members go for it; true if so.
    /// Of two in a box the first stays unless the other dominates it. Individuals with a
    /// violation, a NaN or another number of objectives are not taken.
    pub fn offer(&mut self, individual: &Individual) -> bool {
        if !individual.is_feasible() || individual.objectives.len() != self.epsilon.len() {
            return false;
        }
        let place: Vec<f64> = places(&self.epsilon, individual).collect();
        let refuses = |member: &Individual| match self.compare(member, &place) {
            Some(Ordering::Less) => true,
            Some(Ordering::Equal) => !dominates(&individual.objectives, &member.objectives),
            Some(Ordering::Greater) | None => false,
        };
        if self.members.iter().any(refuses) {
            return false;
        }
        let mut members = std::mem::take(&mut self.members);
        members.retain(|member| self.compare(member, &place).is_none());
        self.members = members;
        self.members.push(individual.clone());
        true
    }

    /// The members, in the order in which they came.
    pub fn members(&self) -> &[Individual] {
        &self.members
    }

    /// How the box of `member` compares with the box `place`: less if it dominates it.
    fn compare(&self, member: &Individual, place: &[f64]) -> Option<Ordering> {
        let mut order = Ordering::Equal;
        for (other, mine) in places(&self.epsilon, member).zip(place) {
            match (other.total_cmp(mine), order) {
                (Ordering::Equal, _) => {}
                (now, before) if before == now || before.is_eq() => order = now,
                _ => return None,
            }
        }
        Some(order)
    }
}

/// The box of an individual. Adding 0 makes −0 and 0 one box.
fn places(epsilon: &[f64], individual: &Individual) -> impl Iterator<Item = f64> {
    individual.objectives.iter().zip(epsilon).map(|(value, epsilon)| (value / epsilon).floor() + 0.0)
}

/// A crowding archive: the non-dominated points of everything offered, and when there are
/// more than it has room for, those that a [`Survival`] leaves. Read from a file, it is checked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "StoredCrowding")]
pub struct CrowdingArchive {
    capacity: usize,
    survival: Survival,
    members: Vec<Individual>,
}

impl CrowdingArchive {
    /// An empty archive with room for `capacity` ≥ 1 members.
    ///
    /// # Errors
    /// [`Error::Input`] if there is no room.
    pub fn new(capacity: usize, survival: Survival) -> Result<Self> {
        if capacity == 0 {
            return Err(Error::Input("archive capacity is 0; allowed is 1 or more".into()));
        }
        Ok(Self { capacity, survival, members: Vec::new() })
    }

    /// Takes in what of `individuals` no member and no other of them dominates or repeats,
    /// lets go of members that are dominated, then of the most crowded ones. Individuals with
    /// a violation or a NaN, or another number of objectives than the members, are not taken.
    pub fn offer(&mut self, individuals: &[Individual]) {
        for individual in individuals.iter().filter(|individual| individual.is_feasible()) {
            let is_covered = |member: &Individual| {
                member.objectives.len() != individual.objectives.len()
                    || member.objectives == individual.objectives
                    || dominates(&member.objectives, &individual.objectives)
            };
            if !self.members.iter().any(is_covered) {
                self.members.retain(|member| !dominates(&individual.objectives, &member.objectives));
                self.members.push(individual.clone());
            }
        }
        if self.members.len() > self.capacity {
            let members = std::mem::take(&mut self.members);
            self.members = survivors(members, self.capacity, self.survival);
        }
    }

    /// The members, in the order in which they came. Their ranks and crowding are those they were
    /// offered with, or those of the last cut.
    pub fn members(&self) -> &[Individual] {
        &self.members
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredEpsilon {
    epsilon: Vec<f64>,
    members: Vec<Individual>,
}

impl TryFrom<StoredEpsilon> for EpsilonArchive {
    type Error = Error;

    fn try_from(stored: StoredEpsilon) -> Result<Self> {
        let mut archive = Self::new(stored.epsilon)?;
        for member in &stored.members {
            archive.offer(member);
        }
        if archive.members == stored.members { Ok(archive) } else { Err(no_archive()) }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredCrowding {
    capacity: usize,
    survival: Survival,
    members: Vec<Individual>,
}

impl TryFrom<StoredCrowding> for CrowdingArchive {
    type Error = Error;

    fn try_from(stored: StoredCrowding) -> Result<Self> {
        let mut archive = Self::new(stored.capacity, stored.survival)?;
        archive.offer(&stored.members);
        if archive.members == stored.members { Ok(archive) } else { Err(no_archive()) }
    }
}

fn no_archive() -> Error {
    let allowed = "feasible members, no more than there is room for, none of which dominates another";
    Error::Input(format!("archive: members that it cannot have: allowed are {allowed}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn individual(id: u64, objectives: Vec<f64>) -> Individual {
        Individual { id, genome: vec![], objectives, violation: 0.0, rank: 0, crowding: 0.0 }
    }

    fn ids(members: &[Individual]) -> Vec<u64> {
        members.iter().map(|member| member.id).collect()
    }

    #[test]
    fn boxes_worked_by_hand() {
        let mut archive = EpsilonArchive::new(vec![1.0, 1.0]).unwrap();
        let offers = [
            ([2.5, 2.5], true),
            ([2.6, 2.4], false), // the same box, and neither dominates
            ([2.1, 2.1], true),  // dominates within the box
            ([3.0, 2.0], false), // box (3, 2) is dominated by (2, 2)
            ([1.5, 3.5], true),
            ([1.9, 2.9], true), // box (1, 2) dominates both
            ([0.0, 2.95], true),
        ];
        for (id, (objectives, is_taken)) in (0..).zip(offers) {
            assert_eq!(archive.offer(&individual(id, objectives.to_vec())), is_taken, "{id}");
        }
        assert_eq!(ids(archive.members()), [6]);
    }

    #[test]
    fn of_a_tight_pair_one_makes_room_and_the_order_stays() {
        let offers = [[1.0, 0.0], [0.5, 0.5], [0.0, 1.0], [0.51, 0.49], [0.2, 0.8], [0.6, 0.6]];
        let offers: Vec<Individual> = (0..).zip(offers).map(|(id, f)| individual(id, f.to_vec())).collect();
        for survival in [Survival::Pruned, Survival::Crowding, Survival::Hypervolume] {
            let mut archive = CrowdingArchive::new(4, survival).unwrap();
            archive.offer(&offers);
            let left = ids(archive.members());
            assert!(left == [0, 1, 2, 4] || left == [0, 2, 3, 4], "{survival:?}: {left:?}");
            // One that dominates all is left alone.
            archive.offer(&[individual(9, vec![0.0, 0.0])]);
            assert_eq!(ids(archive.members()), [9]);
        }
    }

    #[test]
    fn archives_are_read_as_written_and_checked() {
        let mut boxes = EpsilonArchive::new(vec![0.25; 2]).unwrap();
        let mut crowding = CrowdingArchive::new(2, Survival::Pruned).unwrap();
        for (id, f) in (0..).zip([[0.0, 1.0], [1.0, f64::NEG_INFINITY], [0.5, 0.7]]) {
            boxes.offer(&individual(id, f.to_vec()));
        }
        crowding.offer(&boxes.members()[..2]);
        let (text, other) =
            (serde_json::to_string(&boxes).unwrap(), serde_json::to_string(&crowding).unwrap());
        assert_eq!(serde_json::from_str::<EpsilonArchive>(&text).unwrap(), boxes);
        assert_eq!(serde_json::from_str::<CrowdingArchive>(&other).unwrap(), crowding);
        let refused = |text: &str, from: &str, to: &str| {
            let text = text.replace(from, to);
            let message = serde_json::from_str::<EpsilonArchive>(&text).map(|_| ()).unwrap_err().to_string();
            (message, serde_json::from_str::<CrowdingArchive>(&text).is_err())
        };
        assert!(refused(&text, "[0.25,", "[0.0,").0.contains("epsilon is 0; allowed is any finite number"));
        assert!(refused(&text, "[0.0,1.0]", "[9.0,1.0]").0.contains("members that it cannot have"));
        for (from, to) in [("capacity\":2", "capacity\":0"), ("capacity\":2", "capacity\":1")] {
            assert!(refused(&other, from, to).1, "{to}");
        }
    }

    #[test]
    fn what_cannot_be_compared_is_not_taken() {
        let mut archive = EpsilonArchive::new(vec![0.5; 2]).unwrap();
        let mut crowding = CrowdingArchive::new(3, Survival::Pruned).unwrap();
        let failed = individual(0, vec![f64::NAN, 1.0]);
        let infeasible = Individual { violation: 1.0, ..individual(1, vec![0.0, 0.0]) };
        assert!(!archive.offer(&failed) && !archive.offer(&infeasible));
        assert!(!archive.offer(&individual(2, vec![1.0])));
        crowding.offer(&[failed, infeasible]);
        assert!(crowding.members().is_empty() && archive.members().is_empty());
        for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let text = EpsilonArchive::new(vec![1.0, bad]).unwrap_err().to_string();
            assert_eq!(text, format!("epsilon is {bad}; allowed is any finite number above 0"));
        }
        assert!(CrowdingArchive::new(0, Survival::Pruned).is_err());
    }

    /// The judge of the ε-archive: keeps a box for every offer and goes through them all.
    fn boxes_slowly(offers: &[Individual], epsilon: f64) -> Vec<u64> {
        let place = |i: &Individual| i.objectives.iter().map(|v| (v / epsilon).floor()).collect::<Vec<f64>>();
        let mut kept: Vec<(u64, usize)> = Vec::new(); // (the id that holds a box, when it came)
        let by_id = |id: u64| &offers[id as usize];
        for (time, offer) in offers.iter().enumerate() {
            let mine = kept.iter().position(|&(id, _)| place(by_id(id)) == place(offer));
            match mine {
                Some(at) if dominates(&offer.objectives, &by_id(kept[at].0).objectives) => {
                    kept[at] = (offer.id, time);
                }
                Some(_) => {}
                None if kept.iter().any(|&(id, _)| dominates(&place(by_id(id)), &place(offer))) => {}
                None => kept.push((offer.id, time)),
            }
            let places: Vec<Vec<f64>> = kept.iter().map(|&(id, _)| place(by_id(id))).collect();
            kept.retain(|&(id, _)| !places.iter().any(|other| dominates(other, &place(by_id(id)))));
        }
        kept.sort_by_key(|&(_, time)| time);
        kept.into_iter().map(|(id, _)| id).collect()
    }

    fn offers() -> impl Strategy<Value = Vec<Individual>> {
        let value = prop_oneof![4 => -2.0..2.0_f64, 2 => (-4..4_i32).prop_map(|v| f64::from(v) / 2.0),
            1 => prop::sample::select(vec![f64::INFINITY, f64::NEG_INFINITY])];
        (1..5_usize).prop_flat_map(move |m| {
            prop::collection::vec(prop::collection::vec(value.clone(), m), 1..60)
                .prop_map(|rows| (0..).zip(rows).map(|(id, row)| individual(id, row)).collect())
        })
    }

    proptest! {
        #[test]
        fn epsilon_archives_cover_everything_ever_offered(offers in offers(), epsilon in 0.05..1.5_f64) {
            let mut archive = EpsilonArchive::new(vec![epsilon; offers[0].objectives.len()]).unwrap();
            for offer in &offers {
                archive.offer(offer);
            }
            let members = archive.members();
            let reaches = |member: &Individual, offer: &Individual| {
                let pairs = member.objectives.iter().zip(&offer.objectives);
                pairs.into_iter().all(|(m, o)| *m <= *o + epsilon * (1.0 + 1e-12) || m == o)
            };
            for offer in &offers {
                prop_assert!(members.iter().any(|member| reaches(member, offer)), "{:?}", offer);
            }
            for a in members {
                prop_assert!(!members.iter().any(|b| dominates(&a.objectives, &b.objectives)));
            }
            prop_assert_eq!(ids(members), boxes_slowly(&offers, epsilon));
        }

        #[test]
        fn crowding_archives_hold_the_non_dominated_up_to_their_size(
            offers in offers(), capacity in 1..20_usize, batch in 1..20_usize,
        ) {
            for survival in [Survival::Pruned, Survival::Crowding, Survival::Hypervolume] {
                let mut archive = CrowdingArchive::new(capacity, survival).unwrap();
                let mut whole = CrowdingArchive::new(1000, survival).unwrap();
                for part in offers.chunks(batch) {
                    archive.offer(part);
                    whole.offer(part);
                    prop_assert!(archive.members().len() <= capacity);
                }
                for a in archive.members() {
                    prop_assert!(!archive.members().iter().any(|b| dominates(&a.objectives, &b.objectives)));
                }
                let is_best = |i: &&Individual| !offers.iter().any(|o| dominates(&o.objectives, &i.objectives))
                    && !offers[..i.id as usize].iter().any(|o| o.objectives == i.objectives);
                let best: Vec<u64> = offers.iter().filter(is_best).map(|i| i.id).collect();
                prop_assert_eq!(ids(whole.members()), best);
            }
        }
    }
}
