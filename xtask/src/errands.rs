//! Errands that are run side by side: the test programs of the workspace, its documentation, its wheel.
//!
//! `cargo test` runs one program after the other, and most of them leave a core idle for long: they wait for a browser,
//! for a process that dies, for their last and longest test. Here as many errands go on as there are cores, the longest
//! first; whoever looks at a clock comes after them and has the machine to himself.

use crate::root;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Instant;

/// Test programs that take long, the longest first: they are begun before all others, or one core would wait for them
/// at the end.
const LONG: &[&str] = &[
    "browser",
    "wheel",
    "refusal",
    "conformance",
    "sprouts",
    "teaching",
    "looking",
    "documentation",
    "parlor_engine",
    "gallery",
    "queens",
];
/// Test programs that hold answers to a time by the clock.
const ALONE: &[&str] = &["hands", "limits"];

/// One thing to do, with a name for whoever waits for it.
pub(crate) struct Errand {
    name: String,
    what: What,
}

enum What {
    /// A test program and the folder that it runs in.
    Program(PathBuf, PathBuf),
    /// Anything else; what it says goes where the task's own words go.
    Task(Box<dyn FnOnce() -> Result<()> + Send>),
}

impl Errand {
    /// Something else than a test program.
    pub(crate) fn task(name: &str, task: impl FnOnce() -> Result<()> + Send + 'static) -> Errand {
        Errand { name: name.to_string(), what: What::Task(Box::new(task)) }
    }

    /// Does it, and tells how long it took and what it said if it failed.
    fn run(self, threads: usize) -> Result<()> {
        let began = Instant::now();
        let outcome = match self.what {
            What::Task(task) => task(),
            What::Program(path, folder) => program(&path, &folder, threads),
        };
        let word = if outcome.is_ok() { "passed" } else { "FAILED" };
        println!("== {} {word} after {:.0} s", self.name, began.elapsed().as_secs_f64());
        outcome.with_context(|| self.name)
    }
}

/// Runs a test program; what it says is shown when it is over, so that two of them do not speak at once.
fn program(path: &Path, folder: &Path, threads: usize) -> Result<()> {
    let threads = threads.to_string();
    let words = ["--quiet", "--test-threads", &threads];
    let output = Command::new(path).args(words).current_dir(folder).output().context("it could not be started")?;
    let said = String::from_utf8_lossy(&output.stdout);
    // A program without tests has nothing to tell.
    if !output.status.success() || !said.trim_start().starts_with("running 0 tests") {
        print!("{said}{}", String::from_utf8_lossy(&output.stderr));
    }
    match output.status.success() {
        true => Ok(()),
        false => bail!("{} {}", path.display(), output.status),
    }
}

/// Makes all test programs of the workspace.
pub(crate) fn programs() -> Result<Vec<Errand>> {
    let words = ["test", "--workspace", "--quiet", "--no-run", "--message-format=json-render-diagnostics"];
    println!("== cargo {}", words.join(" "));
    let began = Instant::now();
    let output = Command::new("cargo").args(words).current_dir(root()).stderr(Stdio::inherit()).output()?;
    println!("   {:.0} s", began.elapsed().as_secs_f64());
    if !output.status.success() {
        bail!("the tests could not be made");
    }
    let said = String::from_utf8(output.stdout)?;
    let made = said.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    Ok(made.filter_map(|artifact| test_program(&artifact)).collect())
}

/// The test program that cargo tells of, if it is one.
fn test_program(artifact: &Value) -> Option<Errand> {
    let path = artifact["executable"].as_str().filter(|_| artifact["profile"]["test"] == true)?;
    let folder = Path::new(artifact["manifest_path"].as_str()?).parent()?;
    let (target, package) = (artifact["target"]["name"].as_str()?, folder.file_name()?.to_str()?);
    let name = if target == package { target.to_string() } else { format!("{package}/{target}") };
    Some(Errand { name, what: What::Program(path.into(), folder.into()) })
}

/// Does all errands, as many at once as there are cores, and those that look at a clock last, one at a time. All of
/// them are done, also when one fails.
pub(crate) fn run(errands: Vec<Errand>) -> Result<()> {
    let rank = |errand: &Errand| {
        let last = errand.name.rsplit('/').next().unwrap_or_default().to_string();
        LONG.iter().position(|long| *long == last).unwrap_or(LONG.len())
    };
    let is_alone = |errand: &Errand| ALONE.iter().any(|name| errand.name.rsplit('/').next() == Some(name));
    let (alone, mut beside): (Vec<Errand>, Vec<Errand>) = errands.into_iter().partition(is_alone);
    beside.sort_by_key(rank);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let (waiting, failed) = (Mutex::new(VecDeque::from(beside)), Mutex::new(Vec::new()));
    let next = || waiting.lock().expect("no errand panics").pop_front();
    let done = |errand: Errand, threads| {
        if let Err(error) = errand.run(threads) {
            failed.lock().expect("no errand panics").push(format!("{error:#}"));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some(errand) = next() {
                    done(errand, 1);
                }
            });
        }
    });
    for errand in alone {
        done(errand, cores);
    }
    let failed = failed.into_inner().expect("no errand panics");
    match failed.is_empty() {
        true => Ok(()),
        false => bail!("failed: {}", failed.join("; ")),
    }
}
