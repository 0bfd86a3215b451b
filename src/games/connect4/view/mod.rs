//! What a person sees of Connect Four.

mod advice;
mod bench;
mod book;
mod person;
mod watch;

use super::heuristic::{Feature, FeatureSet};
use super::policy::{PRESETS, Plays, PolicySpec};
use super::rules::CELLS;
use super::search::SearchOptions;
use crate::error::{Error, Result};
use crate::problem::{
    Adviser, Allowed, Bench, BookMaker, FeatureInfo, GameOption, PolicyFile, PresetPolicy, Session, View,
};

/// The view of Connect Four.
pub struct TheView;

const OPTIONS: [GameOption; 2] = [
    GameOption {
        name: "depth",
        value: "N",
        help: "Look so many moves ahead, whatever the policy says",
        allowed: Allowed::Whole(1, CELLS as u64),
    },
    GameOption {
        name: "book",
        value: "FILE",
        help: "Openings that `paretune book` has solved, for the exact solver",
        allowed: Allowed::File,
    },
];

impl View for TheView {
    fn presets(&self) -> &'static [PresetPolicy] {
        &PRESETS
    }

    fn options(&self) -> &'static [GameOption] {
        &OPTIONS
    }

    fn adjusted(&self, policy: &PolicyFile, name: &str, value: &str) -> Result<PolicyFile> {
        if name == "book" {
            return with_book(policy, value);
        }
        let refuse = || Error::Input(format!("--{name} {value}: allowed is 1 to {CELLS}"));
        let depth = value.parse().ok().filter(|depth| name == "depth" && (1..=CELLS).contains(depth));
        let depth = depth.ok_or_else(refuse)?;
        let mut spec = PolicySpec::of(policy)?;
        if spec.plays != Plays::Weights {
            let allowed = "allowed is nothing: only a policy by weights looks so far and no further";
            return Err(Error::Input(format!("--{name} {value}: {allowed}")));
        }
        for member in &mut spec.members {
            member.search = SearchOptions { depth: Some(depth), nodes: None, ..member.search };
        }
        spec.file()
    }

    fn setting_keys(&self) -> &'static [&'static str] {
        &["opponent", "opponent_depth", "opponent_nodes", "agreement_from"]
    }

    fn watch(
        &self,
        policy: &PolicyFile,
        seed: u64,
        see: &mut dyn FnMut(&str) -> Result<bool>,
    ) -> Result<u64> {
        watch::watch(&PolicySpec::of(policy)?, seed, see)
    }

    fn against_person(&self, policy: &PolicyFile, seed: u64) -> Result<Box<dyn Session>> {
        Ok(Box::new(person::Person::new(&PolicySpec::of(policy)?, seed)?))
    }

    fn position(&self) -> Option<&'static str> {
        Some(advice::POSITION)
    }

    fn best_adviser(&self) -> Option<&'static str> {
        Some("c4-solver")
    }

    fn adviser(&self, policy: &PolicyFile) -> Result<Box<dyn Adviser>> {
        let spec = PolicySpec::of(policy)?;
        Ok(match spec.plays {
            Plays::Solver => Box::new(advice::Exact::new(spec.book.as_deref())?),
            Plays::Weights | Plays::Random => Box::new(advice::ByPolicy::new(&spec)?),
        })
    }

    fn features(&self) -> Vec<FeatureInfo> {
        let info = |feature: Feature| FeatureInfo {
            name: feature.name(),
            meaning: feature.meaning(),
            scale: feature.scale(),
            sets: FeatureSet::sets_with(feature),
        };
        Feature::all().map(info).collect()
    }

    fn book(&self) -> Option<&dyn BookMaker> {
        Some(&book::OpeningBook)
    }

    fn bench(&self) -> Option<&dyn Bench> {
        Some(&bench::SearchBench)
    }
}

/// `policy`, which plays by the solver, with the book in the file `path`.
fn with_book(policy: &PolicyFile, path: &str) -> Result<PolicyFile> {
    let mut spec = PolicySpec::of(policy)?;
    if spec.plays != Plays::Solver {
        return Err(Error::Input(format!(
            "--book {path}: allowed is nothing: only the exact solver has a book"
        )));
    }
    spec.book = Some(path.into());
    spec.file()
}
