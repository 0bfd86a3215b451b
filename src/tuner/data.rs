//! What is known of a run.

use super::{Setup, setup};
use crate::error::Error;
use crate::objective::Evaluation;
use crate::optim::Individual;
use crate::run::{Log, Manifest};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What is known of a run: how it is set up, where it lies, and its evaluations. The loop alone adds evaluations;
/// for all others it is there to be read.
pub(crate) struct RunData {
    pub(super) setup: Setup,
    pub(super) log: Log<Evaluation>,
    path: PathBuf,
    /// Test games per member and scenario that are asked for beyond those of the experiment.
    pub(super) added_test_games: u64,
    /// How often test games are looked at.
    pub(super) looks: u64,
}

impl RunData {
    /// The run in the folder `path` with this `manifest`.
    pub fn new(path: &Path, setup: Setup, log: Log<Evaluation>, manifest: &Manifest) -> Self {
        let &Manifest { added_test_games, looks, .. } = manifest;
        Self { setup, log, path: path.to_path_buf(), added_test_games, looks }
    }

    /// How it is set up.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The run folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Test games per member and scenario that are asked for beyond those of the experiment.
    pub fn added_test_games(&self) -> u64 {
        self.added_test_games
    }

    /// How often test games are looked at; 0 where an older program did not count.
    pub fn looks(&self) -> u64 {
        self.looks
    }

    /// The last evaluation of every candidate, by its id.
    pub fn latest(&self) -> BTreeMap<u64, &Evaluation> {
        self.log.records().values().map(|evaluation| (evaluation.id, evaluation)).collect()
    }

    /// A candidate with the figures of `evaluation`, not ranked yet.
    pub fn individual(&self, evaluation: &Evaluation) -> Individual {
        let values = evaluation.objectives.iter().map(|e| e.value);
        Individual {
            id: evaluation.id,
            genome: evaluation.genome.clone(),
            objectives: setup::minimised(&self.setup.objectives, values),
            violation: evaluation.violation,
            rank: 0,
            crowding: 0.0,
        }
    }

    /// Says how to go on.
    pub fn interrupted(&self) -> Error {
        let folder = self.path.display();
        let known = self.log.records().len();
        Error::Interrupted(format!("{known} evaluations are saved; go on with `paretune resume {folder}`"))
    }
}
