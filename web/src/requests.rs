//! Requests of the page and their answers.

use crate::lessons;
use kit::{Error, NoFiles, Play, Report, Result, Topic, Trouble, Watch};
use serde_json::{Value, json};
use std::ops::ControlFlow;

/// Bytes that one answer may ask for: a page has four gibibytes at most, and shares them.
const MEMORY: u64 = 1 << 30;

/// The page as a watch: it is told of progress, and refuses what would not fit.
pub(crate) struct Page;

impl Watch for Page {
    fn look(&mut self, done: u64, of: Option<u64>) -> ControlFlow<()> {
        crate::memory::look(done, of);
        ControlFlow::Continue(())
    }

    fn take(&mut self, what: &str, bytes: u64) -> Result<()> {
        match bytes > MEMORY {
            true => Err(Error::too_large(what, "a page may take 1 GiB", "ask it on the command line")),
            false => Ok(()),
        }
    }
}

/// The answer to a request, both as JSON.
pub fn answer(request: &str) -> String {
    let request: Value = serde_json::from_str(request).unwrap_or(Value::Null);
    let text = |name: &str| request[name].as_str().unwrap_or_default();
    let found = match text("do") {
        "topics" => Ok(json!({ "topics": crate::ALL.iter().map(|topic| describe(topic)).collect::<Vec<_>>() })),
        "ask" => asked(text("sentence")),
        "play" => played(text("sentence"), &request["moves"], text("want")),
        "learn" => {
            let number = |name: &str| request[name].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
            lessons::step(text("topic"), number("number"), number("step"), &texts(&request["done"]))
        }
        other => Err(Error::usage(format!("{other:?}"), "no such request", "topics, ask, play or learn")),
    };
    found.unwrap_or_else(|error| refusal(&error)).to_string()
}

fn texts(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().map(|text| text.as_str().unwrap_or_default().to_string()).collect()
}

fn refusal(error: &Error) -> Value {
    let trouble = match error.trouble() {
        Trouble::Usage => "usage",
        Trouble::TooLarge => "too large",
        Trouble::Failed => "failed",
        Trouble::Stopped => "stopped",
    };
    json!({ "error": error.to_string(), "trouble": trouble, "caret": error.caret() })
}

fn describe(topic: &Topic) -> Value {
    let mut told = show::topic_json(topic);
    told["lessons"] = topic.lessons.iter().map(|lesson| lesson.title).collect();
    told["tables"] = json!(topic.table.map_or(&[][..], |table| table.examples));
    told
}

fn asked(sentence: &str) -> Result<Value> {
    let (question, asked) = kit::read_sentence(crate::ALL, sentence, &NoFiles)?;
    let report = (question.answer)(&asked, &mut Page)?;
    Ok(shown(&asked.line(), &report))
}

pub(crate) fn shown(ask: &str, report: &Report) -> Value {
    let mut answer = show::json(ask, report);
    answer["standing"]["told"] = json!(report.standing.to_string());
    answer["pictures"] = report
        .scenes
        .iter()
        .map(|scene| json!({ "name": scene.name, "caption": scene.caption, "svg": show::svg::svg(scene) }))
        .collect();
    answer["certificate"] = json!(report.certificate.as_ref().map(kit::Certificate::to_file));
    answer
}

fn played(sentence: &str, moves: &Value, want: &str) -> Result<Value> {
    let mut table = kit::sit_down(crate::ALL, sentence, &mut Page)?;
    for play in texts(moves) {
        table.play(&play)?;
    }
    match want {
        "hint" => {
            let advice = table.advise(&mut Page)?;
            Ok(json!({ "move": advice.play, "look": advice.look, "trust": advice.trust() }))
        }
        "values" => {
            let value = |v: kit::Valued<String>| json!({ "move": v.play, "wins": v.wins, "note": v.note });
            Ok(json!({ "values": table.values(&mut Page)?.into_iter().map(value).collect::<Vec<_>>() }))
        }
        _ => Ok(state(table.as_ref())),
    }
}

pub(crate) fn state(table: &dyn Play) -> Value {
    let scene = table.scene();
    json!({
        "title": table.title(),
        "rules": table.rules(),
        "solitaire": table.solitaire(),
        "position": table.position(),
        "moves": table.moves(),
        "turn": table.turn(),
        "end": table.end().map(|end| json!({ "winner": end.winner, "line": end.line })),
        "caption": scene.caption,
        "svg": show::svg::inline(&scene),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(request: Value) -> Value {
        serde_json::from_str(&answer(&request.to_string())).expect("answers are JSON")
    }

    #[test]
    fn asks_and_games_are_answered_and_nonsense_is_refused() {
        let lock = told(json!({ "do": "ask", "sentence": "queens lock 5" }));
        assert_eq!(lock["facts"]["queens"], 5);
        assert!(lock["pictures"][0]["svg"].as_str().expect("a picture").starts_with("<svg"));
        let start = told(json!({ "do": "play", "sentence": "queens 4" }));
        let first = start["moves"][0].clone();
        let after = told(json!({ "do": "play", "sentence": "queens 4", "moves": [first] }));
        assert_eq!(after["turn"], 1);
        for request in
            [json!({}), json!({ "do": "ask", "sentence": "queens" }), json!({ "do": "play", "sentence": "" })]
        {
            assert!(told(request)["error"].is_string());
        }
    }

    #[cfg(feature = "all")]
    #[test]
    fn every_topic_is_there_without_threads() {
        assert_eq!(told(json!({ "do": "topics" }))["topics"].as_array().map(Vec::len), Some(crate::ALL.len()));
        assert_eq!(told(json!({ "do": "ask", "sentence": "value nim(4)" }))["facts"]["nimber"], 4);
    }
}
