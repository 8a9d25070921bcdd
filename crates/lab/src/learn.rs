//! `/learn`: the lessons. A lesson is one page; its script reveals the steps one by one and keeps in the browser alone
//! how far somebody came. What a learner does is judged here, by the engine.

use crate::address::{link, pairs, values};
use crate::aside::worked;
use crate::asks::told;
use crate::essay::explained;
use crate::files::typed;
use crate::pages::{address_of, error_box, page, status_of, topic_of, trouble};
use crate::{At, Lab, Reply, play};
use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use kit::lesson::{self, Goal, Judgement, Lesson, Outcome, Show, Step, Task};
use kit::{Play, Result, Topic, Watch, find_lesson};
use maud::{Markup, PreEscaped, html};
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What the learner did in a step, repeated; its answer or its moves.
const DONE: &str = "done";
/// Asks for a hint, the first or the second.
const HINT: &str = "hint";
/// Asks for data instead of a page.
const DATA: &str = "data";

/// `/learn`
pub(crate) async fn list(State(lab): State<Arc<Lab>>) -> Response {
    let body = html! {
        h1 { "Lessons" }
        p.lead { "Short walks through the rooms. What you do is judged by computing; how far you came is kept in this browser alone." }
        @for topic in lab.topics.iter().filter(|topic| !topic.lessons.is_empty()) {
            section.lessons {
                h2 { (topic.name) }
                ul {
                    @for (place, lesson) in topic.lessons.iter().enumerate() { (entry(topic, place + 1, lesson)) }
                }
            }
        }
        p { a href="/words" { "Words that are explained" } " · " a href="/worksheet" { "Worksheets to print" } }
    };
    page(&lab, "Lessons", None, &body)
}

fn entry(topic: &Topic, number: usize, lesson: &Lesson) -> Markup {
    let address = format!("/learn/{}/{number}", topic.name);
    html! {
        li data-lesson=(address) data-steps=(lesson.steps.len()) {
            a href=(address) { (lesson.title) } " " small { (lesson.minutes) " min" } " " span.progress {}
            br; span.source { (lesson.aim) }
        }
    }
}

/// A topic and one of its lessons.
type TopicLesson = (&'static Topic, &'static Lesson);

fn lesson_of(lab: &Lab, topic: &str, number: &str) -> Result<TopicLesson, Box<Reply>> {
    let topic = topic_of(lab, topic)?;
    let lesson = find_lesson(topic, number.parse().unwrap_or(0));
    lesson.map(|lesson| (topic, lesson)).map_err(|error| Box::new(trouble(lab, StatusCode::NOT_FOUND, error)))
}

/// `/learn/TOPIC/N`
pub(crate) async fn route(State(lab): State<Arc<Lab>>, Path((topic, number)): Path<(String, String)>) -> Response {
    let (topic, lesson) = match lesson_of(&lab, &topic, &number) {
        Ok(found) => found,
        Err(reply) => return *reply,
    };
    let address = format!("/learn/{}/{number}", topic.name);
    let mut met = BTreeSet::new();
    let body = html! {
        p.crumbs { a href="/learn" { "lessons" } " › " a href={ "/" (topic.name) } { (topic.called()) } }
        h1 { (lesson.title) }
        p.lead { (lesson.aim) " " (lesson.minutes) " minutes." }
        p.unseen id="told" role="status" {}
        div.lesson data-lesson=(address) data-steps=(lesson.steps.len()) {
            @for (place, step) in lesson.steps.iter().enumerate() {
                (step_section(&lab, &address, place + 1, lesson.steps.len(), step, &mut met))
            }
            section.end {
                h2 { "That was the lesson" }
                p { a.button href="/learn" { "All lessons" } " " a.button href={ "/" (topic.name) } { "The room" } }
                button type="button" class="anew" { "Take it anew" }
            }
        }
    };
    page(&lab, lesson.title, Some(topic.name), &body)
}

fn step_section(
    lab: &Lab,
    address: &str,
    number: usize,
    all: usize,
    step: &Step,
    met: &mut BTreeSet<&'static str>,
) -> Markup {
    let here = format!("{address}/{number}");
    html! {
        section.step data-step=(here) data-task=[step.task.is_some().then_some("yes")] {
            h2 { "Step " (number) " of " (all) }
            p.say { (explained(step.say, met)) }
            @match step.show {
                Show::Nothing => {},
                Show::Answer(_) | Show::Table(_) => {
                    div.shown.board data-show=(here) { p.note { (elsewhere(lab, step)) } }
                }
            }
            @match &step.task {
                Some(task) => (task_form(&here, task)),
                None => p.on { button type="button" class="next" { "Go on" } },
            }
        }
    }
}

/// Where the thing that a step shows stands on a page of its own.
fn elsewhere(lab: &Lab, step: &Step) -> Markup {
    let (Show::Answer(sentence) | Show::Table(sentence)) = step.show else { return html! {} };
    let topic = sentence.split_whitespace().next().and_then(|name| kit::find_topic(lab.topics, name).ok());
    let address = topic.and_then(|topic| match step.show {
        Show::Table(_) => play::address_of(topic, topic.table?, sentence),
        _ => address_of(topic, sentence),
    });
    html! { a href=[address] { (told(sentence)) } }
}

fn task_form(here: &str, task: &Task) -> Markup {
    let choices = match task.goal {
        Goal::Fact { choices, .. } => choices,
        _ => &[],
    };
    let wants = match task.goal {
        Goal::Fact { .. } => "Your answer",
        _ => "Your move, or touch the board",
    };
    html! {
        form.task method="get" action=(here) {
            p.request { b { (task.request) } }
            @if choices.is_empty() {
                label { span.unseen { (wants) } input type="text" name=(DONE) autocomplete="off" autocapitalize="off" placeholder=(wants); }
                button { "Answer" }
            } @else {
                div.choices { @for choice in choices { button name=(DONE) value=(choice) { (choice) } } }
            }
            button type="button" class="hint" { "Hint" }
            @if matches!(task.goal, Goal::Finish { .. }) { button type="button" class="again" { "Begin again" } }
            p.judged role="status" aria-live="polite" {}
            p.on hidden { button type="button" class="next" { "Go on" } }
        }
    }
}

/// What a visit to a step brings: the judgement or the hint, and the thing to be seen.
struct Seen {
    judgement: Judgement,
    shown: String,
}

/// `/learn/TOPIC/N/STEP?done=...`
pub(crate) async fn step(
    (State(lab), Path((topic, number, place)), RawQuery(query)): At<(String, String, String)>,
) -> Response {
    let (topic, lesson) = match lesson_of(&lab, &topic, &number) {
        Ok(found) => found,
        Err(reply) => return *reply,
    };
    let found = place.parse::<usize>().ok().and_then(|place| lesson.steps.get(place.checked_sub(1)?));
    let Some(step) = found else { return trouble(&lab, StatusCode::NOT_FOUND, "This lesson has no such step.") };
    let given = pairs(query.as_deref().unwrap_or(""));
    let done: Vec<String> = values(&given, DONE).map(str::to_string).collect();
    if done.len() > 200 || done.iter().any(|one| one.len() > 1000) {
        return trouble(&lab, StatusCode::BAD_REQUEST, "Nobody needs that many moves in a lesson; begin again.");
    }
    let hint = values(&given, HINT).next().and_then(|number| number.parse().ok());
    let topics = lab.topics;
    let seen = worked(&lab, move |watch| see(topics, step, &done, hint, watch)).await;
    let data = values(&given, DATA).next().is_some();
    match seen {
        Ok(seen) if data => typed("application/json", data_of(&seen)),
        Ok(seen) => told_page(&lab, &format!("/learn/{}/{number}", topic.name), &seen),
        Err(error) if data => {
            typed("application/json", json!({ "outcome": "wrong", "line": error.to_string() }).to_string())
        }
        Err(error) => trouble(&lab, status_of(&error), error),
    }
}

fn see(
    topics: &[&'static Topic],
    step: &Step,
    done: &[String],
    hint: Option<u32>,
    watch: &mut dyn Watch,
) -> Result<Seen> {
    let judgement = match (hint, &step.task) {
        (Some(stage), Some(task)) => {
            Judgement { outcome: Outcome::Onward, line: hinted(topics, step, task, done, stage, watch)? }
        }
        _ => lesson::judge(topics, step, done, watch)?,
    };
    // A move that was refused, and a game that must begin again, leave the board as it was.
    let kept = match judgement.outcome {
        Outcome::Wrong => &done[..done.len().saturating_sub(1)],
        Outcome::Over => &[],
        _ => done,
    };
    let shown = match step.show {
        Show::Nothing => String::new(),
        Show::Answer(sentence) => answer_markup(&lesson::answer(topics, sentence, watch)?).into_string(),
        Show::Table(_) => match lesson::table_after(topics, step, fitting(step, kept), watch)? {
            Some(play) => table_markup(&*play).into_string(),
            None => String::new(),
        },
    };
    Ok(Seen { judgement, shown })
}

/// Moves belong to the table; the answer to a question does not.
fn fitting<'a>(step: &Step, done: &'a [String]) -> &'a [String] {
    match step.task {
        Some(Task { goal: Goal::Fact { .. }, .. }) => &[],
        _ => done,
    }
}

/// First where to look, then, if there is a table to move at, the move.
fn hinted(
    topics: &[&'static Topic],
    step: &Step,
    task: &Task,
    done: &[String],
    stage: u32,
    watch: &mut dyn Watch,
) -> Result<String> {
    let moves = !matches!(task.goal, Goal::Fact { .. });
    let play = if stage > 1 && moves { lesson::table_after(topics, step, done, watch)? } else { None };
    Ok(match play.filter(|play| play.end().is_none()) {
        Some(play) => {
            let advice = play.advise(watch)?;
            format!("{} ({}).", advice.play, advice.trust())
        }
        None => task.hint.to_string(),
    })
}

fn answer_markup(report: &kit::Report) -> Markup {
    html! {
        @if let Some(scene) = report.scenes.first() { figure { (PreEscaped(show::svg::inline(scene))) } }
        p.line { (report.line) }
    }
}

fn table_markup(play: &dyn Play) -> Markup {
    html! { figure { (PreEscaped(show::svg::inline(&play.scene()))) } p.position { code { (play.position()) } } }
}

fn data_of(seen: &Seen) -> String {
    let outcome = match seen.judgement.outcome {
        Outcome::Right => "right",
        Outcome::Wrong => "wrong",
        Outcome::Onward => "onward",
        Outcome::Over => "over",
    };
    json!({ "outcome": outcome, "line": seen.judgement.line, "shown": seen.shown }).to_string()
}

/// For who has no script: what was said, and the way back.
fn told_page(lab: &Lab, lesson: &str, seen: &Seen) -> Response {
    let body = html! {
        h1 { "Judged" }
        p.lead { (seen.judgement.line) }
        div.shown { (PreEscaped(&seen.shown)) }
        p { a href=(link(lesson, &[])) { "Back to the lesson" } }
    };
    page(lab, "Judged", None, &body).into_response()
}

/// The lessons on a topic's page.
pub(crate) fn section(topic: &'static Topic) -> Markup {
    html! {
        @if !topic.lessons.is_empty() {
            section.lessons aria-labelledby="lessons" {
                h2 id="lessons" { "Learn" }
                ul { @for (place, lesson) in topic.lessons.iter().enumerate() { (entry(topic, place + 1, lesson)) } }
                p.ways {
                    @if !topic.paper.is_empty() { a href={ "/paper/" (topic.name) } { "The paper, run" } }
                    @if topic.worksheet.is_some() { " · " a href={ "/worksheet/" (topic.name) } { "Worksheets to print" } }
                }
            }
        }
    }
}

/// Trouble as a part of a page.
pub(crate) fn refused(lab: &Lab, title: &str, error: &kit::Error) -> Response {
    (status_of(error), page(lab, title, None, &html! { h1 { (title) } (error_box(error)) })).into_response()
}
