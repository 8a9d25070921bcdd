//! The tests of a room, run with one change awake at a time.

use super::changes::Change;
use crate::processor::{used_by, used_by_children};
use anyhow::{Context, Result, bail};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// How many times as long as without a change a test may compute, and how many hundredths of a second beyond that,
/// before it counts as one without end. They are times of the processor: on a busy machine a change is not seen because
/// others compute.
const PATIENCE: (u64, u64) = (6, 50);
/// The most memory of a test, in KiB: a change may well make a list without end.
const MEMORY: u64 = 6 << 20;

/// The most seconds of a test without a change, unless `PARLOR_LONGEST` says otherwise. Slower ones are left out: what
/// only they would see survives.
const LONGEST: u64 = 60;

/// A test: how long it takes without a change, and which changes it meets.
struct Test {
    name: String,
    /// Hundredths of a second of the processor.
    taken: u64,
    meets: BTreeSet<u32>,
}

/// The tests of a room, the quickest first.
pub(super) struct Trials {
    program: PathBuf,
    folder: PathBuf,
    tests: Vec<Test>,
}

/// A number that the environment gives.
fn number_of(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

impl Trials {
    /// Runs each test alone and without a change.
    pub(super) fn new(program: &Path, folder: &Path, filter: &str, changes: usize) -> Result<Trials> {
        let list = Command::new(program).args(["--list", "--format", "terse", filter]).current_dir(folder).output()?;
        let list = String::from_utf8(list.stdout)?;
        let names = list.lines().filter_map(|line| line.strip_suffix(": test"));
        let mut trials = Trials { program: program.to_path_buf(), folder: folder.to_path_buf(), tests: Vec::new() };
        let note = std::env::temp_dir().join(format!("parlor-mutants-{}", std::process::id()));
        let longest = number_of("PARLOR_LONGEST").unwrap_or(LONGEST);
        for name in names {
            let start = used_by_children();
            let status = trials.start(name, 0, longest, Some(&note))?.wait()?;
            let met = fs::read_to_string(&note).unwrap_or_default();
            let _ = fs::remove_file(&note);
            // Without an exit code it was ended from outside.
            match status.code() {
                Some(0) => {}
                Some(_) => bail!("{name} fails without a change"),
                None => {
                    println!("   {name} takes more than {longest} s and is not asked");
                    continue;
                }
            }
            let meets = met.lines().filter_map(|line| line.parse().ok()).collect();
            trials.tests.push(Test { name: name.to_string(), taken: used_by_children().saturating_sub(start), meets });
        }
        if trials.tests.is_empty() || changes == 0 {
            bail!("there is nothing to change, or no test");
        }
        trials.tests.sort_by_key(|test| test.taken);
        Ok(trials)
    }

    pub(super) fn tests(&self) -> usize {
        self.tests.len()
    }

    /// Starts a test with limits of time and memory, which the shell sets.
    fn start(&self, test: &str, change: u32, seconds: u64, note: Option<&Path>) -> Result<Child> {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -t {seconds}; ulimit -v {MEMORY}; exec \"$@\""), "sh"]);
        command.arg(&self.program).args(["--exact", test, "--test-threads", "1"]);
        command.env("PARLOR_MUTANT", change.to_string()).current_dir(&self.folder);
        if let Some(note) = note {
            command.env("PARLOR_MUTANTS_MET", note);
        }
        command.stdout(Stdio::null()).stderr(Stdio::null()).stdin(Stdio::null());
        command.spawn().with_context(|| format!("{} could not be started", self.program.display()))
    }

    /// Whether a test sees the change: it fails, or it does not end in time.
    fn sees(&self, test: &Test, change: u32) -> Result<bool> {
        let most = test.taken * PATIENCE.0 + PATIENCE.1;
        let mut child = self.start(&test.name, change, most / 100 + 1, None)?;
        let mut pause = Duration::from_micros(500);
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(!status.success());
            }
            if used_by(child.id()).is_some_and(|used| used > most) {
                child.kill()?;
                child.wait()?;
                return Ok(true);
            }
            std::thread::sleep(pause);
            pause = (2 * pause).min(Duration::from_millis(20));
        }
    }

    /// The changes that no test sees.
    pub(super) fn survivors<'c>(&self, changes: &'c [Change]) -> Vec<&'c Change> {
        let (next, alive) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(change) = changes.get(at) else { return };
                if at > 0 && at.is_multiple_of(100) {
                    println!("   {at} of {} tried", changes.len());
                }
                let meeting = self.tests.iter().filter(|test| test.meets.contains(&change.number));
                let (mut seen, mut met) = (false, 0);
                for test in meeting {
                    met += 1;
                    // What cannot even be run is no survivor to be proud of: it is said and counted as one.
                    seen = self.sees(test, change.number).unwrap_or_else(|error| {
                        println!("{}: {error}", test.name);
                        false
                    });
                    if seen {
                        break;
                    }
                }
                if !seen && let Ok(mut alive) = alive.lock() {
                    println!("alive: {} (line {}, met by {met} tests)", change.key(), change.line);
                    alive.push(change);
                }
            }
        };
        let all = || std::thread::available_parallelism().map_or(1, |count| count.get() as u64);
        let threads = number_of("PARLOR_JOBS").unwrap_or_else(all);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(work);
            }
        });
        let mut alive = alive.into_inner().unwrap_or_default();
        alive.sort_by_key(|change| change.number);
        alive
    }
}
