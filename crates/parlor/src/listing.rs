//! `parlor topics` and `parlor TOPIC`: what there is.

use crate::print;
use kit::{CertificateKind, Kind, Param, Place, Question, Result, Topic, Word};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// All topics with their questions.
pub(crate) fn topics(as_json: bool) -> Result<()> {
    if as_json {
        return print::to_stdout(&format!("{}\n", registry()));
    }
    let mut out = String::new();
    for topic in topics::ALL {
        let _ = writeln!(out, "{:9} {}", topic.name, topic.about);
        let names: Vec<&str> = topic.questions.iter().map(|q| q.name).collect();
        let _ = writeln!(out, "{:9} {}", "", show::wrap(&names.join("  "), 88, &" ".repeat(10)));
    }
    print::to_stdout(&out)
}

/// The registry as data: what `parlor topics --json` prints, and what other languages make their functions from.
pub fn registry() -> Value {
    json!({ "topics": topics::ALL.iter().map(|topic| describe(topic)).collect::<Vec<_>>() })
}

fn describe(topic: &Topic) -> Value {
    let question = |q: &Question| json!({ "name": q.name, "about": q.about, "examples": q.examples, "params": parameters(q.params) });
    json!({
        "name": topic.name,
        "about": topic.about,
        "essay": topic.essay,
        "questions": topic.questions.iter().map(question).collect::<Vec<_>>(),
        "claims": topic.claims.len(),
        "words": topic.words.iter().map(|word| word_of_the_language(*word)).collect::<Vec<_>>(),
        "certificates": topic.certificates.iter().map(kind_of_certificate).collect::<Vec<_>>(),
        "playable": topic.table.is_some(),
        "table": topic.table.map(|table| json!({ "examples": table.examples, "params": parameters(table.params) })),
    })
}

fn word_of_the_language(word: &Word) -> Value {
    json!({ "name": word.name, "usage": word.usage, "about": word.about, "examples": word.examples })
}

fn kind_of_certificate(kind: &CertificateKind) -> Value {
    json!({ "name": kind.name, "about": kind.about, "format": kind.format, "examples": kind.examples })
}

fn parameters(params: &[Param]) -> Vec<Value> {
    params.iter().map(parameter).collect()
}

fn parameter(param: &Param) -> Value {
    let kind = match param.kind {
        Kind::Whole { .. } => "whole",
        Kind::Digits { .. } => "digits",
        Kind::Real { .. } => "real",
        Kind::Choice(_) => "choice",
        Kind::Form { .. } => "form",
        Kind::Text { .. } => "text",
        Kind::Source { .. } => "source",
        Kind::Switch => "switch",
    };
    let place = match param.place {
        Place::Main => "main",
        Place::Rest => "rest",
        Place::Named => "named",
        Place::Repeated => "repeated",
    };
    let choices = match param.kind {
        Kind::Choice(words) => Some(words),
        _ => None,
    };
    json!({
        "name": param.name,
        "about": param.about,
        "kind": kind,
        "place": place,
        "wants": param.wants(),
        "choices": choices,
        "needed": param.is_needed(),
        "default": param.default(),
    })
}

/// One topic: its essay in short, its questions, how to play it.
pub(crate) fn topic(topic: &Topic) -> Result<()> {
    let mut out = format!("{}: {}\n\n", topic.name, topic.about);
    for paragraph in topic.essay.split("\n\n") {
        let paragraph = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
        let _ = writeln!(out, "{}\n", show::wrap(&paragraph, 96, ""));
    }
    let _ = writeln!(out, "Questions:");
    for question in topic.questions {
        let _ = writeln!(out, "  {:10} {}", question.name, question.about);
        if let Some(example) = question.examples.first() {
            let _ = writeln!(out, "  {:10} parlor {example}", "");
        }
    }
    if let Some(example) = topic.table.and_then(|t| t.examples.first()) {
        let _ = writeln!(out, "\nTo play: parlor play {example}");
    }
    let _ = writeln!(out, "Claims of the papers: {}; `parlor check {}` checks them.", topic.claims.len(), topic.name);
    print::to_stdout(&out)
}
