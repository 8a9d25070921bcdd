//! Every kind: what is written passes, what is changed is refused or states the same truth.

use super::*;
use kit::{NoFiles, Unwatched, find_question, verify};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The certificate of a sentence, wished for.
pub(crate) fn written(sentence: &str) -> Certificate {
    let words = kit::ask::words(sentence).unwrap();
    let question = find_question(&crate::TOPIC, &words[1]).unwrap();
    let ask = question.ask(&crate::TOPIC, &words[2..], &NoFiles).unwrap().with_certificate();
    let report = (question.answer)(&ask, &mut Unwatched).unwrap_or_else(|e| panic!("{sentence}: {e}"));
    report.certificate.unwrap_or_else(|| panic!("{sentence} has no certificate"))
}

fn passes(file: &str) -> Result<String> {
    let certificate = Certificate::read(file)?;
    verify(&[&crate::TOPIC], &certificate, &mut Unwatched).map(|report| report.line)
}

fn changed(lines: &[&str], change: usize, chance: &mut ChaCha8Rng) -> String {
    let mut lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
    let at = chance.random_range(0..lines.len());
    let other = chance.random_range(0..lines.len());
    match change % 6 {
        0 => {
            lines.remove(at);
        }
        1 => lines.insert(at, lines[at].clone()),
        2 => lines.swap(at, other),
        3 => lines.truncate(at),
        4 => {
            // One number is one more.
            let digits: Vec<usize> =
                lines[at].char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(i, _)| i).collect();
            if !digits.is_empty() {
                let from = digits[chance.random_range(0..digits.len())];
                let end = lines[at][from..].find(|c: char| !c.is_ascii_digit()).map_or(lines[at].len(), |e| from + e);
                if let Ok(number) = lines[at][from..end].parse::<u64>() {
                    lines[at].replace_range(from..end, &(number + 1).to_string());
                }
            }
        }
        _ => {
            let letters: Vec<(usize, char)> = lines[at].char_indices().collect();
            if !letters.is_empty() {
                let (i, old) = letters[chance.random_range(0..letters.len())];
                let new = ['Q', '.', 'a', '7', '#', ' ', '0'][chance.random_range(0..7)];
                lines[at].replace_range(i..i + old.len_utf8(), &new.to_string());
            }
        }
    }
    lines.join("\n") + "\n"
}

/// Changes that leave a passing file are told apart: they must state what the true file states.
fn refuses_changes(sentence: &str, rounds: usize) {
    let file = written(sentence).to_file();
    let truth = passes(&file).unwrap_or_else(|e| panic!("{sentence}: {e}"));
    let lines: Vec<&str> = file.lines().collect();
    let mut chance = ChaCha8Rng::seed_from_u64(15);
    let mut refused = 0;
    for change in 0..rounds {
        let forged = changed(&lines, change, &mut chance);
        match passes(&forged) {
            Ok(line) => assert_eq!(line, truth, "{sentence}:\n{forged}"),
            Err(_) => refused += 1,
        }
    }
    assert!(2 * refused > rounds, "{sentence}: only {refused} of {rounds} changes were refused");
}

/// A test for each kind, so that they run beside each other and each is quick.
macro_rules! what_is_changed_is_refused {
    ($($test:ident: $kind:literal),* $(,)?) => {
        $(#[test]
        fn $test() {
            let kind = kit::find_kind(&crate::TOPIC, $kind).unwrap();
            kind.examples.iter().for_each(|sentence| refuses_changes(sentence, 300));
        })*

        #[test]
        fn all_kinds_are_changed() {
            assert_eq!(CERTIFICATES.iter().map(|kind| kind.name).collect::<Vec<_>>(), [$($kind),*]);
        }
    };
}

what_is_changed_is_refused! {
    changed_strategies_are_refused: "strategy",
    changed_parts_are_refused: "parts",
    changed_tables_are_refused: "table",
    changed_orders_are_refused: "order",
    changed_locks_are_refused: "lock",
    changed_forms_are_refused: "form",
    changed_censuses_are_refused: "census",
    changed_levels_are_refused: "levels",
    changed_nimbers_are_refused: "nimbers",
}

#[test]
#[ignore = "minutes"]
fn what_is_changed_is_refused_often() {
    for kind in CERTIFICATES {
        kind.examples.iter().for_each(|sentence| refuses_changes(sentence, 5_000));
    }
}

#[test]
fn examples_write_the_kind_they_are_examples_of() {
    for kind in CERTIFICATES {
        kind.examples.iter().for_each(|sentence| assert_eq!(written(sentence).kind, kind.name, "{sentence}"));
    }
}

/// Forged by hand: each states something false, and the line where it breaks is named.
#[test]
fn forgeries_are_refused() {
    let head = "ground 3 x 3\npiece queen\nrule standard\nfrom .../.../...\n";
    let empty = |side: usize| {
        let rows = vec![".".repeat(side); side].join("/");
        format!("ground {side} x {side}\npiece queen\nrule standard\nfrom {rows}\n")
    };
    let cases = [
        // An empty list proves nothing.
        ("strategy", "mod 2 queens on 3 x 3 is lost for the player to move, nimber 0", head.to_string(), "line 7"),
        // The empty board is not lost: its moves have no answers.
        (
            "strategy",
            "mod 2 queens on 3 x 3 is lost for the player to move, nimber 0",
            format!("{head}lost 0 .../.../...\n"),
            "line 7",
        ),
        ("table", "mod 2 queens on 3 x 3 is lost for the player to move", format!("{head}digest 0\n"), "line 7"),
        ("order", "mod 2 queens on 3 x 3: 0 queens placed legally, and no more can follow", head.to_string(), "open"),
        (
            "lock",
            "1 queen locks the 3 x 3 board, placed legally, and fewer never do",
            format!("{head}play 1,1\nleast 1\n"),
            "line 7",
        ),
        (
            "lock",
            "5 queens lock the 3 x 3 board, placed legally, and fewer never do",
            format!("{head}play 2,1\nplay 1,3\nplay 3,1\nplay 1,2\nplay 1,1\nleast 5\n"),
            "line 12",
        ),
        ("form", "x", format!("{head}kernel 000\n"), "line 7"),
        ("census", "x", format!("{head}reachable 1\nlocked 1\nlost 1\n"), "line 7"),
        ("levels", "x", format!("{head}tree 1 9 1\n"), "line 7"),
        ("nimbers", "x", "piece queen\nrow 1 1\nrow 2 1\n".to_string(), "line 5"),
        ("strategy", "x", format!("{head}lost 128 .../.../...\n"), "up to 127"),
        ("strategy", "x", format!("{head}lost 127 .../.../...\n"), "has no answer"),
        ("order", "x", format!("{head}play 1,1\nplay 1,2\n"), "line 8: the move is not legal"),
        ("lock", "x", format!("{head}play 1,1\nplay 1,2\nleast 0\n"), "line 8: the move is not legal"),
        ("order", "x", head.replace("3 x 3", "18446744073709551615 x 3"), "line 3"),
        ("order", "x", head.replace("3 x 3", "0 x 3"), "line 3: a ground has squares"),
        ("order", "x", head.replace("3 x 3", "3 x 0"), "line 3: a ground has squares"),
        ("order", "x", head.replace("3 x 3", "03 x 3"), "line 3: \"03\" is no whole number"),
        ("order", "x", head.replace("3 x 3", "3 x +3"), "line 3: \"+3\" is no whole number"),
        ("order", "x", head.replace("standard", "mod:02"), "line 5: the rule is written otherwise"),
        ("order", "x", head.replace("standard", "open:2,0:4"), "line 5: the rule is written otherwise"),
        ("table", "x", format!("{}digest 0\n", head.replace("standard", "alternate")), "is not chosen yet"),
        ("table", "x", empty(7), "49 squares can change"),
        ("table", "x", empty(6), "line 7: here stands a line `digest ...`"),
    ];
    for (kind, states, body, place) in cases {
        let file = Certificate::new("queens", kind, states, body).to_file();
        let line = passes(&file).unwrap_err().to_string();
        assert!(line.contains(place), "{kind}: {line}");
    }
}

/// The checker's own table is the definition's, on small boards of every rule that looks at parity.
#[test]
fn tables_are_made_again_alike() {
    for sentence in [
        "queens solve 5 --rule alternate --start 1,2",
        "queens solve 5 --columns 4 --rule alternate --start 3,3",
        "queens solve 5 --columns 4",
    ] {
        let words = kit::ask::words(sentence).unwrap();
        let question = find_question(&crate::TOPIC, &words[1]).unwrap();
        let ask = question.ask(&crate::TOPIC, &words[2..], &NoFiles).unwrap();
        let report = (question.answer)(&ask, &mut Unwatched).unwrap();
        let file = written(sentence).to_file();
        let line = passes(&file).unwrap();
        assert_eq!(line.contains("won by"), report.get("outcome").unwrap().to_string() == "N", "{sentence}: {line}");
    }
}

#[test]
fn nothing_may_follow_and_pieces_are_known() {
    for kind in CERTIFICATES {
        let good = written(kind.examples[0]);
        for (body, why) in [
            (format!("{}more\n", good.body), ""),
            (good.body.replacen("piece queen", "piece dragon", 1), "no such piece"),
            (String::new(), "line 3"),
        ] {
            let refused = (kind.check)(&Certificate { body, ..good.clone() }, &mut Unwatched);
            let refused = refused.map(|report| report.line).expect_err(kind.name).to_string();
            assert!(refused.contains(why), "{}: {refused}", kind.name);
        }
    }
}

#[test]
fn locks_are_said_in_full_and_bounds_are_exact() {
    let judged = |body: &str| {
        let lock = kit::find_kind(&crate::TOPIC, "lock").unwrap();
        (lock.check)(&Certificate::new("queens", "lock", "", body.to_string()), &mut Unwatched).map(|r| r.line)
    };
    let head = |side: usize| {
        format!("ground {side} x {side}\npiece queen\nrule standard\nfrom {}\n", vec![".".repeat(side); side].join("/"))
    };
    let one = format!("{}play 1,1\nleast 1\n", head(2));
    let told = "1 queen locks the 2 x 2 board, placed legally, and fewer never do";
    assert_eq!(judged(&one).unwrap(), told);
    let five = written("queens lock 5").body;
    let weaker = "5 queens lock the 5 x 5 board, placed legally, and fewer than 3 never do";
    assert_eq!(judged(&five.replace("least 5", "least 3")).unwrap(), weaker);
    assert_eq!(judged(&format!("{one}{one}")).unwrap(), format!("{told}; {told}"));
    assert!(judged(&format!("{one}{}", one.replace("play 1,1\n", ""))).is_err());
    let complete = format!("{}play 1,1\nleast 1\n", head(1));
    assert!(judged(&complete).unwrap_err().to_string().contains("complete and not locked"));
    for (part, other) in [("rule standard", "rule alternate"), ("from ..", "from Q.")] {
        assert!(judged(&one.replace(part, other)).unwrap_err().to_string().contains("the empty board"), "{other}");
    }
}

#[test]
fn games_are_said_in_full() {
    let order = kit::find_kind(&crate::TOPIC, "order").unwrap();
    for (side, text, moves, told) in [
        (1, ".", "play 1,1\n", "mod 2 queens on 1 x 1: 1 queen placed legally, and no more can follow"),
        (2, "../..", "play 2,1\n", "mod 2 queens on 2 x 2: 1 queen placed legally, and no more can follow"),
    ] {
        let body = format!("ground {side} x {side}\npiece queen\nrule standard\nfrom {text}\n{moves}");
        let certificate = Certificate::new("queens", "order", "", body);
        assert_eq!((order.check)(&certificate, &mut Unwatched).unwrap().line, told);
    }
}

#[test]
fn nimbers_stand_in_rows_of_one_length() {
    let judged = |body: &str| {
        let kind = kit::find_kind(&crate::TOPIC, "nimbers").unwrap();
        let certificate = Certificate::new("queens", "nimbers", "", body.to_string());
        (kind.check)(&certificate, &mut Unwatched).map(|report| report.line)
    };
    let many = |count: usize| format!("piece queen\nrow 1{}\n", " 1".repeat(count));
    for (body, why) in [
        ("piece queen\n", "no row"),
        ("piece queen\nrow 2 1\n", "sides count"),
        ("piece queen\nrow 1 1\nrow 2 1 1\n", "equally long"),
        ("piece queen\nrow 1 128\n", "up to 127"),
        ("piece queen\nrow 1 127\n", "the nimber modulo 1 is 1"),
        ("piece queen\nrow 6 1\n", "up to 5"),
        (&many(41), "at most 40"),
    ] {
        assert!(judged(body).unwrap_err().to_string().contains(why), "{body}");
    }
    assert_eq!(judged("piece rook\nrow 1 1 1\n").unwrap(), "nimbers of rooks modulo 1, 2, 3, ...: n = 1: 1 1");
    assert!(judged(&many(40)).is_ok());
    let three = written("queens table 3");
    assert_eq!(judged(&three.body).unwrap(), three.states);
}

/// A position is the empty board of a whole ground, or it is drawn.
#[test]
fn positions_are_told_in_full() {
    for (board, told) in [
        ("../..", "mod 2 queens on 2 x 2"),
        ("Q./..", "mod 2 queens on 2 x 2 from Q./.."),
        ("#./..", "mod 2 queens on 2 x 2 without 1 square from #./.."),
    ] {
        let head = format!("ground 2 x 2\npiece queen\nrule standard\nfrom {board}\n");
        let certificate = Certificate::new("queens", "", "", head);
        let (rules, start) = Lines::of(&certificate).head().unwrap();
        assert_eq!(position_text(&rules, &start), told);
    }
}
