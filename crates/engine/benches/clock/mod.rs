//! The time of threads, for benchmarks and for the peers beside them.

use std::collections::BTreeMap;
use std::fs::{read_dir, read_to_string};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Seconds that a thread has run on a processor and stood in line for one, where the system tells.
fn spent_by(folder: &Path) -> Option<[f64; 2]> {
    let text = read_to_string(folder.join("schedstat")).ok()?;
    let mut words = text.split_whitespace().map(|word| word.parse::<f64>().ok());
    Some([words.next()?? / 1e9, words.next()?? / 1e9])
}

/// The seconds that some work took, and its result: those that this thread has run on a processor, where the system
/// tells; a busy machine then does not blur the figures.
#[allow(dead_code, reason = "not every benchmark has one thread")]
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let own = Path::new("/proc/thread-self");
    let (start, clock) = (spent_by(own), Instant::now());
    let result = work();
    let spent = spent_by(own).zip(start).map(|(end, start)| end[0] - start[0]);
    (spent.unwrap_or_else(|| clock.elapsed().as_secs_f64()), result)
}

/// What a thread did with its time, in seconds.
#[derive(Clone, Copy)]
#[allow(dead_code, reason = "not every benchmark has threads")]
pub(crate) struct Spent {
    /// It ran.
    pub(crate) run: f64,
    /// It neither ran nor stood in line for a processor: it waited for others.
    pub(crate) idle: f64,
}

/// A thread as it was met first and last.
struct Met {
    first: ([f64; 2], Instant),
    last: ([f64; 2], Instant),
}

/// How often the threads are looked at: so long a thread may live without being seen.
#[allow(dead_code, reason = "not every benchmark has threads")]
const GLANCE: Duration = Duration::from_millis(20);

/// Seconds that all threads of this process have run, those that ended among them, to a hundredth.
fn spent_by_all() -> Option<f64> {
    let text = read_to_string("/proc/self/stat").ok()?;
    // The name of the program stands in brackets and may hold anything.
    let words: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |at: usize| words.get(at)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / 100.0)
}

/// What the threads did that worked on something, in all and each, the busiest first.
#[allow(dead_code, reason = "not every benchmark has threads")]
pub(crate) struct Shares {
    /// Seconds by the clock.
    pub(crate) elapsed: f64,
    /// Processor seconds of all threads, with what they did after they were last looked at.
    pub(crate) run: f64,
    pub(crate) threads: Vec<Spent>,
}

/// What the threads did that worked on something, and its result. Threads that only waited are left out; where the
/// system does not tell there is one, which ran all the time.
#[allow(dead_code, reason = "not every benchmark has threads")]
pub(crate) fn shared<T>(work: impl FnOnce() -> T) -> (Shares, T) {
    let (over, clock) = (AtomicBool::new(false), Instant::now());
    let mut met: BTreeMap<std::ffi::OsString, Met> = BTreeMap::new();
    let look = |met: &mut BTreeMap<std::ffi::OsString, Met>| {
        for task in read_dir("/proc/self/task").into_iter().flatten().flatten() {
            let Some(spent) = spent_by(&task.path()) else { continue };
            let now = (spent, Instant::now());
            met.entry(task.file_name()).or_insert(Met { first: now, last: now }).last = now;
        }
    };
    look(&mut met);
    let all = spent_by_all();
    let before: Vec<_> = met.keys().cloned().collect();
    let (result, elapsed, looking) = std::thread::scope(|scope| {
        let looker = scope.spawn(|| {
            let own = std::fs::read_link("/proc/thread-self").ok();
            while !over.load(Ordering::Relaxed) {
                std::thread::sleep(GLANCE);
                look(&mut met);
            }
            // Who looks does not work.
            let seen = own.as_ref().and_then(|path| path.file_name()).and_then(|name| met.remove(name));
            seen.map_or(0.0, |seen| seen.last.0[0])
        });
        let result = work();
        let elapsed = clock.elapsed().as_secs_f64();
        over.store(true, Ordering::Relaxed);
        (result, elapsed, looker.join().expect("who looks does nothing else"))
    });
    let all = all.zip(spent_by_all()).map(|(before, after)| after - before - looking);
    let mut threads: Vec<Spent> = met
        .iter()
        .map(|(name, Met { first, last })| {
            // A thread that was started meanwhile had not run before.
            let since = if before.contains(name) { first.0 } else { [0.0; 2] };
            let [run, queued] = [0, 1].map(|at| last.0[at] - since[at]);
            Spent { run, idle: (last.1.duration_since(first.1).as_secs_f64() - run - queued).max(0.0) }
        })
        .collect();
    threads.sort_by(|one, two| two.run.total_cmp(&one.run));
    let most = threads.first().map_or(0.0, |thread| thread.run);
    threads.retain(|thread| thread.run > most / 20.0);
    if threads.is_empty() {
        threads.push(Spent { run: elapsed, idle: 0.0 });
    }
    let seen: f64 = threads.iter().map(|thread| thread.run).sum();
    // A hundredth is coarser than what a short work was seen to take.
    let run = all.map_or(seen, |all| all.max(seen));
    (Shares { elapsed, run, threads }, result)
}

/// The line of one thread against two: how often as fast it was by the clock, which a busy machine blurs, and at most
/// on free processors, by the processor time of all threads; what that hides is what each of them waited.
#[allow(dead_code, reason = "not every benchmark has threads")]
pub(crate) fn compared(name: &str, alone: &Shares, together: &Shares) -> String {
    let (one, both) = (alone.run, together.run);
    let each: Vec<String> =
        together.threads.iter().map(|spent| format!("{:.2} ({:.2} idle)", spent.run, spent.idle)).collect();
    format!(
        "{name}: one thread {one:.2} s of processor time, two {both:.2} s in threads of {}, ratio {:.2} by the clock, \
         {:.2} at most",
        each.join(", "),
        alone.elapsed / together.elapsed,
        2.0 * one / both
    )
}

/// One thread against two on the same work, the answers compared.
#[allow(dead_code, reason = "not every benchmark has threads")]
pub(crate) fn one_and_two<T: PartialEq + std::fmt::Debug>(name: &str, work: impl Fn(usize) -> (T, Option<u64>)) {
    let (alone, (answer, few)) = shared(|| work(1));
    let (together, (same, many)) = shared(|| work(2));
    assert_eq!(answer, same, "{name}");
    let positions = few.zip(many).map_or(String::new(), |(few, many)| format!(", {few} and {many} positions"));
    println!("{}", compared(&format!("{name}, {answer:?}{positions}"), &alone, &together));
}
