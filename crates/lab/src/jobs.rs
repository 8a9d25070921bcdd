//! Jobs: answers that may take their time.
//!
//! An ask becomes a job, found again by its key, so that a page that is loaded anew meets the work it started before. There are as many
//! workers as cores; further jobs queue. A job sees the world through its [`JobWatch`]: that is where progress is told, where the stop
//! button reaches the work, and where the lab's limits of time and memory end it. A panic inside a job is that job's error.

use crate::limits::Limits;
use engine::memory;
use kit::{Advice, Error, Finding, Report, Result, Valued, Watch};
use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;
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
    /// What the claims came to, in their order.
    Findings(Vec<Result<Finding>>),
}

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
    state: Mutex<State>,
    stop: AtomicBool,
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

    fn stopped_by_person(&self) -> bool {
        matches!(&*lock(&self.state), State::Ended(Err(error)) if error.is_stopped())
    }
}

#[derive(Default)]
struct Ledger {
    next: u64,
    by_id: HashMap<u64, Arc<Job>>,
    by_key: HashMap<String, u64>,
    queue: VecDeque<(Arc<Job>, Work)>,
    /// Ended jobs with the weight of their answers, the oldest first.
    ended: VecDeque<(u64, usize)>,
    weight: usize,
}

struct Office {
    ledger: Mutex<Ledger>,
    news: Condvar,
    limits: Limits,
}

/// All the jobs of a lab.
#[derive(Clone)]
pub(crate) struct Jobs(Arc<Office>);

impl Jobs {
    /// Starts the workers.
    pub(crate) fn open(limits: Limits) -> Jobs {
        let office = Arc::new(Office { ledger: Mutex::default(), news: Condvar::new(), limits });
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
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
    pub(crate) fn find_or_start(&self, key: &str, command: &str, work: impl FnOnce() -> Work) -> Option<Arc<Job>> {
        let mut ledger = lock(&self.0.ledger);
        if let Some(job) = ledger.by_key.get(key).and_then(|id| ledger.by_id.get(id)).cloned() {
            // What a person stopped is begun again when someone asks again.
            if !job.stopped_by_person() {
                return Some(job);
            }
            ledger.by_key.remove(key);
        }
        if ledger.queue.len() >= MOST_WAITING {
            return None;
        }
        ledger.next += 1;
        let job = Arc::new(Job {
            id: ledger.next,
            command: command.to_string(),
            key: key.to_string(),
            state: Mutex::new(State::Queued),
            stop: AtomicBool::new(false),
            done: AtomicU64::new(0),
            of: AtomicU64::new(0),
            remarks: Mutex::default(),
            begun: Mutex::default(),
            seconds: Mutex::default(),
            over: tokio::sync::watch::Sender::new(false),
        });
        ledger.by_id.insert(job.id, Arc::clone(&job));
        ledger.by_key.insert(key.to_string(), job.id);
        ledger.queue.push_back((Arc::clone(&job), work()));
        self.0.news.notify_one();
        Some(job)
    }

    /// The job of that number, while it is kept.
    pub(crate) fn get(&self, id: u64) -> Option<Arc<Job>> {
        lock(&self.0.ledger).by_id.get(&id).cloned()
    }

    /// The job of that key, while it is kept.
    pub(crate) fn find(&self, key: &str) -> Option<Arc<Job>> {
        let ledger = lock(&self.0.ledger);
        ledger.by_key.get(key).and_then(|id| ledger.by_id.get(id)).cloned()
    }

    /// How many jobs stand before this one in the queue.
    pub(crate) fn before(&self, id: u64) -> Option<usize> {
        lock(&self.0.ledger).queue.iter().position(|(job, _)| job.id == id)
    }

    /// Stops a job: at once if it waits, as soon as it looks if it runs.
    pub(crate) fn stop(&self, job: &Job) {
        job.stop.store(true, Ordering::Relaxed);
        let mut ledger = lock(&self.0.ledger);
        if let Some(place) = ledger.queue.iter().position(|(queued, _)| queued.id == job.id) {
            ledger.queue.remove(place);
            job.end(Err(Error::stopped("it had not begun")));
            ledger.keep(job.id, 0);
        }
    }
}

impl Ledger {
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
                match ledger.queue.pop_front() {
                    Some(next) => break next,
                    None => ledger = self.news.wait(ledger).unwrap_or_else(PoisonError::into_inner),
                }
            };
            drop(ledger);
            let result = self.run(&job, work);
            let weight = result.as_ref().map_or(0, |answer| weight(answer));
            job.end(result);
            lock(&self.ledger).keep(job.id, weight);
        }
    }

    fn run(&self, job: &Job, work: Work) -> Result<Arc<Answer>> {
        *lock(&job.begun) = Some(Instant::now());
        *lock(&job.state) = State::Running;
        let mut watch = JobWatch::new(job, &self.limits);
        let result = catch_unwind(AssertUnwindSafe(|| work(&mut watch)));
        let overrun = watch.overrun.take();
        match result {
            Ok(Ok(answer)) => {
                if let Some(limit) = overrun {
                    lock(&job.remarks).push(format!("The lab stopped the search: {limit}. This is what it had."));
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
        Answer::Advice(_) | Answer::Findings(_) => 1,
    }
}

/// The watch of a job.
struct JobWatch<'a> {
    job: &'a Job,
    limits: &'a Limits,
    begun: Instant,
    memory_before: u64,
    next_check: Instant,
    /// The limit that was overrun, in words.
    overrun: Option<String>,
}

impl<'a> JobWatch<'a> {
    fn new(job: &'a Job, limits: &'a Limits) -> Self {
        let now = Instant::now();
        let memory_before = memory::resident().unwrap_or(0);
        JobWatch { job, limits, begun: now, memory_before, next_check: now, overrun: None }
    }

    fn check_limits(&mut self) {
        let now = Instant::now();
        if self.overrun.is_some() || now < self.next_check {
            return;
        }
        self.next_check = now + Duration::from_millis(50);
        if now - self.begun > self.limits.time {
            self.overrun = Some(format!("the lab lets a job run for {} seconds", self.limits.time.as_secs()));
        } else if memory::resident().is_some_and(|now| now > self.memory_before + self.limits.memory) {
            self.overrun = Some(format!("the lab lets a job take {}", memory::in_words(self.limits.memory)));
        }
    }
}

impl Watch for JobWatch<'_> {
    fn look(&mut self, done: u64, of: Option<u64>) -> ControlFlow<()> {
        self.job.done.store(done, Ordering::Relaxed);
        self.job.of.store(of.unwrap_or(0), Ordering::Relaxed);
        self.check_limits();
        match self.overrun.is_some() || self.job.stop.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn say(&mut self, remark: &str) {
        let mut remarks = lock(&self.job.remarks);
        if remarks.len() < 100 {
            remarks.push(remark.to_string());
        }
    }

    fn take(&mut self, what: &str, bytes: u64) -> Result<()> {
        if bytes <= self.limits.memory {
            return Ok(());
        }
        let (asked, most) = (memory::in_words(bytes), memory::in_words(self.limits.memory));
        let limit = format!("it takes {asked} of memory and the lab lets a job take {most}");
        Err(Error::too_large(what, limit, format!("on the command line it has no such limit: `{}`", self.job.command)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Standing;
    use kit::watch::step;

    fn limits() -> Limits {
        Limits { time: Duration::from_millis(300), memory: 1 << 30 }
    }

    fn report(line: &str) -> Result<Answer> {
        Ok(Answer::Report(Box::new(Report::new(line, Standing::Proved))))
    }

    fn endless() -> Work {
        Box::new(|watch| {
            loop {
                step(watch, 7, Some(9), || "counting".to_string())?;
                std::thread::sleep(Duration::from_millis(1));
            }
        })
    }

    fn end_of(job: &Job) -> Result<Arc<Answer>> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(job.wait(Duration::from_secs(20))).expect("it ends")
    }

    #[test]
    fn the_same_key_is_the_same_job_until_it_is_stopped() {
        let jobs = Jobs::open(Limits { time: Duration::from_secs(60), ..limits() });
        let first = jobs.find_or_start("a", "parlor a", endless).unwrap();
        let again = jobs.find_or_start("a", "parlor a", || panic!("the work is under way")).unwrap();
        assert_eq!(first.id, again.id);
        jobs.stop(&first);
        assert!(end_of(&first).err().unwrap().is_stopped());
        let anew = jobs.find_or_start("a", "parlor a", || Box::new(|_| report("done"))).unwrap();
        assert_ne!(anew.id, first.id);
        assert!(end_of(&anew).is_ok());
    }

    #[test]
    fn a_job_that_overruns_its_time_names_the_command_line() {
        let jobs = Jobs::open(limits());
        let job = jobs.find_or_start("a", "parlor a 7", endless).unwrap();
        let error = end_of(&job).err().unwrap();
        assert_eq!(error.trouble(), kit::Trouble::TooLarge);
        assert!(error.to_string().contains("`parlor a 7`"), "{error}");
        assert_eq!(job.glimpse().of, Some(9));
    }

    #[test]
    fn memory_is_refused_before_it_is_taken() {
        let jobs = Jobs::open(limits());
        let greedy: Work = Box::new(|watch| watch.take("a table", 2 << 30).and_then(|()| report("never")));
        let error = end_of(&jobs.find_or_start("a", "parlor a", || greedy).unwrap()).err().unwrap();
        assert!(error.to_string().contains("2.0 GiB") && error.to_string().contains("`parlor a`"), "{error}");
    }

    #[test]
    fn a_panic_is_the_jobs_own_error_and_the_workers_live_on() {
        let jobs = Jobs::open(limits());
        for round in 0..8 {
            let job =
                jobs.find_or_start(&format!("{round}"), "parlor a", || Box::new(|_| panic!("on purpose"))).unwrap();
            assert!(end_of(&job).err().unwrap().to_string().contains("on purpose"));
        }
        assert!(end_of(&jobs.find_or_start("b", "parlor b", || Box::new(|_| report("fine"))).unwrap()).is_ok());
    }

    #[test]
    fn more_jobs_than_workers_queue_and_a_queued_one_can_be_stopped() {
        let jobs = Jobs::open(Limits { time: Duration::from_secs(60), ..limits() });
        let workers = std::thread::available_parallelism().map_or(2, usize::from);
        let all: Vec<_> =
            (0..workers + 2).map(|n| jobs.find_or_start(&n.to_string(), "parlor a", endless).unwrap()).collect();
        let last = &all[workers + 1];
        while jobs.before(last.id) != Some(1) {
            std::thread::sleep(Duration::from_millis(5));
        }
        jobs.stop(last);
        assert!(end_of(last).err().unwrap().is_stopped());
        all.iter().for_each(|job| jobs.stop(job));
        all.iter().for_each(|job| assert!(end_of(job).is_err()));
    }

    #[test]
    fn old_answers_are_forgotten() {
        let jobs = Jobs::open(limits());
        let ids: Vec<u64> = (0..KEPT + 5)
            .map(|n| {
                let job = jobs.find_or_start(&n.to_string(), "", || Box::new(|_| report("x"))).unwrap();
                end_of(&job).unwrap();
                job.id
            })
            .collect();
        // The last worker may still be writing its job down.
        std::thread::sleep(Duration::from_millis(50));
        assert!(jobs.get(ids[0]).is_none() && jobs.get(*ids.last().unwrap()).is_some());
    }
}
