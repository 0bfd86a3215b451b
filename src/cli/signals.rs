//! Ctrl-C and its kin set a flag; what is in flight is finished and saved.

use crate::error::{Error, Result};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A flag that is set by the first interrupt; a second one ends the program at once.
///
/// # Errors
/// [`Error::Internal`] if the system takes no handler.
pub fn stop_flag() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let failed = |e| Error::Internal(format!("cannot handle signals: {e}"));
    for signal in [SIGINT, SIGTERM] {
        // In this order the shutdown only sees what an earlier signal set.
        flag::register_conditional_shutdown(signal, 130, Arc::clone(&stop)).map_err(failed)?;
        flag::register(signal, Arc::clone(&stop)).map_err(failed)?;
    }
    Ok(stop)
}

/// Lets a write beyond a file-size limit fail with an error, as on a full disk, instead of
/// killing the program.
///
/// # Errors
/// [`Error::Internal`] if the system takes no handler.
#[cfg(unix)]
pub fn survive_file_size_limit() -> Result<()> {
    let ignored = Arc::new(AtomicBool::new(false));
    flag::register(signal_hook::consts::SIGXFSZ, ignored)
        .map(|_| ())
        .map_err(|e| Error::Internal(format!("cannot handle signals: {e}")))
}

#[cfg(not(unix))]
pub fn survive_file_size_limit() -> Result<()> {
    Ok(())
}
