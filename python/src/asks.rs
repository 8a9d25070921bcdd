//! Asks from Python: by sentence, or by name with checked parameters.

use crate::play::Play;
use crate::report::NativeReport;
use crate::watch::{exception, work};
use kit::{Ask, Certificate, Error, Param, Question, Result, Shelf, Topic, ask as sentences};
use pyo3::prelude::*;

/// Files of the person who runs Python.
struct Disk;

impl Shelf for Disk {
    fn file(&self, name: &str) -> Result<Option<String>> {
        match std::path::Path::new(name).is_file() {
            true => std::fs::read_to_string(name).map(Some).map_err(|e| Error::usage(name, e, "name a file of text")),
            false => Ok(None),
        }
    }
}

/// The registry as JSON: what `parlor topics --json` prints.
#[pyfunction]
pub(crate) fn registry() -> String {
    parlor::registry().to_string()
}

/// Answers a sentence of the command line, `queens lock 5`.
#[pyfunction]
pub(crate) fn sentence(
    py: Python<'_>,
    text: &str,
    certify: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<NativeReport> {
    let (question, ask) = read_sentence(text).map_err(|e| exception(py, &e))?;
    answer(py, question, ask, certify, progress)
}

/// Answers a question whose parameters are given by name.
#[pyfunction]
pub(crate) fn ask(
    py: Python<'_>,
    topic: &str,
    question: &str,
    given: Vec<(String, String)>,
    certify: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<NativeReport> {
    let read = || {
        let topic = kit::find_topic(topics::ALL, topic)?;
        let question = kit::find_question(topic, question)?;
        let title = format!("{} {}", topic.name, question.name);
        Ok((question, named(title, question.params, &given)?))
    };
    let (question, ask) = read().map_err(|e| exception(py, &e))?;
    answer(py, question, ask, certify, progress)
}

/// Sits down at the table of a topic.
#[pyfunction]
pub(crate) fn sit(py: Python<'_>, text: &str) -> PyResult<Play> {
    let table = work(py, None, |watch| {
        let (topic, words) = seat(text)?;
        let table = kit::table_of(topic)?;
        (table.sit)(&table.ask(topic, &words, &Disk)?, watch)
    })?;
    Ok(Play::new(table))
}

/// The topic of a table and the words after it. A text that begins with no topic's name may be something to play,
/// blanks and all: `nim(3) + nim(4) --play misere`.
fn seat(text: &str) -> Result<(&'static Topic, Vec<String>)> {
    let words = sentences::words(text)?;
    let Some((first, rest)) = words.split_first() else {
        return Err(Error::usage("play", "no topic is named", "write one that has a game"));
    };
    let (played, named) = text.split_once(" --").unwrap_or((text, ""));
    let plays = topics::ALL.iter().find(|topic| (topic.plays)(played.trim()));
    match (topics::ALL.iter().any(|topic| topic.name == first.as_str()), plays) {
        (false, Some(topic)) => {
            let named = if named.is_empty() { Vec::new() } else { sentences::words(&format!("--{named}"))? };
            Ok((topic, [vec![played.trim().to_string()], named].concat()))
        }
        _ => Ok((kit::find_topic(topics::ALL, first)?, rest.to_vec())),
    }
}

/// Checks the text of a certificate.
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, text: &str, progress: Option<Py<PyAny>>) -> PyResult<NativeReport> {
    let report = work(py, progress, |watch| kit::verify(topics::ALL, &Certificate::read(text)?, watch))?;
    Ok(NativeReport::new("verify".to_string(), report))
}

fn answer(
    py: Python<'_>,
    question: &'static Question,
    ask: Ask,
    certify: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<NativeReport> {
    let ask = if certify { ask.with_certificate() } else { ask };
    let report = work(py, progress, |watch| (question.answer)(&ask, watch))?;
    Ok(NativeReport::new(ask.line(), report))
}

/// Reads a sentence as the command line does: `parlor` may stand before it, and a shorthand may stand for its topic.
fn read_sentence(text: &str) -> Result<(&'static Question, Ask)> {
    let mut words = sentences::words(text)?;
    if words.first().is_some_and(|word| word == "parlor") {
        words.remove(0);
    }
    let short = |word: &String| topics::ALL.iter().find(|topic| topic.shorthands.contains(&word.as_str()));
    if let Some(topic) = words.first().and_then(short) {
        words.insert(0, topic.name.to_string());
    }
    let [topic, question, rest @ ..] = words.as_slice() else {
        return Err(Error::usage(kit::shorten(text), "too short", "write a topic and a question"));
    };
    let topic = kit::find_topic(topics::ALL, topic)?;
    let question = kit::find_question(topic, question)?;
    Ok((question, question.ask(topic, rest, &Disk)?))
}

fn named(title: String, params: &'static [Param], given: &[(String, String)]) -> Result<Ask> {
    let mut ask = Ask::new(title.clone(), params);
    for (name, text) in given {
        match params.iter().any(|param| param.name == name) {
            true => ask.give(name, text, &Disk)?,
            false => {
                let known = params.iter().map(|param| param.name);
                return Err(kit::say::unknown(name, format!("{title} has no such parameter"), known));
            }
        }
    }
    ask.complete()?;
    Ok(ask)
}
