//! Sums of games, asked as a person would: certificates and their tampering, scripts, bad input, every word in every
//! way.

use engine::heaps::{Heaps, Rule};
use kit::{
    Ask, Certificate, Means, NoFiles, Report, Summand, Trouble, Unwatched, Watch, find_question, find_topic,
    read_sentence,
};
use rand::{RngExt, SeedableRng};
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;
use sums::analysis::{MisereSums, Normal, quiet_steps, solve};
use sums::language::{all_words, read_sum};
use sums::script::vocabulary;

const MEANS: Means = Means { memory: 1 << 26, threads: 2 };

fn ask(sentence: &str) -> kit::Result<Report> {
    sums::TOPIC.answer(sentence)
}

fn value(words: &[&str], certify: bool) -> kit::Result<Report> {
    let words: Vec<String> = words.iter().map(ToString::to_string).collect();
    let question = find_question(find_topic(&[&sums::TOPIC], "sums")?, "value")?;
    let ask = Ask::read("sums value", question.params, &words, &NoFiles)?;
    let ask = if certify { ask.with_certificate() } else { ask };
    (question.answer)(&ask, &mut Unwatched)
}

fn verify(certificate: &Certificate) -> kit::Result<Report> {
    kit::verify(&[&sums::TOPIC], certificate, &mut Unwatched)
}

/// The nimber by the definition, through the texts of the language alone.
fn nimber_of_texts(sum: &[Summand], known: &mut FxHashMap<String, u32>) -> u32 {
    let key: String = sum.iter().map(Summand::call).collect::<Vec<_>>().join("+");
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let mut values = Vec::new();
    for (index, summand) in sum.iter().enumerate() {
        for step in quiet_steps(&*summand.rules, &summand.position, &mut Unwatched).unwrap() {
            let mut after = sum.to_vec();
            after[index].position = step.to;
            values.push(nimber_of_texts(&after, known));
        }
    }
    let value = engine::impartial::mex(values);
    known.insert(key, value);
    value
}

fn examples() -> Vec<Summand> {
    let words = all_words();
    let calls = words.iter().flat_map(|word| word.examples.iter().copied());
    calls.map(|call| read_sum(call, &words).unwrap_or_else(|e| panic!("{call}: {e}")).remove(0)).collect()
}

#[test]
fn every_word_agrees_with_the_definition_and_its_positions_are_sentences() {
    let words = all_words();
    for summand in examples() {
        let call = summand.call();
        let plain = nimber_of_texts(std::slice::from_ref(&summand), &mut FxHashMap::default());
        let found = summand.rules.nimbers(std::slice::from_ref(&summand.position), MEANS, &mut Unwatched).unwrap()[0];
        assert_eq!(found, plain, "{call}");
        for k in 0..=plain + 1 {
            let at = std::slice::from_ref(&summand.position);
            let lost = summand.rules.lost_among(at, k, MEANS, &mut Unwatched).unwrap();
            assert_eq!(lost, [plain == k], "{call} + *{k}");
        }
        // Components add up, and every position reached is a sentence that reads back.
        let parts = summand.rules.split(&summand.position).unwrap();
        let values = summand.rules.nimbers(&parts, MEANS, &mut Unwatched).unwrap();
        assert_eq!(values.iter().fold(0, |sum, v| sum ^ v), plain, "{call}");
        for step in summand.rules.steps(&summand.position).unwrap() {
            let text = summand.rules.call(&step.to);
            let back = read_sum(&text, &words).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(back[0].call(), text);
        }
    }
}

#[test]
fn random_sums_agree_with_the_search_of_the_whole() {
    let games = examples();
    let mut chance = rand_chacha::ChaCha8Rng::seed_from_u64(11);
    let mut solved = 0;
    while solved < 30 {
        let mut sum: Vec<Summand> = Vec::new();
        for _ in 0..2 {
            let mut summand = games[chance.random_range(0..games.len())].clone();
            // A few random moves make the sum small and its positions odd.
            for _ in 0..2 {
                let steps = summand.rules.steps(&summand.position).unwrap();
                if !steps.is_empty() {
                    summand.position = steps[chance.random_range(0..steps.len())].to.clone();
                }
            }
            sum.push(summand);
        }
        // A strip on which three in a row can be made has no nimber.
        let nimber = match solve(&sum, MEANS, &mut Unwatched).unwrap() {
            Normal::Solved { nimber, .. } => nimber,
            Normal::Ending { .. } => continue,
            Normal::Argued { .. } => panic!("small sums are solved"),
        };
        solved += 1;
        let text: Vec<String> = sum.iter().map(Summand::call).collect();
        assert_eq!(nimber, nimber_of_texts(&sum, &mut FxHashMap::default()), "{}", text.join(" + "));
    }
}

#[test]
fn certificates_stand_up_and_tampered_ones_do_not() {
    for expr in [
        "nim(4) + chomp(2,2)",
        "kayles(9) + boxing(\"110/111/011\")",
        "chomp(3,4)",
        "boxing(3,4)",
        "cram(3,4) + grundy(9)",
        "0",
    ] {
        let report = value(&[expr], true).unwrap();
        let certificate = report.certificate.clone().unwrap_or_else(|| panic!("{expr} has no certificate"));
        let checked =
            verify(&Certificate::read(&certificate.to_file()).unwrap()).unwrap_or_else(|e| panic!("{expr}: {e}"));
        assert_eq!(checked.get("nimber"), report.get("nimber"), "{expr}");
        assert_eq!(checked.line, certificate.states);
        // Every line matters: another pile, a missing line, nonsense, another nimber.
        let lines: Vec<&str> = certificate.body.lines().collect();
        let couples: Vec<usize> = (0..lines.len()).filter(|&i| lines[i].starts_with("lost ")).collect();
        let mut needed = 0;
        for &place in couples.iter().step_by(1 + couples.len() / 12) {
            let fields: Vec<&str> = lines[place].splitn(3, ' ').collect();
            let pile: u32 = fields[1].parse().unwrap();
            let other = format!("lost {} {}", pile + 1, fields[2]);
            let changed = |line: &str| {
                let mut lines = lines.clone();
                lines[place] = line;
                Certificate { body: lines.join("\n") + "\n", ..certificate.clone() }
            };
            let error = verify(&changed(&other)).expect_err("another pile");
            assert_eq!(error.trouble(), Trouble::Failed, "{expr}: {error}");
            // A couple that the others do without may go; then the rest still proves the same.
            let mut fewer = lines.clone();
            fewer.remove(place);
            match verify(&Certificate { body: fewer.join("\n"), ..certificate.clone() }) {
                Ok(checked) => assert_eq!(checked.get("nimber"), report.get("nimber"), "{expr}"),
                Err(_) => needed += 1,
            }
            assert!(verify(&changed("lost 0 nonsense")).is_err());
        }
        assert!(needed > 0 || couples.is_empty(), "{expr}");
        let nimber = report.get("nimber").unwrap().as_whole().unwrap();
        let states = certificate.states.replace(&format!("nimber {nimber}"), &format!("nimber {}", nimber + 1));
        assert!(verify(&Certificate { states, ..certificate.clone() }).is_err());
    }
}

#[test]
fn the_mirror_certificate_names_the_move_and_refuses_another() {
    let report = value(&["boxing(10,20)"], false).unwrap();
    assert_eq!(report.get("outcome").unwrap().to_string(), "N");
    assert_eq!(report.get("winning_moves").unwrap().to_string(), "1: 10x10 at 1,6");
    let certificate = report.certificate.unwrap();
    assert!(verify(&certificate).is_ok());
    for (from, to) in [("10x10 at 1,6", "10x10 at 1,5"), ("10x10 at 1,6", "9x9 at 1,6"), ("1111111111", "1111011111")] {
        let body = certificate.body.replacen(from, to, 1);
        assert!(verify(&Certificate { body, ..certificate.clone() }).is_err(), "{to}");
    }
    assert_eq!(value(&["boxing(20,12)"], false).unwrap().get("winning_moves").unwrap().to_string(), "1: 12x12 at 5,1");
    assert_eq!(value(&["boxing(10,21)"], false).unwrap_err().trouble(), Trouble::TooLarge);
}

/// A board of Boxing Match with a stone where the function says so.
fn boxing(rows: usize, columns: usize, stone: impl Fn(usize, usize) -> bool) -> String {
    let row = |r: usize| (0..columns).map(|c| if stone(r, c) { '1' } else { '0' }).collect();
    format!("boxing(\"{}\")", (0..rows).map(row).collect::<Vec<String>>().join("/"))
}

#[test]
fn large_boards_of_boxing_match_are_answered_by_their_parts() {
    let lecture = boxing(10, 20, |_, c| !(5..15).contains(&c));
    let chequers = boxing(9, 9, |r, c| (r + c) % 2 == 0);
    let blocks = boxing(12, 12, |r, c| r % 3 < 2 && c % 3 < 2);
    let holes = boxing(32, 16, |r, c| r % 5 != 4 && c % 6 != 5 && (r * 7 + c * 3) % 11 != 0);
    for (expr, nimber) in [
        (lecture.as_str(), Some(0)),
        ("boxing(10,5)+boxing(10,5)", Some(0)),
        ("boxing(10,5)+boxing(5,10)", Some(0)),
        (&chequers, Some(1)),
        (&blocks, Some(0)),
        (&holes, None),
    ] {
        let report = value(&[expr], true).unwrap_or_else(|e| panic!("{expr}: {e}"));
        let found = report.get("nimber").unwrap().as_whole().unwrap();
        assert!(nimber.is_none_or(|nimber| nimber == found), "{expr}: {found}");
        let certificate = report.certificate.unwrap_or_else(|| panic!("{expr}"));
        assert!(verify(&certificate).unwrap().line.ends_with(&format!(": nimber {found}")), "{expr}");
    }
    let refused = value(&["boxing(10,21)"], false).unwrap_err().to_string();
    assert!(refused.contains("180 full 2 x 2 squares hang together"), "{refused}");
}

#[test]
fn three_in_a_row_win_at_once_whatever_stands_beside_them() {
    for (expr, moves) in [
        ("treblecross(\"X.X....\")", "1: X at 2"),
        ("nim(3) + treblecross(\"XX...\") + kayles(5)", "2: X at 3"),
        ("treblecross(\"X.X.X\")", "1: X at 2 1: X at 4"),
    ] {
        let report = value(&[expr], false).unwrap();
        assert_eq!(report.get("outcome").unwrap().to_string(), "N", "{expr}");
        assert_eq!(report.get("winning_moves").unwrap().to_string(), moves, "{expr}");
    }
    assert_eq!(value(&["treblecross(\"XXX\") + nim(5)"], false).unwrap().get("outcome").unwrap().to_string(), "P");
    let table = ask("sums table treblecross --to 12").unwrap();
    for (n, nimber) in table.get("values").unwrap().as_list().unwrap().iter().enumerate() {
        assert_eq!(value(&[&format!("treblecross({n})")], false).unwrap().get("nimber"), Some(nimber), "{n}");
    }
}

const KAYLES: &str = include_str!("../../../../examples/kayles.rhai");
const SQUARES: &str = include_str!("../../../../examples/squares.rhai");
const PAIRS: &str = include_str!("../../../../examples/pairs.rhai");

#[test]
fn scripts_are_words_like_any_other() {
    for n in [0, 1, 5, 11] {
        let script = value(&[&format!("mykayles({n}) + nim(2)"), "--define", KAYLES], false).unwrap();
        let word = value(&[&format!("kayles({n}) + nim(2)")], false).unwrap();
        assert_eq!(script.get("nimber"), word.get("nimber"), "{n}");
        assert_eq!(script.get("winning_moves"), word.get("winning_moves"), "{n}");
    }
    // Taking a square: 0 1 0 1 2 0 1 0 1 2 0, A014586 of the OEIS.
    let words = vocabulary(Some(SQUARES), None).unwrap();
    let values: Vec<u32> = (0..=10)
        .map(|n| match solve(&words.read(&format!("squares({n})")).unwrap(), MEANS, &mut Unwatched).unwrap() {
            Normal::Solved { nimber, .. } => nimber,
            Normal::Argued { .. } | Normal::Ending { .. } => panic!(),
        })
        .collect();
    assert_eq!(values, [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0]);
    // Pairs of neighbours are Dawson's Kayles.
    let dawson = Heaps::table(&"0.07".parse::<Rule>().unwrap(), 12).unwrap();
    for n in 2..=12 {
        let report = value(&[&format!("pairs(\"{}\")", "o".repeat(n)), "--define", PAIRS], n < 9).unwrap();
        assert_eq!(report.get("nimber").unwrap().as_whole(), Some(dawson[n].into()), "{n}");
        if n < 9 {
            verify(&report.certificate.unwrap()).unwrap_or_else(|e| panic!("{n}: {e}"));
        }
    }
}

#[test]
fn the_certificate_of_a_script_is_checked_before_it_is_given() {
    // What no summand needs is not part of the proof.
    let unused = value(&["nim(1)", "--define", KAYLES], true).unwrap().certificate.unwrap();
    assert_eq!((unused.states.as_str(), unused.body.as_str()), ("nim(1): nimber 1", "summand nim(1)\nlost 1 nim(1)\n"));
    // A script may take more than one in a certificate: then there is an answer, but none for others.
    let large = "fn moves(n) {\n  let waste = [];\n  waste.pad(3000, 0);\n  if n > 0 { [n - 1] } else { [] }\n}";
    let report = value(&["game(3)", "--define", large], false).unwrap();
    assert_eq!((report.get("nimber").unwrap().as_whole(), report.certificate), (Some(1), None));
    let error = value(&["game(3)", "--define", large], true).unwrap_err();
    assert!(error.to_string().contains("Size of array"), "{error}");
    // Lines that end as on other systems and empty ones make no difference.
    let windows = "fn moves(n) {\r\n\r\n  if n > 0 { [n - 1] } else { [] }\r\n}\r\n";
    let certificate = value(&["game(3)", "--define", windows], true).unwrap().certificate.unwrap();
    let read = Certificate::read(&certificate.to_file()).unwrap();
    assert_eq!(verify(&read).unwrap().get("nimber").unwrap().as_whole(), Some(1));
    // A quote in a position would end it.
    assert!(value(&["game('a\"b')", "--define", "fn moves(p) { [] }"], false).is_err());
}

#[test]
fn scripts_that_go_wrong_are_reported_with_their_line() {
    for (script, expr, part) in [
        ("fn moves(n) {\n  let x = 0;\n  loop { x += 1; }\n}", "game(3)", "line 1: fn moves does not come to an end"),
        ("fn moves(n) {\n  [[n]]\n}", "game(3)", "comes back"),
        ("fn moves(n) {\n  [[n + 1]]\n}", "game(3)", "outside 0 to"),
        ("fn moves(n) { 7 }", "game(3)", "line 1: fn moves returns a value of type i64 for 3"),
        ("fn moves(n) {\n  [[\"x\"]]\n}", "game(3)", "a heap of type string"),
        ("fn moves(p) { [3] }", "game(\"a\")", "returns a value of type i64 for a"),
        ("fn moves(n) {\n  let x = ;\n}", "game(3)", "line 2"),
        ("fn moves(n) {\n  nosuch(n)\n}", "game(3)", "line 2"),
        ("fn moves(a, b) { [] }", "game(3)", "one parameter"),
        ("fn name() { \"nim\" }\nfn moves(n) { [] }", "nim(3)", "taken"),
        ("nofile.rhai", "game(3)", "neither a file"),
        ("fn moves(n) { [[]] }", "gane(3)", "perhaps \"game\""),
        ("fn moves(p) { [p + \"x\"] }", "game(\"a\")", "line 1"),
    ] {
        let error = value(&[expr, "--define", script], false).expect_err(script);
        assert!(error.to_string().contains(part), "{script:?}: {error}");
    }
}

/// The engine walks through an array at every push, so that the time of a call is the square of its items; operations
/// do not tell.
#[test]
fn a_script_that_gathers_for_ever_ends_soon() {
    let used = || {
        let text = std::fs::read_to_string("/proc/thread-self/stat").unwrap_or_default();
        let ticks = text.rsplit(')').next().unwrap_or("").split_whitespace().skip(11).take(2);
        ticks.filter_map(|word| word.parse::<u64>().ok()).sum::<u64>()
    };
    let rule = vocabulary(Some("fn moves(n) {\n let a = [];\n loop { a.push([n - 1]); }\n a }"), None).unwrap();
    let [game] = &rule.read("game(3)").unwrap()[..] else { panic!("one summand") };
    let before = used();
    assert!(game.rules.steps(&game.position).map(|steps| steps.len()).unwrap_or(0) == 0);
    let hundredths = used() - before;
    assert!(hundredths < 800, "{hundredths} hundredths of a second");
}

#[test]
fn misere_play_agrees_with_the_definition() {
    fn lost(sum: &[Summand]) -> bool {
        let mut any = false;
        for (index, summand) in sum.iter().enumerate() {
            for step in summand.rules.steps(&summand.position).unwrap() {
                any = true;
                let mut after = sum.to_vec();
                after[index].position = step.to;
                if lost(&after) {
                    return false;
                }
            }
        }
        any
    }
    let words = all_words();
    for text in [
        "nim(1) + nim(1)",
        "kayles(6)",
        "kayles(3) + nim(2)",
        "boxing(2,3)",
        "chomp(2,3) + nim(1)",
        "cram(2,3)",
        "grundy(8)",
    ] {
        let sum = read_sum(text, &words).unwrap();
        let value = MisereSums::new(1 << 26).value(&sum, &mut Unwatched).unwrap();
        assert_eq!(value == 0, lost(&sum), "{text}");
    }
}

/// The misère nim value of heaps beside nim piles, by nothing but its definition.
fn misere_by_definition(
    rule: &Rule,
    heaps: &[usize],
    piles: &[usize],
    known: &mut FxHashMap<[Vec<usize>; 2], u32>,
) -> u32 {
    let tidy = |parts: &[usize]| {
        let mut parts: Vec<usize> = parts.iter().copied().filter(|&p| p > 0).collect();
        parts.sort_unstable();
        parts
    };
    let key = [tidy(heaps), tidy(piles)];
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let [heaps, piles] = key.clone();
    let mut values = Vec::new();
    for (index, &heap) in heaps.iter().enumerate() {
        for parts in rule.moves(heap) {
            let after = [&heaps[..index], &heaps[index + 1..], &parts].concat();
            values.push(misere_by_definition(rule, &after, &piles, known));
        }
    }
    for (index, &pile) in piles.iter().enumerate() {
        for left in 0..pile {
            let mut after = piles.clone();
            after[index] = left;
            values.push(misere_by_definition(rule, &heaps, &after, known));
        }
    }
    let value = if values.is_empty() { 1 } else { engine::impartial::mex(values) };
    known.insert(key, value);
    value
}

#[test]
fn misere_genera_agree_with_the_definition() {
    for (code, to) in [("kayles", 11), ("0.137", 11), ("grundy", 13), ("dawson3", 16), ("officers", 11)] {
        let report = ask(&format!("sums table {code} --to {to} --play misere --genus 4")).unwrap();
        let genera = report.get("genus").unwrap().as_list().unwrap();
        let rule: Rule = code.parse().unwrap();
        let mut known = FxHashMap::default();
        for n in 0..=to {
            let over: Vec<u32> =
                (0..4).map(|twos| misere_by_definition(&rule, &[n], &vec![2; twos], &mut known)).collect();
            // The superscripts that are written, continued by their alternation, are the four computed here.
            let text = genera[n].as_text().unwrap().split_once('^').unwrap().1;
            let mut written: Vec<u32> = text.chars().map(|c| c.to_digit(10).unwrap()).collect();
            while written.len() < 4 {
                written.push(written[written.len() - 2]);
            }
            assert_eq!(written, over, "{code} {n}");
        }
    }
}

#[test]
fn bad_input_is_one_clear_line() {
    let too_large = [
        ("nim(100001)", "limit"),
        ("nim(99999999999999999999999)", "limit"),
        ("chomp(25,31)", "positions"),
        ("cram(8,8)", "free cells"),
        ("boxing(65,2)", "limit"),
    ];
    let bad = [
        ("kalyes(3)", "kayles"),
        ("chomp(0,3)", "least"),
        ("treblecross(\"X.Y\")", "in cell 3 is no cell"),
        ("octal(0.3!, 4)", "the mark !"),
        ("chomp(\"3,4\")", "longer than the one above"),
        ("subtract({0}, 3)", "least"),
        ("octal(0.9G, 3)", "digit 2"),
        ("", "a game is expected"),
    ];
    let troubles = [Trouble::TooLarge, Trouble::Usage];
    for (cases, trouble) in [&too_large[..], &bad].into_iter().zip(troubles) {
        kit::trial::refused(cases, |expr| {
            value(&[expr], false).inspect_err(|error| assert_eq!(error.trouble(), trouble, "{expr}: {error}"))
        });
    }
    let error = value(&["chomp(12,12)", "--memory", "1"], false).unwrap_err();
    assert_eq!(error.trouble(), Trouble::TooLarge, "{error}");
    assert!(ask("sums table 0.8 --to 100000").unwrap_err().to_string().contains("limit"));
}

/// Keeps in memory what a run keeps, and asks to stop after so many looks.
#[derive(Default)]
struct Drawer {
    kept: Option<Vec<u8>>,
    looks: Option<u64>,
}

impl Watch for Drawer {
    fn look(&mut self, _: u64, _: Option<u64>) -> ControlFlow<()> {
        match &mut self.looks {
            Some(0) => return ControlFlow::Break(()),
            Some(left) => *left -= 1,
            None => {}
        }
        ControlFlow::Continue(())
    }

    fn kept(&mut self, _: &str) -> kit::Result<Option<Vec<u8>>> {
        Ok(self.kept.clone())
    }

    fn keep(&mut self, _: &str, bytes: &[u8]) -> kit::Result<()> {
        self.kept = Some(bytes.to_vec());
        Ok(())
    }
}

#[test]
fn an_interrupted_table_goes_on_from_what_it_kept() {
    let ask_with = |drawer: &mut Drawer| {
        let (question, ask) =
            read_sentence(&[&sums::TOPIC], "sums table 0.6 --to 9000 --resume a.run", &NoFiles).unwrap();
        (question.answer)(&ask, drawer)
    };
    let whole = ask("sums table 0.6 --to 9000").unwrap();
    let mut drawer = Drawer { looks: Some(2), ..Drawer::default() };
    assert_eq!(ask_with(&mut drawer).unwrap_err().trouble(), Trouble::Stopped);
    let short = drawer.kept.as_ref().unwrap().len();
    assert!((8000..10_000).contains(&short), "4001 values of two bytes: {short}");
    drawer.looks = None;
    assert_eq!(ask_with(&mut drawer).unwrap().tables, whole.tables);
    drawer.kept.as_mut().unwrap()[5000] ^= 4;
    let error = ask_with(&mut drawer).unwrap_err().to_string();
    assert!(error.contains("damaged") && error.contains("a.run"), "{error}");
    assert!(ask("sums table 0.6 --to 90 --resume a.run").unwrap_err().to_string().contains("nothing is kept here"));
}

/// Random texts from the letters and words of the language.
fn babble(chance: &mut rand_chacha::ChaCha8Rng) -> String {
    const BITS: &[&str] = &[
        "nim",
        "kayles",
        "octal",
        "boxing",
        "chomp",
        "cram",
        "treblecross",
        "subtract",
        "wythoff",
        "grundy",
        "(",
        ")",
        "(",
        ")",
        ",",
        "+",
        "*",
        "\"",
        "'",
        "{",
        "}",
        "0",
        "1",
        "3",
        "12",
        "0.77",
        "0.(3)",
        "4.",
        "-",
        ".",
        "X",
        "110/111",
        "..X",
        "é",
        " ",
        "/",
        "99999999999999999999",
        "\t",
    ];
    (0..chance.random_range(0..14)).map(|_| BITS[chance.random_range(0..BITS.len())]).collect()
}

fn fuzz(cases: usize) {
    let words = all_words();
    let mut chance = rand_chacha::ChaCha8Rng::seed_from_u64(5);
    let mut read = 0;
    for _ in 0..cases {
        let text = babble(&mut chance);
        if let Ok(sum) = read_sum(&text, &words) {
            read += 1;
            let again: Vec<String> = sum.iter().map(Summand::call).collect();
            let again = if again.is_empty() { "0".to_string() } else { again.join(" + ") };
            assert!(read_sum(&again, &words).is_ok(), "{text:?} became {again:?}");
        }
    }
    assert!(read > 0);
}

#[test]
fn the_parser_never_panics() {
    fuzz(3000);
}

#[test]
#[ignore = "minutes"]
fn the_parser_never_panics_on_many_texts() {
    fuzz(100_000);
}
