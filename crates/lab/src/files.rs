//! Files: the lab's own, which are part of the program, and answers to take along.

use crate::address::{PART, pairs, read, values};
use crate::asks::{Asked, busy, question_of};
use crate::jobs::Answer;
use crate::pages::{status_of, trouble};
use crate::{At, Lab, Reply, rows};
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kit::{Error, Fact, Report, Scene};
use std::sync::Arc;
use std::time::Duration;

/// How long a request for a file waits for its answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// A picture on its own brings its own style and nothing else.
const PICTURE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'";

macro_rules! assets {
    ($($name:literal),+ $(,)?) => { &[$(($name, include_bytes!(concat!("../assets/", $name)))),+] };
}

/// A page has them beside it.
#[cfg(not(feature = "server"))]
const ASSETS: &[(&str, &[u8])] = assets!["icon.svg"];
/// The files of `assets`, by name.
#[cfg(feature = "server")]
const ASSETS: &[(&str, &[u8])] = assets![
    "advice.js",
    "answerer.js",
    "answers.js",
    "board.js",
    "claims.js",
    "copying.js",
    "cursor.js",
    "dom.js",
    "finding.js",
    "hands.js",
    "hover.js",
    "icon.svg",
    "jobs.js",
    "lab.css",
    "lab.js",
    "layers.js",
    "learn.js",
    "live.js",
    "motion.js",
    "moving.js",
    "preview.js",
    "review.js",
    "rows.js",
    "score.js",
    "table.js",
    "theme.js",
    "together.js",
    "touches.js",
    "tree.js",
    "window.js",
];

/// `/static/FILE`
pub(crate) async fn asset(State(lab): State<Arc<Lab>>, Path(name): Path<String>) -> Response {
    let reply = match name.as_str() {
        "palette.css" => Some(typed("text/css; charset=utf-8", show::svg::stylesheet())),
        other => embedded(other),
    };
    match reply {
        Some(mut reply) => {
            // The same program has the same files; a new one is a new start of the lab.
            reply.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("max-age=300"));
            reply
        }
        None => trouble(&lab, StatusCode::NOT_FOUND, "There is no such file."),
    }
}

/// `/favicon.ico`
pub(crate) async fn icon() -> Response {
    embedded("icon.svg").expect("the icon is part of the program")
}

fn embedded(name: &str) -> Option<Reply> {
    let kind = match name.rsplit_once('.')?.1 {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => return None,
    };
    ASSETS.iter().find(|(known, _)| *known == name).map(|(_, bytes)| typed(kind, *bytes))
}

/// `/TOPIC/QUESTION/FILE?...`
pub(crate) async fn file(
    (State(lab), Path((topic, question, file)), RawQuery(query)): At<(String, String, String)>,
) -> Response {
    match make(&lab, [&topic, &question, &file], query.as_deref().unwrap_or("")).await {
        Ok(reply) => reply,
        Err(reply) => *reply,
    }
}

async fn make(lab: &Lab, [topic, question, file]: [&str; 3], query: &str) -> Result<Reply, Box<Reply>> {
    let (topic, question) = question_of(lab, topic, question)?;
    let given = pairs(query);
    let refuse = |error: Error| Box::new(trouble(lab, status_of(&error), error));
    let title = format!("{} {}", topic.name, question.name);
    let asked = Asked { topic, question, ask: read(&title, question.params, &given).map_err(refuse)? };
    if !FILES.contains(&file) {
        let line = format!("There is no such file; there are {}.", FILES.join(", "));
        return Err(Box::new(trouble(lab, StatusCode::NOT_FOUND, line)));
    }
    let job = asked.job(lab).ok_or_else(|| Box::new(busy(lab)))?;
    let Some(ended) = job.wait(PATIENCE).await else {
        return Err(Box::new(trouble(
            lab,
            StatusCode::TOO_MANY_REQUESTS,
            "The answer is still being worked out; come back later.",
        )));
    };
    let answer = ended.map_err(refuse)?;
    let Answer::Report(report) = answer.as_ref() else { unreachable!("a question answers with a report") };
    write(lab, &asked, report, file, &given).await
}

const FILES: &[&str] = &[
    "answer.json",
    "answer.txt",
    "table.csv",
    "table.txt",
    "rows.json",
    "scene.svg",
    #[cfg(feature = "png")]
    "scene.png",
    "fact.txt",
    "fact.svg",
    "certificate.txt",
];

async fn write(
    lab: &Lab,
    asked: &Asked,
    report: &Report,
    file: &str,
    given: &[(String, String)],
) -> Result<Reply, Box<Reply>> {
    let part = values(given, PART).next();
    let missing =
        |what: &str| Box::new(trouble(lab, StatusCode::NOT_FOUND, format!("This answer has no such {what}.")));
    let refuse = |error: Error| Box::new(trouble(lab, status_of(&error), error));
    const TEXT: &str = "text/plain; charset=utf-8";
    let mut reply = match file {
        "answer.json" => typed("application/json", show::json(&asked.ask.line(), report).to_string()),
        "answer.txt" => typed(TEXT, show::text(report, 100)),
        "table.csv" => typed("text/csv; charset=utf-8", show::csv(report, part).map_err(refuse)?),
        "table.txt" => typed(TEXT, show::bfile(report, part).map_err(refuse)?),
        "rows.json" => {
            let table = report.tables.iter().find(|table| Some(table.name) == part).ok_or_else(|| missing("table"))?;
            typed("application/json", rows::window(table, given).to_string())
        }
        "scene.svg" => {
            let scene = scene(report, part).ok_or_else(|| missing("picture"))?;
            picture(show::svg::svg(scene))
        }
        "fact.svg" => match part.and_then(|name| report.get(name)) {
            Some(Fact::Document(text)) if text.trim_start().starts_with("<svg") => picture(text.clone()),
            _ => return Err(missing("moving picture")),
        },
        "fact.txt" => match part.and_then(|name| report.get(name)) {
            Some(Fact::Document(text)) => typed(TEXT, text.clone()),
            Some(fact) => typed(TEXT, format!("{fact}\n")),
            None => return Err(missing("fact")),
        },
        "certificate.txt" => match &report.certificate {
            Some(certificate) => typed(TEXT, certificate.to_file()),
            None => return Err(missing("certificate")),
        },
        #[cfg(feature = "png")]
        "scene.png" => {
            let scene = scene(report, part).ok_or_else(|| missing("picture"))?.clone();
            let late = Error::too_large("the picture", "the lab could not draw it in time", "take it as SVG");
            let drawn = lab.views.work(PATIENCE, late, move || show::png(&scene)).await;
            typed("image/png", drawn.map_err(refuse)?)
        }
        _ => return Err(missing("file")),
    };
    let name = format!("{}-{}-{file}", asked.topic.name, asked.question.name);
    if let Ok(value) = HeaderValue::from_str(&format!("inline; filename=\"{name}\"")) {
        reply.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    Ok(reply)
}

fn scene<'a>(report: &'a Report, name: Option<&str>) -> Option<&'a Scene> {
    match name {
        Some(name) => report.scenes.iter().find(|scene| scene.name == name),
        None => report.scenes.first(),
    }
}

/// A reply with a content type.
pub(crate) fn typed(kind: &'static str, body: impl Into<axum::body::Body>) -> Reply {
    ([(header::CONTENT_TYPE, kind)], body.into()).into_response()
}

/// An SVG file, which may bring its own style.
pub(crate) fn picture(svg: String) -> Reply {
    let mut reply = typed("image/svg+xml", svg);
    reply.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(PICTURE_POLICY));
    reply
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    #[test]
    fn every_file_of_the_folder_is_part_of_the_program() {
        let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/assets")).unwrap();
        let there: BTreeSet<String> = folder.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        let known: BTreeSet<String> = super::ASSETS.iter().map(|(name, _)| name.to_string()).collect();
        assert_eq!(there, known, "files.rs lists what the lab gives to a browser");
    }
}
