//! Picks: names for one member of a front.

use super::{FrontFile, FrontMember};
use crate::error::{Error, Result};
use std::fmt;
use std::str::FromStr;

/// A way to choose one member, on held-out figures.
#[derive(Debug, Clone, PartialEq)]
pub enum Pick {
    /// The largest trade-off: farthest below the hyperplane through the extremes of the
    /// normalised front (Das 1999), which is the smallest sum of normalised objectives.
    Knee,
    /// The best value of one objective.
    Best(String),
    /// The smallest achievement scalarising function max wᵢ·fᵢ over normalised objectives, with
    /// one importance weight an objective (Wierzbicki 1980).
    Asf(Vec<f64>),
    /// The member with this id.
    Id(u64),
}

impl FromStr for Pick {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let refuse = || {
            let allowed = "knee, best:<objective>, asf:<w1>,<w2>,… or id:<n>";
            Error::Input(format!("pick {text:?}: allowed is {allowed}"))
        };
        match text.split_once(':') {
            None if text == "knee" => Ok(Self::Knee),
            Some(("best", name)) if !name.is_empty() => Ok(Self::Best(name.into())),
            Some(("id", id)) => id.parse().map(Self::Id).map_err(|_| refuse()),
            Some(("asf", weights)) => {
                let weights: Vec<f64> = weights
                    .split(',')
                    .map(|w| w.trim().parse().map_err(|_| refuse()))
                    .collect::<Result<_>>()?;
                let sound =
                    weights.iter().all(|w| w.is_finite() && *w >= 0.0) && weights.iter().any(|w| *w > 0.0);
                if sound { Ok(Self::Asf(weights)) } else { Err(refuse()) }
            }
            _ => Err(refuse()),
        }
    }
}

impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Knee => f.write_str("knee"),
            Self::Best(name) => write!(f, "best:{name}"),
            Self::Asf(weights) => {
                let weights: Vec<String> = weights.iter().map(f64::to_string).collect();
                write!(f, "asf:{}", weights.join(","))
            }
            Self::Id(id) => write!(f, "id:{id}"),
        }
    }
}

impl Pick {
    /// The member of `front` that this picks; of equals the one with the lowest id.
    ///
    /// # Errors
    /// [`Error::Input`] naming an objective, an id or a number of weights the front does not have.
    pub fn from<'f>(&self, front: &'f FrontFile) -> Result<&'f FrontMember> {
        let names = || front.objectives.iter().map(|o| o.name.as_str()).collect::<Vec<_>>().join(", ");
        match self {
            Self::Knee => Ok(lowest(front, |f| f.iter().sum())),
            Self::Best(name) => {
                let index = front.objectives.iter().position(|o| o.name == *name);
                let refuse =
                    || Error::Input(format!("pick {self}: no such objective: allowed is {}", names()));
                index.map(|i| lowest(front, |f| f[i])).ok_or_else(refuse)
            }
            Self::Asf(weights) if weights.len() == front.objectives.len() => {
                Ok(lowest(front, |f| f.iter().zip(weights).map(|(f, w)| f * w).fold(0.0, f64::max)))
            }
            Self::Asf(weights) => {
                let (given, wanted) = (weights.len(), front.objectives.len());
                Err(Error::Input(format!(
                    "pick {self}: {given} weights for {wanted} objectives ({})",
                    names()
                )))
            }
            Self::Id(id) => front.member(*id).ok_or_else(|| {
                let ids: Vec<String> = front.members.iter().map(|m| m.id.to_string()).collect();
                Error::Input(format!("pick {self}: not on the front: allowed is {}", ids.join(", ")))
            }),
        }
    }
}

/// The member whose normalised, minimised objectives have the lowest `value`.
fn lowest(front: &FrontFile, value: impl Fn(&[f64]) -> f64) -> &FrontMember {
    let points: Vec<Vec<f64>> = front.members.iter().map(|m| front.minimised(m)).collect();
    let normalised = normalise(&points);
    let values: Vec<f64> = normalised.iter().map(|point| value(point)).collect();
    let by_value = |&a: &usize, &b: &usize| {
        values[a].total_cmp(&values[b]).then(front.members[a].id.cmp(&front.members[b].id))
    };
    // A front that was read or made has at least one member.
    &front.members[(0..points.len()).min_by(by_value).unwrap_or_default()]
}

/// `points` scaled to the box they span; a constant objective becomes 0.
fn normalise(points: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let bound =
        |j: usize, pick: fn(f64, f64) -> f64, start: f64| points.iter().map(|p| p[j]).fold(start, pick);
    let scale = |j: usize, x: f64| {
        let (low, high) = (bound(j, f64::min, f64::INFINITY), bound(j, f64::max, f64::NEG_INFINITY));
        if high > low { (x - low) / (high - low) } else { 0.0 }
    };
    points.iter().map(|p| p.iter().enumerate().map(|(j, &x)| scale(j, x)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objective::{Estimate, Goal};
    use crate::store::{FrontMember, ObjectiveInfo};

    fn front(points: &[[f64; 2]]) -> FrontFile {
        let objective =
            |name: &str| ObjectiveInfo { name: name.into(), unit: String::new(), goal: Goal::Max };
        let member = |(id, point): (usize, &[f64; 2])| FrontMember {
            id: id as u64,
            generation: 1,
            training: point.map(Estimate::exact).to_vec(),
            selection: vec![],
            holdout: point.map(Estimate::exact).to_vec(),
            intervals: vec![],
            p_non_dominated: None,
            distribution: vec![],
            genome: vec![],
        };
        FrontFile {
            format: 1,
            question: String::new(),
            domain: "zdt1".into(),
            seed: 1,
            generations: 1,
            evaluations: 1,
            games: 0,
            scenarios: vec![],
            objectives: vec![objective("a"), objective("b")],
            genes: vec![],
            frame: None,
            hypervolume: [0.0; 2],
            finalists: points.len(),
            validated: 0,
            confidence: None,
            members: points.iter().enumerate().map(member).collect(),
            picks: Default::default(),
            winners_curse: vec![],
            gains: vec![],
            switching: None,
        }
    }

    #[test]
    fn picks_choose_as_documented() {
        // Normalised and minimised: (0,1), (.2,.3), (.6,.1), (1,0).
        let front = front(&[[10.0, 0.0], [8.0, 7.0], [4.0, 9.0], [0.0, 10.0]]);
        let pick = |text: &str| text.parse::<Pick>().unwrap().from(&front).unwrap().id;
        assert_eq!(pick("knee"), 1);
        assert_eq!(pick("best:a"), 0);
        assert_eq!(pick("best:b"), 3);
        assert_eq!(pick("asf:1,1"), 1);
        assert_eq!(pick("asf:1,20"), 3);
        assert_eq!(pick("id:2"), 2);
    }

    #[test]
    fn bad_picks_say_what_is_allowed() {
        let front = front(&[[1.0, 1.0]]);
        for text in ["", "best", "best:", "asf:", "asf:x", "asf:-1,1", "asf:0,0", "id:x", "kneee"] {
            let message = text.parse::<Pick>().unwrap_err().to_string();
            assert!(message.contains("allowed is knee"), "{message}");
        }
        for (text, part) in [("best:c", "a, b"), ("asf:1", "2 objectives"), ("id:7", "allowed is 0")] {
            let message = text.parse::<Pick>().unwrap().from(&front).unwrap_err().to_string();
            assert!(message.contains(part), "{message}");
        }
    }
}
