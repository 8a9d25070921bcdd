//! `--seconds` and `--memory`: every question of the registry, with the largest values that the door lets in, keeps
//! both and comes with what it has or with a line.

use kit::{Ask, Kind, NoFiles, Question, Topic};
use std::io::Read as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const SECONDS: f64 = 0.5;
const MEBIBYTES: u64 = 256;
/// Tests share their machine: a program may have to wait for a core.
const WAITING: Duration = Duration::from_millis(1500);

struct Ran {
    code: Option<i32>,
    said: String,
    told: String,
    time: Duration,
    /// The most memory that it held, in MiB, as far as was seen.
    most: u64,
}

fn run(words: &[String]) -> Ran {
    let begun = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let read = |mut pipe: Box<dyn std::io::Read + Send>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = pipe.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let said = read(Box::new(child.stdout.take().unwrap()));
    let told = read(Box::new(child.stderr.take().unwrap()));
    let mut most = 0;
    let code = loop {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|rest| rest.split_whitespace().next()).and_then(|word| word.parse::<u64>().ok());
        most = most.max(peak.unwrap_or(0) >> 10);
        if let Some(status) = child.try_wait().unwrap() {
            break status.code();
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    Ran { code, said: said.join().unwrap(), told: told.join().unwrap(), time: begun.elapsed(), most }
}

/// The last example with all numbers at their largest, or as it is if the door refuses that.
fn largest(topic: &Topic, question: &'static Question) -> Ask {
    let example = kit::ask::words(question.examples.last().unwrap()).unwrap();
    let ask = question.ask(topic, &example[2..], &NoFiles).unwrap();
    let most = |kind: Kind| match kind {
        Kind::Whole { most, .. } => Some(most.to_string()),
        Kind::Digits { most } => Some("9".repeat(most.min(1000))),
        Kind::Real { most, .. } => Some(most.to_string()),
        _ => None,
    };
    let numbers = question.params.iter().filter(|p| p.name != "memory").filter_map(|p| Some((p.name, most(p.kind)?)));
    let numbers: Vec<(&str, String)> = numbers.collect();
    let mut pairs = ask.pairs();
    pairs.retain(|(name, _)| numbers.iter().all(|(n, _)| n != name));
    pairs.extend(numbers.iter().map(|(name, value)| (name.to_string(), value.clone())));
    let pairs = pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    Ask::of_pairs(format!("{} {}", topic.name, question.name), question.params, pairs).unwrap_or(ask)
}

/// What is wrong with how a question at its largest keeps these limits; what is ended by force or late is printed.
fn complaints(topic: &Topic, question: &'static Question, seconds: f64, mebibytes: u64) -> Vec<String> {
    let ask = largest(topic, question);
    let mut words = kit::ask::words(&ask.line()).unwrap();
    words.extend(["--seconds".to_string(), seconds.to_string(), "--memory".to_string(), mebibytes.to_string()]);
    let ran = run(&words);
    let line = ask.line().chars().take(100).collect::<String>();
    let heavy = 10 * ran.most > 11 * mebibytes;
    if ran.told.contains("by force") || ran.time.as_secs_f64() > 1.1 * seconds || heavy {
        println!("{line}: {:?} after {:.2?}, {} MiB: {}", ran.code, ran.time, ran.most, ran.told.trim_end());
    }
    let mut complaints = Vec::new();
    if !matches!(ran.code, Some(0 | 2 | 3 | 130)) {
        complaints.push(format!("{line}: code {:?}, {}", ran.code, ran.told));
    }
    if ran.time > Duration::from_secs_f64(1.1 * seconds) + WAITING {
        complaints.push(format!("{line}: {:?}", ran.time));
    }
    if heavy {
        complaints.push(format!("{line}: {} MiB", ran.most));
    }
    if ran.told.contains("is reached: this is what") && ran.said.contains("standing: proved") {
        complaints.push(format!("{line}: proved though it was cut short"));
    }
    complaints
}

fn all_keep(seconds: f64, mebibytes: u64) {
    let all = topics::ALL.iter().flat_map(|topic| topic.questions.iter().map(move |question| (topic, question)));
    let told: Vec<String> = all.flat_map(|(topic, question)| complaints(topic, question, seconds, mebibytes)).collect();
    assert!(told.is_empty(), "{} questions:\n{}", told.len(), told.join("\n"));
}

#[test]
fn every_question_keeps_its_limits() {
    all_keep(SECONDS, MEBIBYTES);
}

/// Each limit where it binds and the other hardly does.
#[test]
#[ignore = "minutes"]
fn every_question_keeps_a_second() {
    all_keep(1.0, 4096);
}

#[test]
#[ignore = "minutes"]
fn every_question_keeps_the_least_memory() {
    all_keep(8.0, 64);
}

#[test]
fn what_is_cut_short_says_by_what() {
    let told = |words: &str| {
        let ran = run(&kit::ask::words(words).unwrap());
        (ran.code, ran.told)
    };
    let (code, line) = told("value cram(6,7) --seconds 0.3");
    assert!(code == Some(130) && line.contains("the limit of 0.3 s is reached"), "{code:?} {line}");
    let (code, line) = told("exile queens 1000000 --memory 64");
    assert!(code == Some(3) && line.contains("64 MiB"), "{code:?} {line}");
    let (code, line) = told("check sprouts --seconds 0.05");
    assert!(code == Some(130) && line.contains("0.05 s"), "{code:?} {line}");
    for (words, part) in [
        ("queens solve 4 --seconds soon", "seconds"),
        ("queens solve 4 --seconds 0", "0.05"),
        ("queens solve 4 --memory 1", "64"),
        ("explain nimber --seconds 3", "no such parameter"),
    ] {
        let (code, line) = told(words);
        assert!(code == Some(2) && line.contains(part), "{words}: {code:?} {line}");
    }
    assert_eq!(told("queens solve 4 --seconds 60 --memory 1000"), (Some(0), String::new()));
}

#[test]
fn what_is_cut_short_leaves_no_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.svg");
    let words = format!("value cram(6,7) --seconds 0.2 --svg {}", file.display());
    assert_eq!(run(&kit::ask::words(&words).unwrap()).code, Some(130));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
