//! Jobs: answers that may take their time.
//!
//! An ask becomes a job, found again by its key, so that a page that is loaded anew meets the work it started before.
//! There are as many workers as cores, and one more that only moves of the house and hints are given to, so that
//! nobody at a table waits for long answers; further jobs queue (`job_queue`). A job sees the world through its
//! [`JobWatch`]: that is where progress is told, where the stop button reaches the work, and where the lab's limits of
//! time and memory end it. A panic inside a job is that job's error.
//!
//! What an ask started runs to its end ([`Manner::Kept`]). What a page started for itself ends when nobody looks at
//! that page any more ([`Manner::Watched`]), and what nobody waits for also gives way to everything else
//! ([`Manner::Idle`]).

pub(crate) use crate::errand::Answer;
pub(crate) use crate::job::{Job, Manner, State, Work};

use crate::job::lock;
use crate::job_queue::{Queue, Visitor};
use crate::job_watch::JobWatch;
use crate::limits::Limits;
use crate::pace;
use kit::{Error, Result};
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// The most jobs that may wait; whoever comes then is asked to come back.
const MOST_WAITING: usize = 256;
/// The most of them that one visitor may have.
const MOST_OF_ONE: usize = 64;
/// Ended jobs that are kept with their answers.
const KEPT: usize = 128;
/// Cells of tables and shapes of pictures that are kept with them, about a hundred bytes each.
const KEPT_WEIGHT: usize = 500_000;
/// What a worker's stack may hold: searches recurse deeply.
const STACK: usize = 64 << 20;

#[derive(Default)]
struct Ledger {
    next: u64,
    by_id: HashMap<u64, Arc<Job>>,
    by_key: HashMap<String, u64>,
    queue: Queue,
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
pub(crate) fn workers() -> usize {
    kit::machine::threads().max(2)
}

/// All the jobs of a lab.
#[derive(Clone)]
pub(crate) struct Jobs(Arc<Office>);

impl Jobs {
    /// Starts the workers.
    pub(crate) fn open(limits: Limits) -> Jobs {
        let office = Arc::new(Office { ledger: Mutex::default(), news: Condvar::new(), limits });
        if pace::AT_ONCE {
            return Jobs(office);
        }
        for short in std::iter::repeat_n(false, workers()).chain([true]) {
            let office = Arc::clone(&office);
            std::thread::Builder::new()
                .name("job".to_string())
                .stack_size(STACK)
                .spawn(move || office.work(short))
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
        let visitor = pace::visitor();
        if ledger.queue.len() + ledger.idle.len() >= MOST_WAITING || ledger.queue.of(visitor) >= MOST_OF_ONE {
            return None;
        }
        ledger.next += 1;
        let job = Arc::new(Job::new(ledger.next, key, command, manner));
        ledger.by_id.insert(job.id, Arc::clone(&job));
        ledger.by_key.insert(key.to_string(), job.id);
        match manner {
            Manner::Idle => ledger.idle.push_back((Arc::clone(&job), work())),
            Manner::Kept | Manner::Watched => ledger.queue.push(visitor, Arc::clone(&job), work()),
        }
        // Not every worker takes every job.
        self.0.news.notify_all();
        drop(ledger);
        if pace::AT_ONCE {
            self.0.clear();
        }
        Some(job)
    }

    /// The job of that number, while it is kept.
    pub(crate) fn get(&self, id: u64) -> Option<Arc<Job>> {
        lock(&self.0.ledger).by_id.get(&id).cloned()
    }

    /// Lets whoever asks the same again begin anew.
    pub(crate) fn forget(&self, job: &Job) {
        let mut ledger = lock(&self.0.ledger);
        if ledger.by_key.get(job.key()) == Some(&job.id) {
            ledger.by_key.remove(job.key());
        }
    }

    /// How many jobs stand before this one in the queue.
    pub(crate) fn before(&self, id: u64) -> Option<usize> {
        let ledger = lock(&self.0.ledger);
        let idle = || ledger.idle.iter().position(|(job, _)| job.id == id).map(|place| ledger.queue.len() + place);
        ledger.queue.before(id).or_else(idle)
    }

    /// Stops a job: at once if it waits, as soon as it looks if it runs.
    pub(crate) fn stop(&self, job: &Job) {
        job.stop();
        let mut ledger = lock(&self.0.ledger);
        let idle = ledger.idle.len();
        ledger.idle.retain(|(queued, _)| queued.id != job.id);
        if ledger.idle.len() < idle || ledger.queue.remove(job.id) {
            job.end(Err(Error::stopped("it had not begun")));
            ledger.keep(job.id, 0);
        }
    }
}

impl Ledger {
    /// The next job for a worker, or for the one that only takes short ones.
    fn next(&mut self, short: bool) -> Option<(Visitor, Arc<Job>, Work)> {
        if let Some(next) = self.queue.next(short) {
            self.running += 1;
            return Some(next);
        }
        let next = if self.idle_runs || short { None } else { self.idle.pop_front() };
        self.idle_runs |= next.is_some();
        next.map(|(job, work)| (None, job, work))
    }

    /// Remembers an ended job and forgets the oldest ones.
    fn keep(&mut self, id: u64, weight: usize) {
        self.ended.push_back((id, weight));
        self.weight += weight;
        while self.ended.len() > KEPT || self.weight > KEPT_WEIGHT && self.ended.len() > 1 {
            let Some((oldest, weight)) = self.ended.pop_front() else { return };
            self.weight -= weight;
            if let Some(job) = self.by_id.remove(&oldest)
                && self.by_key.get(job.key()) == Some(&oldest)
            {
                self.by_key.remove(job.key());
            }
        }
    }
}

impl Office {
    fn work(&self, short: bool) {
        loop {
            let mut ledger = lock(&self.ledger);
            let next = loop {
                match ledger.next(short) {
                    Some(next) => break next,
                    None => ledger = self.news.wait(ledger).unwrap_or_else(PoisonError::into_inner),
                }
            };
            drop(ledger);
            self.carry_out(next);
            self.news.notify_all();
        }
    }

    /// Does what waits, for whoever has no workers.
    fn clear(&self) {
        loop {
            // Named, so that the ledger is free while the job runs.
            let next = lock(&self.ledger).next(false);
            match next {
                Some(next) => self.carry_out(next),
                None => return,
            }
        }
    }

    fn carry_out(&self, (visitor, job, work): (Visitor, Arc<Job>, Work)) {
        let result = match job.unwanted() {
            true => Err(Error::stopped("it had not begun, and nobody waits for it")),
            false => self.run(&job, work),
        };
        let weight = result.as_ref().map_or(0, |answer| weight(answer));
        job.end(result);
        let mut ledger = lock(&self.ledger);
        match job.manner() {
            Manner::Idle => ledger.idle_runs = false,
            Manner::Kept | Manner::Watched => {
                ledger.running -= 1;
                ledger.queue.ended(visitor);
            }
        }
        ledger.keep(job.id, weight);
    }

    /// Whether anything but idle work is under way or waits.
    pub(crate) fn is_busy(&self) -> bool {
        let ledger = lock(&self.ledger);
        ledger.running > 0 || ledger.queue.len() > 0
    }

    fn run(&self, job: &Job, work: Work) -> Result<Arc<Answer>> {
        job.begin();
        pace::begun(&job.command);
        let mut watch = JobWatch::new(job, self, self.limits);
        let result = catch_unwind(AssertUnwindSafe(|| work(&mut watch)));
        let (overrun, told) = (watch.overrun.take(), watch.told);
        match result {
            Ok(Ok(answer)) => {
                job.end_early(told);
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
        Answer::Advice(_) | Answer::Finding { .. } | Answer::Claims => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::UNSEEN;
    use kit::watch::step;
    use kit::{Report, Standing};
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

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
        let first = jobs.find_or_start("a", "parlor a", Manner::Kept, endless).unwrap();
        let again = jobs.find_or_start("a", "parlor a", Manner::Kept, || panic!("the work is under way")).unwrap();
        assert_eq!(first.id, again.id);
        jobs.stop(&first);
        assert!(end_of(&first).err().unwrap().is_stopped());
        let anew = jobs.find_or_start("a", "parlor a", Manner::Kept, || Box::new(|_| report("done"))).unwrap();
        assert_ne!(anew.id, first.id);
        assert!(end_of(&anew).is_ok());
    }

    #[test]
    fn a_job_that_overruns_its_time_names_the_command_line() {
        let jobs = Jobs::open(limits());
        let job = jobs.find_or_start("a", "parlor a 7", Manner::Kept, endless).unwrap();
        let error = end_of(&job).err().unwrap();
        assert_eq!(error.trouble(), kit::Trouble::TooLarge);
        assert!(error.to_string().contains("`parlor a 7`"), "{error}");
        assert_eq!(job.glimpse().of, Some(9));
    }

    #[test]
    fn memory_is_refused_before_it_is_taken() {
        let jobs = Jobs::open(limits());
        let greedy: Work = Box::new(|watch| watch.take("a table", 2 << 30).and_then(|()| report("never")));
        let error = end_of(&jobs.find_or_start("a", "parlor a", Manner::Kept, || greedy).unwrap()).err().unwrap();
        assert!(error.to_string().contains("2.0 GiB") && error.to_string().contains("`parlor a`"), "{error}");
    }

    #[test]
    fn a_panic_is_the_jobs_own_error_and_the_workers_live_on() {
        let jobs = Jobs::open(limits());
        for round in 0..8 {
            let job = jobs
                .find_or_start(&format!("{round}"), "parlor a", Manner::Kept, || Box::new(|_| panic!("on purpose")))
                .unwrap();
            assert!(end_of(&job).err().unwrap().to_string().contains("on purpose"));
        }
        assert!(
            end_of(&jobs.find_or_start("b", "parlor b", Manner::Kept, || Box::new(|_| report("fine"))).unwrap())
                .is_ok()
        );
    }

    #[test]
    fn more_jobs_than_workers_queue_and_a_queued_one_can_be_stopped() {
        let jobs = Jobs::open(Limits { time: Duration::from_secs(60), ..limits() });
        let workers = workers();
        let all: Vec<_> = (0..workers + 2)
            .map(|n| jobs.find_or_start(&n.to_string(), "parlor a", Manner::Kept, endless).unwrap())
            .collect();
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
    fn a_move_is_made_while_all_workers_burn() {
        let jobs = Jobs::open(Limits { time: Duration::from_secs(60), ..limits() });
        let start = |n: usize| jobs.find_or_start(&n.to_string(), "parlor a", Manner::Kept, endless).unwrap();
        let all: Vec<_> = (0..2 * workers()).map(start).collect();
        let made = jobs.find_or_start("move", "parlor b", Manner::Watched, || Box::new(|_| report("made"))).unwrap();
        assert!(end_of(&made).is_ok(), "though {} long answers wait before it", workers());
        all.iter().for_each(|job| jobs.stop(job));
    }

    #[test]
    fn one_visitor_does_not_fill_the_queue() {
        let jobs = Jobs::open(Limits { time: Duration::from_secs(60), ..limits() });
        let start = |n: usize| jobs.find_or_start(&n.to_string(), "parlor a", Manner::Kept, endless);
        let all: Vec<_> = (0..MOST_WAITING).map_while(start).collect();
        assert!((MOST_OF_ONE..=MOST_OF_ONE + workers()).contains(&all.len()), "{}", all.len());
        while all[..workers()].iter().any(|job| job.glimpse().done == 0) {
            std::thread::sleep(Duration::from_millis(5));
        }
        let other = std::net::IpAddr::from([10, 0, 0, 2]);
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let another = runtime.block_on(crate::pace::VISITOR.scope(other, async { start(MOST_WAITING) }));
        assert_eq!(jobs.before(another.unwrap().id), Some(0), "who has nothing under way is next");
        all.iter().for_each(|job| jobs.stop(job));
    }

    #[test]
    fn old_answers_are_forgotten() {
        let jobs = Jobs::open(limits());
        let ids: Vec<u64> = (0..KEPT + 5)
            .map(|n| {
                let job = jobs.find_or_start(&n.to_string(), "", Manner::Kept, || Box::new(|_| report("x"))).unwrap();
                end_of(&job).unwrap();
                job.id
            })
            .collect();
        // The last worker may still be writing its job down.
        std::thread::sleep(Duration::from_millis(50));
        assert!(jobs.get(ids[0]).is_none() && jobs.get(*ids.last().unwrap()).is_some());
    }

    #[test]
    fn what_only_a_page_wants_ends_when_nobody_looks() {
        let jobs = Jobs::open(Limits { time: Duration::from_secs(60), ..limits() });
        let kept = jobs.find_or_start("kept", "parlor a", Manner::Kept, endless).unwrap();
        let job = jobs.find_or_start("a", "parlor a", Manner::Watched, endless).unwrap();
        for _ in 0..8 {
            std::thread::sleep(UNSEEN / 5);
            job.see();
        }
        assert!(job.ended().is_none(), "somebody looked");
        assert!(end_of(&job).err().unwrap().is_stopped());
        assert!(kept.ended().is_none());
        let anew = jobs.find_or_start("a", "parlor a", Manner::Watched, || Box::new(|_| report("done"))).unwrap();
        assert!(end_of(&anew).is_ok(), "and is begun anew for whoever comes then");
        jobs.stop(&kept);
    }

    #[test]
    fn idle_work_gives_way_to_everything_else() {
        let jobs = Jobs::open(Limits { time: Duration::from_secs(60), ..limits() });
        let counting = |key: &str| {
            let count = Arc::new(AtomicU64::new(0));
            let counted = Arc::clone(&count);
            let work = move || -> Work {
                Box::new(move |watch| {
                    loop {
                        step(watch, counted.fetch_add(1, Ordering::Relaxed), None, || "counting".to_string())?;
                        std::thread::sleep(Duration::from_millis(1));
                    }
                })
            };
            (jobs.find_or_start(key, "parlor a", Manner::Idle, work).unwrap(), count)
        };
        let ((first, steps), (second, none)) = (counting("a"), counting("b"));
        while steps.load(Ordering::Relaxed) < 5 {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(none.load(Ordering::Relaxed), 0, "one at a time");
        let ask = jobs.find_or_start("c", "parlor c", Manner::Kept, endless).unwrap();
        while ask.glimpse().done == 0 {
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(50));
        let before = steps.load(Ordering::Relaxed);
        std::thread::sleep(Duration::from_millis(100));
        assert_eq!(steps.load(Ordering::Relaxed), before, "it waits while an ask is worked on");
        jobs.stop(&ask);
        assert!(end_of(&ask).is_err());
        while steps.load(Ordering::Relaxed) == before {
            first.see();
            std::thread::sleep(Duration::from_millis(5));
        }
        [&first, &second].into_iter().for_each(|job| jobs.stop(job));
        assert!(end_of(&first).is_err() && end_of(&second).is_err());
    }

    #[test]
    fn an_answer_that_was_cut_short_says_so_and_can_be_asked_again() {
        let jobs = Jobs::open(Limits { time: Duration::from_secs(60), ..limits() });
        let patient = || -> Work {
            Box::new(|watch| {
                while watch.look(3, None).is_continue() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                report("as far as it came")
            })
        };
        let job = jobs.find_or_start("a", "parlor a", Manner::Kept, patient).unwrap();
        while job.glimpse().done == 0 {
            std::thread::sleep(Duration::from_millis(5));
        }
        jobs.stop(&job);
        assert!(end_of(&job).is_ok());
        let glimpse = job.glimpse();
        assert!(glimpse.cut && glimpse.remarks[0].contains("This is what it had"), "{:?}", glimpse.remarks);
        let again = jobs.find_or_start("a", "parlor a", Manner::Kept, patient).unwrap();
        assert_eq!(again.id, job.id, "what was found is kept");
        jobs.forget(&job);
        let anew = jobs.find_or_start("a", "parlor a", Manner::Kept, || Box::new(|_| report("whole"))).unwrap();
        assert!(end_of(&anew).is_ok() && !anew.glimpse().cut);
    }
}
