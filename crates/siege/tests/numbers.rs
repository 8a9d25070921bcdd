//! Numbers at the edges: at the limits of every question no NaN, no infinity and no negative zero leaves it, neither in
//! facts and tables nor in pictures.

use forgery::Brief;
use kit::{Ask, Kind, NoFiles, Question, Report, read_sentence};
use std::time::Duration;

/// The values of a number at which something may go wrong.
fn edges(kind: Kind) -> Vec<String> {
    match kind {
        Kind::Whole { least, most } => {
            let inside = [least, least.saturating_add(1), 0, most.saturating_sub(1), most];
            inside.into_iter().filter(|value| (least..=most).contains(value)).map(|value| value.to_string()).collect()
        }
        Kind::Digits { most } => vec!["0".to_string(), "-1".to_string(), "9".repeat(most)],
        Kind::Real { least, most } => {
            let inside = [least, most, 0.0, -0.0, f64::MIN_POSITIVE, 1e-300, 1e300, -1e300];
            inside.into_iter().filter(|value| (least..=most).contains(value)).map(|value| value.to_string()).collect()
        }
        _ => Vec::new(),
    }
}

/// The example with one number at an edge.
fn asks(question: &'static Question, example: &str) -> Vec<Ask> {
    let (_, ask) = read_sentence(topics::ALL, example, &NoFiles).unwrap_or_else(|e| panic!("{example}: {e}"));
    let title = example.split(' ').take(2).collect::<Vec<_>>().join(" ");
    let changes = question.params.iter().flat_map(|p| edges(p.kind).into_iter().map(move |value| (p.name, value)));
    let changed = changes.filter_map(|(changed, value)| {
        let mut pairs = ask.pairs();
        pairs.retain(|(name, _)| name != changed);
        pairs.push((changed.to_string(), value));
        let pairs = pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        Ask::of_pairs(&title, question.params, pairs).ok()
    });
    [ask.clone()].into_iter().chain(changed).collect()
}

/// The words of a text that are no numbers though they stand where numbers do.
fn monsters(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| c.is_whitespace() || "()[]{},;:=/".contains(c));
    words.filter(|word| matches!(*word, "NaN" | "inf" | "-inf" | "-0" | "-0.0")).collect()
}

fn complaint(report: &Report) -> Option<String> {
    let cells = report.tables.iter().flat_map(|table| table.rows.iter().flatten());
    let facts = report.facts.iter().map(|(_, fact)| fact);
    let told = facts.chain(cells).map(ToString::to_string).chain([report.line.clone()]);
    let told = told.flat_map(|text| monsters(&text).iter().map(ToString::to_string).collect::<Vec<_>>()).next();
    // A number of a picture may be a negative zero: it is written without its sign.
    let drawn = report.scenes.iter().find(|scene| {
        let text = format!("{scene:?}");
        monsters(&text).iter().any(|word| !word.starts_with("-0"))
    });
    told.or_else(|| drawn.map(|scene| format!("a picture of {:?} has no numbers", scene.name)))
}

#[test]
fn no_monster_leaves_a_question_at_its_limits() {
    let mut complaints = Vec::new();
    let (mut asked, mut answered) = (0, 0);
    for question in topics::ALL.iter().flat_map(|topic| topic.questions) {
        for ask in question.examples.iter().take(2).flat_map(|example| asks(question, example)) {
            asked += 1;
            // What is asked for here is often too large to be answered.
            let mut watch = Brief::of(Duration::from_millis(30)).granting(64 << 20);
            if let Ok(report) = (question.answer)(&ask, &mut watch) {
                answered += 1;
                let line = ask.line().chars().take(200).collect::<String>();
                complaints.extend(complaint(&report).map(|said| format!("{line}: {said}")));
            }
        }
    }
    println!("{answered} of {asked} asks were answered");
    assert!(answered > asked / 4, "{answered} of {asked}");
    assert!(complaints.is_empty(), "{} asks:\n{}", complaints.len(), complaints.join("\n"));
}

/// What a number within a text may become: around zero, at the ends of words and of floating point, very near and very
/// far.
const EXTREMES: [&str; 22] = [
    "0",
    "-0",
    "0.0",
    "-0.0",
    "1",
    "-1",
    "1e-320",
    "-1e-320",
    "1e-100",
    "1e100",
    "-1e100",
    "1e29",
    "9.99e29",
    "1e308",
    "1e309",
    "NaN",
    "1/3",
    "0.1",
    "4294967295",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
];

/// Where numbers stand in a text.
fn places(text: &str) -> Vec<(usize, usize)> {
    let part = |c: char| c.is_ascii_digit() || c == '.';
    let mut places: Vec<(usize, usize)> = Vec::new();
    for (at, c) in text.char_indices().filter(|&(_, c)| part(c)) {
        match places.last_mut() {
            Some((_, end)) if *end == at => *end = at + c.len_utf8(),
            _ => places.push((at, at + c.len_utf8())),
        }
    }
    places.retain(|&(from, end)| text[from..end].contains(|c: char| c.is_ascii_digit()));
    // A sign before it belongs to it.
    let signed = |from: usize| from > 0 && text.as_bytes()[from - 1] == b'-';
    places.into_iter().map(|(from, end)| (from - usize::from(signed(from)), end)).collect()
}

/// The asks of an example with one number of one text, or all of them, at an extreme.
fn extreme_asks(question: &'static Question, example: &str) -> Vec<Ask> {
    let (_, ask) = read_sentence(topics::ALL, example, &NoFiles).unwrap_or_else(|e| panic!("{example}: {e}"));
    let title = example.split(' ').take(2).collect::<Vec<_>>().join(" ");
    let is_text = |name: &str| {
        let kind = question.params.iter().find(|p| p.name == name).map(|p| p.kind);
        matches!(kind, Some(Kind::Form { .. } | Kind::Text { .. } | Kind::Source { .. }))
    };
    let pairs = ask.pairs();
    let mut asks = Vec::new();
    for (which, (_, text)) in pairs.iter().enumerate().filter(|(_, (name, _))| is_text(name)) {
        let places = places(text);
        let one = places.iter().take(4).map(|&place| vec![place]);
        for chosen in one.chain((places.len() > 1).then(|| places.clone())) {
            for extreme in EXTREMES {
                let mut written = text.clone();
                for &(from, end) in chosen.iter().rev() {
                    written.replace_range(from..end, extreme);
                }
                let mut changed = pairs.clone();
                changed[which].1 = written;
                let changed = changed.iter().map(|(name, value)| (name.as_str(), value.as_str()));
                asks.extend(Ask::of_pairs(&title, question.params, changed).ok());
            }
        }
    }
    asks
}

/// The same where numbers stand in texts: points, disks, regions, steps, weights.
#[test]
fn no_monster_leaves_a_question_whose_texts_hold_extremes() {
    let (mut complaints, mut asked, mut answered) = (Vec::new(), 0, 0);
    for question in topics::ALL.iter().flat_map(|topic| topic.questions) {
        for ask in question.examples.iter().take(3).flat_map(|example| extreme_asks(question, example)) {
            asked += 1;
            let mut watch = Brief::of(Duration::from_millis(30)).granting(64 << 20);
            let line = ask.line().chars().take(200).collect::<String>();
            match (question.answer)(&ask, &mut watch) {
                Ok(report) => {
                    answered += 1;
                    complaints.extend(complaint(&report).map(|said| format!("{line}: {said}")));
                }
                Err(error) => {
                    // What is refused may quote what was written, and nothing else of the kind.
                    let said = error.to_string();
                    let made = monsters(&said).into_iter().find(|word| !line.contains(word)).map(ToString::to_string);
                    complaints.extend(made.map(|word| format!("{line}: {word} in {said}")));
                }
            }
        }
    }
    println!("{answered} of {asked} asks were answered");
    assert!(asked > 1000 && answered > 200, "{answered} of {asked}");
    assert!(complaints.is_empty(), "{} asks:\n{}", complaints.len(), complaints.join("\n"));
}

#[test]
fn numbers_of_a_text_are_found() {
    assert_eq!(places("0.5,-3/4 .."), [(0, 3), (4, 6), (7, 8)]);
}

#[test]
fn monsters_are_seen() {
    assert_eq!(monsters("(1,-0) NaN x=inf -0.5 10 infinite"), ["-0", "NaN", "inf"]);
}
