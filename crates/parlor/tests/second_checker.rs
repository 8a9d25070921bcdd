//! The second checker, `checkers/check.py`: it and the first must agree on the certificate of every example of every
//! kind, and on changes to them. It was written from the texts of the formats, so it tests those as well.

#[path = "../../topics/tests/forger/mod.rs"]
mod forger;

use forger::{Forger, Original, every_kind, originals};
use kit::{Certificate, Unwatched, find_kind, find_topic, verify};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Whether there is a Python to run; says so if not.
fn python() -> bool {
    let there = Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success());
    if !there {
        println!("skipped: there is no python3");
    }
    there
}

fn checkers() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../checkers")
}

/// What a checker says of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Verdict {
    Certified(String),
    Refused(String),
    NotChecked(String),
}

/// The first checker.
fn by_rust(file: &str) -> Verdict {
    match Certificate::read(file).and_then(|certificate| verify(topics::ALL, &certificate, &mut Unwatched)) {
        Ok(report) => Verdict::Certified(report.line),
        Err(error) => Verdict::Refused(error.to_string()),
    }
}

/// The second checker, on all files in one process; with the seconds that each took.
fn by_python<'a>(files: impl Iterator<Item = &'a str>) -> Vec<(Verdict, f64)> {
    let place = tempfile::tempdir().unwrap();
    let mut command = Command::new("python3");
    command.arg(checkers().join("check.py")).arg("--times").current_dir(place.path());
    // One more that is refused, so that several are asked for and every line begins with its name.
    let mut count = 0;
    for file in files.chain([""]) {
        std::fs::write(place.path().join(count.to_string()), file).unwrap();
        command.arg(count.to_string());
        count += 1;
    }
    let output = command.output().unwrap();
    let (told, complaints) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8_lossy(&output.stderr));
    assert!(complaints.is_empty() && output.status.code() == Some(1), "{:?}: {complaints}", output.status);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), count, "a line for each file");
    lines[..count - 1].iter().enumerate().map(|(number, line)| verdict(number, line)).collect()
}

/// Reads `0.012 7: refused: reason`.
fn verdict(number: usize, line: &str) -> (Verdict, f64) {
    let (seconds, rest) = line.split_once(' ').unwrap();
    let rest = rest.strip_prefix(&format!("{number}: ")).unwrap_or_else(|| panic!("{line:?} is not of {number}"));
    let verdict = match (rest.strip_prefix("refused: "), rest.strip_prefix("not checked: ")) {
        (Some(why), _) => Verdict::Refused(why.to_string()),
        (_, Some(why)) => Verdict::NotChecked(why.to_string()),
        _ => Verdict::Certified(rest.to_string()),
    };
    (verdict, seconds.parse().unwrap())
}

/// A file that states what the first checker finds in its evidence, if it finds something: so the second one must find
/// the same. A file whose statement was forged stays as it is.
fn stating_what_it_shows(file: String, original: &Original) -> String {
    let Ok(mut certificate) = Certificate::read(&file) else { return file };
    if certificate.states != original.report.line {
        return file;
    }
    let kind = find_topic(topics::ALL, &certificate.topic).and_then(|topic| find_kind(topic, &certificate.kind));
    match kind.and_then(|kind| (kind.check)(&certificate, &mut Unwatched)) {
        Ok(report) => {
            certificate.states = report.line;
            certificate.to_file()
        }
        Err(_) => file,
    }
}

/// A file, and the example that it was made from.
struct Case {
    sentence: &'static str,
    file: String,
}

/// The certificates of a kind, and changes to them.
fn cases_of(kind: &kit::CertificateKind, changes: usize) -> Vec<Case> {
    let originals = originals(kind);
    let mut forger = Forger::new(51);
    let case = |original: &Original, file| Case { sentence: original.sentence, file };
    let mut cases: Vec<Case> = originals.iter().map(|original| case(original, original.file.clone())).collect();
    while cases.len() < originals.len() + changes {
        let original = &originals[cases.len() % originals.len()];
        let changed = forger.change(&original.file, &originals);
        if changed != original.file {
            cases.push(case(original, stating_what_it_shows(changed, original)));
        }
    }
    cases
}

/// Whether a file brings a game as a script, which the second checker does not know.
fn has_script(file: &str) -> bool {
    file.lines().any(|line| line == "script" || line.starts_with("script "))
}

/// Compares both checkers; says how many files were certified, refused and not checked.
fn compare(name: &str, cases: &[Case], second: &[(Verdict, f64)]) {
    let (mut certified, mut refused, mut scripts) = (0, 0, 0);
    for (Case { sentence, file }, (second, _)) in cases.iter().zip(second) {
        let first = by_rust(file);
        match (&first, second) {
            (Verdict::Certified(one), Verdict::Certified(other)) if one == other => certified += 1,
            // A refusal of the statement alone says that the evidence stands: then both must say so.
            (Verdict::Refused(one), Verdict::Refused(other)) if of_statement(one) == of_statement(other) => {
                refused += 1;
            }
            (_, Verdict::NotChecked(_)) if has_script(file) => scripts += 1,
            _ => panic!("{name}, {sentence}: the first checker says {first:?}, the second {second:?}:\n{file}"),
        }
    }
    println!("{name}: {certified} certified, {refused} refused, {scripts} scripts not checked");
    assert!(certified > 0, "{name}: nothing was checked");
}

fn of_statement(why: &str) -> bool {
    why.starts_with("line 2: it states ")
}

#[test]
fn both_checkers_agree_on_every_certificate_and_on_changed_ones() {
    if !python() {
        return;
    }
    let kinds: Vec<(String, Vec<Case>)> =
        every_kind().map(|(topic, kind)| (format!("{} {}", topic.name, kind.name), cases_of(kind, 40))).collect();
    let all = kinds.iter().flat_map(|(_, cases)| cases.iter().map(|case| case.file.as_str()));
    let mut second = by_python(all).into_iter();
    for (name, cases) in &kinds {
        let own: Vec<(Verdict, f64)> = second.by_ref().take(cases.len()).collect();
        compare(name, cases, &own);
    }
}

#[test]
#[ignore = "minutes"]
fn both_checkers_agree_on_many_changed_certificates() {
    if !python() {
        return;
    }
    for (topic, kind) in every_kind() {
        let cases = cases_of(kind, 2000);
        let second = by_python(cases.iter().map(|case| case.file.as_str()));
        compare(&format!("{} {}", topic.name, kind.name), &cases, &second);
    }
}

#[test]
fn every_kind_has_a_file_of_its_own_and_no_other_has_one() {
    let named = |(topic, kind): (&kit::Topic, &kit::CertificateKind)| format!("{}_{}.py", topic.name, kind.name);
    let kinds: Vec<String> = every_kind().map(named).collect();
    for entry in std::fs::read_dir(checkers()).unwrap() {
        let path = entry.unwrap().path();
        let (name, text) =
            (path.file_name().unwrap().to_str().unwrap(), std::fs::read_to_string(&path).unwrap_or_default());
        let checks = name != "check.py" && text.contains("\ndef check(lines):\n");
        assert_eq!(kinds.iter().any(|kind| kind == name), checks, "{name}");
    }
    for kind in kinds {
        assert!(checkers().join(&kind).is_file(), "there is no checkers/{kind}");
    }
}

/// What `cargo xtask certificates` shows: how large certificates are, and how long they take to find and to check.
#[test]
#[ignore = "prints a table"]
fn sizes_and_times() {
    println!("{:18} {:>9} {:>7} {:>8} {:>8} {:>8}  ask", "kind", "bytes", "lines", "find s", "check s", "python s");
    for (topic, kind) in every_kind() {
        for &sentence in kind.examples {
            let start = Instant::now();
            let file = forger::answer(sentence, true).certificate.unwrap().to_file();
            let found = start.elapsed().as_secs_f64();
            let start = Instant::now();
            assert!(matches!(by_rust(&file), Verdict::Certified(_)), "{sentence}");
            let checked = start.elapsed().as_secs_f64();
            let second = match python() {
                true => by_python([file.as_str()].into_iter()).remove(0),
                false => (Verdict::NotChecked(String::new()), 0.0),
            };
            let second = match second {
                (Verdict::Certified(_), seconds) => format!("{seconds:.3}"),
                _ => "-".to_string(),
            };
            let (name, lines) = (format!("{} {}", topic.name, kind.name), file.lines().count());
            let ask = sentence.lines().next().unwrap_or("");
            println!("{name:18} {:>9} {lines:>7} {found:>8.3} {checked:>8.3} {second:>8}  {ask}", file.len());
        }
    }
}
