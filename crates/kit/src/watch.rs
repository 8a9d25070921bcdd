//! Watches: progress and stopping, seen from inside a long computation.
//!
//! Inside, steps are counted, not seconds; the clock, the bar and Ctrl-C belong to the front end.

use crate::{Error, Result};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
#[cfg(feature = "threads")]
use std::{sync::mpsc, time::Duration};

/// Who looks at the work from outside.
pub trait Watch {
    /// So many steps are done, of so many if that is known; `Break` asks to stop.
    fn look(&mut self, done: u64, of: Option<u64>) -> ControlFlow<()>;

    /// A remark before or during the work, such as the memory that is about to be taken.
    fn say(&mut self, _remark: &str) {}

    /// So many bytes are about to be taken for that; a front end that cannot spare them refuses.
    fn take(&mut self, _what: &str, _bytes: u64) -> Result<()> {
        Ok(())
    }

    /// What a run of that name kept; nothing if there was none. The front end gives the shelf, and where it has none,
    /// refuses.
    fn kept(&mut self, name: &str) -> Result<Option<Vec<u8>>> {
        Err(Error::usage(format!("{name:?}"), "nothing is kept here", "ask without it, or on the command line"))
    }

    /// Keeps what a run has, whole or not at all.
    fn keep(&mut self, name: &str, _bytes: &[u8]) -> Result<()> {
        self.kept(name).map(|_| ())
    }

    /// Whether it is time to keep again: the clock belongs to the front end.
    fn time_to_keep(&mut self) -> bool {
        false
    }
}

/// Nobody looks.
pub struct Unwatched;

impl Watch for Unwatched {
    fn look(&mut self, _: u64, _: Option<u64>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Somebody who wants it to stop at once: for tests of what stops.
pub struct Impatient;

impl Watch for Impatient {
    fn look(&mut self, _: u64, _: Option<u64>) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// Looks, and turns a wish to stop into the error; `unfinished` says what was not done.
pub fn step(watch: &mut dyn Watch, done: u64, of: Option<u64>, unfinished: impl FnOnce() -> String) -> Result<()> {
    match watch.look(done, of) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Error::stopped(unfinished())),
    }
}

/// What was found, or nothing where somebody asked to stop before it was: for work that has something else to show.
pub fn unless_stopped<T>(found: Result<T>) -> Result<Option<T>> {
    match found {
        Err(error) if error.is_stopped() => Ok(None),
        other => other.map(Some),
    }
}

/// What workers on other threads share with the thread that watches them.
#[derive(Default)]
pub struct Progress {
    done: AtomicU64,
    stop: AtomicBool,
}

impl Progress {
    /// Counts steps done.
    pub fn add(&self, steps: u64) {
        self.done.fetch_add(steps, Ordering::Relaxed);
    }

    /// True when the workers should return as soon as they can.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Counts a step; true when the workers should return as soon as they can.
    pub fn step(&self) -> bool {
        self.add(1);
        self.stopped()
    }

    /// The steps done so far.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }
}

/// Runs `work` (which may use any number of threads) while this thread keeps looking. When the watch asks to stop,
/// `work` learns it from [`Progress::stopped`] and its result is thrown away.
///
/// Without threads it is looked at before and after, and whoever watches stops it by other means, as a page ends the
/// worker that computes for it.
pub fn tend<T: Send>(
    watch: &mut dyn Watch,
    of: Option<u64>,
    unfinished: impl FnOnce(u64) -> String,
    work: impl FnOnce(&Progress) -> T + Send,
) -> Result<T> {
    let mut far = 0;
    let partly = tend_partly(watch, of, |progress| {
        let result = work(progress);
        far = progress.done();
        result
    })?;
    partly.filter(|(_, whole)| *whole).map(|(result, _)| result).ok_or_else(|| Error::stopped(unfinished(far)))
}

/// The same for work that is worth something when it is cut short: what it had by then, and whether that is all;
/// nothing when it was not even begun.
pub fn tend_partly<T: Send>(
    watch: &mut dyn Watch,
    of: Option<u64>,
    work: impl FnOnce(&Progress) -> T + Send,
) -> Result<Option<(T, bool)>> {
    tend_partly_from(watch, 0, of, work)
}

/// The same for a stretch of work before which so many steps are done.
pub fn tend_partly_from<T: Send>(
    watch: &mut dyn Watch,
    done: u64,
    of: Option<u64>,
    work: impl FnOnce(&Progress) -> T + Send,
) -> Result<Option<(T, bool)>> {
    let progress = Progress::default();
    progress.add(done);
    // Work that is quickly done looks as well, or a loop of it could never be stopped.
    if watch.look(done, of).is_break() {
        return Ok(None);
    }
    let (mut work, mut result) = (Some(work), None);
    let whole = attended(watch, of, &progress, &mut |progress| {
        result = work.take().map(|work| work(progress));
    })?;
    Ok(result.map(|result| (result, whole)))
}

/// Work of any kind, which tells its progress.
type Work<'a> = &'a mut (dyn FnMut(&Progress) + Send);

/// Whether the work was done before the watch asked to stop. It knows nothing of the kind of work, so that threads and
/// channels are compiled once and not for each of some hundred searches.
#[cfg(feature = "threads")]
fn attended(watch: &mut dyn Watch, of: Option<u64>, progress: &Progress, work: Work<'_>) -> Result<bool> {
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        scope.spawn(move || {
            work(progress);
            sender.send(())
        });
        loop {
            match receiver.recv_timeout(Duration::from_millis(20)) {
                Ok(()) => return Ok(!progress.stopped()),
                // The worker panicked: the scope passes its panic on.
                Err(mpsc::RecvTimeoutError::Disconnected) => return Err(Error::failed("a worker thread failed")),
                Err(mpsc::RecvTimeoutError::Timeout) => {}
            }
            if !progress.stopped() && watch.look(progress.done(), of).is_break() {
                progress.stop.store(true, Ordering::Relaxed);
            }
        }
    })
}

#[cfg(not(feature = "threads"))]
fn attended(watch: &mut dyn Watch, of: Option<u64>, progress: &Progress, work: Work<'_>) -> Result<bool> {
    work(progress);
    Ok(watch.look(progress.done(), of).is_continue())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "threads")]
    #[test]
    fn tended_work_returns_its_result_or_the_wish_to_stop() {
        let sum = tend(
            &mut Unwatched,
            None,
            |_| String::new(),
            |progress| {
                progress.add(3);
                progress.done()
            },
        );
        assert_eq!(sum.unwrap(), 3);
        let endless = tend(
            &mut Impatient,
            None,
            |done| format!("{done} steps"),
            |progress| {
                while !progress.stopped() {
                    std::thread::yield_now();
                }
            },
        );
        assert_eq!(endless.unwrap_err().to_string(), "stopped: 0 steps");
    }
}
