//! The crew: worker processes that carry out errands and can be ended whatever they do.
//!
//! A job that does not look at its watch cannot be stopped from inside its process, and one that takes too much memory
//! takes the process with it. So the lab keeps none of it: as many workers as there are cores are started ahead, each
//! does one errand at a time, and one that passes its limits, or does not end soon after it was told to, is killed and
//! replaced.

use crate::errand::{Answer, Errand, News, Order};
use crate::limits::Limits;
use kit::{Error, Result, Watch, memory};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The word that starts a worker.
pub const WORKER: &str = "work-for-the-lab";
/// Where a worker finds the bytes that the system may give it.
pub const WORKER_MEMORY: &str = "PARLOR_WORKER_MEMORY";
/// Where a worker finds that it gives way to all others.
pub(crate) const WORKER_IDLE: &str = "PARLOR_WORKER_IDLE";
/// How long a worker may take to come to an end by itself.
const GRACE: Duration = Duration::from_millis(200);
/// How often the crew looks at a worker that is silent.
const TICK: Duration = Duration::from_millis(10);
/// How often the idle ones are counted.
const ROLL_CALL: Duration = Duration::from_secs(1);
/// How often the memory of a worker is looked at.
const WEIGHING: Duration = Duration::from_millis(50);
/// What a program takes before it does anything: its code, stacks, and what its allocator holds ready.
const OVERHEAD: u64 = 1 << 30;

/// One worker.
struct Hand {
    child: Child,
    orders: ChildStdin,
    news: mpsc::Receiver<News>,
    /// The table that it sat down at last.
    table: Option<String>,
}

impl Hand {
    fn hire(program: &Path, limits: Limits, idle: bool) -> std::io::Result<Hand> {
        let mut child = Command::new(program)
            .envs(idle.then_some((WORKER_IDLE, "yes")))
            .arg(WORKER)
            .env(WORKER_MEMORY, (limits.memory.saturating_add(OVERHEAD)).to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (orders, said) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
        let (sender, news) = mpsc::channel();
        std::thread::spawn(move || {
            for line in BufReader::new(said).lines().map_while(std::result::Result::ok) {
                let Ok(news) = serde_json::from_str::<News>(&line) else { break };
                if sender.send(news).is_err() {
                    break;
                }
            }
        });
        Ok(Hand { child, orders, news, table: None })
    }

    fn order(&mut self, order: &Order) -> bool {
        let mut line = serde_json::to_vec(order).unwrap_or_default();
        line.push(b'\n');
        self.orders.write_all(&line).and_then(|()| self.orders.flush()).is_ok()
    }

    fn lives(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// The bytes that it holds, where the system tells.
    fn weight(&self) -> u64 {
        memory::resident_of(self.child.id()).unwrap_or(0)
    }
}

impl Drop for Hand {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How an errand ends.
enum Outcome {
    /// The worker brought something back.
    Brought(Box<Result<Answer>>),
    /// It did not end when it was told to.
    Slow,
    /// It holds more than it may.
    Heavy,
    /// It is no more.
    Died,
}

/// All workers of a lab.
#[derive(Clone)]
pub(crate) struct Crew(Arc<Office>);

struct Office {
    program: PathBuf,
    limits: Limits,
    free: Mutex<Vec<Hand>>,
}

impl Crew {
    /// Starts so many workers.
    pub(crate) fn open(program: &Path, limits: Limits, workers: usize) -> Crew {
        let crew = Crew(Arc::new(Office { program: program.to_path_buf(), limits, free: Mutex::default() }));
        (0..workers).for_each(|_| crew.hire());
        let office = Arc::downgrade(&crew.0);
        std::thread::spawn(move || {
            while let Some(office) = office.upgrade() {
                Crew(office).replace_the_dead();
                std::thread::sleep(ROLL_CALL);
            }
        });
        crew
    }

    /// A worker that dies while it is idle is buried and replaced, though nobody sends it anywhere.
    fn replace_the_dead(&self) {
        let dead = {
            let mut free = self.free();
            let all = free.len();
            free.retain_mut(Hand::lives);
            all - free.len()
        };
        (0..dead).for_each(|_| self.hire());
    }

    /// One more worker, ahead of its first errand.
    fn hire(&self) {
        if let Ok(hand) = Hand::hire(&self.0.program, self.0.limits, false) {
            self.free().push(hand);
        }
    }

    /// A worker that is started for one errand.
    fn fresh(&self, idle: bool) -> Result<Hand> {
        Hand::hire(&self.0.program, self.0.limits, idle)
            .map_err(|e| Error::failed(format!("no worker could be started: {e}")))
    }

    fn free(&self) -> std::sync::MutexGuard<'_, Vec<Hand>> {
        self.0.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A free worker: one that has the table already, or else one that has none.
    fn pick(&self, table: Option<&str>) -> Result<Hand> {
        let mut free = self.free();
        let at_hand = |hand: &Hand| table.is_some() && hand.table.as_deref() == table;
        let place = free.iter().position(at_hand).or_else(|| free.iter().position(|hand| hand.table.is_none()));
        let place = place.or_else(|| free.len().checked_sub(1));
        match place {
            Some(place) => Ok(free.remove(place)),
            None => self.fresh(false),
        }
    }

    /// Has an errand carried out, seen by the watch of its job.
    pub(crate) fn send(&self, errand: Errand, command: &str, watch: &mut dyn Watch) -> Result<Answer> {
        let (table, idle) = (errand.table(), errand.is_idle());
        let order = Order::Do { errand, memory: self.0.limits.memory, command: command.to_string() };
        // Idle work has a worker of its own, since the system does not raise again what was lowered.
        let mut hand = if idle { self.fresh(true)? } else { self.pick(table.as_deref())? };
        if !hand.order(&order) {
            // It died while it was idle; another has not.
            hand = self.fresh(idle)?;
            hand.order(&order);
        }
        let error = match self.attend(&mut hand, watch) {
            Outcome::Brought(result) => {
                if !idle {
                    hand.table = table.or(hand.table.take());
                    self.free().push(hand);
                }
                return *result;
            }
            Outcome::Slow => Error::stopped("it was ended by force, with nothing to show"),
            Outcome::Heavy => self.too_large(command),
            Outcome::Died => match hand.child.wait() {
                Ok(status) if aborted(status) => self.too_large(command),
                _ => Error::failed("the computation broke down, which is a defect of the program"),
            },
        };
        drop(hand);
        if !idle {
            self.hire();
        }
        Err(error)
    }

    /// Waits for a worker, but not longer than it may take.
    fn attend(&self, hand: &mut Hand, watch: &mut dyn Watch) -> Outcome {
        let (mut done, mut of, mut last_weighing) = (0, None, Instant::now());
        let mut told: Option<Instant> = None;
        loop {
            match hand.news.recv_timeout(TICK) {
                Ok(News::Look(steps, all)) => (done, of) = (steps, all),
                Ok(News::Say(remark)) => watch.say(&remark),
                Ok(News::End(result)) => return Outcome::Brought(Box::new(result)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Outcome::Died,
            }
            if last_weighing.elapsed() > WEIGHING {
                last_weighing = Instant::now();
                if hand.weight() > self.0.limits.memory.saturating_add(OVERHEAD / 8) {
                    return Outcome::Heavy;
                }
            }
            match told {
                Some(since) if since.elapsed() > GRACE => return Outcome::Slow,
                None if watch.look(done, of).is_break() => {
                    told = Some(Instant::now());
                    hand.order(&Order::Stop);
                }
                _ => {}
            }
        }
    }

    fn too_large(&self, command: &str) -> Error {
        let limit = format!("the lab lets a job take {}", memory::in_words(self.0.limits.memory));
        Error::too_large(format!("`{command}`"), limit, "on the command line it has no such limit")
    }
}

/// Whether a process ended as those do that the system refuses memory.
fn aborted(status: std::process::ExitStatus) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt as _;
        matches!(status.signal(), Some(6 | 9))
    }
    #[cfg(not(unix))]
    {
        !status.success()
    }
}
