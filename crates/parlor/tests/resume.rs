//! Long runs that are kept in a file: killed, damaged, refused.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn parlor(words: &str, file: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
    command.args(words.split(' ')).arg("--resume").arg(file);
    command
}

fn said(command: &mut Command) -> (Option<i32>, String) {
    let output = command.output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_place_that_cannot_keep_is_refused_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    for place in [folder.path().to_path_buf(), "".into(), folder.path().join("missing/a.run"), "/dev/full".into()] {
        let begun = Instant::now();
        let (code, line) = said(&mut parlor("sums table 0.6 --to 3000000", &place));
        assert_eq!(code, Some(2), "{place:?}: {line}");
        assert_eq!(line.lines().count(), 1, "{place:?}: {line}");
        assert!(begun.elapsed() < Duration::from_secs(2), "{place:?} was refused late");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
}

/// Killed with no time for a word, again and again, and continued on another number of threads each time.
#[test]
fn a_killed_search_goes_on_until_it_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sprouts.facts");
    let words = ["sprouts", "solve", "12", "--json", "--keep"];
    let binary = env!("CARGO_BIN_EXE_parlor");
    let quiet = std::process::Stdio::null;
    let mut held = 0;
    for threads in ["1", "2", "3"] {
        let mut run = Command::new(binary);
        run.args(words).arg(&file).args(["--threads", threads]).stdout(quiet()).stderr(quiet());
        let mut child = run.spawn().unwrap();
        let patience = Instant::now();
        let length = || std::fs::metadata(&file).map_or(0, |about| about.len());
        while length() <= held && child.try_wait().unwrap().is_none() && patience.elapsed().as_secs() < 60 {
            std::thread::sleep(Duration::from_millis(20));
        }
        // A run that is done by then was quick; what it kept is whole as well.
        let _ = child.kill();
        child.wait().unwrap();
        assert!(length() >= held, "what was kept stays");
        held = length();
    }
    let last = Command::new(env!("CARGO_BIN_EXE_parlor")).args(words).arg(&file).output().unwrap();
    let (said, told) = (String::from_utf8_lossy(&last.stdout), String::from_utf8_lossy(&last.stderr));
    assert!(said.contains("\"outcome\":\"P\"") && told.contains("resumed with"), "{said}{told}");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[60] ^= 4;
    std::fs::write(&file, &bytes).unwrap();
    let refused = Command::new(env!("CARGO_BIN_EXE_parlor")).args(words).arg(&file).output().unwrap();
    let line = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(2) && line.contains("damaged") && line.contains("sprouts.facts"), "{line}");
    let misere =
        Command::new(env!("CARGO_BIN_EXE_parlor")).args(words).arg(&file).args(["--play", "misere"]).output().unwrap();
    assert_eq!(misere.status.code(), Some(2), "what cannot be kept is refused");
}

/// Begins long work that keeps what it has in a file.
fn begin(words: &str, file: &Path) -> Child {
    parlor(words, file).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

#[test]
fn a_killed_run_goes_on_and_a_damaged_one_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.run");
    let mut child = begin("sums table 0.6 --to 50000000", &file);
    let patience = Instant::now();
    let length = || std::fs::metadata(&file).map_or(0, |about| about.len());
    while length() < 1000 && patience.elapsed().as_secs() < 120 {
        std::thread::sleep(Duration::from_millis(50));
    }
    child.kill().unwrap();
    assert!(!child.wait().unwrap().success(), "the run came to its end before it was killed");
    let kept = length() / 2;
    assert!(kept > 400, "something was kept");
    let words = format!("sums table 0.6 --to {} --from {} --csv", kept + 5000, kept - 20);
    let resumed = parlor(&words, &file).output().unwrap();
    assert!(String::from_utf8_lossy(&resumed.stderr).contains("resumed with"));
    let whole = Command::new(env!("CARGO_BIN_EXE_parlor")).args(words.split(' ')).output().unwrap();
    assert!(whole.status.success() && resumed.stdout == whole.stdout, "the same values either way");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[700] ^= 4;
    std::fs::write(&file, &bytes).unwrap();
    let (code, line) = said(&mut parlor("sums table 0.6 --to 9000", &file));
    assert!(code == Some(2) && line.contains("damaged") && line.contains("a.run"), "{line}");
    assert_eq!(std::fs::read(&file).unwrap(), bytes, "what is refused is left as it is");
}

/// Killed at a moment that chance chooses, again and again: what is kept is always whole, never less than before, and
/// what was being written is swept by the next run.
fn kills_lose_nothing(long: &str, short: &str) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.run");
    let mut chance = ChaCha8Rng::seed_from_u64(24);
    let length = || std::fs::metadata(&file).map_or(0, |about| about.len());
    let (mut held, mut drafts, mut grown) = (0, 0, 0);
    for round in 0..40 {
        let mut child = begin(long, &file);
        std::thread::sleep(Duration::from_millis(chance.random_range(0..8000)));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(length() >= held, "round {round}: {} bytes of {held}", length());
        grown += usize::from(length() > held);
        held = length();
        drafts += std::fs::read_dir(folder.path()).unwrap().flatten().filter(|entry| entry.path() != file).count();
        if held > 0 {
            let (code, line) = said(&mut parlor(short, &file));
            assert!(code == Some(0) && line.contains("resumed with"), "round {round}: {code:?} {line}");
        }
    }
    println!("{long}: what was kept grew {grown} times to {held} bytes, {drafts} drafts were left and swept");
    assert!(grown > 0, "no run lived long enough to keep anything");
    // The last word to whoever comes after all those kills.
    assert_eq!(said(&mut parlor(short, &file)).0, Some(0));
}

#[test]
#[ignore = "minutes"]
fn forty_kills_lose_nothing_that_was_kept() {
    kills_lose_nothing("sums table 0.6 --to 90000000", "sums table 0.6 --to 50");
}

#[test]
#[ignore = "minutes"]
fn forty_kills_of_columns_lose_nothing_that_was_kept() {
    kills_lose_nothing("exile columns 200", "exile columns 3");
}
