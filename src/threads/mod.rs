//! Where threads are started: those that play games, and those that work out what games told.

use crate::error::{Error, Result};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Starts `threads` of them: without a number one a processor, whatever the environment says of threads.
///
/// # Errors
/// [`Error::Internal`] if the system has no threads to give.
pub fn pool(threads: Option<u32>) -> Result<ThreadPool> {
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.map_or_else(processors, |threads| threads as usize);
    let built = ThreadPoolBuilder::new().num_threads(threads).build();
    built.map_err(|e| Error::Internal(format!("cannot start threads: {e}")))
}
