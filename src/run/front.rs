//! `front.json`: the front that was chosen on validation games, and everything needed to show it.

use super::{NamedPick, SwitchingPolicies, atomic, seal};
use crate::error::{Error, Result};
use crate::inference::{Importance, Interval};
use crate::objective::{Goal, Scale};
use crate::problem::Scenario;
use crate::run::files;
use crate::statistics::Estimate;
use crate::text;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use toml::Table;

/// The result of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FrontFile {
    /// Version of the format.
    pub format: u32,
    /// The question the experiment asks.
    pub question: String,
    /// The game or benchmark problem.
    pub domain: String,
    /// The run's seed.
    pub seed: u64,
    /// Generations evolved.
    pub generations: u64,
    /// What ended the run.
    #[serde(default)]
    pub stopped: Stopped,
    /// Candidates evaluated.
    pub evaluations: u64,
    /// Training games played.
    pub games: u64,
    /// The scenarios; empty for a benchmark problem.
    pub scenarios: Vec<Scenario>,
    /// The complete keys that belong to the problem; older programs wrote some of them beside the others.
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    pub keys: Table,
    /// The objectives, in the order of every member's estimates.
    pub objectives: Vec<ObjectiveInfo>,
    /// Names of the genes, in the order of every genome.
    pub genes: Vec<String>,
    /// The box that hypervolume is measured in, in the objectives' own units; `null` if no generation made
    /// one.
    pub frame: Option<FrameInfo>,
    /// Hypervolume of the front on training and on test figures, normalised by the frame; without those who
    /// miss a floor on the one or the other; `null` without a frame (older programs wrote two zeros).
    pub hypervolume: Option<[f64; 2]>,
    /// How many candidates were scored on validation games.
    pub finalists: usize,
    /// Games per member and scenario behind the test figures that `validate` added.
    #[serde(default, alias = "validated")]
    pub added_test_games: u64,
    /// How often test games were looked at: once, and once more after each `test`; 0 where an older program did not
    /// count. The intervals hold at all looks together.
    #[serde(default)]
    pub looks: u64,
    /// Confidence with which the members' intervals hold, all of them together.
    #[serde(default)]
    pub confidence: Option<f64>,
    /// The members: the finalists that are non-dominated on the games they were selected on
    /// ([`FrontMember::validation`]), best first objective first. If no finalist is feasible they are no
    /// front, but those that miss the floors by least.
    pub members: Vec<FrontMember>,
    /// The members that `knee` and `best:<objective>` pick, by id.
    pub picks: BTreeMap<NamedPick, u64>,
    /// How much selection flattered the training figures, one an objective.
    pub winners_curse: Vec<WinnersCurse>,
    /// What the run gained over its first generation, one an objective; empty for exact values, and where
    /// no member is feasible.
    #[serde(default)]
    pub gains: Vec<Gain>,
    /// How much each gene matters for each objective among the finalists, on validation figures;
    /// `None` where nothing can be said.
    #[serde(default)]
    pub importance: Vec<Option<Importance>>,
    /// Policies that switch between members; `None` if none were looked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policies: Option<SwitchingPolicies>,
    /// What an older program measured of policies that switch. It is kept and not shown: one set of games chose the
    /// policy and told what it is worth.
    #[serde(default, rename = "switching", skip_serializing_if = "Option::is_none")]
    pub older_switching: Option<serde_json::Value>,
}

/// What ended a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stopped {
    #[default]
    /// `optimiser.n_gen` was reached.
    Generations,
    /// `stop.games` was reached.
    Games,
    /// `stop.minutes` was reached.
    Minutes,
    /// The hypervolume stalled, as `stop.stalled` says.
    Stalled,
}

impl Stopped {
    /// The key of `[stop]` that ended the run; `None` if it reached its last generation.
    pub fn key(self) -> Option<&'static str> {
        match self {
            Self::Generations => None,
            Self::Games => Some("stop.games"),
            Self::Minutes => Some("stop.minutes"),
            Self::Stalled => Some("stop.stalled"),
        }
    }
}

/// Name, unit and direction of an objective.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ObjectiveInfo {
    /// Its name.
    pub name: String,
    /// What it measures, `<statistic>_<metric>[_<at>][@<scenario>]`, where its name is another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measures: Option<String>,
    /// Unit of its values; may be empty.
    pub unit: String,
    /// Its direction.
    pub goal: Goal,
    /// How its differences count.
    #[serde(default, skip_serializing_if = "Scale::is_linear")]
    pub scale: Scale,
}

/// The box that hypervolume is measured in, in the objectives' own units and directions. It is that of the
/// true front where this is known, else of the first generation whose feasible individuals make one: at
/// least two that differ, with a range in every objective.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FrameInfo {
    /// Best values: the ideal point of a known true front, else the best values of that generation,
    /// which are not the ideal point of the front.
    #[serde(alias = "ideal")]
    pub best: Vec<f64>,
    /// Worst values: the nadir point of a known true front, else the worst values of that
    /// generation, which are not the nadir point of the front. An objective that has the same value in the
    /// whole generation gets a side as long as that value is large, 1 where it is 0.
    #[serde(alias = "nadir")]
    pub worst: Vec<f64>,
    /// The reference point.
    pub reference: Vec<f64>,
    /// Whether it is the box of a known true front.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub true_front: bool,
    /// The first generation with a hypervolume, which made the box unless it is that of a true front.
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub generation: u64,
}

fn first() -> u64 {
    1
}

fn is_first(generation: &u64) -> bool {
    *generation == 1
}

/// A member of the front.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FrontMember {
    /// Number of the candidate within the run.
    pub id: u64,
    /// Generation it was created in.
    pub generation: u64,
    /// Estimates it was selected on.
    pub training: Vec<Estimate>,
    /// Estimates from validation games, by which it was chosen among the finalists and is non-dominated: a
    /// little flattered by that. Equal to `training` where values are exact.
    #[serde(alias = "holdout")]
    pub validation: Vec<Estimate>,
    /// Estimates from test games, on which no member was chosen, the ones to show; equal to `training`
    /// where values are exact.
    #[serde(default, alias = "fresh")]
    pub test: Vec<Estimate>,
    /// By how much the validation estimates miss the floors; 0 is feasible.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub violation: f64,
    /// By how much the test estimates do.
    #[serde(default, alias = "violation_fresh", skip_serializing_if = "is_zero")]
    pub violation_test: f64,
    /// The interval of each test estimate; those of all members hold together with
    /// [`FrontFile::confidence`].
    #[serde(default)]
    pub intervals: Vec<Interval>,
    /// How likely no other member dominates it, by the validation and test games of all finalists.
    #[serde(default)]
    pub p_non_dominated: Option<f64>,
    /// Test games by value of the problem's first category.
    pub distribution: Vec<(i64, u64)>,
    /// Its genes.
    pub genome: Vec<f64>,
}

fn is_zero(violation: &f64) -> bool {
    *violation == 0.0
}

/// The best member by training figures, and what became of it on validation games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WinnersCurse {
    /// The objective.
    pub objective: String,
    /// The member with the best training value.
    pub id: u64,
    /// Its training value.
    pub training: Estimate,
    /// Its validation value.
    #[serde(alias = "holdout")]
    pub validation: Estimate,
    /// Mean over the training front of how much better training was than validation, in the
    /// objective's unit; positive is flattery.
    #[serde(with = "crate::json_float::figure")]
    pub mean_gap: f64,
}

impl WinnersCurse {
    /// How much better training was than validation, for the best member, in the objective's unit.
    pub fn gap(&self, goal: Goal) -> f64 {
        goal.minimised(self.validation.value) - goal.minimised(self.training.value)
    }
}

/// What a run gained in one objective: its best member against the median of its first generation.
///
/// Both were chosen before the games of these figures were played: the best member on the games
/// the front was selected on, the median on training figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Gain {
    /// The objective.
    pub objective: String,
    /// The best member.
    pub id: u64,
    /// Its value on test games.
    pub best: Estimate,
    /// The candidate of the first generation with the median training value.
    pub first_id: u64,
    /// Its value on the same number of test games.
    pub first: Estimate,
    /// By how much the best is better, in the objective's unit; positive is a gain. The intervals
    /// of all objectives hold together with [`FrontFile::confidence`].
    pub gain: Interval,
}

impl FrontFile {
    /// Reads `front.json` of the run in `folder`.
    ///
    /// # Errors
    /// [`Error::RunFolder`] if the run has not finished or the file is damaged.
    pub fn read(folder: &Path) -> Result<Self> {
        let manifest = super::read_run(folder)?;
        let path = folder.join(files::FRONT);
        let text = text::read(&path).map_err(|e| match e.kind() {
            std::io::ErrorKind::NotFound => {
                let folder = folder.display();
                Error::RunFolder(format!(
                    "{folder}: the run has not finished; `paretune resume {folder}` goes on"
                ))
            }
            _ => Error::io("read", &path, e),
        })?;
        let mut front: Self = serde_json::from_str(&text)
            .map_err(|e| Error::RunFolder(format!("{}: {}", path.display(), seal::fault_of_json(&e))))?;
        // Runs of 0.1.0 have no test games.
        for member in front.members.iter_mut().filter(|member| member.test.is_empty()) {
            member.test.clone_from(&member.validation);
        }
        if front.keys.is_empty() {
            front.keys = manifest.experiment.keys;
        }
        if front.members.is_empty() {
            return Err(Error::RunFolder(format!("{}: damaged: it holds no member", path.display())));
        }
        Ok(front)
    }

    /// The file's text: indented JSON with a line end.
    ///
    /// # Errors
    /// [`Error::Internal`] if it has no JSON form.
    pub fn to_json(&self) -> Result<String> {
        let json = serde_json::to_string_pretty(self);
        json.map(|text| text + "\n").map_err(|e| Error::Internal(format!("front: {e}")))
    }

    /// Writes `front.json` into `folder`.
    ///
    /// # Errors
    /// [`Error::Io`] naming the file.
    pub fn write(&self, folder: &Path) -> Result<()> {
        atomic::replace(&folder.join(files::FRONT), self.to_json()?.as_bytes())
    }

    /// Whether the members keep the floors on the games they were selected on: all do, or none.
    pub fn is_feasible(&self) -> bool {
        self.members.iter().all(|member| member.violation == 0.0)
    }

    /// The member with `id`.
    pub fn member(&self, id: u64) -> Option<&FrontMember> {
        self.members.iter().find(|member| member.id == id)
    }

    /// The test values of `member`, minimised, on the scales of the objectives.
    pub fn minimised(&self, member: &FrontMember) -> Vec<f64> {
        let values = self.objectives.iter().zip(&member.test);
        values
            .map(|(objective, estimate)| objective.goal.minimised(objective.scale.apply(estimate.value)))
            .collect()
    }
}
