//! Picks: names for one member of a front.

mod decision;

use crate::error::{Error, Result};
use crate::pareto::order::lexicographic;
use crate::run::{FrontFile, FrontMember, NamedPick};
use std::fmt;
use std::str::FromStr;

/// The ways to pick a member, for messages and help.
pub const PICKS: &str = "knee, best:<objective>, best:<objective>@<other><=<bound> (or >=), asf:<w1>,<w2>,…, \
                         pseudo:<w1>,<w2>,…, compromise[:<p>] (p a number ≥ 1, or inf) or id:<n>";

/// A way to choose one member, on test figures.
#[derive(Debug, Clone, PartialEq)]
pub enum Pick {
    /// The largest trade-off: farthest below the hyperplane through the extremes of the normalised
    /// front (Das 1999), which is the smallest sum of normalised objectives. Of a flat or concave
    /// front, which bulges away from the ideal point, the most balanced member, with the smallest
    /// largest objective. Objectives are normalised on their scales.
    Knee,
    /// The best value of one objective.
    Best(String),
    /// The best value of one objective among the members whose other objective keeps a bound
    /// (the ε-constraint method, Haimes, Lasdon & Wismer 1971).
    BestWithin {
        /// `<objective>@<other>`; names may hold an @ of their own.
        names: String,
        /// Whether the other may be at most `bound`, not at least.
        at_most: bool,
        /// The bound, in the other objective's own unit.
        bound: f64,
    },
    /// The smallest achievement scalarising function max wᵢ·fᵢ over normalised objectives, with
    /// one importance weight an objective (Wierzbicki 1980).
    Asf(Vec<f64>),
    /// The pseudo-weights nearest to these (Deb 2001), one an objective: how much of the gain
    /// over the worst values should be in it.
    Pseudo(Vec<f64>),
    /// The smallest L_p distance to the ideal point (Zeleny 1973), p from 1 to infinity.
    Compromise(f64),
    /// The member with this id.
    Id(u64),
}

impl FromStr for Pick {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let refuse = || Error::Input(format!("pick {text:?}: allowed is {PICKS}"));
        match text.split_once(':') {
            Some(("best", text)) if text.contains("<=") || text.contains(">=") => {
                within(text).ok_or_else(refuse)
            }
            Some(("id", id)) => id.parse().map(Self::Id).map_err(|_| refuse()),
            Some(("asf", weights)) => parse_weights(weights).map(Self::Asf).ok_or_else(refuse),
            Some(("pseudo", weights)) => parse_weights(weights).map(Self::Pseudo).ok_or_else(refuse),
            None if text == "compromise" => Ok(Self::Compromise(2.0)),
            Some(("compromise", p)) => {
                let p: f64 = p.parse().map_err(|_| refuse())?;
                if p >= 1.0 { Ok(Self::Compromise(p)) } else { Err(refuse()) }
            }
            _ => text.parse::<NamedPick>().map(Self::from_name).map_err(|_| refuse()),
        }
    }
}

/// Weights ≥ 0, not all 0, between commas.
fn parse_weights(text: &str) -> Option<Vec<f64>> {
    let weights: Vec<f64> = text.split(',').map(|w| w.trim().parse().ok()).collect::<Option<_>>()?;
    let sound = weights.iter().all(|w| w.is_finite() && *w >= 0.0) && weights.iter().any(|w| *w > 0.0);
    sound.then_some(weights)
}

impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Knee => NamedPick::Knee.fmt(f),
            Self::Best(name) => NamedPick::Best(name.clone()).fmt(f),
            Self::BestWithin { names, at_most, bound } => {
                write!(f, "best:{names}{}{}", if *at_most { "<=" } else { ">=" }, number(*bound))
            }
            Self::Asf(weights) | Self::Pseudo(weights) => {
                let name = if matches!(self, Self::Asf(_)) { "asf" } else { "pseudo" };
                let weights: Vec<String> = weights.iter().map(|weight| number(*weight)).collect();
                write!(f, "{name}:{}", weights.join(","))
            }
            Self::Compromise(p) => write!(f, "compromise:{}", number(*p)),
            Self::Id(id) => write!(f, "id:{id}"),
        }
    }
}

/// As it was written, but hundreds of digits as a power of ten.
fn number(x: f64) -> String {
    let is_short = x == 0.0 || !x.is_finite() || (1e-9..1e15).contains(&x.abs());
    if is_short { x.to_string() } else { format!("{x:e}") }
}

impl Pick {
    /// The pick that a front names so.
    pub fn from_name(name: NamedPick) -> Self {
        match name {
            NamedPick::Best(objective) => Self::Best(objective),
            NamedPick::Knee => Self::Knee,
        }
    }

    /// The member of `front` that this picks; ties are broken by the smallest sum of normalised objectives,
    /// which no other of the tied members dominates, and then by the lowest id.
    ///
    /// # Errors
    /// [`Error::Input`] naming an objective, an id or a number of weights the front does not have,
    /// or a bound that no member keeps.
    pub fn from<'f>(&self, front: &'f FrontFile) -> Result<&'f FrontMember> {
        let names = || front.objectives.iter().map(|o| o.name.as_str()).collect::<Vec<_>>().join(", ");
        match self {
            Self::Knee => Ok(lowest_of(front, decision::knee)),
            Self::Compromise(p) => Ok(lowest_of(front, |points| decision::compromise(points, *p))),
            Self::Best(name) => {
                let index = front.objectives.iter().position(|o| o.name == *name);
                let refuse =
                    || Error::Input(format!("pick {self}: no such objective: allowed is {}", names()));
                index.map(|i| lowest(front, |f| f[i])).ok_or_else(refuse)
            }
            Self::BestWithin { names, at_most, bound } => best_within(front, self, names, (*at_most, *bound)),
            Self::Asf(weights) if weights.len() == front.objectives.len() => {
                Ok(lowest(front, |f| f.iter().zip(weights).map(|(f, w)| f * w).fold(0.0, f64::max)))
            }
            Self::Pseudo(weights) if weights.len() == front.objectives.len() => {
                Ok(lowest_of(front, |points| decision::pseudo_weights(points, weights)))
            }
            Self::Asf(weights) | Self::Pseudo(weights) => {
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

/// Reads `<objective>@<other><=<bound>`, or with `>=`; the bound is finite.
fn within(text: &str) -> Option<Pick> {
    let at_most = text.contains("<=");
    let (names, bound) = text.split_once(if at_most { "<=" } else { ">=" })?;
    let bound = bound.trim().parse().ok().filter(|bound: &f64| bound.is_finite())?;
    let sound = names.split_once('@').is_some_and(|(name, other)| !name.is_empty() && !other.is_empty());
    sound.then(|| Pick::BestWithin { names: names.trim().to_owned(), at_most, bound })
}

/// The best of the members that keep the bound. The other objective may be named without its
/// statistic where that is clear: `work` for `mean_work`.
fn best_within<'f>(
    front: &'f FrontFile,
    pick: &Pick,
    names: &str,
    (at_most, bound): (bool, f64),
) -> Result<&'f FrontMember> {
    let known: Vec<&str> = front.objectives.iter().map(|o| o.name.as_str()).collect();
    let named = |name: &str| known.iter().position(|n| *n == name);
    let clear = |name: &str| {
        let mut ends = (0..known.len()).filter(|&i| known[i].ends_with(&format!("_{name}")));
        named(name).or(ends.next().filter(|_| ends.next().is_none()))
    };
    let pair = |at: usize| Some((named(&names[..at])?, clear(&names[at + 1..])?));
    let (best, other) = names.match_indices('@').find_map(|(at, _)| pair(at)).ok_or_else(|| {
        let allowed = known.join(", ");
        Error::Input(format!("pick {pick}: no such objectives: allowed before and after the @ is {allowed}"))
    })?;
    let value = |member: &FrontMember| member.test[other].value;
    let keeps = |m: &&FrontMember| if at_most { value(m) <= bound } else { value(m) >= bound };
    let goal = front.objectives[best].goal;
    let costs: Vec<f64> = front.members.iter().map(|m| goal.minimised(m.test[best].value)).collect();
    let kept = (0..costs.len()).filter(|&i| keeps(&&front.members[i]));
    first(front, &normalise(&minimised(front)), kept, &costs).ok_or_else(|| {
        let values = front.members.iter().map(value);
        let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
        Error::Input(format!(
            "pick {pick}: no member keeps the bound: {} on the front is {low} to {high}",
            known[other]
        ))
    })
}

/// The member whose normalised, minimised objectives have the lowest `value`.
fn lowest(front: &FrontFile, value: impl Fn(&[f64]) -> f64) -> &FrontMember {
    lowest_of(front, |points| points.iter().map(|point| value(point)).collect())
}

/// The member with the lowest of the `values` of all normalised, minimised points.
fn lowest_of(front: &FrontFile, values: impl FnOnce(&[Vec<f64>]) -> Vec<f64>) -> &FrontMember {
    let points = normalise(&minimised(front));
    let values = values(&points);
    // A front that was read or made has at least one member.
    first(front, &points, 0..points.len(), &values).unwrap_or(&front.members[0])
}

/// The member `among` some with the lowest of `values`. In a tie none that another one dominates: a
/// sum of objectives that are all no worse is not larger, and where it rounds to the same the order of
/// the single objectives tells.
fn first<'f>(
    front: &'f FrontFile,
    points: &[Vec<f64>],
    among: impl Iterator<Item = usize>,
    values: &[f64],
) -> Option<&'f FrontMember> {
    let sum = |i: usize| points[i].iter().sum::<f64>();
    let singly = |a: usize, b: usize| lexicographic(&points[a], &points[b]);
    let id = |i: usize| front.members[i].id;
    let order = |&a: &usize, &b: &usize| {
        let by_value = values[a].total_cmp(&values[b]);
        by_value.then(sum(a).total_cmp(&sum(b))).then(singly(a, b)).then(id(a).cmp(&id(b)))
    };
    among.min_by(order).map(|i| &front.members[i])
}

/// The test values of every member, minimised.
fn minimised(front: &FrontFile) -> Vec<Vec<f64>> {
    front.members.iter().map(|member| front.minimised(member)).collect()
}

/// `points` scaled to the box they span; a constant objective becomes 0.
fn normalise(points: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let width = points.first().map_or(0, Vec::len);
    let bound = |j: usize| {
        let values = points.iter().map(|point| point[j]);
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
    };
    let bounds: Vec<(f64, f64)> = (0..width).map(bound).collect();
    let scale = |(&x, &(low, high)): (&f64, &(f64, f64))| {
        if high > low { (x - low) / (high - low) } else { 0.0 }
    };
    points.iter().map(|point| point.iter().zip(&bounds).map(scale).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objective::{Goal, Scale};
    use crate::run::{FrontMember, ObjectiveInfo};
    use crate::statistics::Estimate;

    fn front(points: &[[f64; 2]]) -> FrontFile {
        let objective = |name: &str| ObjectiveInfo {
            name: name.into(),
            measures: None,
            unit: String::new(),
            goal: Goal::Max,
            scale: Scale::Linear,
        };
        let member = |(id, point): (usize, &[f64; 2])| FrontMember {
            id: id as u64,
            generation: 1,
            training: point.map(Estimate::exact).to_vec(),
            validation: point.map(Estimate::exact).to_vec(),
            test: point.map(Estimate::exact).to_vec(),
            violation: 0.0,
            violation_test: 0.0,
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
            stopped: Default::default(),
            evaluations: 1,
            games: 0,
            scenarios: vec![],
            keys: Default::default(),
            objectives: vec![objective("a"), objective("b")],
            genes: vec![],
            frame: None,
            hypervolume: None,
            finalists: points.len(),
            added_test_games: 0,
            looks: 0,
            confidence: None,
            members: points.iter().enumerate().map(member).collect(),
            picks: Default::default(),
            winners_curse: vec![],
            gains: vec![],
            importance: vec![],
            policies: None,
            older_switching: None,
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
        // Gains over the worst: (1,0), (.8,.7), (.4,.9), (0,1).
        assert_eq!(pick("pseudo:1,1"), 1);
        assert_eq!(pick("pseudo:1,2"), 2);
        assert_eq!(pick("compromise"), 1);
        assert_eq!(pick("compromise:inf"), 1);
        for text in ["knee", "pseudo:1,2", "compromise:2", "compromise:inf", "asf:1,0.5", "asf:1e308,1"] {
            assert_eq!(text.parse::<Pick>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn points_are_normalised_to_the_box_they_span() {
        let points = [vec![1.0, 7.0, -2.0], vec![3.0, 7.0, 2.0], vec![5.0, 7.0, f64::NAN]];
        let found = normalise(&points);
        assert_eq!(found[..2], [[0.0, 0.0, 0.0], [0.5, 0.0, 1.0]]);
        assert!(found[2][..2] == [1.0, 0.0] && found[2][2].is_nan(), "{found:?}");
        assert!(normalise(&[]).is_empty());
    }

    #[test]
    fn the_best_within_a_bound_is_found_by_both_names() {
        let mut front = front(&[[10.0, 100.0], [8.0, 50.0], [4.0, 20.0], [1.0, 3.0]]);
        front.objectives[0].name = "mean_score@two".into();
        front.objectives[1] =
            ObjectiveInfo { name: "mean_work".into(), goal: Goal::Min, ..front.objectives[1].clone() };
        let pick = |text: &str| text.parse::<Pick>().unwrap().from(&front).map(|member| member.id);
        assert_eq!(pick("best:mean_score@two@mean_work<=50").unwrap(), 1);
        assert_eq!(pick("best:mean_score@two@work<=49.9").unwrap(), 2);
        assert_eq!(pick("best:mean_work@mean_score@two>=5").unwrap(), 1);
        let text = "best:mean_score@two@work<=2.5";
        assert_eq!(text.parse::<Pick>().unwrap().to_string(), text);
        assert_eq!(
            pick(text).unwrap_err().to_string(),
            format!("pick {text}: no member keeps the bound: mean_work on the front is 3 to 100")
        );
        let message = pick("best:mean_score@moves<=50").unwrap_err().to_string();
        assert!(message.ends_with("before and after the @ is mean_score@two, mean_work"), "{message}");
        for text in ["best:a<=5", "best:a@b<=", "best:a@b<=x", "best:a@b>=inf", "best:@b<=1", "best:a@<=1"] {
            assert!(text.parse::<Pick>().unwrap_err().to_string().contains("allowed is knee"), "{text}");
        }
    }

    #[test]
    fn of_equals_none_is_picked_that_another_dominates() {
        // The first is dominated by the third; all but the second are equal in `a`.
        let front = front(&[[10.0, 1.0], [5.0, 9.0], [10.0, 4.0], [10.0, 4.0]]);
        let pick = |text: &str| text.parse::<Pick>().unwrap().from(&front).unwrap().id;
        for text in ["best:a", "asf:1,0", "best:a@b<=4", "compromise:inf"] {
            assert_eq!(pick(text), 2, "{text}");
        }
        assert_eq!(pick("best:a@b<=3"), 0);
        assert_eq!(pick("best:b"), 1);
    }

    #[test]
    fn bad_picks_say_what_is_allowed() {
        let front = front(&[[1.0, 1.0]]);
        for text in [
            "",
            "best",
            "best:",
            "asf:",
            "asf:x",
            "asf:-1,1",
            "asf:0,0",
            "id:x",
            "kneee",
            "pseudo:1,x",
            "compromise:0.5",
            "compromise:NaN",
        ] {
            let message = text.parse::<Pick>().unwrap_err().to_string();
            assert!(message.contains("allowed is knee"), "{message}");
        }
        for (text, part) in [
            ("best:c", "a, b"),
            ("asf:1", "2 objectives"),
            ("pseudo:1,1,1", "3 weights for 2"),
            ("id:7", "allowed is 0"),
        ] {
            let message = text.parse::<Pick>().unwrap().from(&front).unwrap_err().to_string();
            assert!(message.contains(part), "{message}");
        }
    }
}
