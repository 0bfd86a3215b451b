//! The result files of a finished run, derived once more from its logs.

use super::Folder;
use crate::columns;
use crate::error::{Error, Result};
use crate::experiment::fill_missing;
use crate::finals::Finals;
use crate::report;
use crate::run::{FrontFile, Manifest, Stopped, files, seal};
use crate::text;
use crate::tuner::{Context, Loop, Silent, history};
use crate::whole::Whole;
use std::path::Path;

/// One line on every result file that is missing, damaged or not what the logs give; and on what the
/// logs lack for it. Without sound logs files are only read.
///
/// The games of policies that switch are in no log: they are played again. What an older program measured of such
/// policies is taken as it stands.
///
/// # Errors
/// [`Error::Io`] if a file cannot be read.
pub(super) fn faults(
    folder: &Folder<'_>,
    are_logs_sound: bool,
    context: &mut Context<'_>,
) -> Result<Vec<String>> {
    let path = folder.file(files::FRONT);
    let stored = match read(&path)? {
        Some(bytes) => serde_json::from_slice::<FrontFile>(&bytes).map_err(|e| seal::fault_of_json(&e)),
        None => Err("missing".into()),
    };
    let mut faults: Vec<String> = stored.as_ref().err().map(|why| in_file(&path, why)).into_iter().collect();
    let mut stored = stored.ok();
    if let Some(front) = &mut stored {
        let complete = &folder.setup(&folder.manifest)?.experiment;
        fill_missing(&mut front.keys, &complete.keys);
        front
            .scenarios
            .iter_mut()
            .zip(&complete.scenario)
            .for_each(|(own, it)| fill_missing(&mut own.keys, &it.keys));
    }
    if !are_logs_sound {
        return Ok(faults);
    }
    match derive(folder, stored.as_ref(), context) {
        Err(e @ (Error::Missing { .. } | Error::RunFolder(_))) => faults.push(e.to_string()),
        Err(e) => return Err(e),
        Ok(derived) => {
            for (name, bytes) in derived {
                // What is wrong with front.json at all was said.
                if name != files::FRONT || stored.is_some() {
                    faults.extend(difference(folder, &name, &bytes, stored.as_ref())?);
                }
            }
        }
    }
    Ok(faults)
}

fn in_file(path: &Path, why: &str) -> String {
    format!("{}: {why}", path.display())
}

fn read(path: &Path) -> Result<Option<Vec<u8>>> {
    text::bytes(path).map_err(|e| Error::io("read", path, e))
}

/// How the file `name` differs from `derived`.
fn difference(
    folder: &Folder<'_>,
    name: &str,
    derived: &[u8],
    front: Option<&FrontFile>,
) -> Result<Option<String>> {
    let path = folder.file(name);
    let Some(mut stored) = read(&path)? else { return Ok(Some(in_file(&path, "missing"))) };
    if let Some(front) = front.filter(|_| name == files::FRONT) {
        // Older programs wrote the same figures under other names, and left out keys that say nothing.
        stored = front.to_json()?.into_bytes();
    }
    if [files::FRONT_CSV, files::POPULATION].contains(&name) {
        stored = columns::older::with_todays_header(&String::from_utf8_lossy(&stored)).into_bytes();
    }
    let lines = |bytes: &[u8]| -> Vec<Vec<u8>> {
        let lines = bytes.split_inclusive(|&byte| byte == b'\n');
        // How long a generation took is known to the clock alone.
        let end = |line: &[u8]| line.iter().rposition(|&b| b == b',').filter(|_| name == files::HISTORY);
        lines.map(|line| line[..end(line).unwrap_or(line.len())].to_vec()).collect()
    };
    let (stored, derived) = (lines(&stored), lines(derived));
    let same = stored.iter().zip(&derived).take_while(|(a, b)| a == b).count();
    let differs = same < stored.len().max(derived.len());
    Ok(differs.then(|| in_file(&path, &format!("line {} is not what the logs give", same + 1))))
}

type Files = Vec<(String, Vec<u8>)>;

/// What the logs give. The run is gone through once more in memory; only games of policies that switch are played.
///
/// # Errors
/// [`Error::Missing`] naming what a log lacks for it, [`Error::RunFolder`] if a log is of another run.
fn derive(folder: &Folder<'_>, stored: Option<&FrontFile>, context: &mut Context<'_>) -> Result<Files> {
    let mut silent = Context { pool: context.pool, stop: context.stop, observer: &mut Silent };
    let mut evolution = Loop::fresh(folder.data(&without_luck(&folder.manifest, stored))?)?;
    evolution.run_out(&mut silent)?;
    let logs = (folder.in_memory(&folder.validation), folder.in_memory(&folder.tested));
    let mut outcome = Finals::new(evolution.end(), logs.0, logs.1).outcome(&mut silent)?;
    if let Some(stored) = stored {
        if is_ended_by_clock(&folder.manifest, stored) {
            outcome.front.stopped = Stopped::Minutes;
        }
        outcome.front.older_switching.clone_from(&stored.older_switching);
    }
    let mut files = report::files(&outcome)?;
    if stored.is_none_or(|front| front.older_switching.as_ref().is_some_and(|older| !older.is_null())) {
        // It says, or what was measured said, which policy was chosen.
        files.retain(|(name, _)| *name != files::POLICY);
    }
    let setup = evolution.data().setup();
    files.push((files::HISTORY.into(), history::to_csv(evolution.history(), &setup.objectives)?));
    Ok(files)
}

/// The experiment without the clock, which the logs do not decide, and without games of switching that the stored
/// front has not seen.
fn without_luck(manifest: &Manifest, stored: Option<&FrontFile>) -> Manifest {
    let mut manifest = manifest.clone();
    if let Some(front) = stored.filter(|front| is_ended_by_clock(&manifest, front)) {
        manifest.experiment.optimiser.n_gen = Whole::new(front.generations);
    }
    if let Some(stop) = &mut manifest.experiment.stop {
        stop.minutes = None;
    }
    if let Some(switching) = &mut manifest.experiment.switching
        && stored.is_none_or(|front| front.policies.is_none())
    {
        switching.games = Whole::new(0);
    }
    manifest
}

fn is_ended_by_clock(manifest: &Manifest, front: &FrontFile) -> bool {
    let minutes = manifest.experiment.stop.as_ref().and_then(|stop| stop.minutes);
    minutes.is_some() && front.stopped == Stopped::Minutes
}
