//! A short form of the fuzzer: the corpus once more, and some thousand seeded changes of it.
//!
//! `PARLOR_WRITE=yes` adds the seeds that the registry's examples make today.

#[path = "../../../fuzz/corpus.rs"]
mod corpus;

use corpus::unescaped;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use siege::{TARGETS, Target};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};

fn file_of(target: &Target) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../../fuzz/corpus/{}.txt", target.name))
}

fn entries_of(target: &Target) -> BTreeSet<Vec<u8>> {
    let text = std::fs::read_to_string(file_of(target)).unwrap_or_default();
    text.lines().map(unescaped).collect()
}

#[test]
fn every_target_has_a_corpus_that_it_stands() {
    for target in TARGETS {
        let mut entries = entries_of(target);
        if std::env::var_os("PARLOR_WRITE").is_some() {
            entries.extend((target.seeds)());
            let text: String = entries.iter().map(|entry| format!("{}\n", entry.escape_ascii())).collect();
            std::fs::write(file_of(target), text).unwrap();
        }
        assert!(!entries.is_empty(), "{} has no corpus", target.name);
        stand(target, entries);
    }
}

#[test]
fn every_target_has_its_program() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let listed = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    for target in TARGETS {
        let path = format!("fuzz_targets/{}.rs", target.name);
        let program = std::fs::read_to_string(folder.join(&path)).unwrap_or_else(|e| panic!("{path}: {e}"));
        assert!(program.contains(&format!("siege::{}(bytes)", target.name)), "{path}: {program}");
        assert!(listed.contains(&format!("path = \"{path}\"")), "{path} is not listed");
    }
    assert_eq!(std::fs::read_dir(folder.join("fuzz_targets")).unwrap().count(), TARGETS.len());
}

/// Runs a target on a thread with the stack of a program, and says on what it breaks.
fn stand(target: &'static Target, entries: impl IntoIterator<Item = Vec<u8>> + Send + 'static) {
    let work = move || {
        for entry in entries {
            if catch_unwind(AssertUnwindSafe(|| (target.run)(&entry))).is_err() {
                panic!("{} breaks on b\"{}\"", target.name, entry.escape_ascii());
            }
        }
    };
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(work).unwrap();
    thread.join().unwrap_or_else(|_| panic!("{} does not stand", target.name));
}

/// Words that readers take for something.
const WORDS: [&str; 16] = [
    "0",
    "-1",
    "18446744073709551616",
    "9223372036854775807",
    "1e309",
    "NaN",
    "(",
    ")",
    "{",
    "\"",
    "\\",
    "\n",
    "--",
    "é",
    "\0",
    "%ff",
];

fn changed(entry: &[u8], other: &[u8], chance: &mut ChaCha8Rng) -> Vec<u8> {
    let mut bytes = entry.to_vec();
    for _ in 0..chance.random_range(1..4) {
        let at = chance.random_range(0..=bytes.len());
        let end = chance.random_range(at..=bytes.len().min(at + 8));
        match chance.random_range(0..6) {
            0 => drop(bytes.drain(at..end)),
            1 => {
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            2 => {
                let from = chance.random_range(0..=other.len());
                bytes.splice(at..end, other[from..other.len().min(from + 12)].to_vec());
            }
            3 if at < bytes.len() => bytes[at] = bytes[at].wrapping_add(1),
            4 if at < bytes.len() => bytes[at] = chance.random_range(32..127),
            _ => {
                let word = WORDS[chance.random_range(0..WORDS.len())];
                bytes.splice(at..end, word.bytes());
            }
        }
    }
    bytes
}

/// So many changes of the entries of each of these targets, from another seed for each.
fn stand_changes(targets: impl Iterator<Item = &'static Target>, seed: u64, changes: usize) {
    for (number, target) in targets.enumerate() {
        let entries: Vec<Vec<u8>> = entries_of(target).into_iter().collect();
        let mut chance = ChaCha8Rng::seed_from_u64(seed + number as u64);
        let picked = move || {
            let mut pick = || entries[chance.random_range(0..entries.len())].clone();
            let (entry, other) = (pick(), pick());
            changed(&entry, &other, &mut chance)
        };
        stand(target, std::iter::repeat_with(picked).take(changes));
        println!("{}: {changes} changes", target.name);
    }
}

#[test]
fn changed_entries_do_no_harm() {
    stand_changes(TARGETS.iter(), 24, 500);
}

/// As many changes as PARLOR_CHANGES says, of the targets that PARLOR_TARGETS names (`games,boards`), from PARLOR_SEED:
/// where there is no C++ compiler for the fuzzer, or no time to build it.
#[test]
#[ignore = "minutes"]
fn many_changed_entries_do_no_harm() {
    let number = |name: &str, or: u64| std::env::var(name).map_or(or, |text| text.parse().expect("a number"));
    let named = std::env::var("PARLOR_TARGETS").unwrap_or_default();
    let wanted = |target: &&Target| named.is_empty() || named.split(',').any(|name| name == target.name);
    let (seed, changes) = (number("PARLOR_SEED", 1), number("PARLOR_CHANGES", 10_000));
    stand_changes(TARGETS.iter().filter(wanted), 1000 * seed, changes as usize);
}

/// What slows a target down, so that it can be made quick: prints the time of each target and of its slowest entry.
#[test]
#[ignore = "a look at the slowest entries"]
fn no_entry_takes_its_time() {
    for target in TARGETS {
        let mut times: Vec<(Duration, Vec<u8>)> = Vec::new();
        for entry in entries_of(target) {
            let begun = Instant::now();
            (target.run)(&entry);
            times.push((begun.elapsed(), entry));
        }
        times.sort();
        let all: Duration = times.iter().map(|(time, _)| time).sum();
        println!("{}: {} entries in {all:?}", target.name, times.len());
        for (time, entry) in times.iter().rev().take(6) {
            println!("    {time:?} b\"{}\"", entry.escape_ascii().to_string().chars().take(150).collect::<String>());
        }
        let (slowest, _) = times.last().expect("a target has entries");
        assert!(*slowest < Duration::from_secs(5), "{}: {slowest:?}", target.name);
    }
}
