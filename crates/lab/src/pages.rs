//! The frame of every page, the front page, a topic's page, and the page for trouble.

use crate::address::{link, pairs_of};
use crate::asks::told;
use crate::essay::{Met, essay, explained, spans};
use crate::{Lab, Reply, claims, form, learn};
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use kit::{Ask, Error, GameTable, NoFiles, Question, Topic, Trouble};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::sync::Arc;

/// A page or a part of one. A browser takes no harm from control characters, but a page is also fetched into a
/// terminal; the ends of lines of a form are the browser's own.
pub(crate) struct Html(pub(crate) String);

impl IntoResponse for Html {
    fn into_response(self) -> Response {
        axum::response::Html(kit::say::printable(&self.0.replace("\r\n", "\n"))).into_response()
    }
}

/// A whole page.
pub(crate) fn page(lab: &Lab, title: &str, here: Option<&str>, body: &Markup) -> Response {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " · Parlor" }
                link rel="stylesheet" href="/static/lab.css";
                link rel="stylesheet" href="/static/palette.css";
                link rel="icon" href="/static/icon.svg" type="image/svg+xml";
                script src="/static/lab.js" type="module" {}
            }
            body {
                a.skip href="#main" { "Skip to the content" }
                header.top {
                    a.home href="/" aria-label="Parlor, all rooms" { "Parlor" }
                    nav aria-label="Rooms" {
                        a href="/learn" aria-current=[(title == "Lessons").then_some("page")] { "learn" }
                        @for topic in lab.topics {
                            a href={ "/" (topic.name) } aria-current=[(here == Some(topic.name)).then_some("page")] { (topic.name) }
                        }
                    }
                    button type="button" id="theme" aria-label="Light or dark" title="Light or dark" { "◐" }
                }
                main id="main" { (body) }
                footer { "Parlor answers on this machine; nothing leaves it." }
            }
        }
    };
    Html(page.into_string()).into_response()
}

/// A page that says in one sentence what is wrong.
pub(crate) fn trouble(lab: &Lab, status: StatusCode, line: impl std::fmt::Display) -> Response {
    let body = html! {
        h1 { (status.canonical_reason().unwrap_or("Trouble")) }
        p.error role="alert" { (line) }
        p { a href="/" { "All rooms" } }
    };
    (status, page(lab, "Trouble", None, &body)).into_response()
}

/// The status of an error of the house.
pub(crate) fn status_of(error: &Error) -> StatusCode {
    match error.trouble() {
        Trouble::Usage => StatusCode::BAD_REQUEST,
        Trouble::TooLarge => StatusCode::UNPROCESSABLE_ENTITY,
        Trouble::Failed | Trouble::Stopped => StatusCode::CONFLICT,
    }
}

/// The sentence of an error, with the place it points at.
pub(crate) fn error_box(error: &Error) -> Markup {
    html! {
        p.error role="alert" { (spans(&error.to_string())) }
        @if let Some(caret) = error.caret() { pre.caret { (caret) } }
    }
}

pub(crate) async fn nothing_here(State(lab): State<Arc<Lab>>) -> Response {
    trouble(&lab, StatusCode::NOT_FOUND, "There is no such page; the rooms are listed above.")
}

pub(crate) async fn wrong_method(State(lab): State<Arc<Lab>>, request: Request) -> Response {
    let line = format!("{} does not take {} requests.", request.uri().path(), request.method());
    trouble(&lab, StatusCode::METHOD_NOT_ALLOWED, line)
}

/// The topic of an address, or the page that says there is none.
pub(crate) fn topic_of(lab: &Lab, name: &str) -> Result<&'static Topic, Box<Reply>> {
    kit::find_topic(lab.topics, name).map_err(|error| Box::new(trouble(lab, StatusCode::NOT_FOUND, error)))
}

pub(crate) async fn front(State(lab): State<Arc<Lab>>) -> Response {
    let body = html! {
        h1 { "A laboratory for the games and puzzles of recreational mathematics" }
        p.lead { "Play them, solve them, extend their tables, check what the papers claim, and see them." }
        div.rooms {
            @for (place, topic) in lab.topics.iter().enumerate() { (card(&lab, place, topic)) }
        }
    };
    page(&lab, "All rooms", None, &body)
}

fn card(lab: &Lab, place: usize, topic: &'static Topic) -> Markup {
    let picture = lab.pictures.get(place, topic);
    let shown = picture.as_ref().and_then(|(sentence, _)| address_of(topic, sentence));
    html! {
        article.room {
            h2 { a href={ "/" (topic.name) } { (topic.called()) } }
            @if let Some((sentence, svg)) = &picture {
                a.picture href=[shown.as_ref()] aria-label={ "The picture of " (told(sentence)) } { (PreEscaped(svg)) }
            } @else {
                div.picture.empty aria-hidden="true" { "…" }
            }
            p { (spans(topic.about)) }
            p.ways {
                @if topic.table.is_some() { a.button.play href={ "/" (topic.name) "/play" } { "Play" } " " }
                @else if let Some(link) = shown { a.button.play href=(link) { "Try it" } " " }
                a.button href={ "/" (topic.name) } { "Ask" }
            }
        }
    }
}

/// The permalink of a sentence such as a question's example.
pub(crate) fn address_of(topic: &Topic, sentence: &str) -> Option<String> {
    let words = kit::ask::words(sentence).ok()?;
    let question = kit::find_question(topic, words.get(1)?).ok()?;
    let title = format!("{} {}", topic.name, question.name);
    let ask = Ask::read(title, question.params, &words[2..], &NoFiles).ok()?;
    // What the lab would refuse is no link.
    ask.given().all(|(param, _)| !param.local).then(|| ask_link(topic, question, &ask))
}

/// The permalink of an ask.
pub(crate) fn ask_link(topic: &Topic, question: &Question, ask: &Ask) -> String {
    let mut pairs = pairs_of(ask);
    if pairs.is_empty() {
        pairs.push((crate::address::ASKED.to_string(), "yes".to_string()));
    }
    link(&format!("/{}/{}", topic.name, question.name), &pairs)
}

pub(crate) async fn topic(State(lab): State<Arc<Lab>>, Path(name): Path<String>) -> Response {
    let topic = match topic_of(&lab, &name) {
        Ok(topic) => topic,
        Err(reply) => return *reply,
    };
    let place = lab.topics.iter().position(|t| t.name == topic.name).unwrap_or(0);
    let picture = lab.pictures.get(place, topic);
    let mut met = Met::new();
    let body = html! {
        h1 { (topic.called()) }
        p.lead { (explained(topic.about, &mut met)) }
        // What one came for is on the first screen; the essay is long.
        p.links {
            @if topic.table.is_some() { a.button.play href={ "/" (topic.name) "/play" } { "Play" } " " }
            a.button href="#questions" { "Ask" }
        }
        div.beside {
            section.essay { (essay(topic, &mut met)) }
            @if let Some((sentence, svg)) = &picture {
                figure { (PreEscaped(svg)) figcaption { a href=[address_of(topic, sentence)] { (told(sentence)) } } }
            }
        }
        @if let Some(table) = topic.table { (table_section(topic, table)) }
        section aria-labelledby="questions" {
            h2 id="questions" { "Ask" }
            @for question in topic.questions { (question_section(topic, question)) }
        }
        (learn::section(topic))
        (claims::section(&lab, topic))
    };
    page(&lab, topic.called(), Some(topic.name), &body)
}

fn table_section(topic: &'static Topic, table: &'static GameTable) -> Markup {
    html! {
        section.table aria-labelledby="table" {
            h2 id="table" { "Play" }
            (table_form(topic, table, &[]))
        }
    }
}

/// The form of a table and its examples.
pub(crate) fn table_form(topic: &'static Topic, table: &'static GameTable, given: &[(String, String)]) -> Markup {
    html! {
        form.ask method="get" action={ "/" (topic.name) "/play" } {
            (form::fields(table.params, given))
            div.act { button { "Sit down" } }
        }
        p.examples { "For example: "
            @for (index, example) in table.examples.iter().enumerate() {
                @if index > 0 { ", " }
                a href=[crate::play::address_of(topic, table, example)] { (told(example)) }
            }
        }
    }
}

fn question_section(topic: &'static Topic, question: &'static Question) -> Markup {
    html! {
        details.question {
            summary { b { (question.name) } " " (spans(&about(question))) }
            (question_form(topic, question, &[]))
        }
    }
}

/// What a question is about; what a command line writes in capitals is called by the name that the form has for it.
pub(crate) fn about(question: &Question) -> String {
    let names = question.params.iter().map(|param| param.name).filter(|name| name.len() > 1);
    names.fold(question.about.to_string(), |text, name| text.replace(&name.to_uppercase(), name))
}

/// The form of a question and its examples.
pub(crate) fn question_form(topic: &'static Topic, question: &'static Question, pairs: &[(String, String)]) -> Markup {
    let certified = crate::address::values(pairs, crate::address::CERTIFICATE).next().is_some();
    html! {
        form.ask method="get" action={ "/" (topic.name) "/" (question.name) } {
            (form::fields(question.params, pairs))
            div.act {
                button name=(crate::address::ASKED) value="yes" { "Ask" }
                label.switch {
                    input type="checkbox" name=(crate::address::CERTIFICATE) value="yes" checked[certified];
                    span { "with a certificate, where there is one" }
                }
            }
        }
        p.examples { "For example: "
            @for (index, example) in question.examples.iter().enumerate() {
                @if index > 0 { ", " }
                a.example href=[address_of(topic, example)] { (told(example)) }
            }
        }
    }
}
