//! Every word that an answer leans on is explained or plain English.

use kit::glossary::{find_term, marked};
use kit::{NoFiles, Unwatched, Verdict, read_sentence};
use std::collections::BTreeSet;

/// Words of fact names that any reader knows. Reviewed by hand: a word of mathematics belongs into the glossary instead.
const PLAIN: &[&str] = &[];

/// Whether every word of a name is a part of a term or plain.
fn is_plain(name: &str) -> bool {
    let words = name.replace(['_', '-'], " ");
    if find_term(&words).is_ok() {
        return true;
    }
    marked(&words).iter().filter(|stretch| stretch.term.is_none()).all(|stretch| {
        stretch.text.split_whitespace().all(|word| PLAIN.contains(&word) || word.bytes().all(|b| b.is_ascii_digit()))
    })
}

#[test]
fn every_fact_standing_and_verdict_is_explained_or_plain() {
    let mut names = BTreeSet::new();
    for topic in topics::ALL {
        for example in topic.questions.iter().flat_map(|question| question.examples) {
            let (question, ask) = read_sentence(topics::ALL, example, &NoFiles).unwrap();
            let report = (question.answer)(&ask, &mut Unwatched).unwrap_or_else(|e| panic!("{example}: {e}"));
            names.extend(report.facts.iter().map(|(name, _)| (*name).to_string()));
            let standing = report.standing.to_string();
            let kind = standing.split([',', ' ']).next().unwrap_or_default();
            assert!(find_term(kind).is_ok(), "{example}: the standing {kind} is not explained");
        }
    }
    for verdict in [Verdict::Holds, Verdict::Corrected, Verdict::Refuted, Verdict::Settled, Verdict::Open] {
        assert!(find_term(&verdict.to_string()).is_ok(), "the verdict {verdict} is not explained");
    }
    let strange: Vec<&String> = names.iter().filter(|name| !is_plain(name)).collect();
    assert!(strange.is_empty(), "neither explained nor plain: {strange:?}");
}

#[test]
fn the_list_of_plain_words_holds_no_term_and_nothing_twice() {
    let mut seen = BTreeSet::new();
    for word in PLAIN {
        assert!(seen.insert(word), "{word} stands twice");
        assert!(find_term(word).is_err(), "{word} is a term");
    }
}
