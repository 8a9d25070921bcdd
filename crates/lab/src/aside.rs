//! Small work beside the jobs: what a lesson shows, a judgement, a sheet. A few at a time, and given up when it takes
//! too long.

use crate::Lab;
use kit::{Error, Result, Watch};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

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
    let _turn = lab.views.acquire().await.map_err(|_| late())?;
    let mut watch = Deadline(Instant::now() + PATIENCE);
    let work = tokio::task::spawn_blocking(move || work(&mut watch));
    let done = tokio::time::timeout(2 * PATIENCE, work).await.map_err(|_| late())?;
    match done {
        Ok(Err(error)) if error.is_stopped() => Err(late()),
        Ok(result) => result,
        Err(_) => Err(Error::failed("this broke down, which is a defect of the program")),
    }
}
