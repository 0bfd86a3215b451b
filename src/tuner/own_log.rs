//! Is the log of a run its own: does it answer what the run asks?

use super::ask_tell::Loop;
use super::data::RunData;
use super::{Context, Silent};
use crate::error::{Error, Result};
use crate::threads;
use std::sync::atomic::AtomicBool;

/// Goes through the log of `data` once as the loop would, as far as it is whole, with no game played and nothing
/// written, and hands `data` back. The log has to be one that was read and takes no records.
///
/// # Errors
/// [`Error::RunFolder`] naming the first evaluation that answers another question than the run asks.
pub(crate) fn checked(data: RunData) -> Result<RunData> {
    let mut evolution = Loop::fresh(data)?;
    match replay(&mut evolution) {
        Ok(()) | Err(Error::Missing { .. }) => Ok(evolution.into_data()),
        Err(e) => Err(e),
    }
}

fn replay(evolution: &mut Loop) -> Result<()> {
    let pool = threads::pool(None)?;
    let stop = AtomicBool::new(false);
    evolution.run_out(&mut Context { pool: &pool, stop: &stop, observer: &mut Silent })
}
