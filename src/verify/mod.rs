//! Does a run folder hold what its experiment gives? Checksums, a replay of a sample, and the result
//! files derived once more from the logs.

mod replay;
mod results;

use crate::error::{Error, Result};
use crate::objective::{Evaluation, Figures};
use crate::run::log::Logged;
use crate::run::{Log, Manifest, TestFigures, checkpoint, read_run};
use crate::tuner::{Context, FindProblem, RunData, Setup, State, checkpoint_fault, own_log};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// Sound records in all logs.
    pub records: usize,
    /// Evaluations that were played again to the same bytes.
    pub replayed: usize,
    /// Validation and test records that were.
    pub replayed_after: [usize; 2],
    /// Whether the run has finished, so that its result files were derived again.
    pub finished: bool,
    /// Every fault found, one line each.
    pub faults: Vec<String>,
}

/// A run folder as it is read, never written.
struct Folder<'p> {
    path: &'p Path,
    find: FindProblem<'p>,
    manifest: Manifest,
    evaluations: Log<Evaluation>,
    validation: Log<Figures>,
    tested: Log<TestFigures>,
}

/// Checks every checksum in the run folder `path`, plays `sample` recorded evaluations again,
/// spread evenly over the run, and one in twenty as many validation and test records, and compares the
/// result files of a finished run with what its logs give.
///
/// # Errors
/// [`crate::error::Error::RunFolder`] if there is no run, [`crate::error::Error::Interrupted`] if
/// stopped. Faults are no error here: see [`Verified::faults`].
pub fn verify(
    path: &Path,
    find: FindProblem<'_>,
    sample: usize,
    context: &mut Context<'_>,
) -> Result<Verified> {
    let folder = Folder::read(path, find)?;
    let setup = folder.setup(&folder.manifest)?;
    let finished = folder.manifest.finished.is_some();
    let mut faults = folder.damage();
    let are_logs_sound = faults.is_empty();
    if !finished || !are_logs_sound {
        faults.extend(folder.foreign_evaluation()?);
    }
    let fault = |state: &State| checkpoint_fault::fault_of_state(&setup, folder.evaluations.records(), state);
    faults.extend(checkpoint::read(path, false, fault)?.1);
    let (replayed, different) = replay::evaluations(&folder, &setup, sample, context)?;
    faults.extend(different);
    let (replayed_after, different) = replay::later(&folder, &setup, sample.div_ceil(20), context)?;
    faults.extend(different);
    if finished {
        faults.extend(results::faults(&folder, are_logs_sound, context)?);
    }
    let Folder { evaluations, validation, tested, .. } = &folder;
    let records = evaluations.records().len() + validation.records().len() + tested.records().len();
    Ok(Verified { records, replayed, replayed_after, finished, faults })
}

impl<'p> Folder<'p> {
    fn read(path: &'p Path, find: FindProblem<'p>) -> Result<Self> {
        Ok(Self {
            path,
            find,
            manifest: read_run(path)?,
            evaluations: Log::read(path)?,
            validation: Log::read(path)?,
            tested: Log::read(path)?,
        })
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    fn setup(&self, manifest: &Manifest) -> Result<Setup> {
        Setup::of_run(self.path, manifest, self.find)
    }

    /// A line on every log that is damaged.
    fn damage(&self) -> Vec<String> {
        let damage = [self.evaluations.damage(), self.validation.damage(), self.tested.damage()];
        damage.into_iter().flatten().collect()
    }

    /// What is known of the run with this manifest, in memory alone.
    fn data(&self, manifest: &Manifest) -> Result<RunData> {
        let log = self.in_memory(&self.evaluations);
        Ok(RunData::new(self.path, self.setup(manifest)?, log, manifest))
    }

    /// The sound records of `log`.
    fn in_memory<T: Logged>(&self, log: &Log<T>) -> Log<T> {
        let records: BTreeMap<T::Key, T> = log.records().clone();
        Log::of(self.path, records)
    }

    /// The first evaluation that answers another question than the run asks.
    fn foreign_evaluation(&self) -> Result<Option<String>> {
        match own_log::checked(self.data(&self.manifest)?) {
            Ok(_) => Ok(None),
            Err(Error::RunFolder(why)) => Ok(Some(why)),
            Err(e) => Err(e),
        }
    }
}

/// At most `sample` records, spread evenly.
fn spread<T: Logged>(records: &[T], sample: usize) -> Vec<T> {
    let count = sample.min(records.len());
    (0..count).map(|k| records[(2 * k + 1) * records.len() / (2 * count)].clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_spread_evenly() {
        let record = |id| Figures { id, objectives: vec![], violation: 0.0, games: 0, distribution: vec![] };
        let records: Vec<Figures> = (0..10).map(record).collect();
        let ids = |sample| spread(&records, sample).iter().map(|record| record.id).collect::<Vec<_>>();
        assert!(ids(0).is_empty());
        assert_eq!(ids(1), [5]);
        assert_eq!(ids(5), [1, 3, 5, 7, 9]);
        assert_eq!(ids(99), Vec::from_iter(0..10));
        assert!(spread::<Figures>(&[], 3).is_empty());
    }
}
