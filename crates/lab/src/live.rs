//! `/TOPIC/QUESTION/live?...`: an answer while a hand moves.
//!
//! What a hand does with a picture says words, as a command line would; what a slider does gives pairs, as a form
//! would. Either way the question is asked beside the jobs, for a moment only, and nothing of it is kept: the page asks
//! again with the next movement.

use crate::address::{SAY, pairs, pairs_of, read, values};
use crate::asks::{Asked, question_of};
use crate::pace::Instant;
use crate::pages::{Html, error_box, status_of};
use crate::{At, Lab, Reply, answers};
use axum::extract::{Path, RawQuery, State};
use axum::response::{IntoResponse, Response};
use kit::{Ask, Error, NoFiles, Question, Report, Result, Scene, Topic, Watch, memory};
use std::ops::ControlFlow;
use std::time::Duration;

/// How long an answer may take that is asked while a hand moves. The goal is a fiftieth of this.
const MOMENT: Duration = Duration::from_secs(1);
/// How long it is waited for, with its turn.
const PATIENCE: Duration = Duration::from_secs(30);
/// What it may take of the memory.
const MOST_BYTES: u64 = 256 << 20;

/// Whether an answer with these pictures may be asked again while a hand moves.
pub(crate) fn is_live(scenes: &[Scene]) -> bool {
    scenes.iter().any(|scene| scene.live || scene.gestures().next().is_some())
}

/// Ends what takes longer than a moment.
struct Brief {
    ends: Instant,
}

impl Watch for Brief {
    fn look(&mut self, _: u64, _: Option<u64>) -> ControlFlow<()> {
        if Instant::now() < self.ends { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn take(&mut self, what: &str, bytes: u64) -> Result<()> {
        match bytes <= MOST_BYTES {
            true => Ok(()),
            false => Err(Error::too_large(what, format!("it takes {}", memory::in_words(bytes)), "press Ask")),
        }
    }
}

/// The ask that the words or the pairs of an address make. Words pass the same door as pairs do.
fn asked_of(topic: &Topic, question: &Question, given: &[(String, String)]) -> Result<Ask> {
    let title = format!("{} {}", topic.name, question.name);
    match values(given, SAY).next() {
        None => read(&title, question.params, given),
        Some(said) => {
            let words = kit::ask::words(said)?;
            let ask = Ask::read(title.as_str(), question.params, &words, &NoFiles)?;
            read(&title, question.params, &pairs_of(&ask))
        }
    }
}

async fn answer(lab: &Lab, question: &'static Question, ask: &Ask) -> Result<Report> {
    let late = || Error::too_large("this", "it takes longer than a moment", "press Ask to let it run");
    let ask = ask.clone();
    let work = move || (question.answer)(&ask, &mut Brief { ends: Instant::now() + MOMENT });
    let answer = lab.views.work(PATIENCE, late(), work).await;
    answer.map_err(|error| if error.is_stopped() { late() } else { error })
}

async fn handle(lab: &Lab, topic: &str, question: &str, query: &str) -> Result<Reply, Box<Reply>> {
    let (topic, question) = question_of(lab, topic, question)?;
    let refuse = |error: Error| Box::new((status_of(&error), Html(error_box(&error).into_string())).into_response());
    let ask = asked_of(topic, question, &pairs(query)).map_err(refuse)?;
    let report = answer(lab, question, &ask).await.map_err(refuse)?;
    let asked = Asked { topic, question, ask };
    Ok(Html(answers::shown(&asked, &report).into_string()).into_response())
}

/// `/TOPIC/QUESTION/live?...`
pub(crate) async fn route((State(lab), Path((topic, question)), RawQuery(query)): At<(String, String)>) -> Response {
    handle(&lab, &topic, &question, query.as_deref().unwrap_or("")).await.unwrap_or_else(|reply| *reply)
}
