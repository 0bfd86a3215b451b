//! `--threads`: how many threads play, and where they are started.

use crate::error::{Error, Result};
use clap::builder::RangedI64ValueParser;
use clap::value_parser;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Reads `--threads`.
pub fn option() -> RangedI64ValueParser<u32> {
    value_parser!(u32).range(1..=1024)
}

/// The threads that play: without a number one a processor, whatever the environment says of threads.
pub fn pool(threads: Option<u32>) -> Result<ThreadPool> {
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.map_or_else(processors, |threads| threads as usize);
    let built = ThreadPoolBuilder::new().num_threads(threads).build();
    built.map_err(|e| Error::Internal(format!("cannot start threads: {e}")))
}
