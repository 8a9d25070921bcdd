//! The inside of a worker process: reads orders, carries them out one at a time, says how far it is.

use crate::crew::WORKER_IDLE;
use crate::errand::{Answer, News, Order};
use crate::job_watch::refused_memory;
use crate::tables::Tables;
use kit::{Error, Result, Topic, Watch, memory};
use std::io::{BufRead as _, Write as _};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// How often progress is told.
const PACE: Duration = Duration::from_millis(50);
/// The longest answer. Read, it is some six times as large, and the lab holds several and is to hold little.
const LONGEST_ANSWER: usize = 10 << 20;
/// How often tables are looked at that nobody uses.
const ROUNDS: Duration = Duration::from_secs(60);
/// What the stack may hold: searches recurse deeply.
const STACK: usize = 64 << 20;

static STOP: AtomicBool = AtomicBool::new(false);

/// Works until nobody sends orders any more. The system refuses it more than so many bytes.
pub fn work(topics: &'static [&'static Topic], memory: Option<u64>) {
    memory.into_iter().for_each(limit_memory);
    if std::env::var_os(WORKER_IDLE).is_some() {
        give_way();
    }
    let (sender, orders) = mpsc::channel();
    // Whoever opened this worker is gone when its orders end; what is under way helps nobody then.
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(std::result::Result::ok) {
            match serde_json::from_str(&line) {
                Ok(Order::Stop) => STOP.store(true, Ordering::Relaxed),
                Ok(order) => {
                    let _ = sender.send(order);
                }
                Err(_) => break,
            }
        }
        std::process::exit(0);
    });
    let desk = std::thread::Builder::new().stack_size(STACK).spawn(move || serve(topics, &orders));
    let _ = desk.expect("a thread can be started").join();
}

fn serve(topics: &[&'static Topic], orders: &mpsc::Receiver<Order>) {
    let tables = Tables::default();
    loop {
        match orders.recv_timeout(ROUNDS) {
            Ok(Order::Do { errand, memory, command }) => {
                STOP.store(false, Ordering::Relaxed);
                let mut watch = Teller { memory, command, told: Instant::now() };
                let done = catch_unwind(AssertUnwindSafe(|| errand.carry_out(topics, &tables, &mut watch)));
                let broken = |_| Err(Error::failed("the computation broke down, which is a defect of the program"));
                end(done.unwrap_or_else(broken), &watch.command);
            }
            Ok(Order::Stop) => {}
            Err(mpsc::RecvTimeoutError::Timeout) => tables.clear_idle(),
            Err(mpsc::RecvTimeoutError::Disconnected) => return,
        }
    }
}

/// Brings an answer back, unless the lab would have to hold too much for it.
fn end(result: Result<Answer>, command: &str) {
    let line = serde_json::to_vec(&News::End(result)).unwrap_or_default();
    if line.len() <= LONGEST_ANSWER {
        return send(line);
    }
    let size = format!("it has {}, and the lab shows at most {}", in_words(line.len()), in_words(LONGEST_ANSWER));
    let instead = format!("on the command line it has no such limit: `{command}`");
    tell(&News::End(Err(Error::too_large("the answer", size, instead))));
}

fn in_words(bytes: usize) -> String {
    memory::in_words(bytes as u64)
}

fn tell(news: &News) {
    send(serde_json::to_vec(news).unwrap_or_default());
}

fn send(mut line: Vec<u8>) {
    line.push(b'\n');
    let mut out = std::io::stdout().lock();
    if out.write_all(&line).and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

/// The watch of a worker.
struct Teller {
    memory: u64,
    command: String,
    told: Instant,
}

impl Watch for Teller {
    fn look(&mut self, done: u64, of: Option<u64>) -> ControlFlow<()> {
        if self.told.elapsed() > PACE {
            self.told = Instant::now();
            tell(&News::Look(done, of));
        }
        if STOP.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn say(&mut self, remark: &str) {
        tell(&News::Say(remark.to_string()));
    }

    fn take(&mut self, what: &str, bytes: u64) -> Result<()> {
        if bytes <= self.memory { Ok(()) } else { Err(refused_memory(what, bytes, self.memory, &self.command)) }
    }
}

/// Lets the system refuse what passes the limit, whatever the work does.
#[cfg(unix)]
fn limit_memory(bytes: u64) {
    use rustix::process::{Resource, Rlimit, setrlimit};
    // Where it cannot be set, the lab still looks at what the worker holds.
    let _ = setrlimit(Resource::As, Rlimit { current: Some(bytes), maximum: Some(bytes) });
}

#[cfg(not(unix))]
fn limit_memory(_: u64) {}

/// Lets everything else on this machine go first.
#[cfg(unix)]
fn give_way() {
    // Where it cannot be said, it is only slower for the others.
    let _ = rustix::process::nice(19);
}

#[cfg(not(unix))]
fn give_way() {}
