//! Statistics of one metric over games, each with its standard error: one file each, behind one type.

mod deviation;
mod estimate;
mod influence;
mod mean;
mod moments;
mod quantile;
mod rate;
mod shape;
mod share;
mod value;

use std::fmt;

pub use deviation::StandardDeviation;
pub use estimate::Estimate;
pub use influence::Influence;
pub use mean::Mean;
pub use quantile::Quantile;
pub use rate::linearised;
pub use shape::{Anchor, Shape};
pub use share::Share;
pub use value::Value;

/// What is known of a kind of statistic before there is a sample.
#[derive(Debug, Clone, Copy)]
pub struct Facts {
    /// The names it is called by in experiments, for messages.
    pub names: &'static str,
    /// What `at` is to it; `None` if it takes none.
    pub at: Option<&'static str>,
    /// What it is and why it has no logarithmic scale; `None` if it has one.
    pub linear_for: Option<&'static str>,
    /// Whether it is estimated from games; otherwise it is the exact value of a problem without games.
    pub over_games: bool,
    /// Whether what a game says of it depends on how games are distributed.
    pub needs_shape: bool,
    /// Whether what games say of it scatters in proportion to its size, where values have one sign.
    pub by_ratio: bool,
}

impl Facts {
    /// A statistic over games that takes no `at` and may be on any scale.
    const fn of(names: &'static str) -> Self {
        Self { names, at: None, linear_for: None, over_games: true, needs_shape: false, by_ratio: true }
    }
}

/// How the error of a statistic is distributed, which says what its confidence intervals are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Law {
    /// There is no error.
    Exact,
    /// About normal, with an estimated standard error.
    Student,
    /// That of a number of hits: the games whose value is at least `at`.
    Binomial {
        /// The threshold, in the unit of the metric.
        at: f64,
    },
    /// That of order statistics about the quantile `q`, whatever the distribution of the values.
    Ordered {
        /// The quantile, above 0 and below 1.
        q: f64,
    },
}

/// What a file of this folder says of its statistic.
trait Kind: Copy {
    /// What is known without a sample.
    const FACTS: Facts;

    /// The statistic called `name`, with the threshold `at` where it takes one.
    fn read(name: &str, at: f64) -> Option<Self>;

    /// The short name used in the names of objectives, as [`Kind::read`] reads it.
    fn name(&self) -> String;

    /// The value and its standard error from a sample that is not empty and holds no NaN; an error of NaN
    /// where the games cannot tell.
    fn estimate(&self, sample: &[f64]) -> (f64, f64);

    /// The unit of its value, where the metric has the unit `metric`.
    fn unit(&self, metric: &str) -> String {
        metric.into()
    }

    /// How its error is distributed.
    fn law(&self) -> Law {
        Law::Student
    }

    /// What a game says of it, where games have this `shape`; `None` if that is not enough to know.
    fn one_step(&self, _shape: Option<&Shape>) -> Option<Influence> {
        Some(Influence::Value)
    }

    /// What each game adds to the estimate `value`, up to a factor above 0 and a constant.
    fn influence(&self, sample: &[f64], _value: f64) -> Vec<f64> {
        sample.to_vec()
    }
}

/// Makes of one row a statistic all that names each of them. The `$` is for the macro that this one makes.
macro_rules! statistics {
    ($d:tt $($(#[$meta:meta])* $kind:ident,)+) => {
        /// A statistic of a sample of per-game values.
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub enum Statistic {
            $($(#[$meta])* $kind($kind),)+
        }

        $(impl From<$kind> for Statistic {
            fn from(kind: $kind) -> Self {
                Self::$kind(kind)
            }
        })+

        /// The facts of every statistic, in the order of the rows.
        const ALL: &[Facts] = &[$($kind::FACTS,)+];

        /// The statistic called `name`, with the threshold `at` where it takes one.
        fn read(name: &str, at: f64) -> Option<Statistic> {
            None$(.or_else(|| $kind::read(name, at).map(Statistic::$kind)))+
        }

        /// The same call on whichever statistic it is.
        macro_rules! each {
            ($d statistic:expr, $d it:ident => $d call:expr) => {
                match $d statistic {
                    $(Statistic::$kind($d it) => $d call,)+
                }
            };
        }

        impl Statistic {
            /// What is known of it without a sample.
            pub fn facts(&self) -> Facts {
                match self {
                    $(Self::$kind(_) => $kind::FACTS,)+
                }
            }
        }
    };
}

// A statistic is a file, which `mod` and `use` name above, and a row here.
statistics! { $
    /// Arithmetic mean.
    Mean,
    /// Quantile.
    Quantile,
    /// Share of games that reach a threshold.
    Share,
    /// Sample standard deviation.
    StandardDeviation,
    /// The value itself, for problems without games.
    Value,
}

/// Why a statistic is not read: what is allowed instead of the value of `key`.
#[derive(Debug, Clone, PartialEq)]
pub struct Misstated {
    /// `statistic` or `at`.
    pub key: &'static str,
    /// What stands there.
    pub value: String,
    /// What is allowed there.
    pub allowed: String,
}

impl Statistic {
    /// The statistic that an experiment calls `name`, with the threshold `at`.
    ///
    /// # Errors
    /// [`Misstated`], where there is none of this name or it does not go with this `at`.
    pub fn named(name: &str, at: Option<f64>) -> Result<Self, Misstated> {
        let found = read(name, at.unwrap_or_default());
        let statistic = found.ok_or_else(|| misstated("statistic", name, Self::names(|_| true)))?;
        match (statistic.facts().at, at) {
            (Some(what), None) => Err(misstated("at", "nothing", what.into())),
            (None, Some(at)) => Err(misstated("at", &at.to_string(), nothing_but_with_at())),
            _ => Ok(statistic),
        }
    }

    /// What the names of the statistics that have `property` may be, for messages.
    pub fn names(property: impl Fn(&Facts) -> bool) -> String {
        let name = |facts: &Facts| format!("{}{}", facts.names, facts.at.map_or("", |_| " (with at)"));
        ALL.iter().filter(|facts| property(facts)).map(name).collect::<Vec<_>>().join(", ")
    }

    /// Estimates this statistic from `sample`; NaN for an empty sample and one that holds NaN. The standard error
    /// is NaN where one game cannot tell. The file of each statistic names the method.
    pub fn estimate(&self, sample: &[f64]) -> Estimate {
        let games = sample.len() as u64;
        if sample.is_empty() || sample.iter().any(|x| x.is_nan()) {
            return Estimate { value: f64::NAN, std_error: f64::NAN, games };
        }
        let (value, std_error) = each!(self, kind => kind.estimate(sample));
        if self.law() == Law::Exact { Estimate::exact(value) } else { Estimate { value, std_error, games } }
    }

    /// The unit of its value, where the metric has the unit `metric`.
    pub fn unit(&self, metric: &str) -> String {
        each!(self, kind => kind.unit(metric))
    }

    /// What a game says of it, where games have this `shape`; `None` if that is not enough to know.
    pub fn one_step(&self, shape: Option<&Shape>) -> Option<Influence> {
        each!(self, kind => kind.one_step(shape))
    }

    /// How its error is distributed.
    pub fn law(&self) -> Law {
        each!(self, kind => kind.law())
    }

    /// What each game of `sample` adds to the estimate, up to a factor above 0 and a constant: its influence
    /// function (Hampel, *JASA* 69, 1974, §2).
    pub fn influence(&self, sample: &[f64]) -> Vec<f64> {
        let value = self.estimate(sample).value;
        each!(self, kind => kind.influence(sample, value))
    }
}

fn misstated(key: &'static str, value: &str, allowed: String) -> Misstated {
    Misstated { key, value: value.into(), allowed }
}

fn nothing_but_with_at() -> String {
    let with_at = ALL.iter().filter(|facts| facts.at.is_some());
    let names: Vec<String> = with_at.map(|facts| format!("{:?}", facts.names)).collect();
    format!("nothing, except for statistic = {}", names.join(" or "))
}

impl fmt::Display for Statistic {
    /// The short name used in objective names: `mean`, `p10`, `median`, `share`, `sd`, `value`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&each!(self, kind => kind.name()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_game_has_no_error_and_nan_stays_nan() {
        let estimate = |statistic: Statistic, sample: &[f64]| statistic.estimate(sample);
        assert!(estimate(Mean.into(), &[3.0]).std_error.is_nan());
        assert!(estimate(Quantile { percent: 10 }.into(), &[3.0]).std_error.is_nan());
        assert!(estimate(Mean.into(), &[]).value.is_nan());
        assert!(estimate(Quantile { percent: 50 }.into(), &[f64::NAN, 1.0]).value.is_nan());
        assert_eq!(estimate(Value.into(), &[2.5]), Estimate::exact(2.5));
    }

    #[test]
    fn names_round_trip() {
        for name in ["mean", "median", "p10", "p99", "share", "sd", "value"] {
            let at = (name == "share").then_some(3.0);
            assert_eq!(Statistic::named(name, at).map(|s| s.to_string()), Ok(name.to_owned()));
        }
        let all = "mean, median, p1 to p99, share (with at), sd, value";
        for name in ["p0", "p100", "pp", "", "Mean"] {
            let refused = misstated("statistic", name, all.into());
            assert_eq!(Statistic::named(name, None), Err(refused), "{name}");
        }
    }

    #[test]
    fn a_threshold_belongs_to_a_share_alone() {
        assert_eq!(Statistic::named("share", Some(4.0)), Ok(Share { at: 4.0 }.into()));
        let refused = |value: &str, allowed: &str| Err(misstated("at", value, allowed.into()));
        assert_eq!(Statistic::named("share", None), refused("nothing", "a threshold for the share"));
        let nothing = "nothing, except for statistic = \"share\"";
        assert_eq!(Statistic::named("p10", Some(4.0)), refused("4", nothing));
    }
}
