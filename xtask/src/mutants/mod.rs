//! `cargo xtask mutants [ROOM [FILE | again]]`: what checks certificates is changed in every small way, and each change
//! must be seen by the tests of its room; `again` tries only what was alive in the run before, or was not tried because
//! it was cut off.
//!
//! All changes of a room are compiled at once, in a copy of its sources under `target/mutants`; each stands behind a
//! switch that an environment variable closes ([`changes`]). Cargo compiles the crate as always, with this program as
//! the wrapper of the compiler, which puts the copy in the place of the sources: so everything that the crate needs is
//! there already. What the compiler refuses is left out. Every test first runs alone, to learn how long it takes and
//! which changes it meets. Then each change is woken for the tests that meet it, the quickest first, until one fails or
//! does not end in time; a change that none sees is a survivor. Tests of more than some seconds ([`trial`]) are not
//! asked. Survivors that change nothing that can be observed stand in `xtask/equivalents.txt`, each with its reason;
//! with any other the task fails. `PARLOR_JOBS=1` lets one test run at a time.

mod changes;
mod trial;

use crate::processor::used_by_children;
use crate::root;
use anyhow::{Context, Result, bail};
use changes::{Change, changed};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use trial::Trials;

/// What checks, and who tests it.
struct Room {
    name: &'static str,
    package: &'static str,
    /// Its crate, from the root.
    folder: &'static str,
    /// Sources in it, files or folders.
    sources: &'static str,
    /// What the names of its tests contain.
    tests: &'static str,
}

const fn room(name: &'static str, package: &'static str, folder: &'static str, sources: &'static str) -> Room {
    Room { name, package, folder, sources, tests: "certificate" }
}

const ROOMS: &[Room] = &[
    room("kit", "parlor-kit", "crates/kit", "src/certificate.rs"),
    room("conics", "parlor-conics", "crates/rooms/conics", "src/certificate.rs"),
    room("disks", "parlor-disks", "crates/rooms/disks", "src/certificate.rs"),
    room("exile", "parlor-exile", "crates/rooms/exile", "src/certificate"),
    room("magic", "parlor-magic", "crates/rooms/magic", "src/certificate"),
    room("merlin", "parlor-merlin", "crates/rooms/merlin", "src/certificate"),
    room("queens", "parlor-queens", "crates/rooms/queens", "src/certificate"),
    room("scale", "parlor-scale", "crates/rooms/scale", "src/certificate"),
    room("sprouts", "parlor-sprouts", "crates/rooms/sprouts", "src/certificate"),
    room("sums", "parlor-sums", "crates/rooms/sums", "src/certificate"),
    Room { tests: "automata", ..room("automata", "parlor-engine", "crates/engine", "src/automata/check") },
];

/// Sources that check nothing: tests (those in a folder `tests` as well), and those that write certificates.
const OTHERS: &[&str] = &["tests.rs", "forgeries.rs", "write.rs", "writer.rs"];

/// Functions that only write certificates, in sources that check as well. What they write wrongly is refused.
const WRITERS: &[(&str, &[&str])] = &[
    ("queens/certificate/census.rs", &["census_certificate", "levels_certificate"]),
    ("queens/certificate/form.rs", &["certificate", "text"]),
    ("queens/certificate/mod.rs", &["solution_certificate", "noon_certificate", "table_alone", "bound"]),
    ("queens/certificate/nimbers.rs", &["certificate"]),
    ("queens/certificate/order.rs", &["order_certificate", "lock_certificate", "plays"]),
    ("queens/certificate/parts.rs", &["evidence", "guided", "list", "prove", "answer", "write_set"]),
    ("queens/certificate/strategy.rs", &["evidence", "chosen"]),
    ("queens/certificate/table.rs", &["evidence"]),
];

/// In place of a file: only what was alive in the run before.
const AGAIN: &str = "again";

/// Rounds in which the compiler may refuse changes.
const MOST_ROUNDS: usize = 20;

/// Changes the checkers of one room or of all, only those of some files if they are named, with commas between them.
pub(crate) fn run(only: Option<&str>, file: Option<&str>) -> Result<()> {
    let rooms: Vec<&Room> = ROOMS.iter().filter(|room| only.is_none_or(|only| only == room.name)).collect();
    if rooms.is_empty() {
        let names: Vec<&str> = ROOMS.iter().map(|room| room.name).collect();
        bail!("{:?} has no checkers: there are {}", only.unwrap_or(""), names.join(", "));
    }
    let known = equivalents()?;
    let mut survivors = 0;
    for room in rooms {
        survivors += room.run(&known, file)?;
    }
    match survivors {
        0 => Ok(()),
        some => bail!("{some} changes survive that are not listed in xtask/equivalents.txt"),
    }
}

/// The changes that cannot be observed: `FILE | FUNCTION | CHANGE | REASON`, a line each.
fn equivalents() -> Result<BTreeSet<String>> {
    let text = fs::read_to_string(root().join("xtask/equivalents.txt")).context("xtask/equivalents.txt")?;
    let mut known = BTreeSet::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.rsplit_once(" | ") {
            Some((key, reason)) if key.matches(" | ").count() >= 2 && !reason.trim().is_empty() => {
                known.insert(key.to_string());
            }
            _ => bail!("xtask/equivalents.txt: {line:?} is not FILE | FUNCTION | CHANGE | REASON"),
        }
    }
    Ok(known)
}

impl Change {
    fn key(&self) -> String {
        format!("{} | {} | {}", self.file, self.function, self.what)
    }
}

/// Names the sources that the wrapped compiler takes, and those that it takes instead.
const INSTEAD: [&str; 2] = ["PARLOR_MUTANTS_OF", "PARLOR_MUTANTS_IN"];

/// Acts as the compiler's wrapper, if it was started as one: the exit code of the compiler.
pub(crate) fn as_compiler() -> Option<i32> {
    let [of, instead] = INSTEAD.map(|name| std::env::var(name).ok());
    let (of, instead) = (of?, instead?);
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let place = words.iter().position(|word| Path::new(word).ends_with(&of));
    if let Some(place) = place.filter(|_| words.iter().any(|word| word == "--test")) {
        words[place] = instead;
        // Warnings about the changes are of no interest.
        words.push("--cap-lints=allow".to_string());
    }
    let status = Command::new(words.first()?).args(&words[1..]).status().ok()?;
    Some(status.code().unwrap_or(1))
}

impl Room {
    /// Changes its sources; says how many changes survive that are not known to be equivalent.
    fn run(&self, known: &BTreeSet<String>, file: Option<&str>) -> Result<usize> {
        let alive = root().join("target/mutants").join(format!("{}.alive", self.name));
        let (mut changes, program) = self.compiled(file.filter(|file| *file != AGAIN))?;
        if file == Some(AGAIN) {
            let before = fs::read_to_string(&alive).with_context(|| alive.display().to_string())?;
            let before: BTreeSet<&str> = before.lines().collect();
            // A line that names a file alone stands for all its changes.
            let alive = |change: &Change| before.contains(change.key().as_str()) || before.contains(&*change.file);
            changes.retain(|change| alive(change) && !known.contains(&change.key()));
            if changes.is_empty() {
                println!("== {}: nothing was alive that is not listed as equivalent", self.name);
                return Ok(0);
            }
        }
        let trials = Trials::new(&program, &root().join(self.folder), self.tests, changes.len())?;
        println!("== {}: {} changes, {} tests", self.name, changes.len(), trials.tests());
        let survivors = trials.survivors(&changes, &alive);
        let (listed, new): (Vec<&Change>, Vec<&Change>) =
            survivors.into_iter().partition(|change| known.contains(&change.key()));
        for change in &new {
            println!("survives: {} (line {})", change.key(), change.line);
        }
        let killed = changes.len() - listed.len() - new.len();
        println!(
            "== {}: {} changes, {killed} seen by tests, {} equivalent, {} survive; {} s of the processor",
            self.name,
            changes.len(),
            listed.len(),
            new.len(),
            used_by_children() / 100
        );
        Ok(new.len())
    }

    /// Writes all changes into the copy, without those that the compiler refuses, and compiles its tests.
    fn compiled(&self, only: Option<&str>) -> Result<(Vec<Change>, PathBuf)> {
        let (folder, copy) = (root().join(self.folder), root().join("target/mutants").join(self.name));
        refresh(&folder.join("src"), &copy.join("src"))?;
        let mut refused = BTreeSet::new();
        for _ in 0..MOST_ROUNDS {
            let (mut changes, mut places, mut first) = (Vec::new(), BTreeMap::new(), 1);
            for path in sources(&folder.join(self.sources))? {
                let name = path.strip_prefix(&folder)?.display().to_string();
                if only.is_some_and(|only| !only.split(',').any(|only| name.ends_with(only))) {
                    continue;
                }
                let source = fs::read_to_string(&path)?;
                let label = format!("{}/{}", self.name, name.trim_start_matches("src/"));
                let writers = WRITERS.iter().find(|(file, _)| *file == label).map_or(&[][..], |(_, writers)| writers);
                let done = changed(&label, &source, writers, first, &|number| refused.contains(&number))?;
                // Numbers stay the same from round to round; a source has fewer changes than bytes.
                first += source.len() as u32;
                write_if_new(&copy.join(&name), &done.text)?;
                changes.extend(done.changes);
                places.insert(copy.join(&name).display().to_string(), done.places);
            }
            let switched = format!("{}\n{SWITCH}", fs::read_to_string(folder.join("src/lib.rs"))?);
            write_if_new(&copy.join("src/lib.rs"), &switched)?;
            let (errors, program) = self.cargo(&copy, refused.len())?;
            if let Some(program) = program.filter(|_| errors.places.is_empty()) {
                return Ok((changes, program));
            }
            let before = refused.len();
            for (file, at) in &errors.places {
                refused.extend(places.get(file).map(|places| innermost(places, *at)).unwrap_or_default());
            }
            println!("   {}: the compiler refuses {} of {} changes", self.name, refused.len() - before, changes.len());
            if refused.len() == before {
                let way_out = |(file, at): &Place| way_out(places.get(file)?, at.1, &changes);
                refused.extend(errors.moved.iter().filter_map(way_out));
            }
            if refused.len() == before {
                bail!("{}: the compiler refuses something that is no change: {:?}", self.name, errors.places);
            }
        }
        bail!("{}: the compiler still refuses changes after {MOST_ROUNDS} rounds", self.name)
    }

    /// Compiles the copy: where the compiler finds errors, and the tests if it finds none.
    fn cargo(&self, copy: &Path, round: usize) -> Result<(Errors, Option<PathBuf>)> {
        // Cargo compiles anew when it is told something new.
        let clock = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?.as_millis();
        let output = Command::new("cargo")
            .args(["rustc", "--package", self.package, "--lib", "--profile", "test", "--quiet"])
            .args(["--message-format", "json", "--", "--cfg", &format!("mutants_{round}_{clock}")])
            .env("RUSTC_WRAPPER", std::env::current_exe()?)
            .env(INSTEAD[0], format!("{}/src/lib.rs", self.folder))
            .env(INSTEAD[1], copy.join("src/lib.rs"))
            .current_dir(root())
            .output()
            .context("cargo could not be started")?;
        let told = String::from_utf8_lossy(&output.stdout);
        let messages: Vec<serde_json::Value> =
            told.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let mut errors = Errors::default();
        for message in messages.iter().map(|message| &message["message"]).filter(|message| message["level"] == "error")
        {
            for span in message["spans"].as_array().into_iter().flatten() {
                let byte = |name: &str| span[name].as_u64().unwrap_or(0) as usize;
                let file = root().join(span["file_name"].as_str().unwrap_or("")).display().to_string();
                let place = (file, (byte("byte_start"), byte("byte_end")));
                if span["label"].as_str().is_some_and(|label| label.starts_with("value moved here")) {
                    errors.moved.push(place.clone());
                }
                errors.places.push(place);
            }
        }
        if messages.is_empty() || errors.places.is_empty() && !output.status.success() {
            bail!("{}", String::from_utf8_lossy(&output.stderr));
        }
        let made = messages.iter().rev().find_map(|message| message["executable"].as_str().map(PathBuf::from));
        Ok((errors, made))
    }
}

/// A file and bytes of it.
type Place = (String, (usize, usize));

/// The changes that stand closest around a place of the text; where none does, those that stand within it.
fn innermost(places: &BTreeMap<u32, (usize, usize)>, (from, to): (usize, usize)) -> Vec<u32> {
    let around = |&(_, &(first, last)): &(&u32, &(usize, usize))| first <= from && to <= last;
    let within = |&(_, &(first, last)): &(&u32, &(usize, usize))| from <= first && last <= to;
    let length = |&(first, last): &(usize, usize)| last - first;
    match places.iter().filter(around).map(|(_, place)| length(place)).min() {
        Some(least) => {
            let closest = places.iter().filter(around).filter(|(_, place)| length(place) == least);
            closest.map(|(number, _)| *number).collect()
        }
        None => places.iter().filter(within).map(|(number, _)| *number).collect(),
    }
}

/// What the compiler found: every place that it names, and those where something is given away that is needed later.
#[derive(Default)]
struct Errors {
    places: Vec<Place>,
    moved: Vec<Place>,
}

/// The change that leaves out the next way out of a block or a loop behind a place: where something was given away
/// before it, nothing stands around what the compiler names.
fn way_out(places: &BTreeMap<u32, (usize, usize)>, end: usize, changes: &[Change]) -> Option<u32> {
    let leaves = |change: &&Change| ["`continue", "`break", "`return"].iter().any(|word| change.what.starts_with(word));
    let numbers = changes.iter().filter(leaves).map(|change| change.number);
    numbers
        .filter(|number| places.get(number).is_some_and(|place| place.0 >= end))
        .min_by_key(|number| places[number].0)
}

/// The switch: the number of the change that is awake, or a note of those that were met. It stands in the innermost
/// loops, so that what is asked most, whether this one is awake, is one look at one number.
const SWITCH: &str = r#"
#[allow(missing_docs, unreachable_pub, clippy::all)]
#[inline(always)]
pub(crate) fn woken(number: u32) -> bool {
    let awake = AWAKE.load(std::sync::atomic::Ordering::Relaxed);
    if awake < NOTING { awake == number } else { noted(number) }
}

const NOTING: u32 = u32::MAX - 1;
static AWAKE: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(u32::MAX);

#[allow(missing_docs, clippy::all)]
#[cold]
fn noted(number: u32) -> bool {
    use std::io::Write as _;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{LazyLock, Mutex};
    static NOTE: LazyLock<Option<(Vec<AtomicBool>, Mutex<std::fs::File>)>> = LazyLock::new(|| {
        let file = std::fs::File::create(std::env::var("PARLOR_MUTANTS_MET").ok()?).ok()?;
        Some(((0..1 << 20).map(|_| AtomicBool::new(false)).collect(), Mutex::new(file)))
    });
    let Some((met, file)) = &*NOTE else {
        let awake = std::env::var("PARLOR_MUTANT").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
        AWAKE.store(awake, Ordering::Relaxed);
        return awake == number;
    };
    AWAKE.store(NOTING, Ordering::Relaxed);
    if !met[number as usize].swap(true, Ordering::Relaxed) {
        let _ = writeln!(file.lock().unwrap(), "{number}");
    }
    false
}
"#;

/// The Rust sources of a file or folder that check something.
fn sources(place: &Path) -> Result<Vec<PathBuf>> {
    if place.is_file() {
        return Ok(vec![place.to_path_buf()]);
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(place).with_context(|| place.display().to_string())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if name != "tests" {
                found.extend(sources(&path)?);
            }
        } else if name.ends_with(".rs") && !OTHERS.contains(&name.as_str()) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Makes the copy of a folder like it, and leaves files alone that are.
fn refresh(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        let (source, copy) = (entry.path(), to.join(&name));
        if entry.file_type()?.is_dir() {
            refresh(&source, &copy)?;
        } else if fs::read(&copy).ok() != Some(fs::read(&source)?) {
            fs::copy(&source, &copy)?;
        }
    }
    Ok(())
}

fn write_if_new(path: &Path, text: &str) -> Result<()> {
    if fs::read_to_string(path).ok().as_deref() != Some(text) {
        fs::write(path, text).with_context(|| path.display().to_string())?;
    }
    Ok(())
}
