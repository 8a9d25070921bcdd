//! `parlor topics` and `parlor TOPIC`: what there is.

use crate::print;
use kit::{Result, Topic};
use serde_json::json;
use std::fmt::Write as _;

/// All topics with their questions.
pub(crate) fn topics(as_json: bool) -> Result<()> {
    if as_json {
        let topics: Vec<_> = topics::ALL.iter().map(|topic| describe(topic)).collect();
        return print::to_stdout(&format!("{}\n", json!({ "topics": topics })));
    }
    let mut out = String::new();
    for topic in topics::ALL {
        let _ = writeln!(out, "{:9} {}", topic.name, topic.about);
        let names: Vec<&str> = topic.questions.iter().map(|q| q.name).collect();
        let _ = writeln!(out, "{:9} {}", "", show::wrap(&names.join("  "), 88, &" ".repeat(10)));
    }
    print::to_stdout(&out)
}

fn describe(topic: &Topic) -> serde_json::Value {
    let questions: Vec<_> =
        topic.questions.iter().map(|q| json!({ "name": q.name, "about": q.about, "examples": q.examples })).collect();
    json!({
        "name": topic.name,
        "about": topic.about,
        "questions": questions,
        "claims": topic.claims.len(),
        "playable": topic.table.is_some(),
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
