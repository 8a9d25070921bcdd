//! Asks, links and the forms of the rooms' own languages.

use crate::text;
use crate::watch::{Stern, afforded};
use engine::heaps::Rule;
use kit::{Ask, Kind, NoFiles, Param, Question, Report, find_question, find_topic, read_sentence, table_of};
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use topics::sprouts::position::Position;
use topics::sums::{language, script};

/// The asks that were answered of late.
static ANSWERED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
/// How many are remembered.
const REMEMBERED: usize = 100_000;

/// The answer under a watch that breaks at once, if there is time and the ask was not answered before: most changes of
/// a text are no other ask, and reading is what they try.
fn answered(question: &Question, ask: &Ask) -> Option<kit::Result<Report>> {
    let is_new = {
        let mut answered = ANSWERED.lock().unwrap_or_else(PoisonError::into_inner);
        if answered.len() >= REMEMBERED {
            answered.clear();
        }
        answered.insert(ask.line())
    };
    if is_new { afforded(|| (question.answer)(ask, &mut Stern::at_once())) } else { None }
}

/// Asks in words: read, written, answered under a watch that breaks at once.
pub fn sentences(bytes: &[u8]) {
    let Ok((question, ask)) = read_sentence(topics::ALL, &text(bytes), &NoFiles) else { return };
    let line = ask.line();
    let (_, again) = read_sentence(topics::ALL, &line, &NoFiles).unwrap_or_else(|e| panic!("{line:?}: {e}"));
    assert_eq!(again.line(), line);
    match answered(question, &ask) {
        Some(Ok(report)) => assert!(!report.line.contains('\n'), "{}", report.line),
        Some(Err(error)) => assert!(!error.to_string().is_empty()),
        None => {}
    }
}

/// Reads the pairs of a link, writes them and reads them again.
fn pairs(title: &str, params: &'static [Param], query: &str) -> Option<Ask> {
    let given: Vec<(String, String)> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    let own = given.iter().filter(|(name, _)| name != "move");
    let ask = Ask::of_pairs(title, params, own.map(|(name, value)| (name.as_str(), value.as_str()))).ok()?;
    let written = ask.pairs();
    let again = Ask::of_pairs(title, params, written.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    let again = again.unwrap_or_else(|e| panic!("{written:?} is not read back: {e}"));
    // The line of an ask tells a first word that was given even where it is the default; an address never does.
    assert_eq!(again.pairs(), written);
    Some(ask)
}

/// Asks and games as links.
pub fn addresses(bytes: &[u8]) {
    let text = text(bytes);
    let (path, query) = text.split_once('?').unwrap_or((&text, ""));
    let mut steps = path.split('/').skip(1);
    let (Some(topic), Some(name)) = (steps.next(), steps.next()) else { return };
    let Ok(topic) = find_topic(topics::ALL, topic) else { return };
    if name == "play" {
        let Ok(table) = table_of(topic) else { return };
        let Some(ask) = pairs(&format!("play {}", topic.name), table.params, query) else { return };
        let Ok(mut play) = (table.sit)(&ask, &mut Stern::at_once()) else { return };
        let moves = form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| name == "move").take(30);
        for (_, text) in moves {
            let _ = play.play(&text);
        }
    } else if let Ok(question) = find_question(topic, name)
        && let Some(ask) = pairs(&format!("{} {name}", topic.name), question.params, query)
    {
        let _ = answered(question, &ask);
    }
}

/// The parameters of a question, or of the table of a topic.
fn params_of(topic: &str, question: &str) -> Option<&'static [Param]> {
    let topic = find_topic(topics::ALL, topic).ok()?;
    match question {
        "play" => table_of(topic).ok().map(|table| table.params),
        _ => find_question(topic, question).ok().map(|question| question.params),
    }
}

/// A parameter by its name in the first line, and a text for it.
pub fn forms(bytes: &[u8]) {
    let text = text(bytes);
    let Some((head, value)) = text.split_once('\n') else { return };
    let words: Vec<&str> = head.split(' ').collect();
    let [topic, question, name] = words[..] else { return };
    let Some(param) = params_of(topic, question).and_then(|all| all.iter().find(|param| param.name == name)) else {
        return;
    };
    if let Kind::Form { read, .. } = param.kind {
        let _ = read(value);
    }
    let mut ask = Ask::new(format!("{topic} {question}"), params_of(topic, question).unwrap_or(&[]));
    if let Err(error) = ask.give(param.name, value, &NoFiles) {
        assert!(!error.to_string().is_empty());
    }
}

/// A position of Sprouts.
pub fn sprouts(bytes: &[u8]) {
    let Ok(position) = text(bytes).parse::<Position>() else { return };
    let told = position.to_string();
    let again: Position = told.parse().unwrap_or_else(|e| panic!("{told:?} was written and is not read: {e}"));
    assert_eq!(again.to_string(), told);
    assert_eq!(again.seen().len(), position.seen().len(), "{told}");
}

/// A code of a heap game.
pub fn codes(bytes: &[u8]) {
    let Ok(rule) = text(bytes).parse::<Rule>() else { return };
    let told = rule.to_string();
    let again: Rule = told.parse().unwrap_or_else(|e| panic!("{told:?} was written and is not read: {e}"));
    for heap in 0..8 {
        let moves = rule.moves(heap);
        assert_eq!(again.moves(heap), moves, "{told}");
        assert!(moves.len() as u64 <= rule.breadth(heap), "{told} from {heap}");
    }
}

/// A game of the language of sums.
pub fn games(bytes: &[u8]) {
    let words = language::all_words();
    let Ok(sum) = language::read_sum(&text(bytes), &words) else { return };
    let told = language::write_sum(&sum);
    let again = language::read_sum(&told, &words).unwrap_or_else(|e| panic!("{told:?} is not read back: {e}"));
    assert_eq!(language::write_sum(&again), told);
}

/// A statement, below the system of numeration that it is about.
pub fn statements(bytes: &[u8]) {
    let text = text(bytes);
    let (system, statement) = text.split_once('\n').unwrap_or(("tribonacci", &text));
    let mut watch = Stern::within(Duration::from_millis(2));
    let _ = topics::exile::prove::prove(system, statement, 200, false, &mut watch);
}

/// A sum, and below it the script of the game that it is played with.
pub fn scripts(bytes: &[u8]) {
    let text = text(bytes);
    let (sum, script) = text.split_once('\n').unwrap_or(("0", &text));
    let Ok(vocabulary) = script::vocabulary(Some(script), None) else { return };
    if let Ok(sum) = vocabulary.read(sum) {
        assert!(!language::write_sum(&sum).is_empty());
    }
}

/// A sentence, and below it what an earlier run kept.
pub fn checkpoints(bytes: &[u8]) {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let (sentence, kept) = (text(&bytes[..end]), bytes.get(end + 1..).unwrap_or(&[]));
    let Ok((question, ask)) = read_sentence(topics::ALL, &sentence, &NoFiles) else { return };
    let _ = (question.answer)(&ask, &mut Stern::within(Duration::from_micros(500)).with_shelf(kept.to_vec()));
}
