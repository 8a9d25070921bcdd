//! Jobs: answers that may take their time.
//!
//! An ask becomes a job, found again by its key, so that a page that is loaded anew meets the work it started before.
//! There are as many workers as cores; further jobs queue. A job sees the world through its [`JobWatch`]: that is where
//! progress is told, where the stop button reaches the work, and where the lab's limits of time and memory end it. A
//! panic inside a job is that job's error.
//!
//! What an ask started runs to its end ([`Manner::Kept`]). What a page started for itself ends when nobody looks at
//! that page any more ([`Manner::Watched`]), and what nobody waits for also gives way to everything else
//! ([`Manner::Idle`]).

use crate::job_watch::JobWatch;
use crate::limits::Limits;
use kit::{Advice, Error, Report, Result, Valued, Watch};
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The most jobs that may wait; whoever comes then is asked to come back.
const MOST_WAITING: usize = 256;
/// Ended jobs that are kept with their answers.
const KEPT: usize = 128;
/// Cells of tables and shapes of pictures that are kept with them, about a hundred bytes each.
const KEPT_WEIGHT: usize = 3_000_000;
/// Remarks that are kept of a job.
const MOST_REMARKS: usize = 100;
/// What a worker's stack may hold: searches recurse deeply.
const STACK: usize = 64 << 20;

/// What came out of a job.
pub(crate) enum Answer {
    /// A question's report.
    Report(Box<Report>),
    /// A move of the house.
    Advice(Advice<String>),
    /// What the moves are worth.
    Values(Vec<Valued<String>>),
    /// The claims are checked; what they came to is kept with the claims.
    Claims,
}

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
const UNSEEN: Duration = Duration::from_secs(3);

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
    over: tokio::sync::watch::Sender<bool>,
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

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Job {
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
        let mut over = self.over.subscribe();
        let _ = tokio::time::timeout(at_most, over.wait_for(|over| *over)).await;
        self.ended()
    }

    fn end(&self, result: Result<Arc<Answer>>) {
        *lock(&self.seconds) = lock(&self.begun).map(|begun| begun.elapsed().as_secs_f64());
        *lock(&self.state) = State::Ended(result);
        self.over.send_replace(true);
    }

    /// Whether whoever asks again wants it done again: it was stopped, and its answer, if it has one, is none that was
    /// asked to be kept.
    fn void(&self) -> bool {
        match &*lock(&self.state) {
            State::Ended(Err(error)) => self.manner != Manner::Kept || error.is_stopped(),
            State::Ended(Ok(_)) => self.manner != Manner::Kept && self.cut.load(Ordering::Relaxed),
            State::Queued | State::Running => false,
        }
    }
}

#[derive(Default)]
struct Ledger {
    next: u64,
    by_id: HashMap<u64, Arc<Job>>,
    by_key: HashMap<String, u64>,
    queue: VecDeque<(Arc<Job>, Work)>,
    /// What waits until nothing else is to be done.
    idle: VecDeque<(Arc<Job>, Work)>,
    idle_runs: bool,
    /// Jobs under way that are not idle ones.
    running: usize,
    /// Ended jobs with the weight of their answers, the oldest first.
    ended: VecDeque<(u64, usize)>,
    weight: usize,
}

pub(crate) struct Office {
    ledger: Mutex<Ledger>,
    news: Condvar,
    limits: Limits,
}

/// As many as there are cores, but one more than idle work can take.
fn workers() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from).max(2)
}

/// All the jobs of a lab.
#[derive(Clone)]
pub(crate) struct Jobs(Arc<Office>);

impl Jobs {
    /// Starts the workers.
    pub(crate) fn open(limits: Limits) -> Jobs {
        let office = Arc::new(Office { ledger: Mutex::default(), news: Condvar::new(), limits });
        for _ in 0..workers() {
            let office = Arc::clone(&office);
            std::thread::Builder::new()
                .name("job".to_string())
                .stack_size(STACK)
                .spawn(move || office.work())
                .expect("a thread can be started");
        }
        Jobs(office)
    }

    /// The job of that key: the one that runs or has ended, or a new one. `None` when too many wait already.
    pub(crate) fn find_or_start(
        &self,
        key: &str,
        command: &str,
        manner: Manner,
        work: impl FnOnce() -> Work,
    ) -> Option<Arc<Job>> {
        let mut ledger = lock(&self.0.ledger);
        if let Some(job) = ledger.by_key.get(key).and_then(|id| ledger.by_id.get(id)).cloned() {
            // What is still told to stop ends soon, without an answer for whoever comes now.
            let ending = job.ended().is_none() && job.unwanted();
            if !ending && !job.void() {
                job.see();
                return Some(job);
            }
            ledger.by_key.remove(key);
        }
        if ledger.queue.len() + ledger.idle.len() >= MOST_WAITING {
            return None;
        }
        ledger.next += 1;
        let job = Arc::new(Job {
            id: ledger.next,
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
            over: tokio::sync::watch::Sender::new(false),
        });
        ledger.by_id.insert(job.id, Arc::clone(&job));
        ledger.by_key.insert(key.to_string(), job.id);
        let queue = if manner == Manner::Idle { &mut ledger.idle } else { &mut ledger.queue };
        queue.push_back((Arc::clone(&job), work()));
        self.0.news.notify_one();
        Some(job)
    }

    /// The job of that number, while it is kept.
    pub(crate) fn get(&self, id: u64) -> Option<Arc<Job>> {
        lock(&self.0.ledger).by_id.get(&id).cloned()
    }

    /// Lets whoever asks the same again begin anew.
    pub(crate) fn forget(&self, job: &Job) {
        let mut ledger = lock(&self.0.ledger);
        if ledger.by_key.get(&job.key) == Some(&job.id) {
            ledger.by_key.remove(&job.key);
        }
    }

    /// How many jobs stand before this one in the queue.
    pub(crate) fn before(&self, id: u64) -> Option<usize> {
        let ledger = lock(&self.0.ledger);
        ledger.queue.iter().chain(&ledger.idle).position(|(job, _)| job.id == id)
    }

    /// Stops a job: at once if it waits, as soon as it looks if it runs.
    pub(crate) fn stop(&self, job: &Job) {
        job.stop.store(true, Ordering::Relaxed);
        let mut ledger = lock(&self.0.ledger);
        let waits = ledger.queue.iter().chain(&ledger.idle).any(|(queued, _)| queued.id == job.id);
        if waits {
            ledger.queue.retain(|(queued, _)| queued.id != job.id);
            ledger.idle.retain(|(queued, _)| queued.id != job.id);
            job.end(Err(Error::stopped("it had not begun")));
            ledger.keep(job.id, 0);
        }
    }
}

impl Ledger {
    /// The next job for a worker.
    fn next(&mut self) -> Option<(Arc<Job>, Work)> {
        if let Some(next) = self.queue.pop_front() {
            self.running += 1;
            return Some(next);
        }
        let next = if self.idle_runs { None } else { self.idle.pop_front() };
        self.idle_runs |= next.is_some();
        next
    }

    /// Remembers an ended job and forgets the oldest ones.
    fn keep(&mut self, id: u64, weight: usize) {
        self.ended.push_back((id, weight));
        self.weight += weight;
        while self.ended.len() > KEPT || self.weight > KEPT_WEIGHT && self.ended.len() > 1 {
            let Some((oldest, weight)) = self.ended.pop_front() else { return };
            self.weight -= weight;
            if let Some(job) = self.by_id.remove(&oldest)
                && self.by_key.get(&job.key) == Some(&oldest)
            {
                self.by_key.remove(&job.key);
            }
        }
    }
}

impl Office {
    fn work(&self) {
        loop {
            let mut ledger = lock(&self.ledger);
            let (job, work) = loop {
                match ledger.next() {
                    Some(next) => break next,
                    None => ledger = self.news.wait(ledger).unwrap_or_else(PoisonError::into_inner),
                }
            };
            drop(ledger);
            let result = match job.unwanted() {
                true => Err(Error::stopped("it had not begun, and nobody waits for it")),
                false => self.run(&job, work),
            };
            let weight = result.as_ref().map_or(0, |answer| weight(answer));
            job.end(result);
            let mut ledger = lock(&self.ledger);
            match job.manner {
                Manner::Idle => ledger.idle_runs = false,
                Manner::Kept | Manner::Watched => ledger.running -= 1,
            }
            ledger.keep(job.id, weight);
            drop(ledger);
            self.news.notify_one();
        }
    }

    /// Whether anything but idle work is under way or waits.
    pub(crate) fn is_busy(&self) -> bool {
        let ledger = lock(&self.ledger);
        ledger.running > 0 || !ledger.queue.is_empty()
    }

    fn run(&self, job: &Job, work: Work) -> Result<Arc<Answer>> {
        *lock(&job.begun) = Some(Instant::now());
        *lock(&job.state) = State::Running;
        let mut watch = JobWatch::new(job, self, self.limits);
        let result = catch_unwind(AssertUnwindSafe(|| work(&mut watch)));
        let (overrun, told) = (watch.overrun.take(), watch.told);
        match result {
            Ok(Ok(answer)) => {
                job.cut.store(told, Ordering::Relaxed);
                match overrun {
                    Some(limit) => job.remark(&format!("The lab stopped the search: {limit}. This is what it had.")),
                    None if told => job.remark("The search was stopped before its end. This is what it had."),
                    None => {}
                }
                Ok(Arc::new(answer))
            }
            Ok(Err(error)) => Err(match overrun {
                Some(limit) if error.is_stopped() => too_large(&job.command, &limit),
                _ => error,
            }),
            Err(panic) => {
                let said = panic.downcast_ref::<&str>().map(ToString::to_string);
                let said = said.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
                Err(Error::failed(format!("the computation broke down, which is a defect of the program: {said}")))
            }
        }
    }
}

fn too_large(command: &str, limit: &str) -> Error {
    Error::too_large(format!("`{command}`"), limit, "on the command line it has no such limit")
}

/// Roughly how much an answer holds.
fn weight(answer: &Answer) -> usize {
    match answer {
        Answer::Report(report) => {
            let cells: usize = report.tables.iter().map(|t| t.rows.len() * t.columns.len()).sum();
            let shapes: usize = report.scenes.iter().map(|s| 2 * s.shapes.len()).sum();
            let texts: usize =
                report.facts.iter().map(|(_, fact)| fact.as_text().map_or(1, |t| 1 + t.len() / 100)).sum();
            let certificate = report.certificate.as_ref().map_or(0, |c| c.body.len() / 100);
            cells + shapes + texts + certificate
        }
        Answer::Values(values) => values.len(),
        Answer::Advice(_) | Answer::Claims => 1,
    }
}

#[cfg(test)]
mod tests;
