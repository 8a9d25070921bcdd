//! The tests of a room, run with one change awake at a time: first those that are quick and that saw other changes of
//! the same function.

use super::changes::Change;
use crate::processor::{used_by, used_by_children};
use anyhow::{Context, Result, bail};
use std::collections::{BTreeMap, BTreeSet};
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

/// Tests that take so many hundredths of a second are named: a change that none sees waits for all of them.
const TOLD: u64 = 100;

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

/// How many changes of each function each test saw.
type Saw = Mutex<BTreeMap<(String, String), BTreeMap<usize, u64>>>;

/// The file and the function of a change.
fn place(change: &Change) -> (String, String) {
    (change.file.clone(), change.function.clone())
}

fn lines(keys: &BTreeSet<String>) -> String {
    keys.iter().map(|key| format!("{key}\n")).collect()
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
        for test in trials.tests.iter().rev().take_while(|test| test.taken >= TOLD) {
            println!("   {} takes {}.{:02} s", test.name, test.taken / 100, test.taken % 100);
        }
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

    /// The tests that meet a change, in the order in which they are asked: a test that saw so many changes of its
    /// function is worth so many times as long a wait.
    fn meeting(&self, change: &Change, saw: &Saw) -> Vec<usize> {
        let mut meeting: Vec<usize> =
            (0..self.tests.len()).filter(|&test| self.tests[test].meets.contains(&change.number)).collect();
        let saw = saw.lock().ok().and_then(|saw| saw.get(&place(change)).cloned()).unwrap_or_default();
        meeting.sort_by_key(|test| (self.tests[*test].taken + 1) * 1000 / (1 + saw.get(test).copied().unwrap_or(0)));
        meeting
    }

    /// The changes that no test sees. The file tells all the while which were not seen so far, so that a run that is
    /// cut off can be taken up again.
    pub(super) fn survivors<'c>(&self, changes: &'c [Change], file: &Path) -> Vec<&'c Change> {
        let (next, alive, saw) = (AtomicUsize::new(0), Mutex::new(Vec::new()), Saw::default());
        let unseen = Mutex::new(changes.iter().map(Change::key).collect::<BTreeSet<String>>());
        let keep = |seen: Option<&Change>| {
            let Ok(mut unseen) = unseen.lock() else { return };
            let first = seen.is_none_or(|change| unseen.remove(&change.key()));
            if (seen.is_none() || first && unseen.len().is_multiple_of(20)) && fs::write(file, lines(&unseen)).is_err()
            {
                println!("{} cannot be written", file.display());
            }
        };
        keep(None);
        let work = || {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(change) = changes.get(at) else { return };
                if at > 0 && at.is_multiple_of(100) {
                    println!("   {at} of {} tried", changes.len());
                }
                let meeting = self.meeting(change, &saw);
                let (mut seen, met) = (false, meeting.len());
                for number in meeting {
                    let test = &self.tests[number];
                    // What cannot even be run is no survivor to be proud of: it is said and counted as one.
                    seen = self.sees(test, change.number).unwrap_or_else(|error| {
                        println!("{}: {error}", test.name);
                        false
                    });
                    if seen {
                        keep(Some(change));
                        if let Ok(mut saw) = saw.lock() {
                            *saw.entry(place(change)).or_default().entry(number).or_default() += 1;
                        }
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
        keep(None);
        let mut alive = alive.into_inner().unwrap_or_default();
        alive.sort_by_key(|change| change.number);
        alive
    }
}
