//! The second checker, `checkers/check.py`: it and the first must agree on the certificate of every example of every
//! kind, and on changes to them. It was written from the texts of the formats, so it tests those as well.

#[path = "../../topics/tests/forger/mod.rs"]
mod forger;

use forger::{Forger, Original, chosen, every_kind, originals, smaller_originals};
use kit::{Certificate, Unwatched, find_kind, find_topic, verify};
use std::path::{Path, PathBuf};
use std::process::Command;

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

/// Certificates, and changes to them.
fn cases_of(originals: &[Original], changes: usize) -> Vec<Case> {
    let mut forger = Forger::new(51);
    let case = |original: &Original, file| Case { sentence: original.sentence, file };
    let mut cases: Vec<Case> = originals.iter().map(|original| case(original, original.file.clone())).collect();
    while cases.len() < originals.len() + changes {
        let original = &originals[cases.len() % originals.len()];
        let changed = forger.change(&original.file, originals);
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
    let kinds: Vec<(String, Vec<Case>)> = every_kind()
        .map(|(topic, kind)| (format!("{} {}", topic.name, kind.name), cases_of(&originals(kind), 40)))
        .collect();
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
    for (topic, kind) in chosen() {
        let cases = cases_of(&smaller_originals(topic, kind), 2000);
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

/// Asks beyond the examples whose search is long or whose certificate is large.
const LONG: &[&str] = &[
    "queens count 5",
    "queens lock 9",
    "queens lock 12",
    "queens solve 10 --rule noon",
    "queens solve 12 --rule noon",
    "sums value cram(4,6)",
    "sums value chomp(6,7)",
    "sums value boxing(4,6)",
    "sums period 0.16",
    "sums period 0.127",
    "sums period 0.376",
    "sums value \"kayles(9) + dawson(8)\" --play misere",
    "sprouts solve 12",
    "sprouts solve 14",
    "sprouts solve 9 --play misere",
    "merlin hardest grid:5x5",
    "merlin hardest grid:3x3 --mod 3",
    "magic search --vertices 16 --degree 3",
    "exile prove \"A n: X(n+1) > X(n)\"",
    "exile columns 60",
    "scale most 4",
    "scale best 100",
    "queens solve 11 --rule noon",
    "sums period 0.354",
    "merlin nullity 300 --torus",
];
/// The same where the second checker would take minutes: it is not timed.
const LONGER: &[&str] = &[
    "queens lock 15",
    "queens lock 16",
    "queens lock 18",
    "sums value boxing(6,8)",
    "sprouts solve 17",
    "exile columns 100",
    "exile columns 150",
    "exile completions 1000000",
    "scale bounds 5",
];

/// A row of the table: how large the certificate of an ask is, and the seconds of the processor that it takes to answer
/// without one, to answer with one, and to check it by both checkers, or by the first alone.
fn row(name: &str, sentence: &str, both: bool) -> String {
    let timed = |certify: bool| {
        let before = forger::used();
        let report = forger::answer(sentence, certify);
        (report, (forger::used() - before).as_secs_f64())
    };
    let ((_, found), (report, written)) = (timed(false), timed(true));
    let ask = sentence.lines().next().unwrap_or("");
    let Some(file) = report.certificate.as_ref().map(kit::Certificate::to_file) else {
        let argument = report.get(kit::ARGUMENT).map_or_else(|| "none".to_string(), ToString::to_string);
        return format!("{name:18} {found:>7.2} by argument: {argument}  {ask}\n");
    };
    let before = forger::used();
    assert!(matches!(by_rust(&file), Verdict::Certified(_)), "{sentence}");
    let checked = (forger::used() - before).as_secs_f64();
    let second = match (both && python()).then(|| by_python([file.as_str()].into_iter()).remove(0)) {
        Some((Verdict::Certified(_), seconds)) => format!("{seconds:.2}"),
        _ => "-".to_string(),
    };
    let (bytes, lines) = (file.len(), file.lines().count());
    let name = if name.is_empty() {
        file.split_whitespace().skip(3).take(2).collect::<Vec<_>>().join(" ")
    } else {
        name.into()
    };
    format!("{name:18} {bytes:>9} {lines:>7} {found:>7.2} {written:>7.2} {checked:>7.2} {second:>7}  {ask}\n")
}

/// What `cargo xtask certificates` shows, and with PARLOR_WRITE keeps: how large certificates are, and how long they
/// take to find and to check.
#[test]
#[ignore = "prints a table"]
fn sizes_and_times() {
    let columns = ["kind", "bytes", "lines", "find s", "write s", "check s", "python s", "ask"];
    let [kind, bytes, lines, find, write, check, python, ask] = columns;
    let mut table = format!("{kind:18} {bytes:>9} {lines:>7} {find:>7} {write:>7} {check:>7} {python:>7}  {ask}\n");
    print!("{table}");
    let examples = every_kind().flat_map(|(topic, kind)| {
        let name = format!("{} {}", topic.name, kind.name);
        kind.examples.iter().map(move |&sentence| (name.clone(), sentence))
    });
    let longer = [(LONG, true), (LONGER, false)]
        .into_iter()
        .flat_map(|(list, both)| list.iter().map(move |&sentence| (String::new(), sentence, both)));
    for (name, sentence, both) in examples.map(|(name, sentence)| (name, sentence, true)).chain(longer) {
        let row = row(&name, sentence, both);
        print!("{row}");
        table += &row;
    }
    if std::env::var_os("PARLOR_WRITE").is_some() {
        std::fs::write(checkers().join("measured.txt"), table).unwrap();
    }
}

/// Forgeries made by hand: an ask, what is done to its file, and the words to put for others.
type Forgery = (&'static str, &'static str, fn(&str) -> String);

/// The file without the lines that begin with this word.
fn without(file: &str, word: &str) -> String {
    file.lines().filter(|line| !line.starts_with(word)).map(|line| format!("{line}\n")).collect()
}

/// The file with one line more of evidence.
fn before_the_end(file: &str, line: &str) -> String {
    file.replacen("\nend\n", &format!("\n{line}\nend\n"), 1)
}

const FORGERIES: &[Forgery] = &[
    ("sums value \"kayles(7) + nim(2)\"", "ends of lines of another system", |file| file.replace('\n', "\r\n")),
    ("sums value \"kayles(7) + nim(2)\"", "a digit of another script", |file| file.replacen("lost 1", "lost １", 1)),
    ("sums value \"kayles(7) + nim(2)\"", "a tab in the heading", |file| file.replacen("sums c", "sums\tc", 1)),
    ("sums value \"kayles(7) + nim(2)\"", "a byte order mark", |file| format!("\u{feff}{file}")),
    ("sums value \"kayles(7) + nim(2)\"", "a zero byte in a call", |file| file.replacen("(7)", "(7\0)", 1)),
    ("sums value \"kayles(7) + nim(2)\"", "the kind of another topic", |file| {
        file.replacen("sums couples", "sprouts nimbers", 1)
    }),
    ("sums value \"kayles(7) + nim(2)\"", "no couples", |file| without(file, "lost")),
    ("sums value cram(2,3)", "an image listed with another pile", |file| {
        let rows = file.lines().find_map(|line| line.strip_prefix("lost 1 cram(\"")?.strip_suffix("\")"));
        let turned: String = rows.unwrap_or("").chars().rev().collect();
        before_the_end(file, &format!("lost 2 cram(\"{turned}\")"))
    }),
    ("sums table 0.77 --to 40", "the last value and its statement", |file| file.replacen(" 1\nend", " 2\nend", 1)),
    ("sums period 0.77", "a multiple of the period", |file| {
        file.replace("period 12", "period 24").replace("n + 12", "n + 24").replace("least 12", "least 24")
    }),
    ("sums period 0.77", "the values of Dawson's Kayles", |file| file.replace("0.77", "0.07")),
    ("sums period 0.77", "a start before the first value", |file| file.replace("from 71", "from 0")),
    ("sums value \"nim(2) + nim(1)\" --play misere", "nothing listed", |file| without(file, "lost")),
    ("sums value \"nim(2) + nim(1)\" --play misere", "another name", |file| file.replacen("sum nim(2)", "sum *2", 1)),
    ("queens solve 4 --board Q.../..../..../....", "only the first position", |file| {
        let kept = file.lines().take(7).map(|line| format!("{line}\n")).collect::<String>();
        format!("{kept}end\n")
    }),
    ("queens solve 4 --board Q.../..../..../....", "lines behind the end", |file| {
        format!("{file}lost 0 ..../..../..../....\nend\n")
    }),
    ("queens solve 6 --rule noon", "no couples", |file| without(file, "lost")),
    ("queens solve 6 --rule noon", "the parts of another rule", |file| {
        file.replace("rule noon", "rule standard").replace("Noon's", "mod 2")
    }),
    ("queens solve 6 --rule noon", "a part beyond the board", |file| {
        before_the_end(file, &format!("lost 0 {}", "f".repeat(64)))
    }),
    ("queens lock 4", "one queen more", |file| file.replacen("states 5", "states 6", 1)),
    ("sprouts solve 6", "one spot more", |file| file.replace("6 spots", "7 spots").replace("spots 6", "spots 7")),
    ("sprouts solve 6", "more spots than letters", |file| {
        file.replace("6 spots", "65 spots").replace("spots 6", "spots 65")
    }),
    ("sprouts solve 6", "a huge number", |file| file.replace("spots 6", "spots 99999999999999999999")),
    ("sprouts solve 6", "a blank too many", |file| file.replace("spots 6", "spots 6 ")),
    ("merlin nullity 5", "another side", |file| file.replace("5x5", "6x6")),
    ("merlin nullity 5", "a huge side", |file| file.replace("5x5", "65536x65536")),
    ("magic bits g1", "one bit fewer", |file| file.replace("are 5", "are 4")),
    ("magic squares", "a square twice", |file| {
        let square = file.lines().nth(2).unwrap_or("").to_string();
        file.replacen(&square, &format!("{square}\n{square}"), 1)
    }),
    ("scale most 3", "one coin more", |file| file.replace("among 11", "among 12").replace("coins 11", "coins 12")),
    ("scale most 3", "no sets to begin with", |file| file.replacen("possible 0-0", "possible ", 1)),
    ("exile columns 20", "a column left out", |file| without(file, "column 20 ")),
    ("queens solve 4 --board Q.../..../..../....", "a nimber twice", |file| {
        before_the_end(file, "lost 1 Q.../..../..../....")
    }),
    ("queens solve 5 --columns 4", "the table of the board turned", |file| file.replace("5 x 4", "4 x 5")),
    ("queens solve 5 --columns 4", "won for lost", |file| file.replace("is lost", "is won")),
    ("queens complete 5", "a square twice", |file| file.replacen("play 2,3\n", "play 3,1\n", 1)),
    ("queens complete 5", "a square with a sign", |file| file.replacen("play 2", "play +2", 1)),
    ("queens lock 5", "a board that nothing is stated of", |file| {
        let board = &file[file.find("ground").unwrap_or(0)..];
        file.replacen("end\n", board, 1)
    }),
    ("queens lock 5", "the ground twice", |file| file.replacen("ground 5 x 5", "ground 5 x 5\nground 5 x 5", 1)),
    ("queens parity 4", "a vector of the kernel twice", |file| file.replace("kernel 8085", "kernel 5808")),
    ("queens count 3", "sets moved to the next level", |file| file.replacen("44 60 40", "43 61 40", 1)),
    ("queens count 3", "a level beyond the board", |file| file.replacen("8 8 1\n", "8 8 1 0\n", 1)),
    ("queens tree 3 --levels 3", "the graph for the tree", |file| file.replace("tree", "graph")),
    ("sums value \"nim(4) + chomp(2,2)\"", "one summand fewer", |file| without(file, "summand chomp")),
    ("sums value \"nim(4) + chomp(2,2)\"", "a pile beyond all bits", |file| {
        file.replacen("lost 4 nim(4)", "lost 4294967300 nim(4)", 1)
    }),
    ("sums value boxing(7,9)", "another move", |file| file.replace("at 1,2", "at 1,1")),
    ("sums table 0.77 --to 40", "another spelling of the code", |file| file.replace("0.77", ".77")),
    ("sums period 0.77", "a period with a sign", |file| file.replacen("period 12", "period +12", 1)),
    ("sums value kayles(9) --play misere", "the accent beside its letter", |file| {
        file.replacen("misère", "mise\u{300}re", 1)
    }),
    ("sums value kayles(9) --play misere", "a won sum listed", |file| before_the_end(file, "lost kayles(2)")),
    ("sprouts solve 6", "stated of twelve spots", |file| file.replacen("6 spots", "12 spots", 1)),
    ("sprouts solve 6", "a land with two nimbers", |file| file.replacen("{0} 0", "{0} 0\n{0} 1", 1)),
    ("sprouts solve 6", "a nimber of 65 bits", |file| file.replacen("{22} 1", "{22} 18446744073709551617", 1)),
    ("sprouts solve 3 --play misere", "as of normal play", |file| {
        file.replacen("sprouts misere", "sprouts nimbers", 1)
    }),
    ("sprouts solve 3 --play misere", "nothing listed", |file| without(file, "{")),
    ("merlin solve grid:5x5", "a click fewer", |file| file.replacen("by 15", "by 14", 1)),
    ("merlin solve circle:6 --from 100000", "weights of nothing", |file| {
        file.replacen("weights 1,0,1,0,1,0", "weights 0,0,0,0,0,0", 1)
    }),
    ("merlin analyse circle:6 --mod 2", "a quiet way twice", |file| {
        file.replacen("quiet 0,1,0,1,0,1", "quiet 1,0,1,0,1,0", 1)
    }),
    ("merlin analyse circle:6 --mod 2", "other colours", |file| {
        file.replacen("colours 2", "colours 4", 1).replacen("2 colours", "4 colours", 1)
    }),
    ("merlin nullity 19", "nothing in common", |file| file.replacen("common 10101", "common 0", 1)),
    ("merlin nullity 5 --torus", "the plain grid", |file| file.replace("torus:", "grid:")),
    ("magic search --vertices 8", "a graph twice", |file| {
        let graph = file.lines().nth(3).unwrap_or("").to_string();
        before_the_end(file, &graph).replacen("8 vertices: 1", "8 vertices: 2", 1)
    }),
    ("magic search --vertices 8", "no graph at all", |file| without(file, "GsX").replacen(": 1 up", ": 0 up", 1)),
    ("exile columns 9", "rows half a period apart", |file| file.replacen("148 212", "148 180", 1)),
    ("exile completions 20000", "the other board", |file| file.replace("spiral", "quadrant")),
    ("scale strategy 16 --method halving", "no fakes", |file| {
        file.replacen("fakes 2", "fakes 0", 1).replacen("2 fakes", "0 fakes", 1)
    }),
    ("scale strategy 5", "a bound from nothing", |file| file.replacen("not always within 1", "not always within 2", 1)),
    ("conics fit 0,0 3,1 5,4 2,6 -1,3", "one point for two", |file| file.replacen("point -1,3", "point 0,0", 1)),
    ("disks verify \"circle 4;2 1 0;2 -1 0\"", "one disk upon the other", |file| file.replacen("2 -1 0", "2 1 0", 1)),
    ("disks pack --diameters 2,1.5 --container 3", "no disks", |file| without(file, "disk ")),
];

#[test]
fn forgeries_made_by_hand_are_refused_by_both() {
    let forged: Vec<(String, String)> = FORGERIES
        .iter()
        .map(|(sentence, what, forge)| {
            let file = forger::answer(sentence, true).certificate.unwrap().to_file();
            let changed = forge(&file);
            assert_ne!(changed, file, "{sentence}: {what}");
            (format!("{sentence}: {what}"), changed)
        })
        .collect();
    for (name, file) in &forged {
        assert!(matches!(by_rust(file), Verdict::Refused(_)), "{name}");
    }
    if python() {
        for ((name, _), (verdict, _)) in forged.iter().zip(by_python(forged.iter().map(|(_, file)| file.as_str()))) {
            assert!(matches!(verdict, Verdict::Refused(_)), "{name}: {verdict:?}");
        }
    }
}
