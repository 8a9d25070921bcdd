//! One job: what it does, how far it is, who looks at it, and what came out.

use crate::errand::Answer;
use crate::pace::{Bell, Instant};
use kit::{Result, Watch};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Remarks that are kept of a job.
const MOST_REMARKS: usize = 100;

/// How a job is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// To its end, whoever looks.
    Kept,
    /// As long as somebody looks.
    Watched,
    /// As long as somebody looks, one at a time, and only while nothing else is to be done.
    Idle,
}

/// How long a job goes on that nobody looks at: long enough for a page to be loaded again.
pub(crate) const UNSEEN: Duration = Duration::from_secs(3);

/// The work of a job.
pub(crate) type Work = Box<dyn FnOnce(&mut dyn Watch) -> Result<Answer> + Send>;

/// Where a job stands.
#[derive(Clone)]
pub(crate) enum State {
    /// It waits for a worker.
    Queued,
    /// It runs.
    Running,
    /// It is over.
    Ended(Result<Arc<Answer>>),
}

/// One piece of work.
pub(crate) struct Job {
    /// Its number, part of its address.
    pub(crate) id: u64,
    /// The command line that does the same.
    pub(crate) command: String,
    key: String,
    manner: Manner,
    state: Mutex<State>,
    /// When somebody looked last.
    seen: Mutex<Instant>,
    stop: AtomicBool,
    /// Whether it ended because it was told to.
    cut: AtomicBool,
    done: AtomicU64,
    /// The number of steps in all, 0 while it is unknown.
    of: AtomicU64,
    remarks: Mutex<Vec<String>>,
    begun: Mutex<Option<Instant>>,
    seconds: Mutex<Option<f64>>,
    over: Bell,
}

/// A look at a job from outside.
pub(crate) struct Glimpse {
    pub(crate) state: State,
    pub(crate) done: u64,
    pub(crate) of: Option<u64>,
    pub(crate) seconds: f64,
    pub(crate) remarks: Vec<String>,
    /// Whether it was stopped before its end.
    pub(crate) cut: bool,
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Job {
    /// A job that waits.
    pub(crate) fn new(id: u64, key: &str, command: &str, manner: Manner) -> Job {
        Job {
            id,
            command: command.to_string(),
            key: key.to_string(),
            manner,
            state: Mutex::new(State::Queued),
            seen: Mutex::new(Instant::now()),
            stop: AtomicBool::new(false),
            cut: AtomicBool::new(false),
            done: AtomicU64::new(0),
            of: AtomicU64::new(0),
            remarks: Mutex::default(),
            begun: Mutex::default(),
            seconds: Mutex::default(),
            over: Bell::new(),
        }
    }

    /// A worker takes it up.
    pub(crate) fn begin(&self) {
        *lock(&self.begun) = Some(Instant::now());
        *lock(&self.state) = State::Running;
    }

    /// A person wants it to end.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether its answer is what it had when it was told to end.
    pub(crate) fn end_early(&self, told: bool) {
        self.cut.store(told, Ordering::Relaxed);
    }

    pub(crate) fn glimpse(&self) -> Glimpse {
        let of = self.of.load(Ordering::Relaxed);
        let running = lock(&self.begun).map_or(0.0, |begun| begun.elapsed().as_secs_f64());
        Glimpse {
            state: lock(&self.state).clone(),
            done: self.done.load(Ordering::Relaxed),
            of: (of > 0).then_some(of),
            seconds: lock(&self.seconds).unwrap_or(running),
            remarks: lock(&self.remarks).clone(),
            cut: self.cut.load(Ordering::Relaxed),
        }
    }

    /// Somebody looks at it.
    pub(crate) fn see(&self) {
        *lock(&self.seen) = Instant::now();
    }

    pub(crate) fn manner(&self) -> Manner {
        self.manner
    }

    /// Whether it should end: a person stopped it, or nobody looks at what only runs while somebody does.
    pub(crate) fn unwanted(&self) -> bool {
        let unseen = || self.manner != Manner::Kept && lock(&self.seen).elapsed() > UNSEEN;
        self.stop.load(Ordering::Relaxed) || unseen()
    }

    /// So many steps are done, of so many if that is known.
    pub(crate) fn tell(&self, done: u64, of: Option<u64>) {
        self.done.store(done, Ordering::Relaxed);
        self.of.store(of.unwrap_or(0), Ordering::Relaxed);
    }

    /// Adds a remark, unless there are too many already.
    pub(crate) fn remark(&self, remark: &str) {
        let mut remarks = lock(&self.remarks);
        if remarks.len() < MOST_REMARKS {
            remarks.push(remark.to_string());
        }
    }

    /// What it is found again by.
    pub(crate) fn key(&self) -> &str {
        &self.key
    }

    /// The answer, once there is one.
    pub(crate) fn ended(&self) -> Option<Result<Arc<Answer>>> {
        match &*lock(&self.state) {
            State::Ended(result) => Some(result.clone()),
            _ => None,
        }
    }

    /// Waits for the end, but no longer than that.
    pub(crate) async fn wait(&self, at_most: Duration) -> Option<Result<Arc<Answer>>> {
        self.over.wait(at_most).await;
        self.ended()
    }

    /// It is over.
    pub(crate) fn end(&self, result: Result<Arc<Answer>>) {
        *lock(&self.seconds) = lock(&self.begun).map(|begun| begun.elapsed().as_secs_f64());
        *lock(&self.state) = State::Ended(result);
        self.over.ring();
    }

    /// Whether whoever asks again wants it done again: it was stopped, and its answer, if it has one, is none that was
    /// asked to be kept.
    pub(crate) fn void(&self) -> bool {
        match &*lock(&self.state) {
            State::Ended(Err(error)) => self.manner != Manner::Kept || error.is_stopped(),
            State::Ended(Ok(_)) => self.manner != Manner::Kept && self.cut.load(Ordering::Relaxed),
            State::Queued | State::Running => false,
        }
    }
}
