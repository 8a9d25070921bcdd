//! Small work beside the jobs: what a lesson shows, a judgement, a sheet. A few at a time, and given up when it takes
//! too long.

use crate::Lab;
use crate::pace::Instant;
use kit::{Error, Result, Watch};
use std::ops::ControlFlow;
use std::time::Duration;

/// How long it may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// What it may take of the memory.
const MEMORY: u64 = 1 << 29;

/// Looks at the clock.
pub(crate) struct Deadline(Instant);

impl Watch for Deadline {
    fn look(&mut self, _: u64, _: Option<u64>) -> ControlFlow<()> {
        if Instant::now() < self.0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn take(&mut self, what: &str, bytes: u64) -> Result<()> {
        match bytes <= MEMORY {
            true => Ok(()),
            false => Err(Error::too_large(what, "the lab spares no more memory here", "use the command line")),
        }
    }
}

/// What the work gives, or why it gives nothing.
pub(crate) async fn worked<T: Send + 'static>(
    lab: &Lab,
    work: impl FnOnce(&mut Deadline) -> Result<T> + Send + 'static,
) -> Result<T> {
    let late = || Error::too_large("this", "the lab could not do it in time", "try again, or use the command line");
    let done = lab.views.work(2 * PATIENCE, late(), move || work(&mut Deadline(Instant::now() + PATIENCE))).await;
    done.map_err(|error| if error.is_stopped() { late() } else { error })
}
