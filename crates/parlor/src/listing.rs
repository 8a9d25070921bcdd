//! `parlor topics` and `parlor TOPIC`: what there is.

use crate::print;
use kit::essay::Part;
use kit::glossary::{self, Term};
use kit::lesson::{Lesson, Show, Step};
use kit::{CertificateKind, Essay, Kind, Param, Place, Result, Topic, Word};
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
    json!({
        "topics": topics::ALL.iter().map(|topic| describe(topic)).collect::<Vec<_>>(),
        "glossary": glossary::terms().map(term).collect::<Vec<_>>(),
    })
}

fn term(term: &Term) -> Value {
    json!({ "name": term.name, "short": term.short, "long": term.long, "example": term.example, "see": term.see })
}

fn lesson(lesson: &Lesson) -> Value {
    let shown = |step: &Step| match step.show {
        Show::Nothing => None,
        Show::Answer(sentence) => Some(sentence.to_string()),
        Show::Table(sentence) => Some(format!("play {sentence}")),
    };
    let step = |step: &Step| json!({ "say": step.say, "shown": shown(step), "task": step.task.map(|task| task.request), "hint": step.task.map(|task| task.hint) });
    let steps: Vec<Value> = lesson.steps.iter().map(step).collect();
    json!({ "title": lesson.title, "aim": lesson.aim, "minutes": lesson.minutes, "steps": steps })
}

fn describe(topic: &Topic) -> Value {
    let mut told = show::topic_json(topic);
    for (question, q) in topic.questions.iter().enumerate() {
        told["questions"][question]["params"] = parameters(q.params).into();
    }
    let table = topic.table.map(|table| json!({ "examples": table.examples, "params": parameters(table.params) }));
    told["claims"] = json!(topic.claims.len());
    told["words"] = topic.words.iter().map(|word| word_of_the_language(word)).collect();
    told["certificates"] = topic.certificates.iter().map(kind_of_certificate).collect();
    told["lessons"] = topic.lessons.iter().map(lesson).collect();
    told["playable"] = json!(table.is_some());
    told["table"] = json!(table);
    told
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

/// One topic: its essay, with the parts that unfold or only their names, its questions, how to play it.
pub(crate) fn topic(topic: &Topic, unfolded: bool) -> Result<()> {
    let essay = Essay::read(topic.essay);
    let mut out = format!("{}: {}\n\n{}", topic.name, topic.about, wrapped(&essay.paragraphs));
    match unfolded {
        true => out.extend(essay.more.iter().map(part)),
        false => out += &folded(topic, &essay),
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

fn wrapped(paragraphs: &[String]) -> String {
    paragraphs.iter().map(|paragraph| format!("{}\n\n", show::wrap(paragraph, 96, ""))).collect()
}

/// A part of an essay, unfolded.
pub(crate) fn part(part: &Part<'_>) -> String {
    format!("{}\n\n{}", part.title, wrapped(&part.paragraphs))
}

/// What else the essay tells, and how to be told.
fn folded(topic: &Topic, essay: &Essay<'_>) -> String {
    let titles: Vec<&str> = essay.more.iter().map(|part| part.title).collect();
    let Some(first) = titles.first() else { return String::new() };
    let list = show::wrap(&titles.join("; "), 90, "      ");
    format!("More: {list}\n(`parlor explain \"{first}\"` unfolds one, `parlor {} --more` all of them.)\n\n", topic.name)
}
