//! The run folder: where each file lies, how a run is begun and found again.

use super::{Manifest, atomic, log, older};
use crate::error::{Error, Result};
use crate::experiment::{self, Experiment};
use crate::run::files;
use crate::text;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

/// Every file and folder that a run writes, for `--overwrite`.
const RUN_FILES: [&str; 16] = [
    files::MANIFEST,
    files::EXPERIMENT,
    files::EVALUATIONS,
    files::VALIDATION,
    files::TEST,
    older::VALIDATION,
    older::TEST,
    files::CHECKPOINT,
    files::CHECKPOINT_BEFORE,
    files::HISTORY,
    files::FRONT_CSV,
    files::FRONT,
    files::POPULATION,
    files::POLICY,
    files::POLICIES,
    files::PLOTS,
];

/// A run folder that this process alone may write, for as long as the value lives.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    _lock: File,
}

impl RunFolder {
    /// Begins a run in `path`, which is made if need be. A folder that holds a run, or any file by
    /// the name of one that a run writes, is refused; with `overwrite` those files are removed.
    ///
    /// # Errors
    /// [`Error::RunFolder`] if the folder is taken or locked, [`Error::Io`] if it cannot be made.
    pub fn create(path: &Path, manifest: &Manifest, overwrite: bool) -> Result<Self> {
        std::fs::create_dir_all(path).map_err(|e| Error::io("make", path, e))?;
        let folder = Self { path: path.to_path_buf(), _lock: lock(path)? };
        for name in RUN_FILES {
            match overwrite {
                true => remove(&path.join(name))?,
                false if path.join(name).exists() => return Err(taken(path, name, manifest)),
                false => {}
            }
        }
        // The manifest makes it a run; should the program die here, it holds the experiment too.
        manifest.write(&path.join(files::MANIFEST))?;
        folder.write_experiment(manifest)?;
        Ok(folder)
    }

    /// Opens the run in `path` to go on with it. An `experiment.toml` that is no TOML is kept as a
    /// copy beside it and written again from the manifest; the last value says so in one line.
    ///
    /// # Errors
    /// [`Error::RunFolder`] if there is no run, another process has it, or `experiment.toml` was
    /// changed (the key is named).
    pub fn open(path: &Path) -> Result<(Self, Manifest, Option<String>)> {
        // Once to see that there is a run to lock, and again when nobody else can change it.
        read_manifest(path)?;
        let folder = Self { path: path.to_path_buf(), _lock: lock(path)? };
        let notice = folder.restore_experiment()?;
        Ok((folder, read_run(path)?, notice))
    }

    fn restore_experiment(&self) -> Result<Option<String>> {
        let file = self.path.join(files::EXPERIMENT);
        let Some(Err(why)) = experiment_text(&file)? else { return Ok(None) };
        let copy = log::keep_damaged(&file)?;
        self.write_experiment(&read_manifest(&self.path)?)?;
        let copy = copy.display();
        Ok(Some(format!("{why}: restored from manifest.json; the damaged file is kept as {copy}")))
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Replaces experiment and manifest, when a run is given more generations or finishes.
    ///
    /// # Errors
    /// [`Error::Io`] naming the file.
    pub fn update(&self, manifest: &Manifest) -> Result<()> {
        // In this order a crash in between leaves more generations in the experiment than in
        // the manifest, which `read_run` takes as it was meant.
        self.write_experiment(manifest)?;
        manifest.write(&self.path.join(files::MANIFEST))
    }

    /// Writes the files of the run other than its logs in their plain form, where something gave them
    /// CRLF or a byte order mark. The logs do it when they are opened.
    ///
    /// # Errors
    /// [`Error::Io`] naming the file.
    pub fn make_plain(&self) -> Result<()> {
        let is_text = |name: &&str| name.contains('.') && !name.ends_with(".jsonl");
        for path in RUN_FILES.into_iter().filter(is_text).map(|name| self.path.join(name)) {
            let read = text::bytes(&path).map_err(|e| Error::io("read", &path, e))?;
            let Some(text) = read else { continue };
            let length = path.metadata().map_err(|e| Error::io("read", &path, e))?.len();
            if length != text.len() as u64 {
                atomic::replace(&path, &text)?;
            }
        }
        Ok(())
    }

    fn write_experiment(&self, manifest: &Manifest) -> Result<()> {
        let toml = toml::to_string(&manifest.experiment);
        let toml = toml.map_err(|e| Error::Internal(format!("experiment: {e}")))?;
        let question = if manifest.question.is_empty() { "" } else { &format!("# {}\n", manifest.question) };
        atomic::replace(&self.path.join(files::EXPERIMENT), format!("{question}{toml}").as_bytes())
    }
}

/// Reads the manifest of the run in `path` and checks `experiment.toml` against it, if it is there:
/// the manifest alone is enough.
///
/// # Errors
/// [`Error::RunFolder`] naming the file or the key that differs.
pub fn read_run(path: &Path) -> Result<Manifest> {
    let mut manifest = read_manifest(path)?;
    let file = path.join(files::EXPERIMENT);
    let text = match experiment_text(&file)? {
        None => return Ok(manifest),
        Some(Ok(text)) => text,
        Some(Err(why)) => {
            let path = path.display();
            return Err(Error::RunFolder(format!("{why}; `paretune resume {path}` restores it")));
        }
    };
    let source = experiment::parse(&file.display().to_string(), &text, &[]);
    let mut source = source.map_err(Error::in_run_folder)?;
    source.experiment.fill_as_before();
    let n_gen = &mut manifest.experiment.optimiser.n_gen;
    *n_gen = source.experiment.optimiser.n_gen.max(*n_gen);
    refuse_difference(&file, &source.experiment, &manifest.experiment)?;
    Ok(manifest)
}

fn read_manifest(path: &Path) -> Result<Manifest> {
    if !path.is_dir() {
        return Err(Error::RunFolder(format!("{}: no such run folder", path.display())));
    }
    Manifest::read(&path.join(files::MANIFEST))
}

/// The text of `experiment.toml`, or in one line why it is none; `None` if the file is missing.
fn experiment_text(file: &Path) -> Result<Option<std::result::Result<String, String>>> {
    let shown = file.display().to_string();
    let bytes = text::bytes(file).map_err(|e| Error::io("read", file, e))?;
    let Some(bytes) = bytes else { return Ok(None) };
    Ok(Some(match text::decode(bytes) {
        Err(why) => Err(format!("{shown}: {why}")),
        Ok(text) if text.trim().is_empty() => Err(format!("{shown}: empty")),
        Ok(text) => experiment::table(&shown, &text).map(|_| text).map_err(|e| e.to_string()),
    }))
}

/// Refuses any difference but more generations, which a run may always be given.
fn refuse_difference(file: &Path, here: &Experiment, run: &Experiment) -> Result<()> {
    let Some((key, here, there)) = experiment::first_difference(here, run)? else { return Ok(()) };
    Err(Error::RunFolder(format!(
        "{}: {key} = {here}, but the run was made with {there}: a run keeps its experiment",
        file.display()
    )))
}

/// Why the file `name` in `path` stands in the way of `wanted`.
fn taken(path: &Path, name: &str, wanted: &Manifest) -> Error {
    let shown = path.display();
    let Ok(other) = Manifest::read(&path.join(files::MANIFEST)) else {
        return Error::RunFolder(format!(
            "{shown}: holds {name} but no sound run; take another folder, or say --overwrite to remove it"
        ));
    };
    let whose = match experiment::first_difference(&wanted.experiment, &other.experiment) {
        Ok(Some((key, here, there))) => {
            format!("another experiment's run ({key} = {there} there, {here} here)")
        }
        Ok(None) => "a run of this experiment".into(),
        Err(e) => return e,
    };
    Error::RunFolder(format!(
        "{shown}: already holds {whose}; go on with `paretune resume {shown}`, or say --overwrite"
    ))
}

fn remove(path: &Path) -> Result<()> {
    let result = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
    match result {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(Error::io("remove", path, e)),
        _ => Ok(()),
    }
}

/// Takes the folder's lock. The system gives it back when its owner dies, however it dies.
fn lock(folder: &Path) -> Result<File> {
    let path = folder.join(files::LOCK);
    let open = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
    let file = open.map_err(|e| Error::io("open", &path, e))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(Error::RunFolder(format!("{}: another process is writing this run", folder.display())))
        }
        Err(TryLockError::Error(e)) => Err(Error::io("lock", &path, e)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(text: &str) -> Manifest {
        Manifest::new("Why?".into(), experiment::parse("x", text, &[]).unwrap().experiment)
    }

    #[test]
    fn a_run_is_begun_once_and_locked() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a/b");
        let run = RunFolder::create(&path, &manifest(""), false).unwrap();
        let locked = RunFolder::open(&path).unwrap_err().to_string();
        assert!(locked.contains("another process"), "{locked}");
        drop(run);
        assert_eq!(RunFolder::open(&path).unwrap().1.experiment, manifest("").experiment);
        let taken = RunFolder::create(&path, &manifest("seed = 2"), false).unwrap_err();
        assert!(taken.to_string().contains("seed = 1 there, 2 here"), "{taken}");
        assert_eq!(taken.exit_code(), 3);
        RunFolder::create(&path, &manifest("seed = 2"), true).unwrap();
        assert_eq!(RunFolder::open(&path).unwrap().1.seed, 2);
    }

    #[test]
    fn files_of_others_are_never_removed_unasked() {
        for name in ["experiment.toml", "evaluations.jsonl", "plots"] {
            let dir = tempfile::tempdir().unwrap();
            std::fs::write(dir.path().join(name), "mine").unwrap();
            let refused = RunFolder::create(dir.path(), &manifest(""), false).unwrap_err().to_string();
            assert!(refused.contains(name) && refused.contains("--overwrite"), "{refused}");
            assert_eq!(std::fs::read(dir.path().join(name)).unwrap(), b"mine");
        }
    }

    #[test]
    fn the_manifest_alone_is_a_run() {
        let dir = tempfile::tempdir().unwrap();
        drop(RunFolder::create(dir.path(), &manifest("seed = 3"), false).unwrap());
        std::fs::remove_file(dir.path().join("experiment.toml")).unwrap();
        assert_eq!(RunFolder::open(dir.path()).unwrap().1.seed, 3);
    }

    #[test]
    fn what_is_no_experiment_is_restored() {
        for (n, garbage) in [&b"seed = = 3"[..], b"\xff\xfe", b" \n"].into_iter().enumerate() {
            let dir = tempfile::tempdir().unwrap();
            drop(RunFolder::create(dir.path(), &manifest("seed = 3"), false).unwrap());
            let file = dir.path().join("experiment.toml");
            let sound = std::fs::read(&file).unwrap();
            std::fs::write(&file, garbage).unwrap();
            let refused = read_run(dir.path()).unwrap_err();
            assert!(refused.exit_code() == 3 && refused.to_string().contains("resume"), "{refused}");
            let (_, manifest, notice) = RunFolder::open(dir.path()).unwrap();
            assert_eq!((manifest.seed, std::fs::read(&file).unwrap()), (3, sound), "{n}");
            assert!(notice.unwrap().contains("experiment.toml.damaged-1"));
            assert_eq!(std::fs::read(dir.path().join("experiment.toml.damaged-1")).unwrap(), garbage);
        }
    }

    #[test]
    fn a_changed_experiment_is_refused_by_key() {
        let dir = tempfile::tempdir().unwrap();
        drop(RunFolder::create(dir.path(), &manifest(""), false).unwrap());
        std::fs::write(dir.path().join("experiment.toml"), "[optimiser]\npop_size = 10\n").unwrap();
        let error = RunFolder::open(dir.path()).unwrap_err();
        assert!(error.to_string().contains("optimiser.pop_size = 10"), "{error}");
        std::fs::write(dir.path().join("experiment.toml"), "[optimiser]\nn_gen = 50\n").unwrap();
        assert_eq!(RunFolder::open(dir.path()).unwrap().1.experiment.optimiser.n_gen.get(), 50);
        std::fs::write(dir.path().join("experiment.toml"), "[optimiser]\nn_gen = 30\n").unwrap();
        assert!(RunFolder::open(dir.path()).unwrap_err().to_string().contains("optimiser.n_gen"));
    }
}
