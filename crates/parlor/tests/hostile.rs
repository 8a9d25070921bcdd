//! Hostile values in every parameter of every question, and in every command: each is answered or refused in a line
//! that a terminal can show, and nothing panics.

use kit::{Param, Place};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::path::Path;
use std::process::{Command, Stdio};

const EVIL: &str = "\u{1b}[31m\u{7}\u{9b}2J\u{202e}";

/// What somebody might write: numbers at the edge, signs of other systems and writings, files that never end, texts of
/// every grammar that are too long or too deep.
fn values() -> Vec<String> {
    let plain = [
        "",
        " ",
        "-",
        "--",
        "-1",
        "0",
        "-0",
        "-0.0",
        "+1",
        "NaN",
        "1e309",
        "-1e309",
        "inf",
        "1e-320",
        "0x10",
        "1_000",
        "18446744073709551616",
        "-9223372036854775809",
        "½",
        "٣",
        "a\nb",
        "a\rb",
        "\t",
        "''",
        "\"",
        "`id`",
        "$(id)",
        "/dev/zero",
        "/dev/full",
        "../../no/such/passwd",
        "<script>alert(1)</script>",
        "%00",
        "1/0",
        "0/0",
        "1,1/0",
        "@-1e308,1e308 @1e308,-1e308",
        "circle 1e300;2 0 0",
        "octal(0.7,1e9)",
        "grid:0x0",
        "grid:99999x99999",
        "path:1000000",
        "graph { a -- b }",
        "~?@????????",
        "0 1\n1 0",
        "Ax Ey x < y",
        EVIL,
    ];
    let long = [
        "9".repeat(5000),
        "x".repeat(100_000),
        "(".repeat(3000),
        "{".repeat(3000),
        "[".repeat(3000),
        "1,".repeat(3000),
        "é".repeat(300),
        format!("0.{}", "F".repeat(1000)),
        format!("0.{}", "7".repeat(1001)),
        "2*".repeat(3000),
        format!("nim({})", "9".repeat(30)),
        format!("{{{}}}", "ABCDEFGHIJ".repeat(30)),
        "a->b;".repeat(2000),
        format!("{{{}0}}", "0.".repeat(60)),
        "?msd_fib ".repeat(50),
    ];
    plain.iter().map(ToString::to_string).chain(long).collect()
}

/// Words that would be numbers and are none.
fn monster(told: &str) -> Option<&str> {
    let words = told.split(|c: char| c.is_whitespace() || "()[]{},;:=/\"".contains(c));
    words.into_iter().find(|word| matches!(*word, "NaN" | "inf" | "-inf" | "-0" | "-0.0"))
}

/// What is wrong with what the program does with these words, if anything is.
fn complaint(folder: &Path, words: &[String]) -> Option<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
    let output = command.current_dir(folder).args(words).stdin(Stdio::null()).output().unwrap();
    let [told, said] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let speaks = |text: &str| text.chars().any(|c| c.is_control() && c != '\n' && c != '\t' || c == '\u{202e}');
    let asked = words.iter().any(|word| monster(word).is_some());
    let why = match output.status.code() {
        Some(0..=3 | 130) if said.contains("panicked") => "a panic".to_string(),
        Some(0..=3 | 130) if speaks(&told) || speaks(&said) => "a sign that a terminal obeys".to_string(),
        Some(0..=3 | 130) if said.lines().any(|line| line.chars().count() > 400) => {
            "a line that is too long".to_string()
        }
        // The line itself, and below it the text with a caret.
        Some(1..=3) if !(1..=3).contains(&said.lines().count()) => format!("{} lines", said.lines().count()),
        Some(0) if !asked => format!("the number {}", monster(&told)?),
        Some(0..=3 | 130) => return None,
        code => format!("code {code:?}"),
    };
    let words: Vec<String> = words.iter().map(|word| kit::shorten(word)).collect();
    Some(format!("{why}: {words:?}: {}", said.chars().take(300).collect::<String>()))
}

/// The words of an example with one parameter of that value.
fn with(example: &str, params: &'static [Param], param: &Param, value: &str) -> Vec<String> {
    let mut words = kit::ask::words(example).unwrap();
    if matches!(param.place, Place::Main | Place::Rest) {
        let place =
            2 + params.iter().take_while(|other| other.name != param.name).filter(|p| !p.place.is_named()).count();
        match words.get_mut(place).filter(|word| !word.starts_with("--")) {
            Some(word) => *word = value.to_string(),
            None => words.insert(place.min(words.len()), value.to_string()),
        }
    } else {
        let flag = format!("--{}", param.name);
        match words.iter().position(|word| *word == flag) {
            Some(at) if at + 1 < words.len() => words[at + 1] = value.to_string(),
            _ => words.push(format!("{flag}={value}")),
        }
    }
    words.push("--seconds=0.5".to_string());
    words
}

fn through_every_parameter(each: usize) {
    let folder = tempfile::tempdir().unwrap();
    let (mut chance, values, mut complaints, mut tried) = (ChaCha8Rng::seed_from_u64(24), values(), Vec::new(), 0);
    for question in topics::ALL.iter().flat_map(|topic| topic.questions) {
        for param in question.params {
            for number in 0..each {
                let any = chance.random_range(0..values.len());
                let value = &values[if each >= values.len() { number % values.len() } else { any }];
                let example = question.examples[chance.random_range(0..question.examples.len())];
                let mut words = with(example, question.params, param, value);
                if chance.random_range(0..3) == 0 {
                    words.push(["--json", "--html", "--tex"][chance.random_range(0..3)].to_string());
                }
                tried += 1;
                complaints.extend(complaint(folder.path(), &words));
            }
        }
    }
    println!("{tried} command lines");
    assert!(tried > 300 * each && complaints.is_empty(), "{} of {tried}:\n{}", complaints.len(), complaints.join("\n"));
}

#[test]
fn no_value_of_a_parameter_does_harm() {
    through_every_parameter(3);
}

#[test]
#[ignore = "minutes"]
fn no_value_of_any_parameter_does_harm() {
    through_every_parameter(values().len());
}

#[test]
fn no_word_of_a_command_does_harm() {
    let folder = tempfile::tempdir().unwrap();
    let limited = ["worksheet", "paper", "check", "oeis", "verify"];
    let others = ["explain", "learn", "completions", "man", "help", "records", "schema", "topics", "value"];
    let mut complaints = Vec::new();
    // What `paper` and `check` do without a topic takes its time.
    for value in values().iter().filter(|value| !value.trim().is_empty() && !value.starts_with('-')) {
        for command in limited.into_iter().chain(others) {
            let mut words = vec![command.to_string(), value.clone()];
            words.extend(limited.contains(&command).then(|| "--seconds=2".to_string()));
            complaints.extend(complaint(folder.path(), &words));
        }
        for flag in ["--count", "--level", "--seed", "--svg"] {
            let words = ["worksheet", "queens", &format!("{flag}={value}")].map(ToString::to_string);
            complaints.extend(complaint(folder.path(), &words));
        }
    }
    assert!(complaints.is_empty(), "{}:\n{}", complaints.len(), complaints.join("\n"));
}
