//! `/TOPIC/QUESTION?...`: the form of a question and, when its parameters are given, its answer.

use crate::address::{ASKED, link, pairs, pairs_of, read, values};
use crate::errand::Errand;
use crate::essay::{Met, explained};
use crate::jobs::{Job, Manner};
use crate::pages::{about, ask_link, error_box, page, question_form, status_of, topic_of, trouble};
use crate::{At, Lab, Reply, answers};
use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use kit::{Ask, Question, Topic};
use maud::{Markup, html};
use std::sync::Arc;
use std::time::Duration;

/// An answer that comes within this time is part of the page at once.
const AT_ONCE: Duration = Duration::from_millis(400);

/// A topic and one of its questions.
type TopicQuestion = (&'static Topic, &'static Question);

/// An ask with all it belongs to.
#[derive(Clone)]
pub(crate) struct Asked {
    pub(crate) topic: &'static Topic,
    pub(crate) question: &'static Question,
    pub(crate) ask: Ask,
}

impl Asked {
    /// The address of the answer or of one of its files.
    pub(crate) fn link(&self, file: Option<&str>, part: Option<&str>) -> String {
        match file {
            None => ask_link(self.topic, self.question, &self.ask),
            Some(file) => {
                let mut pairs = pairs_of(&self.ask);
                pairs.extend(part.map(|part| (crate::address::PART.to_string(), part.to_string())));
                link(&format!("/{}/{}/{file}", self.topic.name, self.question.name), &pairs)
            }
        }
    }

    /// The command line that asks the same.
    pub(crate) fn command(&self) -> String {
        let certificate = if self.ask.wants_certificate() { " --certificate FILE" } else { "" };
        format!("parlor {}{certificate}", self.ask.line())
    }

    /// The job that answers it; `None` when the lab is too busy.
    pub(crate) fn job(&self, lab: &Lab) -> Option<Arc<Job>> {
        let key = self.link(None, None);
        let errand = Errand::answer(self.topic, self.question.name, &self.ask);
        let command = self.command();
        lab.jobs.find_or_start(&key, &command, Manner::Kept, || lab.work(errand, &command))
    }
}

/// The topic and the question of an address.
pub(crate) fn question_of(lab: &Lab, topic: &str, question: &str) -> Result<TopicQuestion, Box<Reply>> {
    let topic = topic_of(lab, topic)?;
    match kit::find_question(topic, question) {
        Ok(question) => Ok((topic, question)),
        Err(error) => Err(Box::new(trouble(lab, StatusCode::NOT_FOUND, error))),
    }
}

/// The page for "too many jobs wait".
pub(crate) fn busy(lab: &Lab) -> Reply {
    trouble(lab, StatusCode::TOO_MANY_REQUESTS, "Too many questions wait already; ask again in a moment.")
}

async fn answered(lab: &Lab, asked: &Asked, given: &[(String, String)]) -> Reply {
    let Some(job) = asked.job(lab) else { return busy(lab) };
    let ended = job.wait(AT_ONCE).await;
    let status = match &ended {
        Some(Err(error)) => status_of(error),
        _ => StatusCode::OK,
    };
    let answer = match ended {
        Some(result) => answers::answer(asked, &job, &result),
        None => answers::waiting(lab, &job),
    };
    // What was refused must be changed: its form stays open.
    let sentence = (status != StatusCode::BAD_REQUEST).then(|| asked.ask.line());
    let body = body((asked.topic, asked.question), given, sentence.as_deref(), &answer);
    (status, page(lab, &asked.ask.line(), Some(asked.topic.name), &body)).into_response()
}

fn refused(lab: &Lab, asked: TopicQuestion, given: &[(String, String)], error: &kit::Error) -> Reply {
    let title = format!("{} {}", asked.0.name, asked.1.name);
    let body = body(asked, given, None, &error_box(error));
    (status_of(error), page(lab, &title, Some(asked.0.name), &body)).into_response()
}

/// A sentence as people read it: they read no flags.
pub(crate) fn told(line: &str) -> String {
    line.replace(" --", ", ")
}

/// The page of a question. Once it is asked, its form folds to the sentence that it makes, and the answer is what is
/// seen first.
fn body(
    (topic, question): TopicQuestion,
    given: &[(String, String)],
    sentence: Option<&str>,
    answer: &Markup,
) -> Markup {
    html! {
        p.crumbs { a href={ "/" (topic.name) } { (topic.called()) } " › " (question.name) }
        h1 { (topic.name) " " (question.name) }
        p.lead { (explained(&about(question), &mut Met::new())) }
        @match sentence {
            Some(sentence) => details.asking {
                summary { "Asked: " b { (told(sentence)) } " " span.change { "change" } }
                (question_form(topic, question, given))
            },
            None => (question_form(topic, question, given)),
        }
        section.answer id="answer" aria-live="polite" { (answer) }
    }
}

async fn handle(lab: &Lab, topic: &str, question: &str, query: &str) -> Result<Reply, Box<Reply>> {
    let (topic, question) = question_of(lab, topic, question)?;
    let given = pairs(query);
    let title = format!("{} {}", topic.name, question.name);
    if given.is_empty() {
        return Ok(page(lab, &title, Some(topic.name), &body((topic, question), &[], None, &html! {})));
    }
    let ask = match read(&title, question.params, &given) {
        Ok(ask) => ask,
        Err(error) => return Ok(refused(lab, (topic, question), &given, &error)),
    };
    let asked = Asked { topic, question, ask };
    let mut canonical = pairs_of(&asked.ask);
    if canonical.is_empty() && values(&given, ASKED).next().is_some() {
        canonical.push((ASKED.to_string(), "yes".to_string()));
    }
    if canonical != given {
        return Ok(Redirect::to(&asked.link(None, None)).into_response());
    }
    Ok(answered(lab, &asked, &given).await)
}

/// `/TOPIC/QUESTION?...`
pub(crate) async fn route((State(lab), Path((topic, question)), RawQuery(query)): At<(String, String)>) -> Response {
    handle(&lab, &topic, &question, query.as_deref().unwrap_or("")).await.unwrap_or_else(|reply| *reply)
}
