//! What a command may take of the machine: `--seconds` and `--memory`.
//!
//! A little before its time is over, and a little before its memory is full, the work learns from its watch that it
//! must end, so that it can come with the best it has. Work that does not look is ended by force a little after, with a
//! line that says so: from outside the limits are kept within a tenth.

use crate::{command, files, print};
use kit::{Ask, Error, Kind, NoFiles, Param, Result, Trouble, memory};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

/// The parameters, beside those of whatever is asked.
pub(crate) const LIMITS: &[Param] = &[SECONDS, MEMORY];
const SECONDS: Param = Param::real("seconds", "end after so many seconds with the best found by then", 0.05, 1e7);
const MEMORY: Param = Param::whole("memory", "MiB that the program may take", 64, 1 << 24);

/// The commands, beside questions and tables, that compute.
const COMPUTING: [&str; 5] = ["check", "verify", "oeis", "worksheet", "paper"];

/// Where the work is asked to end and where it is ended, as parts of the limit.
const ASKED: f64 = 0.92;
const ENDED: f64 = 1.06;
/// How often memory is weighed and the clock read.
const TICK: Duration = Duration::from_millis(10);

/// The limit that was passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passed {
    Seconds,
    Memory,
}

#[derive(Clone, Copy, Debug, Default)]
struct Limits {
    seconds: Option<f64>,
    memory: Option<u64>,
}

/// What the command under way may take, since when it works, and what it has overrun.
struct State {
    limits: Limits,
    begun: Option<Instant>,
    passed: Option<Passed>,
}

static STATE: Mutex<State> =
    Mutex::new(State { limits: Limits { seconds: None, memory: None }, begun: None, passed: None });
/// Whether the work must come to an end: a watch reads this and neither the clock nor the memory.
static REACHED: AtomicBool = AtomicBool::new(false);

fn state() -> std::sync::MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Limits {
    /// The limit of which this part is passed.
    fn passed(self, begun: Instant, part: f64) -> Option<Passed> {
        let late = |seconds: f64| begun.elapsed().as_secs_f64() > part * seconds;
        let heavy = |most: u64| memory::resident().is_some_and(|held| held as f64 > part * most as f64);
        if self.seconds.is_some_and(late) {
            return Some(Passed::Seconds);
        }
        self.memory.is_some_and(heavy).then_some(Passed::Memory)
    }

    fn told(self, passed: Passed) -> String {
        match passed {
            Passed::Seconds => format!("the limit of {} s is reached", self.seconds.unwrap_or(0.0)),
            Passed::Memory => format!("the limit of {} is reached", memory::in_words(self.memory.unwrap_or(0))),
        }
    }
}

/// The bytes that a command may take when nobody says otherwise.
pub(crate) fn unless_said(bytes: u64) {
    state().limits.memory.get_or_insert(bytes);
}

/// A question or table that has a `--memory` of its own, which bounds its tables, takes the same number for the whole
/// program: the word means one thing everywhere. (Its tables may be smaller than any program is.)
pub(crate) fn adopt(ask: &Ask) {
    if ask.given().any(|(param, _)| param.name == MEMORY.name) {
        let Kind::Whole { least, .. } = MEMORY.kind else { return };
        state().limits.memory = Some((ask.size(MEMORY.name) as u64).max(least.unsigned_abs()) << 20);
    }
}

/// Those of the limits that a question or a table has no parameter of its own for.
pub(crate) fn beside(params: &[Param]) -> &'static [Param] {
    match params.iter().any(|param| param.name == MEMORY.name) {
        true => &LIMITS[..1],
        false => LIMITS,
    }
}

/// Those that a command takes.
pub(crate) fn of_command(command: &command::Command) -> &'static [Param] {
    if COMPUTING.contains(&command.name) { LIMITS } else { &[] }
}

/// Takes the limits out of the words after a title, for what follows.
pub(crate) fn read(title: &str, words: &[String], params: &[Param], limits: &'static [Param]) -> Result<Vec<String>> {
    let (others, own) = kit::ask::part(words, params, limits);
    let ask = Ask::read(title, limits, &own, &NoFiles)?;
    let given = |name: &str| limits.iter().any(|param| param.name == name) && ask.has(name);
    let limits = Limits {
        seconds: given(SECONDS.name).then(|| ask.real(SECONDS.name)),
        memory: given(MEMORY.name).then(|| (ask.size(MEMORY.name) as u64) << 20),
    };
    *state() = State { limits, begun: None, passed: None };
    REACHED.store(false, Ordering::Relaxed);
    Ok(others)
}

/// Work begins, or goes on.
pub(crate) fn begin() {
    let mut state = state();
    let limited = state.limits.seconds.is_some() || state.limits.memory.is_some();
    if limited && state.begun.is_none() {
        (state.begun, state.passed) = (Some(Instant::now()), None);
        REACHED.store(false, Ordering::Relaxed);
        guard();
    }
}

/// Whether the work must come to an end.
pub(crate) fn reached() -> bool {
    REACHED.load(Ordering::Relaxed)
}

/// Refuses memory that would pass the limit.
pub(crate) fn take(what: &str, bytes: u64) -> Result<()> {
    let Some(most) = state().limits.memory else { return Ok(()) };
    let held = memory::resident().unwrap_or(0);
    match held.saturating_add(bytes) <= most {
        true => Ok(()),
        false => {
            let (asked, most) = (memory::in_words(bytes), memory::in_words(most));
            Err(Error::too_large(what, format!("it takes {asked} and --memory allows {most}"), "allow more"))
        }
    }
}

/// The work is done, and what follows (writing it out, a person who thinks) is not limited.
pub(crate) fn done() {
    state().begun = None;
}

/// A word on the limit that cut an answer short, if one did.
pub(crate) fn word() -> Option<String> {
    let state = state();
    state.passed.map(|passed| state.limits.told(passed))
}

/// What a limit makes of an error: whatever was stopped says by which, and memory that is full is too large.
pub(crate) fn seen(error: Error) -> Error {
    let state = state();
    let Some(passed) = state.passed.filter(|_| error.is_stopped()) else { return error };
    let (told, line) = (state.limits.told(passed), error.to_string());
    let line = line.strip_prefix("stopped: ").unwrap_or(&line);
    match passed {
        Passed::Seconds => Error::stopped(format!("{told}; {line}")),
        Passed::Memory => Error::too_large("the search", format!("{told}; {line}"), "allow more memory"),
    }
}

/// Looks at the clock and the memory, asks the work to end, and ends the program when it does not.
fn guard() {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        let rounds = || {
            loop {
                std::thread::sleep(TICK);
                let mut state = state();
                let Some(begun) = state.begun else { continue };
                if state.passed.is_none() {
                    state.passed = state.limits.passed(begun, ASKED);
                    REACHED.store(state.passed.is_some(), Ordering::Relaxed);
                }
                let Some(passed) = state.limits.passed(begun, ENDED) else { continue };
                files::clear_drafts();
                let told = state.limits.told(passed);
                let (word, code) = match passed {
                    Passed::Seconds => ("stopped", Trouble::Stopped),
                    Passed::Memory => ("error", Trouble::TooLarge),
                };
                print::to_stderr(&format!("{word}: {told}; it was ended by force, with nothing to show\n"));
                std::process::exit(i32::from(crate::code(code)));
            }
        };
        // Without a thread there are no limits, as there are none without the words for them.
        let _ = std::thread::Builder::new().name("limits".to_string()).spawn(rounds);
    });
}
