//! The command line as scripts and people use it: sentences, formats, exit codes, bad input.

use std::path::Path;
use std::process::{Command, Output, Stdio};

fn parlor(sentence: &str) -> Output {
    let words = kit::ask::words(sentence).unwrap();
    Command::new(env!("CARGO_BIN_EXE_parlor")).args(words).stdin(Stdio::null()).output().unwrap()
}

fn told(sentence: &str) -> String {
    let output = parlor(sentence);
    assert!(output.status.success(), "{sentence}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{sentence}: stderr is {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(sentence: &str) -> serde_json::Value {
    serde_json::from_str(&told(&format!("{sentence} --json"))).unwrap()
}

/// Bad input: that exit code, one line on stderr that holds `part`, nothing on stdout.
fn refused(sentence: &str, code: i32, part: &str) {
    let output = parlor(sentence);
    let line = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{sentence}: {line}");
    // A parse error may be followed by the text and a caret under the offending place.
    let lines = line.matches('\n').count();
    assert!(line.starts_with("error: ") && (lines == 1 || lines == 3 && line.ends_with("^\n")), "{sentence}: {line:?}");
    assert!(line.contains(part), "{sentence}: {line}");
    assert!(output.stdout.is_empty(), "{sentence}");
}

#[test]
fn help_tells_the_formats_of_all_certificates_or_of_one() {
    let all = told("help certificates");
    assert!(all.contains(kit::CERTIFICATE_MARK) && all.contains("states SENTENCE"));
    for (topic, kind) in topics::ALL.iter().flat_map(|topic| topic.certificates.iter().map(move |kind| (topic, kind))) {
        let one = told(&format!("help certificates {} {}", topic.name, kind.name));
        assert!(one.starts_with(&format!("{} {}\n", topic.name, kind.name)) && all.contains(&one), "{one}");
        assert!(kind.examples.iter().all(|example| one.contains(example.lines().next().unwrap())), "{one}");
    }
    assert!(
        told("help certificates scale").contains("scale most") && !told("help certificates scale").contains("disks")
    );
    refused("help certificates scale strategie", 2, "strategy");
    refused("help certificates skale", 2, "scale");
    refused("help certificates scale most more", 2, "too many words");
    refused("help certificate", 2, "certificates");
    assert_eq!(told("help"), told("--help"));
    assert_eq!(told("help queens lock"), told("queens lock --help"));
}

#[test]
fn an_answer_is_one_json_object() {
    let answer = json("queens count 4");
    assert_eq!(answer["ask"], "queens count 4");
    assert_eq!(answer["standing"]["kind"], "proved");
    assert_eq!(answer["facts"]["reachable"], 33043);
    assert_eq!(answer["facts"]["locked_by_queens"][5], 20);
    assert_eq!(answer["facts"]["outcome"], "N");
    assert_eq!(answer["tables"]["by_queens"][1]["reachable"], 16);
    let parity = json("queens parity 60");
    assert_eq!(parity["facts"]["even_sets"].as_str().map(str::len), Some(1084));
}

#[test]
fn tables_print_as_csv_and_sequences_as_b_files() {
    assert!(told("queens count 3 --csv").starts_with("queens,reachable,locked,lost\n0,1,0,0\n"));
    assert!(told("queens count 3 --bfile").starts_with("0 1\n1 9\n"));
    assert!(told("queens parity 4 --csv").contains("nullity,"));
    refused("queens parity 4 --bfile", 2, "no sequence");
    refused("queens count 3 --csv --json", 2, "cannot be used with");
    refused("queens count 3 --csv --table nothing", 2, "there are by_queens");
}

#[test]
fn bad_input_is_refused_in_one_line() {
    refused("queens count 0", 2, "the least is 1");
    refused("queens count 61", 2, "the limit is 60");
    refused("queens count six", 2, "not a whole number");
    refused("queens count", 2, "N: missing");
    refused("queens count 7", 3, "too large");
    refused("queens solve 8", 3, "64 squares");
    refused("queens solve 4 --board Q...", 2, "1 rows");
    refused("queens solve 4 --board Q.../..../..../...", 2, "row 4");
    refused("queens solve 4 --board Z.../..../..../....", 2, "'Z'");
    refused("queens solve 4 --board QQ../..../..../....", 2, "attacking pairs");
    refused("queens solve 4 --rule stadard", 2, "standard");
    refused("queens solve 4 --start 1,1", 2, "begins with the empty board");
    refused("queens solve 4 --rule alternate --start 5,1", 2, "4 rows");
    refused("queens solve 4 --piece pawn", 2, "pawn");
    refused("queens tree 5 --levels 9", 3, "more than");
    refused("quens count 4", 2, "queens");
    refused("queens cont 4", 2, "count");
    refused("queens count 4 --colour red", 2, "--colour");
    refused("check nothing", 2, "no such topic");
    refused("check queens.prop99", 2, "no such claim");
    refused("verify /no/such/file", 2, "no such file");
    refused("play queens 4 --start 1,1", 2, "begins with the empty board");
    refused("serve --port 70000", 2, "the limit is 65535");
    refused("serve --port x", 2, "not a whole number");
    refused("serve --host no.such.host.invalid", 2, "no.such.host.invalid");
    refused("serve --memory -1", 2, "--memory");
}

#[test]
fn a_point_may_begin_with_a_minus() {
    assert!(told("conics fit 0,0 3,1 5,4 2,2 -1,3 --json").contains("\"kind\""));
    assert!(told("exile where -8 4").contains("-8"));
    refused("queens count -3", 2, "the least is 1");
}

#[test]
fn an_unreachable_board_is_taken_with_any() {
    assert!(told("queens solve 4 --board QQ../..../..../.... --any").contains("nimber"));
}

#[test]
fn files_appear_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    told(&format!("queens lock 4 --svg {} --png {}", at("a.svg"), at("a.png")));
    assert!(std::fs::read_to_string(at("a.svg")).unwrap().ends_with("</svg>\n"));
    assert!(std::fs::read(at("a.png")).unwrap().starts_with(b"\x89PNG"));
    told(&format!("queens graph 3 --save dot={}", at("g.dot")));
    assert!(std::fs::read_to_string(at("g.dot")).unwrap().starts_with("digraph"));
    refused("queens lock 4 --svg /no/such/folder/a.svg", 2, "/no/such/folder/a.svg");
    refused(&format!("queens lock 4 --svg {}", folder.path().display()), 2, "folder");
    refused(&format!("queens count 9 --svg {}", at("b.svg")), 3, "too large");
    refused(&format!("queens parity 4 --svg {}", at("c.svg")), 2, "no picture");
    refused(&format!("queens draw 4 --certificate {}", at("d.txt")), 2, "none");
    let mut left: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    left.sort();
    assert_eq!(left, ["a.png", "a.svg", "g.dot"], "nothing half-written is left");
}

#[test]
fn every_topic_and_question_has_help_and_completions() {
    let listing = told("topics");
    for topic in topics::ALL {
        assert!(listing.contains(topic.name));
        let help = told(topic.name);
        for question in topic.questions {
            assert!(help.contains(question.about), "{}", question.about);
            let page = told(&format!("{} {} --help", topic.name, question.name));
            for param in question.params {
                assert!(page.contains(&param.label()), "{}: {}", question.name, param.label());
            }
        }
    }
    for shell in ["bash", "zsh", "fish"] {
        let script = told(&format!("completions {shell}"));
        assert!(script.contains("queens") && script.contains("count"), "{shell}");
    }
    assert!(told("man").contains(".TH"));
    assert!(told("--help").contains("Exit codes"));
    assert!(told("--version").starts_with("parlor "));
}

#[test]
fn essays_unfold_part_by_part_or_whole() {
    for topic in topics::ALL {
        let essay = kit::Essay::read(topic.essay);
        let (short, long) = (told(topic.name), told(&format!("{} --more", topic.name)));
        assert!(short.len() < long.len() && !short.contains("## ") && !long.contains("## "), "{}", topic.name);
        let last = &essay.more.last().expect("every essay unfolds").paragraphs[0];
        let begin: Vec<&str> = last.split(' ').take(4).collect();
        assert!(long.contains(&begin.join(" ")) && !short.contains(&begin.join(" ")), "{}", topic.name);
        for part in essay.more {
            assert!(told(&format!("explain \"{}\"", part.title)).contains(part.title), "{}", part.title);
        }
    }
    assert!(told("explain nimber").starts_with("nimber\n"));
    refused("explain \"theorem of hoks\"", 2, "\"Theorem of hooks\"");
    refused("queens --moer", 2, "--moer");
}

#[test]
fn every_question_refuses_an_unknown_flag() {
    for topic in topics::ALL {
        for question in topic.questions {
            refused(&format!("{} {} --no-such-flag", topic.name, question.name), 2, "--no-such-flag");
        }
    }
}

#[test]
fn claims_are_decided_and_printed() {
    let answer = json("check queens.fig6");
    let claim = &answer["claims"][0];
    assert_eq!(
        (&claim["id"], &claim["topic"], &claim["verdict"]),
        (&"queens.fig6".into(), &"queens".into(), &"holds".into())
    );
    assert!(claim["seconds"].is_number() && claim["evidence"].is_string() && claim["source"].is_string());
    assert!(told("check queens.prop3").starts_with("corrected"));
}

fn play(sentence: &str, moves: &str) -> String {
    use std::io::Write as _;
    let words = kit::ask::words(sentence).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(moves.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_game_is_played_to_its_end_line_by_line() {
    let told = play("play queens 3", "9,9\nvalues\nhint\nhint\n2,2\nquit\n");
    assert!(told.contains("3 rows"), "{told}");
    assert!(told.contains("2,2: wins"), "{told}");
    // First where to look, then the move.
    let (look, advice) = (told.find("Hint: look at").expect("where to look"), told.find("Hint: 2,2 (proved"));
    assert!(advice.is_some_and(|advice| look < advice), "{told}");
    assert!(told.contains("You win."), "{told}");
    // Moving second on 4 x 4, whoever follows the hints still loses.
    let told = play("play queens 4 --second", "undo\nmoves\nswap\nswap\n");
    assert!(told.contains("The house plays"), "{told}");
}

#[test]
fn a_closed_pipe_is_no_panic() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(["queens", "complete", "40"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panic"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_stops_cleanly() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("lock.svg");
    let child = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(["queens", "solve", "15", "--rule", "noon", "--svg", &picture.to_string_lossy()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("stopped: "));
    assert!(!Path::new(&picture).exists() && std::fs::read_dir(folder.path()).unwrap().next().is_none());
}

mod fuzz {
    use kit::NoFiles;
    use proptest::prelude::*;

    /// Sentences that are nearly right: real words, numbers, boards and noise in any order.
    fn sentence() -> impl Strategy<Value = String> {
        let word = prop_oneof![
            Just("queens".to_string()),
            Just("count".to_string()),
            Just("solve".to_string()),
            Just("--rule".to_string()),
            Just("--board".to_string()),
            Just("--start".to_string()),
            "[0-9]{1,4}",
            "(mod:[0-9]{0,4}|noon|standard)",
            "[Q./1X0]{0,24}",
            "[0-9]{0,2},[0-9]{0,2}",
            "\\PC{0,12}",
        ];
        prop::collection::vec(word, 0..8).prop_map(|words| words.join(" "))
    }

    fn board_and_ask(cases: u32) {
        let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig { cases, ..ProptestConfig::default() });
        runner
            .run(&("[Q./X10Z]{0,40}", 1usize..8, sentence()), |(board, n, sentence)| {
                let rules = topics::queens::rules::Rules::queens(n);
                if let Ok(read) = rules.read(&board) {
                    prop_assert_eq!(rules.read(&rules.text(&read)).unwrap(), read);
                }
                if let Ok((_, ask)) = kit::read_sentence(topics::ALL, &sentence, &NoFiles) {
                    let line = ask.line();
                    let (_, again) = kit::read_sentence(topics::ALL, &line, &NoFiles).unwrap();
                    prop_assert_eq!(again.line(), line);
                }
                Ok(())
            })
            .unwrap();
    }

    #[test]
    fn boards_and_asks_never_panic() {
        board_and_ask(2_000);
    }

    #[test]
    #[ignore = "minutes"]
    fn boards_and_asks_never_panic_in_100_000_cases() {
        board_and_ask(100_000);
    }
}
