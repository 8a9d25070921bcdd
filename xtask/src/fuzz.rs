//! `cargo xtask fuzz`: every target of `fuzz/` in turn, with the corpus of the repository, which grows by what is
//! found.
//!
//! libFuzzer needs coverage counted in what it runs. The compiler's pass for it works with the toolchain of the house,
//! so neither a nightly one nor `cargo-fuzz` has to be installed; a C++ compiler must be there.

#[path = "../../fuzz/corpus.rs"]
mod corpus;

use crate::processor::{used_by, used_by_children};
use crate::root;
use anyhow::{Context, Result, bail};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::thread::sleep;
use std::time::Duration;

/// What the compiler is told so that edges and comparisons are counted.
const COUNTED: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing";
/// The platform; naming it keeps build scripts and macros free of counters.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";
/// What stops a target before its minutes are over.
const MOST_RUNS: &str = "-runs=1000000";
/// Seconds for one input, and mebibytes for all: what takes more is a finding. (It is a clock, and the machine may be
/// busy.)
const LIMITS: [&str; 4] = ["-timeout=60", "-rss_limit_mb=2048", "-malloc_limit_mb=1024", "-max_len=4096"];
/// The most entries that a target adds to the corpus of the repository, and how long each may be.
const GROWTH: (usize, usize) = (60, 400);
/// The most entries of a target with what is added.
const MOST_ENTRIES: usize = 450;

/// The targets, by the programs that lie there.
fn all() -> Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(root().join("fuzz/fuzz_targets"))? {
        names.extend(entry?.path().file_stem().map(|stem| stem.to_string_lossy().into_owned()));
    }
    Ok(names)
}

/// Runs the targets of these names in this order, or all of them, for so many minutes of the processor each.
pub(crate) fn run(names: &[&str], minutes: f64) -> Result<()> {
    let all = all()?;
    if let Some(stranger) = names.iter().find(|&&name| !all.contains(name)) {
        bail!("{stranger:?} is no target; there are {}", all.into_iter().collect::<Vec<_>>().join(", "));
    }
    let names: Vec<&str> = if names.is_empty() { all.iter().map(String::as_str).collect() } else { names.to_vec() };
    // With the workspace, or the rooms would be compiled anew with other features.
    let seeds = ["test", "--workspace", "--quiet", "--test", "short", "corpus"];
    crate::run("cargo", &seeds, &[("PARLOR_WRITE", "yes")])?;
    let build = ["build", "--release", "--target", PLATFORM, "--manifest-path", "fuzz/Cargo.toml"];
    crate::run("cargo", &build, &[("RUSTFLAGS", COUNTED)])?;
    let mut broken = Vec::new();
    for name in &names {
        if !target(name, minutes)? {
            broken.push(*name);
        }
    }
    match broken.is_empty() {
        true => Ok(()),
        false => bail!("findings in {}: the inputs lie in fuzz/artifacts", broken.join(", ")),
    }
}

/// Runs one target and keeps what it found; false when something broke.
fn target(name: &str, minutes: f64) -> Result<bool> {
    let program = root().join("fuzz/target").join(PLATFORM).join("release").join(name);
    let work = root().join("fuzz/target/corpus").join(name);
    let file = root().join(format!("fuzz/corpus/{name}.txt"));
    let kept = unpack(&file, &work)?;
    let found = root().join("fuzz/artifacts").join(name);
    fs::create_dir_all(&found)?;
    let prefix = format!("-artifact_prefix={}/", found.display());
    let words = [&LIMITS[..], &[MOST_RUNS, &prefix, "-print_final_stats=1"]].concat();
    println!("== {name}");
    let log = root().join(format!("fuzz/target/{name}.log"));
    let before = used_by_children();
    let started = Command::new(&program).args(words).arg(&work).stderr(File::create(&log)?).spawn();
    let mut started = started.with_context(|| format!("{} could not be started", program.display()))?;
    let status = ended_within(&mut started, (6000.0 * minutes).max(100.0) as u64)?;
    println!("{} s of the processor", (used_by_children() - before) / 100);
    let said = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
    for line in said.lines().filter(|line| line.starts_with("stat::number") || line.starts_with("stat::peak")) {
        println!("{line}");
    }
    if !status.success() {
        println!(
            "{}",
            said.lines().rev().take(30).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join("\n")
        );
    }
    pack(&file, &minimised(name, &program, &work)?, kept)?;
    Ok(status.success())
}

/// Lets it run for so many hundredths of a second of the processor: by the clock a busy machine would cut it short. The
/// fuzzer ends by itself on SIGUSR1, with its figures and as one that found nothing.
fn ended_within(started: &mut Child, hundredths: u64) -> Result<ExitStatus> {
    let mut asked = false;
    loop {
        if let Some(status) = started.try_wait()? {
            return Ok(status);
        }
        let process = started.id();
        if !asked && used_by(process).is_some_and(|used| used >= hundredths) {
            Command::new("kill").args(["-USR1", &process.to_string()]).status()?;
            asked = true;
        }
        sleep(Duration::from_millis(200));
    }
}

/// The fewest of the entries that reach all that all of them reach.
fn minimised(name: &str, program: &Path, work: &Path) -> Result<PathBuf> {
    let fewer = root().join("fuzz/target/minimised").join(name);
    let _ = fs::remove_dir_all(&fewer);
    fs::create_dir_all(&fewer)?;
    let words = [&LIMITS[..], &["-merge=1"]].concat();
    let merged = Command::new(program).args(words).arg(&fewer).arg(work).output()?;
    if !merged.status.success() {
        println!("{name}: its entries could not be merged, and all are kept");
        return Ok(work.to_path_buf());
    }
    Ok(fewer)
}

/// Writes an entry of the corpus a file, for the fuzzer.
fn unpack(file: &Path, folder: &Path) -> Result<BTreeSet<Vec<u8>>> {
    fs::create_dir_all(folder)?;
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let entries: BTreeSet<Vec<u8>> = text.lines().map(corpus::unescaped).collect();
    for (number, entry) in entries.iter().enumerate() {
        fs::write(folder.join(format!("seed-{number:04}")), entry)?;
    }
    Ok(entries)
}

/// Adds the shortest of what the fuzzer found worth keeping to the corpus of the repository.
fn pack(file: &Path, folder: &Path, mut entries: BTreeSet<Vec<u8>>) -> Result<()> {
    let mut new = Vec::new();
    for entry in fs::read_dir(folder)? {
        let bytes = fs::read(entry?.path())?;
        if bytes.len() <= GROWTH.1 && !entries.contains(&bytes) {
            new.push(bytes);
        }
    }
    new.sort_by_key(|bytes| (bytes.len(), bytes.clone()));
    // Evenly among the lengths, or only the shortest and dullest would stay.
    let room = MOST_ENTRIES.saturating_sub(entries.len()).min(GROWTH.0);
    let step = if room == 0 { usize::MAX } else { new.len().div_ceil(room).max(1) };
    let new = if room == 0 { Vec::new() } else { new };
    let added = new.len().div_ceil(step);
    entries.extend(new.into_iter().step_by(step));
    println!("{added} entries are new in {}", file.display());
    fs::write(file, entries.iter().map(|entry| format!("{}\n", entry.escape_ascii())).collect::<String>())?;
    Ok(())
}
