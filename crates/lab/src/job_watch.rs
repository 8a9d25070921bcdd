//! What a job sees of the world: its progress goes out here, and here it learns that it must end.

use crate::jobs::{Job, Manner, Office};
use crate::limits::Limits;
use crate::pace::{self, Instant};
use kit::memory;
use kit::{Error, Result, Watch};
use std::ops::ControlFlow;
use std::time::Duration;

/// How often an idle job looks whether the others are done.
const PAUSE: Duration = Duration::from_millis(10);

/// The watch of a job.
pub(crate) struct JobWatch<'a> {
    job: &'a Job,
    office: &'a Office,
    limits: Limits,
    begun: Instant,
    memory_before: u64,
    next_check: Instant,
    /// The limit that was overrun, in words.
    pub(crate) overrun: Option<String>,
    /// Whether the work was told to end.
    pub(crate) told: bool,
}

impl<'a> JobWatch<'a> {
    pub(crate) fn new(job: &'a Job, office: &'a Office, limits: Limits) -> Self {
        let now = Instant::now();
        let memory_before = memory::resident().unwrap_or(0);
        JobWatch { job, office, limits, begun: now, memory_before, next_check: now, overrun: None, told: false }
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

    /// Idle work waits while there is other work; that time is not its own.
    fn give_way(&mut self) {
        let paused = Instant::now();
        while self.job.manner() == Manner::Idle && self.office.is_busy() && !self.job.unwanted() {
            std::thread::sleep(PAUSE);
        }
        self.begun += paused.elapsed();
    }
}

impl Watch for JobWatch<'_> {
    fn look(&mut self, done: u64, of: Option<u64>) -> ControlFlow<()> {
        self.job.tell(done, of);
        pace::looked(done, of);
        self.give_way();
        self.check_limits();
        self.told |= self.overrun.is_some() || self.job.unwanted();
        if self.told { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn say(&mut self, remark: &str) {
        self.job.remark(remark);
    }

    fn take(&mut self, what: &str, bytes: u64) -> Result<()> {
        if bytes <= self.limits.memory {
            return Ok(());
        }
        Err(refused_memory(what, bytes, self.limits.memory, &self.job.command))
    }
}

/// What is said to a job that asks for more memory than it may take.
pub(crate) fn refused_memory(what: &str, bytes: u64, most: u64, command: &str) -> Error {
    let (asked, most) = (memory::in_words(bytes), memory::in_words(most));
    let limit = format!("it takes {asked} of memory and the lab lets a job take {most}");
    Error::too_large(what, limit, format!("on the command line it has no such limit: `{command}`"))
}
