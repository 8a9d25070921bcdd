//! What a careless user, a dying machine and a hostile input can do: outputs, escapes, long lines.

use std::path::Path;
use std::process::Command;

fn parlor(folder: &Path, words: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_parlor")).current_dir(folder).args(words).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn names(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[test]
fn the_files_of_an_answer_appear_together_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    // The last output fails after the first was drawn.
    let (code, _, line) = parlor(here, &["queens", "solve", "4", "--svg", "a.svg", "--save", "nothing=b.txt"]);
    assert_eq!(code, Some(2), "{line}");
    assert_eq!(names(here), [] as [&str; 0]);
    std::fs::write(here.join("a.svg"), "old").unwrap();
    let (code, ..) = parlor(here, &["queens", "solve", "4", "--svg", "a.svg", "--save", "nimber=/dev/full"]);
    assert_eq!(code, Some(2));
    assert_eq!(std::fs::read_to_string(here.join("a.svg")).unwrap(), "old", "what was there stays");
    let (code, _, line) = parlor(here, &["queens", "solve", "4", "--svg", "b.svg", "--png", "b.svg"]);
    assert!(code == Some(2) && line.contains("two outputs have this name"), "{line}");
    let (code, _, line) = parlor(here, &["queens", "solve", "4", "--svg", "a.svg", "--save", "nimber=n.txt"]);
    assert_eq!(code, Some(0), "{line}");
    assert_eq!(names(here), ["a.svg", "n.txt"]);
}

#[test]
fn a_draft_of_a_killed_run_is_swept_and_a_living_one_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let living = format!(".a.svg.{}.part", std::process::id());
    let dead = ".a.svg.4194999.part";
    for name in [living.as_str(), dead, ".b.svg.4194999.part"] {
        std::fs::write(here.join(name), "half").unwrap();
    }
    assert_eq!(parlor(here, &["queens", "solve", "4", "--svg", "a.svg"]).0, Some(0));
    assert_eq!(names(here), [living.as_str(), ".b.svg.4194999.part", "a.svg"]);
}

#[test]
fn what_is_written_cannot_speak_to_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let evil = "\u{1b}[31m\u{7}\u{9b}2J";
    let long = "x".repeat(100_000);
    for words in [
        vec!["queens", "solve", "4", "--csv", "--table", evil],
        vec!["queens", "solve", evil],
        vec![evil],
        vec!["queens", evil],
        vec!["queens", "solve", "4", &long],
        vec![&long],
        vec!["value", &long],
        vec!["value", evil],
        vec!["explain", evil],
        vec!["verify", evil],
        vec!["verify", evil, &long],
        vec!["verify", evil, evil, "--json"],
        vec!["merlin", "solve", evil],
        vec!["sprouts", "solve", evil],
        vec!["exile", "prove", &long],
        vec!["queens", "solve", "4", "--svg", evil],
        vec!["disks", "verify", evil],
        vec!["sums", "table", "0.6", "--to", "3", "--resume", evil, "--json"],
        vec!["sums", "table", "0.6", "--to", "3", "--resume", evil, "--tex"],
        vec!["sums", "table", "0.6", "--to", "3", "--resume", evil, "--html"],
    ] {
        let (code, out, line) = parlor(folder.path(), &words);
        let said: String = format!("{out}{line}");
        assert!(!said.chars().any(|c| c.is_control() && c != '\n' && c != '\t'), "{words:?} {said:?}");
        assert!(line.lines().all(|line| line.chars().count() <= 400), "{line}");
        assert!(matches!(code, Some(0..=3)), "{code:?}");
    }
}

/// A folder with few.cert, the certificate of a game of that script.
fn certify_few(script: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    std::fs::write(here.join("few.rhai"), script).unwrap();
    let (code, _, line) = parlor(here, &["value", "few(5)", "--define", "few.rhai", "--certificate", "few.cert"]);
    assert_eq!(code, Some(0), "{line}");
    folder
}

/// Whoever checks a certificate of a game by a script reads the rules that it speaks of, and they cannot speak to the
/// terminal either.
#[test]
fn verify_shows_the_script_that_an_answer_rests_on() {
    let folder = certify_few(
        "// \u{1b}[2J one or two\nfn name() { \"few\" }\nfn moves(n) { let all = []; if n > 0 { all.push([n - 1]); } if n > 1 { all.push([n - 2]); } all }\n",
    );
    let here = folder.path();
    let (code, told, line) = parlor(here, &["verify", "few.cert"]);
    assert_eq!(code, Some(0), "{line}");
    assert!(told.contains("\nscript:\n// \\u{1b}[2J one or two\nfn name() { \"few\" }\nfn moves(n) {"), "{told}");
}

/// A certificate whose script fails does not stand up: code 1, as for any other evidence that breaks.
#[test]
fn a_script_that_fails_in_a_certificate_is_evidence_that_breaks() {
    let folder = certify_few("fn name() { \"few\" }\nfn moves(n) { if n > 0 { [[n - 1]] } else { [] } }\n");
    let here = folder.path();
    let whole = std::fs::read_to_string(here.join("few.cert")).unwrap();
    for (from, to) in [
        ("{ if n > 0", "{ throw \"no\"; if n > 0"),
        ("{ if n > 0", "{ while true {} if n > 0"),
        ("fn moves(n)", "fn steps(n)"),
        ("fn moves(n)", "fn moves(n"),
        ("[[n - 1]]", "[[n + 1]]"),
        ("[[n - 1]]", "[[9223372036854775807 + n]]"),
        ("[[n - 1]]", "\"few\""),
        ("fn name() { \"few\" }", "fn name() { 7 }"),
    ] {
        let changed = whole.replace(from, to);
        assert_ne!(changed, whole, "{from}");
        std::fs::write(here.join("changed.cert"), changed).unwrap();
        let (code, _, line) = parlor(here, &["verify", "changed.cert"]);
        assert_eq!(code, Some(1), "{to}: {line}");
        assert!(line.lines().next().is_some_and(|line| line.starts_with("error: ")), "{to}: {line}");
    }
}

/// Of several files one that cannot be read is bad input, and evidence that breaks is worse.
#[test]
fn the_code_of_several_certificates_is_that_of_the_worst() {
    let folder = certify_few("fn name() { \"few\" }\nfn moves(n) { if n > 0 { [[n - 1]] } else { [] } }\n");
    let here = folder.path();
    let whole = std::fs::read_to_string(here.join("few.cert")).unwrap();
    std::fs::write(here.join("broken.cert"), whole.replace("[[n - 1]]", "[[n + 1]]")).unwrap();
    std::fs::write(here.join("other.txt"), "no certificate\n").unwrap();
    for (files, wanted, said) in [
        (&["few.cert", "few.cert"][..], 0, ""),
        (&["few.cert", "missing.cert"], 2, "missing.cert: not checked: "),
        (&["other.txt", "few.cert"], 2, "other.txt: not checked: "),
        (&["few.cert", "."], 2, ".: not checked: "),
        (&["few.cert", "broken.cert"], 1, "broken.cert: refused: "),
        (&["missing.cert", "broken.cert"], 1, "error: 1 of 2 certificates are refused"),
        (&["broken.cert", "missing.cert"], 1, "missing.cert: not checked: "),
    ] {
        let (code, _, line) = parlor(here, &[&["verify"], files].concat());
        assert_eq!(code, Some(wanted), "{files:?}: {line}");
        assert!(line.contains(said), "{files:?}: {line}");
    }
}

/// The pages of a worksheet are the files of one answer; a name that is none is refused before a puzzle is made.
#[test]
fn the_pages_of_a_worksheet_appear_together_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    for name in ["", ".svg", "sub/", "missing/a"] {
        let (code, _, line) = parlor(here, &["worksheet", "queens", "--count", "60", "--svg", name]);
        assert!(code == Some(2) && line.lines().count() == 1, "{name:?}: {line}");
    }
    // The second page cannot be written.
    std::fs::create_dir(here.join("a-2.svg")).unwrap();
    let (code, _, line) = parlor(here, &["worksheet", "queens", "--count", "60", "--svg", "a"]);
    assert!(code == Some(2) && line.contains("a-2.svg"), "{line}");
    assert_eq!(names(here), ["a-2.svg"]);
    std::fs::remove_dir(here.join("a-2.svg")).unwrap();
    assert_eq!(parlor(here, &["worksheet", "queens", "--count", "60", "--svg", "a"]).0, Some(0));
    assert!(names(here).len() > 1 && names(here).contains(&"a-2.svg".to_string()), "{:?}", names(here));
    assert!(names(here).iter().all(|name| name.ends_with(".svg")), "{:?}", names(here));
}
