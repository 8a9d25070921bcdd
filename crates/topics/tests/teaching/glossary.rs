//! Every word that an answer leans on is explained or plain English.

use kit::glossary::{find_term, marked};
use kit::{NoFiles, Standing, Unwatched, Verdict, read_sentence};
use std::collections::BTreeSet;

/// Words of fact names that any reader knows. Reviewed by hand: a word of mathematics belongs into the glossary
/// instead.
const PLAIN: &[&str] = &[
    "against",
    "agree",
    "agrees",
    "all",
    "always",
    "and",
    "angle",
    "animation",
    "answer",
    "are",
    "area",
    "as",
    "at",
    "attacking",
    "axes",
    "back",
    "better",
    "blocks",
    "board",
    "boards",
    "both",
    "bottom",
    "bound",
    "bounds",
    "budget",
    "by",
    "cell",
    "cells",
    "centre",
    "chance",
    "clicks",
    "code",
    "coefficients",
    "coins",
    "column",
    "columns",
    "complete",
    "connected",
    "constant",
    "convention",
    "coordinates",
    "count",
    "counterexample",
    "counts",
    "decimals",
    "denominator",
    "denominators",
    "depth",
    "deviations",
    "diagonal",
    "diagonals",
    "digits",
    "disks",
    "dot",
    "drawn",
    "ends",
    "equal",
    "equation",
    "even",
    "exact",
    "example",
    "exception",
    "families",
    "fewer",
    "fewest",
    "figure",
    "filled",
    "first",
    "fits",
    "five",
    "found",
    "four",
    "frames",
    "from",
    "game",
    "games",
    "gap",
    "gaps",
    "group",
    "held",
    "hold",
    "html",
    "inequivalent",
    "information",
    "interval",
    "kind",
    "known",
    "labelled",
    "largest",
    "last",
    "leading",
    "least",
    "left",
    "letter",
    "letters",
    "level",
    "lines",
    "list",
    "listed",
    "longest",
    "lost",
    "lower",
    "magic",
    "members",
    "memory",
    "method",
    "mib",
    "minimum",
    "more",
    "most",
    "nearest",
    "needed",
    "nodes",
    "none",
    "not",
    "numbers",
    "numerators",
    "of",
    "order",
    "orders",
    "others",
    "out",
    "over",
    "pairs",
    "paper",
    "parameter",
    "pass",
    "path",
    "per",
    "perfect",
    "places",
    "plain",
    "points",
    "precision",
    "printed",
    "procedure",
    "published",
    "queen",
    "queens",
    "reach",
    "real",
    "reason",
    "relation",
    "row",
    "rows",
    "runs",
    "sampling",
    "second",
    "sets",
    "shapes",
    "share",
    "shortest",
    "shown",
    "sides",
    "size",
    "slant",
    "slope",
    "slopes",
    "smallest",
    "solution",
    "solutions",
    "solvable",
    "source",
    "spare",
    "squares",
    "stable",
    "starts",
    "state",
    "states",
    "steps",
    "stored",
    "symmetric",
    "tested",
    "text",
    "theorem",
    "there",
    "thirds",
    "to",
    "toss",
    "tosses",
    "total",
    "trees",
    "truth",
    "unique",
    "up",
    "upper",
    "value",
    "values",
    "walk",
    "ways",
    "whole",
    "why",
    "wide",
    "winner",
    "winning",
    "within",
    "word",
    "words",
    "worst",
    "zeros",
];

/// Letters of formulas, which the essays and the answers themselves name.
const LETTERS: &[&str] = &[
    "a", "a1", "a11", "a12", "a2", "a22", "b", "c", "D", "dM", "dP", "dX", "dY", "k", "M", "m", "n", "p", "psi", "q",
    "X", "Y", "y",
];

/// Whether every word of a name is a part of a term or plain.
fn is_plain(name: &str) -> bool {
    let words = name.replace(['_', '-'], " ");
    if find_term(&words).is_ok() {
        return true;
    }
    marked(&words).iter().filter(|stretch| stretch.term.is_none()).all(|stretch| {
        stretch.text.split_whitespace().all(|word| is_known(word) || word.bytes().all(|b| b.is_ascii_digit()))
    })
}

/// A plain word, a letter of a formula, or a term that is one only where it stands alone.
fn is_known(word: &str) -> bool {
    PLAIN.contains(&word) || LETTERS.contains(&word) || find_term(word).is_ok()
}

#[test]
fn every_fact_standing_and_verdict_is_explained_or_plain() {
    let mut names = BTreeSet::new();
    for topic in topics::ALL {
        for example in topic.questions.iter().flat_map(|question| question.examples) {
            let (question, ask) = read_sentence(topics::ALL, example, &NoFiles).unwrap();
            let report = (question.answer)(&ask, &mut Unwatched).unwrap_or_else(|e| panic!("{example}: {e}"));
            names.extend(report.facts.iter().map(|(name, _)| (*name).to_string()));
            let standing = match report.standing {
                Standing::Proved => "proved",
                Standing::Checked { .. } => "checked",
                Standing::Best => "best found",
                Standing::Estimate { .. } => "estimate",
            };
            assert!(find_term(standing).is_ok(), "{example}: the standing {standing} is not explained");
        }
    }
    for verdict in [Verdict::Holds, Verdict::Corrected, Verdict::Refuted, Verdict::Settled, Verdict::Open] {
        // Squares are open as well, so the verdict is explained under another name that says how it is printed.
        let name = if verdict == Verdict::Open { "undecided".to_string() } else { verdict.to_string() };
        let explained = find_term(&name).unwrap_or_else(|e| panic!("the verdict {verdict}: {e}"));
        assert!(explained.name == verdict.to_string() || explained.short.contains(&verdict.to_string()));
    }
    let strange: Vec<&String> = names.iter().filter(|name| !is_plain(name)).collect();
    assert!(strange.is_empty(), "neither explained nor plain: {strange:?}");
}

#[test]
fn the_list_of_plain_words_holds_no_term_and_nothing_twice() {
    let mut seen = BTreeSet::new();
    for word in PLAIN.iter().chain(LETTERS) {
        assert!(seen.insert(word), "{word} stands twice");
        // A letter may also be one of the glossary, written large: P and D.
        assert!(find_term(word).is_err() || LETTERS.contains(word), "{word} is a term");
    }
}
