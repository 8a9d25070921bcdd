//! What a machine may lack: threads and a clock. A page in a browser has neither, so whoever wants them asks here; the
//! feature `threads`, which is on by itself, says that they are there.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How many threads can run at once.
pub fn threads() -> usize {
    match cfg!(feature = "threads") {
        true => std::thread::available_parallelism().map_or(1, Into::into),
        false => 1,
    }
}

/// Runs the same work on so many threads with stacks of so many bytes; each is told its number. The answers are those
/// of the threads that could be started, and a panic is passed on. Without threads the caller does the work of the
/// first.
pub fn company<T: Send>(threads: usize, stack: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let answers: Vec<Mutex<Option<T>>> = (0..threads.max(1)).map(|_| Mutex::new(None)).collect();
    let slot = |number: usize| answers[number].lock().unwrap_or_else(PoisonError::into_inner);
    started(threads, stack, &|number| {
        let answer = work(number);
        *slot(number) = Some(answer);
    });
    answers.into_iter().filter_map(|answer| answer.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}

/// Starts the work and waits for its end. It knows nothing of the answers, so that it is compiled once.
#[cfg(feature = "threads")]
fn started(threads: usize, stack: usize, work: &(dyn Fn(usize) + Sync)) {
    std::thread::scope(|scope| {
        let start =
            |number: usize| std::thread::Builder::new().stack_size(stack).spawn_scoped(scope, move || work(number));
        let workers: Vec<_> = (0..threads).map(start).collect();
        for worker in workers.into_iter().flatten() {
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
}

#[cfg(not(feature = "threads"))]
fn started(_threads: usize, _stack: usize, work: &(dyn Fn(usize) + Sync)) {
    work(0);
}

/// A clock that was started; where there is none no time passes.
#[derive(Clone, Copy, Debug)]
pub struct Clock(Option<std::time::Instant>);

impl Clock {
    /// Starts it.
    pub fn start() -> Clock {
        Clock(cfg!(feature = "threads").then(std::time::Instant::now))
    }

    /// The time since then.
    pub fn elapsed(&self) -> Duration {
        self.0.map_or(Duration::ZERO, |start| start.elapsed())
    }

    /// The same in seconds.
    pub fn seconds(&self) -> f64 {
        self.elapsed().as_secs_f64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_member_of_a_company_has_its_number() {
        let mut numbers = company(3, 1 << 20, |number| number);
        numbers.sort_unstable();
        assert_eq!(numbers, if cfg!(feature = "threads") { vec![0, 1, 2] } else { vec![0] });
        assert!(threads() > 0);
    }
}
