use super::*;
use crate::TOPIC;
use crate::least::gray;
use crate::nullity;
use crate::reach::Distances;
use crate::system::System;
use kit::watch::Impatient;
use kit::{Topic, Unwatched};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const ALL: &[&Topic] = &[&TOPIC];

fn certificate_of(sentence: &str) -> Certificate {
    let report = TOPIC.answer(sentence).unwrap();
    report.certificate.unwrap_or_else(|| panic!("{sentence} writes no certificate"))
}

fn check(kind: &str, body: &str) -> Result<Report> {
    let check = kit::find_kind(&TOPIC, kind).unwrap().check;
    check(&Certificate::new("merlin", kind, "", body.to_string()), &mut Unwatched)
}

/// Each body must be refused, with that part in the refusal.
fn refused(kind: &str, cases: &[(&str, &str)]) {
    kit::trial::refused(cases, |body| check(kind, body));
}

/// Each change of the body must be refused, with that part in the refusal.
fn refused_changes(kind: &str, body: &str, changes: &[(&str, &str, &str)]) {
    check(kind, body).unwrap();
    forgery::changes_refused(body, changes, |body| check(kind, body));
}

/// What is stated names graph, colours and change.
const STATED: &[(&str, &str)] = &[
    ("merlin solve grid:5x5", "grid:5x5 self with 2 colours: the change all:1 is made by 15 clicks"),
    (
        "merlin solve grid:2x3 --no-self --mod 3 --from 012/210",
        "grid:2x3 no-self with 3 colours: the change 021120 is made by 10 clicks",
    ),
    (
        "merlin solve path:3 --self --mod 11 --from 1,0,10",
        "grid:1x3 self with 11 colours: the change 10,0,1 is made by 11 clicks",
    ),
    ("merlin solve circle:6 --from 100000", "digraph6 &EPgSIDa with 2 colours: the change 100000 cannot be made"),
    (
        "merlin analyse circle:6 --mod 6",
        "digraph6 &EPgSIDa with 6 colours: exactly 4 ways to click change nothing, and one change in 4 can be made",
    ),
    (
        "merlin least grid:2x2 --mod 5 --weight buttons",
        "grid:2x2 self with 5 colours: the change all:4 is made by 4 buttons and by no fewer",
    ),
    (
        "merlin least circle:6 --mod 4 --from 130130 --weight either",
        "digraph6 &EPgSIDa with 4 colours: the change 310310 is made by 4 clicks and unclicks and by no fewer",
    ),
    (
        "merlin hardest grid:4x4",
        "grid:4x4 self with 2 colours: a change that can be made takes at most 7 clicks, and one of them no fewer",
    ),
    ("merlin nullity 19", "grid:19x19 self with 2 colours: exactly 2^16 ways to click change nothing"),
    ("merlin nullity 4x9 --no-self", "grid:4x9 no-self with 2 colours: exactly 2^4 ways to click change nothing"),
    ("merlin nullity 9x6 --torus", "torus:9x6 self with 2 colours: exactly 2^6 ways to click change nothing"),
];

#[test]
fn what_examples_and_others_write_is_stated_so_and_stands() {
    forgery::examples_stand(&TOPIC);
    forgery::stated(&TOPIC, STATED);
}

/// Long states and graphs are named by how many they are and a digest, which every digit changes.
#[test]
fn long_states_and_graphs_are_named_by_their_digest() {
    let state = |at: usize| (0..441).map(|k| if k == at { '0' } else { '1' }).collect::<String>();
    let mut names = std::collections::BTreeSet::new();
    for at in 0..441 {
        let rules = Rules::of(&Puzzle::from_text("grid:21x21", true, None, 2).unwrap()).unwrap();
        let colours: Vec<u32> = state(at).chars().filter_map(|c| c.to_digit(10)).collect();
        let name = rules.state_name(&colours);
        assert!(name.starts_with("of 441 cells with SHA-256 "), "{name}");
        names.insert(name);
    }
    assert_eq!(names.len(), 441);
    let certificate = certificate_of(&format!("merlin solve grid:21x21 --from {}", state(440)));
    // Computed with another program.
    let digest = "9250dd2835e1e0d4b4b052d2b3822b84cc28ac1ddea37159ec029c0cf865d75c";
    assert!(
        certificate.states.contains(&format!(": the change of 441 cells with SHA-256 {digest} ")),
        "{}",
        certificate.states
    );
    kit::verify(ALL, &certificate, &mut Unwatched).unwrap();
    let long = certificate_of("merlin solve circle:50 --from scrambled");
    assert!(long.states.starts_with("digraph6 of 50 vertices and 100 arcs with SHA-256 "), "{}", long.states);
    kit::verify(ALL, &long, &mut Unwatched).unwrap();
}

const CLICKED: &str = "graph grid:2x2 self\ncolours 3\nchange 1,2,1,0\nclicks 0,1,0,2\n";

#[test]
fn each_rule_of_clicks_is_kept() {
    let body = {
        let rules =
            Rules::read(&mut Lines::of(&Certificate::new("merlin", "clicks", "", CLICKED.to_string()))).unwrap();
        assert_eq!(rules.effect(&[0, 1, 0, 2]), [1, 0, 2, 0]);
        CLICKED.replace("change 1,2,1,0", "change 1,0,2,0")
    };
    refused_changes(
        "clicks",
        &body,
        &[
            ("graph", "Graph", "line 3: a line \"graph\" is to come here"),
            ("graph ", "graph", "line 3: a line \"graph\" is to come here"),
            ("grid:2x2 self", "grid:2x2", "line 3: a graph is"),
            ("grid:2x2 self", "grid:2x2 Self", "line 3: a graph is"),
            ("grid:2x2 self", "grid:2x2:king self", "line 3: a side"),
            ("grid:2x2 self", "torus:2x2 self", "line 3: a graph is"),
            ("grid:2x2 self", "circle:4 self", "line 3: a graph is"),
            ("grid:2x2 self", "grid:2,2 self", "line 3: a graph is"),
            ("grid:2x2", "grid:0x2", "line 3: a side"),
            ("grid:2x2", "grid:2x0", "line 3: a side"),
            ("grid:2x2", "grid:+2x2", "line 3: a side"),
            ("grid:2x2", "grid:02x2", "line 3: a side"),
            ("grid:2x2", "grid:２x2", "line 3: a side"),
            ("grid:2x2", "grid:2097153x1", "line 3: a side"),
            ("grid:2x2", "grid:2097152x2", "line 3: more than 2097152 cells"),
            ("grid:2x2", "grid:18446744073709551615x18446744073709551615", "line 3: a side"),
            ("grid:2x2", "grid:2x3", "line 5: not 6 numbers"),
            ("grid:2x2 self", "grid:2x2 no-self", "the clicks do not change cell 2"),
            ("grid:2x2 self", "grid:1x4 self", "the clicks do not change cell 2 as wanted"),
            ("grid:2x2 self", "grid:4x1 self", "the clicks do not change cell 2 as wanted"),
            ("colours 3", "colours 1", "line 4: only 2 to"),
            ("colours 3", "colours 4294967297", "line 4: only 2 to"),
            ("colours 3", "colours 4", "the clicks do not change cell 2"),
            ("colours 3", "colours 2", "line 5: not 4 numbers from 0 to 1"),
            ("change 1", "change 3", "line 5: not 4 numbers from 0 to 2"),
            ("change 1,", "change ", "line 5: not 4 numbers"),
            ("change 1,", "change ,1,", "line 5: not 4 numbers"),
            ("change 1", "change 01", "line 5: not 4 numbers"),
            ("change 1", "change 1 ", "line 5: not 4 numbers"),
            ("change 1", "change -1", "line 5: not 4 numbers"),
            ("0,2,0\n", "0,2,0,0\n", "line 5: not 4 numbers"),
            ("0,2,0\n", "0,2,0\n\n", "line 6: a line \"clicks\" is to come here"),
            ("clicks 0", "clicks 1", "the clicks do not change cell 1 as wanted"),
            ("clicks 0,1,0,2\n", "", "the line \"clicks\" is missing"),
            ("clicks 0,1,0,2\n", "clicks 0,1,0,2\nclicks 0,1,0,2\n", "line 7: nothing more"),
        ],
    );
    refused(
        "clicks",
        &[("", "the line \"graph\" is missing"), ("graph grid:2x2 self\n", "the line \"colours\" is missing")],
    );
    // A grid of many cells is refused by its lists before anything of its size is made.
    refused("clicks", &[("graph grid:2048x1024 self\ncolours 2\nchange 1\nclicks 1\n", "line 5: not 2097152 numbers")]);
}

#[test]
fn only_the_one_digraph6_line_of_a_graph_is_read() {
    let body = |line: &str, n: usize| {
        let list = vec!["0"; n].join(",");
        format!("graph digraph6 {line}\ncolours 2\nchange {list}\nclicks {list}\n")
    };
    for (line, n) in [("&@?", 1), ("&AG", 2), ("&BP_", 3)] {
        assert!(check("clicks", &body(line, n)).is_ok(), "{line}");
    }
    for line in
        ["&", "AG", "&A", "&AGG", "&AH", "&A!", "&~??AG", "& AG", "&AG ", "&?", "&~~?????AG", "&~~~~~~~~", "&~?}?"]
    {
        let error = check("clicks", &body(line, 2)).err().unwrap_or_else(|| panic!("{line} stands"));
        assert!(error.to_string().contains("line 3: not the digraph6 line"), "{line}: {error}");
    }
    // 0 -> 1 -> 2 -> 0: clicking a vertex changes its successor.
    let arrow = "graph digraph6 &BP_\ncolours 5\nchange 3,1,2\nclicks 1,2,3\n";
    assert!(check("clicks", arrow).is_ok());
    refused("clicks", &[(&arrow.replace("3,1,2", "2,3,1"), "the clicks do not change cell 1")]);
}

/// The circle of six: no click changes the sum of every second cell.
const EVERY_SECOND: &str = "graph digraph6 &EJWhcM\ncolours 2\nchange 1,0,0,0,0,0\nweights 1,0,1,0,1,0\n";

#[test]
fn each_rule_of_a_witness_is_kept() {
    let body = certificate_of("merlin solve circle:6 --no-self --from 100000").body;
    let graph = body.lines().next().unwrap();
    let body = format!("{graph}{}", &EVERY_SECOND[EVERY_SECOND.find('\n').unwrap()..]);
    // The change keeps the weighted sum: nothing is shown, and indeed 1,0,1,0,0,0 can be made.
    for change in ["change 1,0,1,0,0,0", "change 0,1,0,0,0,0", "change 0,0,0,0,0,0"] {
        let why = "the wanted change leaves the weighted sum as it is";
        refused_changes("impossible", &body, &[("change 1,0,0,0,0,0", change, why)]);
    }
    for (weights, why) in [
        ("weights 0,0,0,0,0,0", "the wanted change leaves the weighted sum as it is"),
        ("weights 1,0,1,0,1,1", "a click on cell 1 changes the weighted sum"),
        ("weights 1,0,1,0,0,0", "a click on cell 4 changes the weighted sum"),
        ("weights 1,1,1,1,1,0", "a click on cell 1 changes the weighted sum"),
        ("clicks 1,0,1,0,1,0", "line 6: a line \"weights\""),
        ("weights 1,0,1,0,1", "line 6: not 6 numbers"),
        ("weights 1,0,1,0,1,2", "line 6: not 6 numbers"),
        ("weights 1,0,1,0,1,0\nend", "line 7: nothing more"),
    ] {
        refused_changes("impossible", &body, &[("weights 1,0,1,0,1,0", weights, why)]);
    }
    refused_changes("impossible", &body, &[("colours 2", "colours 3", "a click on cell 2 changes the weighted sum")]);
    // Weights need not be 0 or 1, and products may exceed the colours: 2 * 2 = 4 is 0 modulo 4, 2 * 3 = 6 is not.
    let doubled = body.replace("colours 2", "colours 4").replace("1,0,1,0,1,0", "2,0,2,0,2,0");
    assert!(check("impossible", &doubled.replace("change 1", "change 3")).is_ok());
    refused("impossible", &[(&doubled.replace("change 1", "change 2"), "leaves the weighted sum")]);
    // Arcs count in their direction: on 0 -> 1 nothing ever changes 0.
    let arrow = "graph digraph6 &AO\ncolours 2\nchange 1,0\nweights 1,0\n";
    assert!(check("impossible", arrow).is_ok());
    refused("impossible", &[(&arrow.replace("1,0", "0,1"), "a click on cell 1 changes the weighted sum")]);
}

#[test]
fn each_rule_of_a_reduction_is_kept() {
    let body = certificate_of("merlin analyse circle:6 --mod 2").body;
    let reaches = body.lines().filter(|line| line.starts_with("reach")).count();
    let quiets: Vec<&str> = body.lines().filter(|line| line.starts_with("quiet")).collect();
    assert_eq!((reaches, quiets.len()), (4, 2));
    let first = body.lines().find(|line| line.starts_with("reach")).unwrap();
    refused_changes(
        "quiet",
        &body,
        &[
            (&format!("{first}\n"), "", "do not multiply to 2^6"),
            (&format!("{}\n", quiets[0]), "", "do not multiply to 2^6"),
            (&format!("{}\n", quiets[1]), "", "do not multiply to 2^6"),
            (quiets[0], quiets[1], "line 10: its lead does not come after"),
            (quiets[1], quiets[0], "line 10: its lead does not come after"),
            (quiets[1], "quiet 0,0,0,0,0,0", "line 10: it has no lead"),
            (quiets[1], "quiet 0,0,0,0,0,1", "line 10: these clicks change something"),
            (quiets[1], "quiet 0,0,0,0,0", "line 10: not a number for each cell"),
            (quiets[1], "quiet 0,0,0,0,0,2", "line 10: not a number for each cell"),
            (first, &first.replace("reach", "Reach"), "do not multiply"),
            (first, "reach 0,0,0,0,0,0", "line 5: it has no lead"),
            (first, &quiets[0].replace("quiet", "reach"), "line 5: it has no lead"),
            (first, &format!("{first}\n{first}"), "line 6: its lead does not come after"),
            (first, "reach 0,0,0,0,0", "line 5: not a number for each cell"),
            (quiets[0], &format!("{first}\n{}", quiets[0]), "line 9: its lead does not come after"),
            (quiets[1], &format!("{}\n{first}", quiets[1]), "line 11: nothing more"),
        ],
    );
    // Modulo 4 a vector whose lead is 2 has two multiples only.
    let doubled = "graph digraph6 &@_\ncolours 4\nreach 1\n";
    assert!(check("quiet", doubled).is_ok());
    refused("quiet", &[(&doubled.replace("reach 1", "reach 2"), "2 changes that can be made and 1 ways")]);
    let large = "graph grid:1x401 self\ncolours 2\nreach 1\n";
    refused("quiet", &[(large, "a reduction is of at most 400 cells, not of 401")]);
}

/// Graphs with random arcs, few enough cells and colours to try all ways to click.
fn small_puzzles() -> impl Iterator<Item = Puzzle> {
    let mut chance = ChaCha8Rng::seed_from_u64(6);
    (0..60).map(move |_| {
        let n = chance.random_range(1..5);
        let m = chance.random_range(2..7);
        let rows: Vec<String> =
            (0..n).map(|_| (0..n).map(|_| char::from(b'0' + chance.random_range(0..2u8))).collect()).collect();
        let text = rows.join("/");
        Puzzle::from_text(&if n == 1 { "path:1".to_string() } else { text }, true, None, m)
            .unwrap_or_else(|e| panic!("{e}"))
    })
}

fn all_ways(n: usize, m: u64) -> impl Iterator<Item = Vec<u32>> {
    (0..m.pow(n as u32)).map(move |code| (0..n as u32).map(|k| (code / m.pow(k) % m) as u32).collect())
}

#[test]
fn reductions_agree_with_trying_all_ways() {
    for puzzle in small_puzzles() {
        let (n, m) = (puzzle.order(), puzzle.colours());
        let quiet: Vec<Vec<u32>> = all_ways(n, m).filter(|t| puzzle.effect(t).iter().all(|&x| x == 0)).collect();
        let size = UBig::from(quiet.len());
        let certificate = write_quiet(&puzzle, &size, &mut Unwatched).unwrap().unwrap();
        kit::verify(ALL, &certificate, &mut Unwatched).unwrap_or_else(|e| panic!("{}: {e}", certificate.body));
        let s = puzzle.state("scrambled", None, 3).unwrap();
        for weight in [Weight::Buttons, Weight::Clicks, Weight::Either] {
            let total = |t: &Vec<u32>| weight.total(t, m);
            let ways: Vec<Vec<u32>> = all_ways(n, m).filter(|t| puzzle.effect(t) == s).collect();
            let least = ways.iter().min_by_key(|t| total(t)).unwrap();
            let certificate = write_least(&puzzle, &s, least, weight, &mut Unwatched).unwrap().unwrap();
            assert_eq!(certificate.kind, "least");
            kit::verify(ALL, &certificate, &mut Unwatched).unwrap();
            for more in ways.iter().filter(|t| total(t) > total(least)) {
                let error = write_least(&puzzle, &s, more, weight, &mut Unwatched).unwrap_err().to_string();
                assert!(error.contains("do as well, fewer than"), "{error}");
            }
            let reached = |t: &Vec<u32>| puzzle.effect(t);
            let mut far = std::collections::BTreeMap::new();
            for t in all_ways(n, m) {
                let entry = far.entry(reached(&t)).or_insert(u64::MAX);
                *entry = total(&t).min(*entry);
            }
            let most = *far.values().max().unwrap();
            for only in [false, true] {
                let certificate = write_hardest(&puzzle, most, weight, only, &mut Unwatched);
                match only && quiet.len() > 1 {
                    true => assert!(certificate.unwrap_err().to_string().contains("some clicks change nothing")),
                    false => assert_eq!(certificate.unwrap().unwrap().kind, "hardest"),
                }
                let error = write_hardest(&puzzle, most + 1, weight, only, &mut Unwatched).unwrap_err();
                assert_eq!(error.trouble(), Trouble::Failed);
            }
        }
    }
}

#[test]
fn fewest_and_hardest_agree_with_the_solvers() {
    for (text, m) in [("grid:4x4", 2), ("circle:6", 4), ("petersen", 2), ("grid:3x3", 4)] {
        let puzzle = Puzzle::from_text(text, true, None, m).unwrap();
        let system = System::new(&puzzle, &mut Unwatched).unwrap();
        let s = puzzle.state("scrambled", None, 5).unwrap();
        let outcome = system.solve(&s, &mut Unwatched).unwrap();
        for weight in [Weight::Buttons, Weight::Clicks, Weight::Either] {
            let clicks = outcome.clicks.clone().unwrap();
            let least = gray(&puzzle, &clicks, &system.kernel(), weight, &mut Unwatched).unwrap();
            let certificate = write_least(&puzzle, &s, &least, weight, &mut Unwatched).unwrap().unwrap();
            assert_eq!(certificate.kind, "least", "{text}");
            if outcome.kernel_size > UBig::ONE && puzzle.order() <= 16 && m == 2 {
                let (most, _) = Distances::of(&puzzle, weight, &mut Unwatched).unwrap().unwrap().hardest(&puzzle);
                assert!(write_hardest(&puzzle, most, weight, false, &mut Unwatched).unwrap().is_some(), "{text}");
            }
        }
    }
}

#[test]
fn each_rule_of_the_fewest_and_of_the_hardest_is_kept() {
    let body = certificate_of("merlin least grid:4x4").body;
    let quiets: Vec<&str> = body.lines().filter(|line| line.starts_with("quiet")).collect();
    let clicks = body.lines().find(|line| line.starts_with("clicks")).unwrap();
    let rules = Rules::of(&Puzzle::from_text("grid:4x4", true, None, 2).unwrap()).unwrap();
    let list = |line: &str| board::read_list(&line[line.find(' ').unwrap() + 1..], 16, 2).unwrap();
    let others: Vec<Vec<u32>> = quiets
        .iter()
        .map(|quiet| list(clicks).iter().zip(list(quiet)).map(|(&a, b)| rules.sum(a, b)).collect())
        .filter(|other: &Vec<u32>| other.iter().sum::<u32>() > 4)
        .collect();
    let worse = format!("clicks {}", list_text(&others[0]));
    refused_changes(
        "least",
        &body,
        &[
            (clicks, &worse, "4 clicks do as well, fewer than"),
            ("counted clicks", "counted Clicks", "line 5: counted are"),
            ("counted clicks", "counted", "line 5: a line \"counted\""),
            (&format!("{}\n", quiets[0]), "", "do not multiply"),
            ("change 1", "change 0", "the clicks do not change cell 1"),
            (quiets[3], &format!("{}\nend", quiets[3]), "nothing more"),
        ],
    );
    assert!(check("least", &body.replace("counted clicks", "counted buttons")).unwrap().line.contains("4 buttons and"));
    // Too many ways to look at: an empty graph of 25 cells, where nothing changes anything.
    let line = format!("&X{}", "?".repeat(105));
    let unit = |v: usize| (0..25).map(|w| if v == w { "1" } else { "0" }).collect::<Vec<_>>().join(",");
    let quiet: String = (0..25).map(|v| format!("quiet {}\n", unit(v))).collect();
    let zero = vec!["0"; 25].join(",");
    let empty = format!("graph digraph6 {line}\ncolours 2\ncounted clicks\nchange {zero}\nclicks {zero}\n{quiet}");
    assert_eq!(check("least", &empty).unwrap_err().trouble(), Trouble::TooLarge);
    let cycle = "graph grid:1x1 self\ncolours 4294967296\ncounted clicks\n";
    assert_eq!(check("hardest", cycle).unwrap_err().trouble(), Trouble::TooLarge);
    assert_eq!(
        check("hardest", &cycle.replace("counted clicks", "counted buttons")).unwrap_err().trouble(),
        Trouble::TooLarge
    );
    // Graphs without arcs: nothing ever changes.
    let still = |n: usize| {
        let graph = engine::graphs::read::to_digraph6(&engine::graphs::Digraph::new(n));
        check("hardest", &format!("graph digraph6 {graph}\ncolours 2\ncounted clicks\n"))
    };
    assert!(still(400).unwrap().line.contains("takes at most 0 clicks,"));
    assert_eq!(still(401).unwrap_err().trouble(), Trouble::TooLarge);
    let times = |m: u64| check("hardest", &format!("graph digraph6 &@?\ncolours {m}\ncounted buttons\n"));
    assert!(times(401).is_ok() && times(402).unwrap_err().trouble() == Trouble::TooLarge);
    assert!(check("hardest", &format!("{cycle}reach 1\n")).unwrap().line.contains("takes at most 4294967295 clicks,"));
    let buttons = cycle.replace("4294967296", "301").replace("counted clicks", "counted buttons");
    assert!(check("hardest", &buttons).unwrap().line.contains("takes at most 1 buttons,"));
    assert_eq!(check("hardest", &buttons.replace("301", "402")).unwrap_err().trouble(), Trouble::TooLarge);
    let only = certificate_of("merlin hardest merlin").body;
    assert!(only.contains("reach"));
    let (first, last) = (only.lines().nth(3).unwrap(), only.lines().last().unwrap());
    refused_changes(
        "hardest",
        &only,
        &[(&format!("{first}\n"), "", "do not multiply"), (last, &format!("{last}\nend"), "nothing more")],
    );
}

/// Where a certificate would be too long it says less, or there is none.
#[test]
fn what_is_too_large_is_written_as_less_or_not_at_all() {
    let puzzle = |text: &str, m: u64| Puzzle::from_text(text, true, Some(true), m).unwrap();
    // All buttons of the complete graph do the same: 2^21 ways to change nothing.
    let complete = puzzle("complete:22", 2);
    let certificate = write_least(&complete, &[1; 22], &unit(22, 0), Weight::Clicks, &mut Unwatched).unwrap().unwrap();
    assert_eq!(certificate.kind, "clicks");
    assert!(write_hardest(&puzzle("grid:5x5", 2), 15, Weight::Clicks, false, &mut Unwatched).unwrap().is_none());
    // A graph is written out up to 3000 vertices, a reduction up to 400 cells, a grid up to sides of 100,000.
    for (n, written) in [(3000, true), (3001, false)] {
        let circle = puzzle(&format!("circle:{n}"), 2);
        let nothing = vec![0; n];
        let certificate = write(&circle, &nothing, Ok(&nothing));
        assert_eq!(certificate.is_some(), written, "{n}");
        certificate.into_iter().for_each(|certificate| drop(kit::verify(ALL, &certificate, &mut Unwatched).unwrap()));
    }
    for (n, written) in [(400, true), (401, false)] {
        let certificate = write_quiet(&puzzle(&format!("path:{n}"), 2), &UBig::ONE, &mut Unwatched).unwrap();
        assert_eq!(certificate.is_some(), written, "{n}");
        certificate.into_iter().for_each(|certificate| drop(kit::verify(ALL, &certificate, &mut Unwatched).unwrap()));
    }
    assert!(write_grid((100_000, 1), true, &mut Unwatched).unwrap().is_some());
    assert!(write_grid((1, 100_001), true, &mut Unwatched).unwrap().is_none());
    assert!(write_torus((2, 5), true, &mut Unwatched).unwrap().is_none());
}

/// A list of n zeros with a 1 at one place.
fn unit(n: usize, at: usize) -> Vec<u32> {
    (0..n).map(|k| u32::from(k == at)).collect()
}

#[test]
fn names_are_whole_up_to_their_limits() {
    let rules = |text: &str, m: u64| Rules::of(&Puzzle::from_text(text, true, None, m).unwrap()).unwrap();
    assert_eq!(rules("path:3", 10).state_name(&[1, 9, 0]), "190");
    assert_eq!(rules("path:3", 11).state_name(&[1, 9, 0]), "1,9,0");
    assert_eq!(rules("path:300", 2).state_name(&unit(300, 0)).len(), 300);
    assert!(rules("path:301", 2).state_name(&unit(301, 0)).starts_with("of 301 cells with SHA-256 "));
}

#[test]
fn a_stopped_check_says_so() {
    let hardest = certificate_of("merlin hardest grid:4x4");
    assert!(kit::verify(ALL, &hardest, &mut Impatient).unwrap_err().is_stopped());
    let line = format!("&L{}", "?".repeat(29));
    let unit = |v: usize| (0..13).map(|w| if v == w { "1" } else { "0" }).collect::<Vec<_>>().join(",");
    let quiet: String = (0..13).map(|v| format!("quiet {}\n", unit(v))).collect();
    let zero = vec!["0"; 13].join(",");
    let least = format!("graph digraph6 {line}\ncolours 2\ncounted clicks\nchange {zero}\nclicks {zero}\n{quiet}");
    assert!(check("least", &least).is_ok());
    let least = Certificate::new("merlin", "least", "", least);
    assert!(super::least(&least, &mut Impatient).unwrap_err().is_stopped());
    let grid = Puzzle::from_text("grid:3x3", true, None, 2).unwrap();
    assert!(write_quiet(&grid, &UBig::ONE, &mut Impatient).unwrap_err().is_stopped());
    assert!(write_grid((5, 5), true, &mut Impatient).unwrap_err().is_stopped());
}

#[test]
fn nullities_agree_with_the_theorem_and_the_power() {
    for (w, h) in (1..20).flat_map(|w| (1..14).map(move |h| (w, h))).chain([(63, 63), (95, 127), (129, 64)]) {
        for loops in [true, false] {
            let certificate = write_grid((w, h), loops, &mut Unwatched).unwrap().unwrap();
            let report =
                kit::verify(ALL, &certificate, &mut Unwatched).unwrap_or_else(|e| panic!("{}: {e}", certificate.body));
            let nullity = nullity::grid_by_theorem(w, h, loops);
            assert_eq!(report.get("nullity").and_then(kit::Fact::as_whole), Some(nullity as i128), "{w} x {h}");
        }
    }
    for (w, h) in (3..9).flat_map(|w| (3..12).map(move |h| (w, h))) {
        for loops in [true, false] {
            let certificate = write_torus((w, h), loops, &mut Unwatched).unwrap().unwrap();
            let report =
                kit::verify(ALL, &certificate, &mut Unwatched).unwrap_or_else(|e| panic!("{}: {e}", certificate.body));
            let nullity = nullity::torus(w, h, loops, &mut Unwatched).unwrap();
            assert_eq!(report.get("nullity").and_then(kit::Fact::as_whole), Some(nullity as i128), "{w} x {h}");
        }
    }
}

#[test]
fn each_rule_of_a_grid_is_kept() {
    // F_5 = x^4 + x^2 + 1 (15 in hexadecimal), F_5(x + 1) = x^4 + x^2 + 1: the 4 x 4 grid has nullity 4.
    let body = "graph grid:4x4 self\ncommon 15\nfirst 1\nsecond 0\n";
    assert_eq!(
        check("nullity", body).unwrap().line,
        "grid:4x4 self with 2 colours: exactly 2^4 ways to click change nothing"
    );
    refused_changes(
        "nullity",
        body,
        &[
            ("grid:4x4 self", "grid:4x4", "line 3: a graph is"),
            ("grid:4x4 self", "grid:4x4 both", "line 3: a graph is"),
            ("grid:4x4 self", "torus:4x4 self", "line 3: a graph is"),
            ("grid:4x4", "grid:0x4", "line 3: a graph is"),
            ("grid:4x4", "grid:4x100001", "line 3: a graph is"),
            ("grid:4x4", "grid:04x4", "line 3: a graph is"),
            ("grid:4x4", "grid:4x5", "does not divide the polynomial of the second side"),
            ("grid:4x4", "grid:5x4", "does not divide the polynomial of the first side"),
            ("common 15", "common 7", "the two products do not add up"),
            ("common 15", "common 1", "the two products do not add up"),
            ("common 15", "common 0", "the common divisor is 0"),
            ("common 15", "common 015", "line 4: not a polynomial"),
            ("common 15", "common 35", "line 4: not a polynomial of degree at most 4"),
            ("common 15", "common 115", "line 4: not a polynomial"),
            ("common 15", "common 1F", "line 4: not a polynomial"),
            ("common 15", "common +15", "line 4: not a polynomial"),
            ("common 15", "common 1g", "line 4: not a polynomial"),
            ("common 15", "common ", "line 4: not a polynomial"),
            ("first 1", "first 0", "the two products do not add up"),
            ("first 1", "first 00", "line 5: not a polynomial"),
            ("second 0", "second 1", "the two products do not add up"),
            ("second 0\n", "", "the line \"second\" is missing"),
            ("second 0\n", "second 0\nsecond 0\n", "line 7: nothing more"),
        ],
    );
    // A divisor that is not the greatest, however it is written as a sum.
    let square = body.replace("common 15", "common 7").replace("first 1", "first 0");
    refused("nullity", &[(&square, "the two products do not add up")]);
    refused("nullity", &[(&body.replace("common 15\nfirst 1", "common 0\nfirst 0"), "the common divisor is 0")]);
    assert!(check("nullity", &body.replace("self", "no-self")).is_ok(), "F_5 of both sides is the same");
}

#[test]
fn each_rule_of_a_torus_is_kept() {
    let body = certificate_of("merlin nullity 3x4 --torus").body;
    let quiet = body.lines().last().unwrap();
    for (graph, why) in [
        ("torus:2x4", "line 3: a graph is"),
        ("torus:3x2", "line 3: a graph is"),
        ("grid:3x4", "line 3: a graph is"),
        ("torus:201x201", "is too large"),
        ("torus:3x134217728", "is too large"),
        ("torus:200x200", "line 4: not a number for each cell"),
        ("torus:16x262144", "line 4: not a number for each cell"),
        ("torus:16x262145", "is too large"),
        ("torus:3x134217729", "line 3: a graph is"),
        ("torus:18446744073709551616x4", "line 3: a graph is"),
    ] {
        refused_changes("torus", &body, &[("torus:3x4", graph, why)]);
    }
    refused_changes(
        "torus",
        &body,
        &[
            (&format!("{quiet}\n"), "", "do not multiply to 2^6"),
            (quiet, &format!("{quiet}\nend"), "nothing more"),
            (quiet, "quiet 1,0,0,0,0,0", "these clicks change something"),
            (quiet, "quiet 1,0,0,0,0,0,0", "not a number for each cell"),
        ],
    );
    let turned = check("torus", &body.replace("3x4", "4x3")).unwrap().line;
    assert!(turned.starts_with("torus:4x3 self"), "the lines lie along the shorter side");
}

/// Every small change of every line is refused, or shows the same.
#[test]
fn every_change_is_refused_or_states_the_same() {
    for (sentence, most) in [
        ("merlin solve grid:3x4 --mod 3 --from 012012012012", 0),
        ("merlin solve circle:6 --mod 3 --from WRBWRB --legend WRB", 0),
        ("merlin solve circle:6 --from 100000", 1),
        ("merlin analyse circle:6 --mod 6", 400),
        ("merlin least grid:2x3 --mod 2 --from 111000", 400),
        ("merlin hardest circle:5 --mod 3", 400),
        ("merlin hardest grid:2x3", 400),
        ("merlin nullity 9x14", 0),
        ("merlin nullity 3x4 --torus", 400),
    ] {
        let certificate = certificate_of(sentence);
        let mut stood = Vec::new();
        for body in forgery::bodies(&certificate.body) {
            if check(&certificate.kind, &body).is_ok_and(|report| report.line == certificate.states) {
                stood.push(body);
            }
        }
        // What may be given otherwise: a vector that spans with the others the same. Graph, colours, change and clicks
        // may not.
        for body in &stood {
            let given = |body: &str| -> Vec<String> {
                let kept = |line: &&str| !["reach", "quiet", "weights"].contains(&line.split(' ').next().unwrap_or(""));
                body.lines().filter(kept).map(str::to_string).collect()
            };
            assert_eq!(given(body), given(&certificate.body), "{sentence}:\n{body}");
        }
        assert!(stood.len() <= most, "{sentence}: {} changes stood, such as\n{}", stood.len(), stood[0]);
    }
}
